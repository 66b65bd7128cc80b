"""Tie-breaks of round-by-round tournaments, after FIDE Handbook C.07, and the standings they make.

:mod:`.standings` ranks, :mod:`.explanation` shows how a value came about, :mod:`.catalogue` lists
what can be chosen. Below them, one module an article: :mod:`.own` (7), :mod:`.opponents` (8, 9),
:mod:`.ratings` (10), :mod:`.encounter` (6), :mod:`.cuts` (14), :mod:`.unplayed` (15, 16). All of
them see the tournament as a :class:`.stage.Stage`, and all values are exact.
"""
