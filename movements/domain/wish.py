"""A director's wishes for an evening, and which of them a movement does not meet."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from clubscore.problems import Sentence, gettext_noop, sentence
from movements.domain.plans import Plan

USUAL_BOARDS = 24
"""The number of boards when neither boards nor time are given."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a director asks for; ``None`` where it does not matter.

    ``boards`` are those that a contestant plays, ``minutes`` how long it may take at most at
    ``minutes_a_board``; ``staying`` is how many must keep their table.
    """

    contestants: int
    individual: bool = False
    boards: int | None = None
    max_rounds: int | None = None
    minutes: int | None = None
    minutes_a_board: Fraction = Fraction(15, 2)
    winners: int | None = None
    staying: int = 0

    @property
    def max_boards(self) -> int | None:
        """As many boards as there is time for."""
        return None if self.minutes is None else int(self.minutes / self.minutes_a_board)

    @property
    def target(self) -> int:
        """The boards to come near to."""
        boards = self.boards or self.max_boards or USUAL_BOARDS
        return boards if self.max_boards is None else max(1, min(boards, self.max_boards))

    @property
    def tolerance(self) -> int:
        """How many boards more or fewer than the target are near enough."""
        return max(2, self.target // 6)

    def misses(self, plan: Plan, boards: int) -> Iterator[Sentence]:
        """The wishes that a movement with so many boards does not meet, staying left out."""
        if self.winners not in (None, plan.winners):
            one = gettext_noop("It has one ranking, not two.")
            two = gettext_noop("It has two rankings, not one.")
            yield Sentence(one if plan.winners == 1 else two)
        if self.max_rounds is not None and plan.rounds > self.max_rounds:
            message = gettext_noop("It has %(rounds)s rounds, more than %(most)s.")
            yield sentence(message, rounds=plan.rounds, most=self.max_rounds)
        if self.max_boards is not None and self.max_boards < plan.rounds:
            message = gettext_noop(
                "The time is too short for even one board a round: it has %(rounds)s rounds."
            )
            if plan.rounds == 1:
                message = gettext_noop("The time is too short for even one board.")
            yield sentence(message, rounds=plan.rounds)
        elif self.max_boards is not None and boards > self.max_boards:
            message = gettext_noop(
                "Its %(boards)s boards take longer than there is time for: %(most)s boards."
            )
            yield sentence(message, boards=boards, most=self.max_boards)
        elif abs(boards - self.target) > self.tolerance:
            message = gettext_noop("Everybody plays %(boards)s boards, not about %(target)s.")
            yield sentence(message, boards=boards, target=self.target)


def too_few_stay(staying: int) -> Sentence:
    """The sentence for too few contestants who keep their table."""
    message = gettext_noop("Only %(staying)s can stay at their tables.")
    if staying == 0:
        message = gettext_noop("Nobody can stay at one table.")
    if staying == 1:
        message = gettext_noop("Only %(staying)s can stay at its table.")
    return sentence(message, staying=staying)
