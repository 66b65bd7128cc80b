"""What a tournament would do to ratings, as information: FIDE's for chess, the EGF's for go."""
