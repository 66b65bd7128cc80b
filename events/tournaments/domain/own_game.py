"""Which round of their own a player looks for first: the next game, else the last result."""

from collections.abc import Sequence
from dataclasses import dataclass

from events.tournaments.domain.results import Code, Result


@dataclass(frozen=True, slots=True)
class OwnRound:
    """A round, counted from 1, and what the player has from it."""

    number: int
    result: Result

    @property
    def is_next(self) -> bool:
        """Whether it is still to be played."""
        return self.result.code is Code.PENDING


def own_round(results: Sequence[Result | None]) -> OwnRound | None:
    """The first game that is still to be played, else the last round with a result; ``None`` for
    somebody who was never paired."""
    rounds = [OwnRound(number, each) for number, each in enumerate(results, start=1) if each]
    waiting = (each for each in rounds if each.is_next)
    return next(waiting, rounds[-1] if rounds else None)
