"""Standings of round-by-round tournaments with tie-breaks after FIDE's handbook (C.07), crosstable,
Keizer; every value is exact and can be explained.
"""
