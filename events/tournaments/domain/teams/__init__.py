"""Matches between teams: who plays on which board, what it brings, and the standings."""
