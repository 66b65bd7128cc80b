"""Results from the tables: players enter and confirm them on their own phones, or on a club's."""
