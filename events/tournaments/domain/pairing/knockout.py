"""Knockout: a bracket by strength, in which the best have the byes of the first round.

The bracket of the next power of two is unfolded from ``[1]``: every seed meets the one that makes
up the sum of the size and one, so that the best two can meet in the final only.
"""

from fractions import Fraction

from clubscore.problems import Refused, Sentence, gettext_noop, sentence
from events.tournaments.domain.pairing.proposal import NOBODY, Pair, Proposal, Task, no_such_round
from events.tournaments.domain.tournament import Entrant

_BYE = gettext_noop("No opponent in this place of the bracket: the best seeds have the byes.")
_BY_BRACKET = gettext_noop("Round %(round)s of the bracket: seed %(white)s against seed %(black)s.")
_NO_WINNER = gettext_noop(
    "The game of players %(first)s and %(second)s in round %(round)s has no winner. Withdraw who"
    " lost the play-off, after round %(round)s, or correct the result."
)

Slot = int | None
"""A seed's number, ``None`` where nobody is."""


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


def pair_knockout(task: Task) -> Proposal:
    """The round of the bracket; starting numbers are the seeds in their order.

    Who meets nobody, or somebody absent, has a bye. Raises :class:`Refused` beyond the final and
    while a game of the round before has no winner.
    """
    entrants = dict(enumerate(task.tournament.entrants, start=1))
    if not task.present:
        raise Refused(sentence(NOBODY, round=task.round))
    rounds = rounds_of(len(entrants))
    if task.round > rounds:
        raise Refused(no_such_round(task.round, rounds))
    slots: list[Slot] = [seed if seed in entrants else None for seed in bracket(len(entrants))]
    for number in range(1, task.round):
        slots = [_winner(pair, number, entrants, task) for pair in _neighbours(slots)]
    pairs, byes = [], []
    for slot in _neighbours(slots):
        here = [seed for seed in slot if seed and entrants[seed].number in task.present]
        if len(here) == 2:
            white, black = here
            why = sentence(_BY_BRACKET, round=task.round, white=white, black=black)
            pairs.append(Pair(entrants[white].number, entrants[black].number, why))
        else:
            byes += [entrants[seed].number for seed in here]
    return Proposal(tuple(pairs), tuple(byes), Sentence(_BYE))


def _neighbours(slots: list[Slot]) -> list[tuple[Slot, Slot]]:
    return list(zip(slots[::2], slots[1::2], strict=True))


def _winner(pair: tuple[Slot, Slot], round_: int, entrants: dict[int, Entrant], task: Task) -> Slot:
    """Who goes on: the one with more points in that round, or the only one there; of equals the
    one who has not left after it."""
    present = [seed for seed in pair if seed]
    if len(present) < 2:
        return present[0] if present else None
    first, second = present
    points = [_points(entrants[seed], round_, task) for seed in present]
    if points[0] != points[1]:
        return first if points[0] > points[1] else second
    staying = [seed for seed in present if not _has_left(entrants[seed], round_)]
    if len(staying) == 1:
        return staying[0]
    numbers = {"first": entrants[first].number, "second": entrants[second].number}
    raise Refused(sentence(_NO_WINNER, round=round_, **numbers))


def _has_left(entrant: Entrant, round_: int) -> bool:
    return entrant.left_after is not None and entrant.left_after <= round_


def _points(entrant: Entrant, round_: int, task: Task) -> Fraction:
    """The points of a round; who has no result is behind everybody who has one."""
    result = entrant.results[round_ - 1] if round_ <= len(entrant.results) else None
    if result is None:
        return Fraction(-1)
    return task.tournament.system.points(result.code) or Fraction(0)
