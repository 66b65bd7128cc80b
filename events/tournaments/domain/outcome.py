"""How a game ended, as one value that holds both sides: so they cannot contradict each other.

The *first* side has White where the colours are known. An outcome is written as the first side's
code and the second's (:class:`events.tournaments.domain.results.Code`).
"""

from enum import StrEnum

from events.tournaments.domain.results import Code, agree


class Outcome(StrEnum):
    """Every pair of codes that agree, and no other."""

    PENDING = "**"
    FIRST_WINS = "10"
    DRAWN = "=="
    SECOND_WINS = "01"
    HALF_TO_FIRST = "=0"
    HALF_TO_SECOND = "0="
    BOTH_LOSE = "00"
    UNRATED_FIRST_WINS = "WL"
    UNRATED_DRAWN = "DD"
    UNRATED_SECOND_WINS = "LW"
    UNRATED_HALF_TO_FIRST = "DL"
    UNRATED_HALF_TO_SECOND = "LD"
    UNRATED_BOTH_LOSE = "LL"
    FORFEIT_TO_FIRST = "+-"
    FORFEIT_TO_SECOND = "-+"
    FORFEIT_BY_BOTH = "--"
    FORFEIT_TO_BOTH = "++"

    @property
    def first(self) -> Code:
        return Code(self.value[0])

    @property
    def second(self) -> Code:
        return Code(self.value[1])

    @property
    def reversed(self) -> "Outcome":
        """The same game with the sides changed."""
        return Outcome(self.value[::-1])


def outcome_of(first: Code, second: Code) -> Outcome:
    """The outcome of these two sides. Raises ``ValueError`` when they contradict each other."""
    if not agree(first, second):
        raise ValueError(f"{first!r} against {second!r}")
    return Outcome(first.value + second.value)
