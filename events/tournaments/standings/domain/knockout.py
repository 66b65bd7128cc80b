"""A knock-out: its bracket, who goes on, and the round that everybody reached.

The bracket of the next power of two is unfolded from ``[1]``: every seed meets the one that makes
up the sum of the size and one, so that the best two can meet in the final only. Who has more points
from a game goes on; after a drawn one the winner of the play-off, else who has not left.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from clubscore.text.problems import Refused, gettext_noop, sentence
from events.tournaments.core.domain.results import Code, Result
from events.tournaments.core.domain.tournament import Entrant, Tournament

Slot = int | None
"""A starting number, ``None`` where nobody is."""

_NO_WINNER = gettext_noop(
    "The game of players %(first)s and %(second)s in round %(round)s has no winner. Say on the page"
    " of round %(round)s who goes on."
)


def bracket(players: int) -> list[int]:
    """The seeds in the order of the bracket: neighbours meet in the first round."""
    seeds = [1]
    while len(seeds) < players:
        size = 2 * len(seeds)
        seeds = [
            seed
            for place, one in enumerate(seeds)
            for seed in ((one, size + 1 - one) if place % 2 == 0 else (size + 1 - one, one))
        ]
    return seeds


def rounds_of(players: int) -> int:
    """How many rounds a field has."""
    return max(players - 1, 0).bit_length()


@dataclass(frozen=True, slots=True)
class Tie:
    """Two places of the bracket that meet in a round, and who of them goes on."""

    sides: tuple[Slot, Slot]
    winner: Slot = None

    @property
    def loser(self) -> Slot:
        """Who met the winner, and is out."""
        first, second = self.sides
        if not self.winner or not all(self.sides):
            return None
        return second if self.winner == first else first


OPEN = 0
"""Who is not known yet."""


def ties(tournament: Tournament, through: int, *, is_strict: bool = True) -> list[list[Tie]]:
    """The rounds 1 to ``through``; starting numbers are the seeds in their order. Where a game
    before the last of these rounds has no winner, raises :class:`Refused` if ``is_strict``, else
    who goes on is :data:`OPEN`."""
    entrants = {entrant.number: entrant for entrant in tournament.entrants}
    numbers = list(entrants)
    slots: list[Slot] = [
        numbers[seed - 1] if seed <= len(numbers) else None for seed in bracket(len(numbers))
    ]
    rounds: list[list[Tie]] = []
    for number in range(1, through + 1):
        found = [
            Tie(sides, OPEN if OPEN in sides else winner_of(sides, number, entrants, tournament))
            for sides in zip(slots[::2], slots[1::2], strict=True)
        ]
        rounds.append(found)
        open_ties = [tie for tie in found if tie.winner is None and None not in tie.sides]
        slots = [OPEN if tie in open_ties else tie.winner for tie in found]
        if open_ties and is_strict and number < through:
            first, second = open_ties[0].sides
            raise Refused(sentence(_NO_WINNER, round=number, first=first, second=second))
    return rounds


def winner_of(
    sides: Sequence[Slot], round_: int, entrants: Mapping[int, Entrant], tournament: Tournament
) -> Slot:
    """Who goes on: the only one there, or who has more points in that round; of equals the winner
    of the play-off, else the one who has not left after it. ``None`` where that is open."""
    present = [number for number in sides if number]
    if len(present) < 2:
        return present[0] if present else None
    results = [_result(entrants[number], round_) for number in present]
    if any(result is not None and result.code is Code.PENDING for result in results):
        return None
    points = [
        (tournament.system.points(result.code) or Fraction(0)) if result else Fraction(-1)
        for result in results
    ]
    if points[0] != points[1]:
        return present[0] if points[0] > points[1] else present[1]
    on = [
        number
        for number, result in zip(present, results, strict=True)
        if result is not None and result.goes_on
    ]
    on = on or [number for number in present if not _has_left(entrants[number], round_)]
    return on[0] if len(on) == 1 else None


def third_place(rounds: Sequence[Sequence[Tie]], players: int) -> tuple[int, int] | None:
    """Who plays for the third place: the losers of the round before the final."""
    last = rounds_of(players) - 1
    if not 1 <= last <= len(rounds):
        return None
    losers = [tie.loser for tie in rounds[last - 1] if tie.loser]
    return (losers[0], losers[1]) if len(losers) == 2 else None


def rounds_reached(tournament: Tournament, through: int) -> dict[int, Fraction]:
    """The round that everybody has reached, one more for who has won it; the game for the third
    place, of two who are out already, gives its winner half a round."""
    entrants = {entrant.number: entrant for entrant in tournament.entrants}
    reached = dict.fromkeys(entrants, Fraction(1))
    out: set[int] = set()
    for round_ in range(1, through + 1):
        lost: set[int] = set()
        for number, entrant in entrants.items():
            result = _result(entrant, round_)
            if result is None:
                continue
            sides = (number, result.opponent) if result.opponent else (number,)
            winner = winner_of(sides, round_, entrants, tournament)
            if out.isdisjoint(sides):
                reached[number] = Fraction(round_ + (winner == number))
            elif out.issuperset(sides) and winner == number and result.opponent:
                reached[number] += Fraction(1, 2)
            lost |= {number} if winner not in (None, number) else set()
        out |= lost
    return reached


def _result(entrant: Entrant, round_: int) -> Result | None:
    return entrant.results[round_ - 1] if round_ <= len(entrant.results) else None


def _has_left(entrant: Entrant, round_: int) -> bool:
    return entrant.left_after is not None and entrant.left_after <= round_
