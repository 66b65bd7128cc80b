"""How a result, a board, a traveller and an explanation look, on whatever page."""
