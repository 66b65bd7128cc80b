"""clubscore: bridge sessions and round-by-round tournaments for a club."""

__version__ = "1.0.0"
