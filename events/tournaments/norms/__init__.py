"""Norms for FIDE's titles: who has made one, and who still can."""
