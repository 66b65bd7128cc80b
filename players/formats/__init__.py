"""Files of players: the register file, and the same columns as CSV or spreadsheet."""
