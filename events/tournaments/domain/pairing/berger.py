"""Round robins by the Berger tables, single and double.

Source: FIDE handbook, C.05, Annex 1. The tables are computed by their closed form; the second
cycle of a double round robin has the colours reversed, and in an even field the last two rounds of
the first cycle change places, so that nobody has one colour three times in succession.
"""

from collections.abc import Sequence

from clubscore.problems import Refused, Sentence, gettext_noop, sentence
from events.tournaments.domain.pairing.proposal import (
    NO_OPPONENT,
    NOBODY,
    Pair,
    Proposal,
    Task,
    no_such_round,
)

Game = tuple[int, int]

_BY_TABLE = gettext_noop("Round %(round)s of the Berger table: %(white)s against %(black)s.")


def berger(players: int) -> list[list[Game]]:
    """The rounds of a round robin of an even number of players from 1, each in the order of the
    boards, White first."""
    return [_round(number, players) for number in range(players - 1)]


def _round(number: int, players: int) -> list[Game]:
    cycle, half = players - 1, players // 2
    top = number * half % cycle + 1
    first = (players, top) if number % 2 else (top, players)
    rest = [((top - 1 + step) % cycle + 1, (top - 1 - step) % cycle + 1) for step in range(1, half)]
    return [first, *rest]


def double_berger(players: int, *, even: bool) -> list[list[Game]]:
    """The rounds of a double round robin; ``even`` says that no player is a dummy."""
    first = berger(players)
    second = [[(black, white) for white, black in games] for games in first]
    if even and len(first) > 1:
        first = [*first[:-2], first[-1], first[-2]]
    return first + second


def opponents_by_table(numbers: Sequence[int], *, cycles: int) -> list[dict[int, int]]:
    """Whom each of these players meets in every round of one cycle, or of two; who has a free
    round is not in it."""
    even = len(numbers) % 2 == 0
    size = len(numbers) + (not even)
    rounds = double_berger(size, even=even) if cycles == 2 else berger(size)
    names = dict(enumerate(numbers, start=1))
    return [
        {
            names[one]: names[other]
            for game in games
            for one, other in (game, game[::-1])
            if one in names and other in names
        }
        for games in rounds
    ]


def cycle_of(round_: int, players: int) -> int:
    """The first round of the cycle of a round robin that a round is in."""
    length = max(1, players - (players % 2 == 0))
    return round_ - (round_ - 1) % length


def pair_round_robin(task: Task, *, double: bool = False) -> Proposal:
    """The round by the tables, in which everybody with a starting number has a place.

    Who meets the dummy of an odd field has the free round, who meets somebody absent the bye.
    Raises :class:`Refused` beyond the last round.
    """
    numbers = [each.number for each in task.tournament.entrants]
    if not task.present:
        raise Refused(sentence(NOBODY, round=task.round))
    even = len(numbers) % 2 == 0
    size = len(numbers) + (not even)
    rounds = double_berger(size, even=even) if double else berger(size)
    if task.round > len(rounds):
        raise Refused(no_such_round(task.round, len(rounds)))
    return _seated(task, numbers, rounds[task.round - 1])


def _seated(task: Task, numbers: list[int], games: list[Game]) -> Proposal:
    """The games of the table with the players' numbers for their places."""
    pairs, byes = [], []
    free: list[int] = []
    places = dict(enumerate(numbers, start=1))
    for game in games:
        here = [places[place] for place in game if places.get(place) in task.present]
        if len(here) == 2:
            white, black = here
            pairs.append(Pair(white, black, _why(task.round, game)))
        else:
            byes += here
            # Against the dummy of an odd field; somebody absent would have been met.
            free += here if any(place not in places for place in game) else []
    return Proposal(tuple(pairs), tuple(byes), Sentence(NO_OPPONENT), tuple(free))


def _why(round_: int, game: Game) -> Sentence:
    white, black = game
    return sentence(_BY_TABLE, round=round_, white=white, black=black)
