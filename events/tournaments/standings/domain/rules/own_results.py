"""Tie-breaks from a player's own results: Article 7 of C.07.

What was won "over the board" was played: neither a forfeit nor a bye, in any kind of tournament.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate

from events.tournaments.core.domain.results import Code, Colour
from events.tournaments.standings.domain.stage import (
    ZERO,
    Cut,
    Part,
    Record,
    Round,
    Stage,
    Value,
    total,
)

ONE = Fraction(1)

HALF = Fraction(1, 2)

_WON = frozenset({Code.WIN, Code.UNRATED_WIN})


def points(stage: Stage, record: Record) -> Value:
    return total(_part(round_, round_.points) for round_ in record.counted)


def wins(stage: Stage, record: Record) -> Value:
    """How many rounds brought as many points as a win, with or without playing (7.1)."""
    return _count(record, lambda round_: round_.points == stage.system.win)


def games_won(stage: Stage, record: Record) -> Value:
    return _count(record, lambda round_: round_.code in _WON)


def games_with_black(stage: Stage, record: Record) -> Value:
    return _count(record, lambda round_: round_.played and round_.colour is Colour.BLACK)


def games_won_with_black(stage: Stage, record: Record) -> Value:
    return _count(record, lambda round_: round_.code in _WON and round_.colour is Colour.BLACK)


def rounds_elected_to_play(stage: Stage, record: Record) -> Value:
    """All but half-point and zero-point byes and lost forfeits (7.6)."""
    return _count(record, lambda round_: not round_.voluntary)


def progressive(stage: Stage, record: Record, *, low: int = 0) -> Value:
    """The score after each round, without the first ``low`` rounds (7.5, 14.1.2)."""
    # All rounds, pending ones too: the score after one is what it was before.
    running = accumulate(round_.points for round_ in record.rounds)
    return total(
        _part(round_, score)._replace(cut=Cut.EARLY if round_.number <= low else None)
        for round_, score in zip(record.rounds, running, strict=True)
    )


def standard_points(stage: Stage, record: Record) -> Value:
    """More than the opponent, or without one more than a draw: 1; as much: ½ (7.7)."""
    return total(_part(round_, _standard(stage, round_)) for round_ in record.counted)


def _standard(stage: Stage, round_: Round) -> Fraction:
    # Without an opponent the round is compared with a draw (7.7).
    measure = stage.system.draw
    if round_.opponent is not None:
        measure = stage.records[round_.opponent].rounds[round_.number - 1].points
    if round_.points == measure:
        return HALF
    return ONE if round_.points > measure else ZERO


def _count(record: Record, counts: Callable[[Round], bool]) -> Value:
    return total(_part(round_, ONE if counts(round_) else ZERO) for round_ in record.counted)


def _part(round_: Round, amount: Fraction) -> Part:
    return Part(round_.number, round_.opponent, amount, None, round_.points)
