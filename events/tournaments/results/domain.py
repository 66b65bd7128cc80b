"""Which round of their own a player looks for first: the next game, else the last result."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from events.tournaments.core.domain.results import Code, Result


@dataclass(frozen=True, slots=True)
class OwnRound:
    """A round, counted from 1, and what the player has from it."""

    number: int
    result: Result
    is_next: bool
    """Whether it is still to be played, or a bye of a round that others still play."""


def running_rounds(everybody: Iterable[Sequence[Result | None]]) -> frozenset[int]:
    """The rounds, counted from 1, in which a game is still to be played."""
    return frozenset(
        number
        for results in everybody
        for number, result in enumerate(results, start=1)
        if result and result.code is Code.PENDING
    )


def own_round(results: Sequence[Result | None], running: Collection[int] = ()) -> OwnRound | None:
    """The first game that is still to be played, or the bye of a round that is ``running``, else
    the last round with a result; ``None`` for somebody who was never paired."""
    rounds = [
        OwnRound(number, result, _is_next(number, result, running))
        for number, result in enumerate(results, start=1)
        if result
    ]
    waiting = (each for each in rounds if each.is_next)
    return next(waiting, rounds[-1] if rounds else None)


def _is_next(number: int, result: Result, running: Collection[int]) -> bool:
    is_bye = result.opponent is None
    return result.code is Code.PENDING or (is_bye and number in running)
