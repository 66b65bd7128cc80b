"""Knockout: a bracket by strength, in which the best have the byes of the first round; see
:mod:`events.tournaments.standings.domain.knockout`.

Scheveningen: every player of one team meets every player of the other.

The tables of two to six players a team, White first. Source: the tables of the FIDE handbook,
C.05, Annex 1, as the pairing specification gives them.

Keizer's pairing: the first against the second, the third against the fourth, and so on down the
ranking, but nobody against an opponent of the last three rounds, or one who is not to be met.

An odd player out has the bye: the lowest who has had none yet. White is for who had it less often,
else for who had Black last.

Baku acceleration: virtual points for the upper half in the first rounds.

Source: FIDE handbook, C.04.7. The upper group are the first 2·⌈N/4⌉ players; half of the rounds,
rounded up, are accelerated, the first half of these, rounded up, with a win, the others with half
of it.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction

from clubscore.text.numbers import integer_of
from clubscore.text.problems import Refused, Sentence, gettext_noop, sentence
from events.tournaments.core.domain.results import Code, Colour
from events.tournaments.core.domain.tournament import Entrant, Tournament
from events.tournaments.core.domain.wishes import Wishes, wishes_of
from events.tournaments.core.domain.withdrawals import Game, berger, double_berger
from events.tournaments.pairing.domain.proposal import (
    NO_OPPONENT,
    NOBODY,
    Acceleration,
    Pair,
    Proposal,
    Task,
    is_paired,
    no_such_round,
    players_of_round,
)
from events.tournaments.standings.domain.keizer import keizer
from events.tournaments.standings.domain.knockout import rounds_of, third_place, ties

_BY_TABLE = gettext_noop("Round %(round)s of the Berger table: %(white)s against %(black)s.")


def pair_round_robin(task: Task, *, double: bool = False) -> Proposal:
    """The round by the tables, in which everybody with a starting number has a place.

    Who meets the dummy of an odd field has the free round, who meets somebody absent the bye.
    Raises :class:`Refused` beyond the last round.
    """
    numbers = [entrant.number for entrant in task.tournament.entrants]
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


_FREE_PLACE = gettext_noop(
    "No opponent in this place of the bracket: the best seeds have the byes."
)

_BY_BRACKET = gettext_noop("Round %(round)s of the bracket: seed %(white)s against seed %(black)s.")

_THIRD_PLACE = gettext_noop("For the third place, the losers of the round before.")


def pair_knockout(task: Task) -> Proposal:
    """The round of the bracket; starting numbers are the seeds in their order, and the lot says
    whether the first of a pair has White.

    Who meets nobody, or somebody absent, has a bye. Beside the final the losers of the round
    before play for the third place, if the tournament has one. Raises :class:`Refused` beyond the
    final and while a game of the round before has no winner.
    """
    if not task.present:
        raise Refused(sentence(NOBODY, round=task.round))
    seeds = {entrant.number: seed for seed, entrant in enumerate(task.tournament.entrants, start=1)}
    rounds = rounds_of(len(seeds))
    if task.round > rounds:
        raise Refused(no_such_round(task.round, rounds))
    played = ties(task.tournament, task.round)
    pairs, byes = [], []
    for tie in played[-1]:
        here = [number for number in tie.sides if number and number in task.present]
        if len(here) == 2:
            white, black = here if task.initial is Colour.WHITE else here[::-1]
            values = {"white": seeds[white], "black": seeds[black]}
            pairs.append(Pair(white, black, sentence(_BY_BRACKET, round=task.round, **values)))
        else:
            byes += here
    third = third_place(played, len(seeds)) if task.round == rounds else None
    if third and task.tournament.has_third_place and task.present.issuperset(third):
        white, black = third if task.initial is Colour.WHITE else third[::-1]
        pairs.append(Pair(white, black, Sentence(_THIRD_PLACE)))
    return Proposal(tuple(pairs), tuple(byes), Sentence(_FREE_PLACE))


_TABLES = {
    1: "A1-B1",
    2: "A1-B1 A2-B2 | B2-A1 B1-A2",
    3: "A1-B1 A2-B2 B3-A3 | B2-A1 A2-B3 B1-A3 | A1-B3 B1-A2 A3-B2",
    4: (
        "A1-B1 A2-B2 B3-A3 B4-A4 | B2-A1 B1-A2 A3-B4 A4-B3 | A1-B3 A2-B4 B1-A3 B2-A4"
        " | B4-A1 B3-A2 A3-B2 A4-B1"
    ),
    5: (
        "A1-B1 A2-B2 A3-B3 B4-A4 B5-A5 | B2-A1 B3-A2 B4-A3 A4-B5 A5-B1"
        " | A1-B3 A2-B4 B5-A3 B1-A4 A5-B2 | B4-A1 B5-A2 A3-B1 A4-B2 B3-A5"
        " | A1-B5 B1-A2 B2-A3 A4-B3 A5-B4"
    ),
    6: (
        "B1-A1 B5-A2 A3-B4 A4-B2 A5-B3 B6-A6 | B2-A1 A2-B1 B3-A3 B4-A4 A5-B6 A6-B5"
        " | A1-B3 A2-B2 B1-A3 B6-A4 B5-A5 A6-B4 | A1-B4 B6-A2 A3-B5 A4-B1 B2-A5 B3-A6"
        " | B5-A1 B4-A2 A3-B6 B3-A4 A5-B1 A6-B2 | A1-B6 A2-B3 B2-A3 A4-B5 B4-A5 B1-A6"
    ),
}

MAX_SIZE = max(_TABLES)

_BY_SCHEVENINGEN = gettext_noop(
    "Round %(round)s of the Scheveningen table: %(white)s against %(black)s."
)

_TWO_TEAMS = gettext_noop("Scheveningen is for two teams; this tournament has %(teams)s.")

_EQUAL = gettext_noop(
    "Scheveningen is for teams of one size, from 1 to %(most)s players; these have %(first)s and"
    " %(second)s."
)

Place = tuple[str, int]


def scheveningen(size: int) -> list[list[tuple[Place, Place]]]:
    """The rounds for teams of a size, White first: ``(("A", 1), ("B", 1))``."""
    return [
        [(_place(white), _place(black)) for white, _, black in _games(round_)]
        for round_ in _TABLES[size].split("|")
    ]


def _games(round_: str) -> list[tuple[str, str, str]]:
    return [game.partition("-") for game in round_.split()]


def _place(text: str) -> Place:
    return text[0], integer_of(text[1:])


def pair_scheveningen(task: Task) -> Proposal:
    """The round by the table; the first team of the tournament is A.

    Who meets somebody absent has a bye. Raises :class:`Refused` for anything but two teams of
    one size, and beyond the last round.
    """
    teams = task.tournament.teams
    if len(teams) != 2:
        raise Refused(sentence(_TWO_TEAMS, teams=len(teams)))
    first, second = (team.members for team in teams)
    if len(first) != len(second) or not 1 <= len(first) <= MAX_SIZE:
        sizes = {"first": len(first), "second": len(second)}
        raise Refused(sentence(_EQUAL, most=MAX_SIZE, **sizes))
    rounds = scheveningen(len(first))
    if task.round > len(rounds):
        raise Refused(no_such_round(task.round, len(rounds)))
    members = {"A": first, "B": second}
    pairs, byes = [], []
    for game in rounds[task.round - 1]:
        white, black = (members[team][place - 1] for team, place in game)
        if {white, black} <= task.present:
            names = ("".join(map(str, place)) for place in game)
            values = dict(zip(("white", "black"), names, strict=True))
            pairs.append(Pair(white, black, sentence(_BY_SCHEVENINGEN, round=task.round, **values)))
        else:
            byes += [number for number in (white, black) if number in task.present]
    return Proposal(tuple(pairs), tuple(byes), Sentence(NO_OPPONENT))


APART = 3
"""Rounds between two games of the same players."""

MAX_STEPS = 200_000
"""How many pairs are tried before the search is given up."""

_WHY = gettext_noop("Number %(upper)s of the ranking against number %(lower)s.")

_BYE = gettext_noop(
    "The lowest of the ranking who has had no bye, and without whom the others can be paired."
)

_NONE = gettext_noop(
    "Round %(round)s cannot be paired with three rounds between two games of the same players."
)

_GIVEN_UP = gettext_noop(
    "No pairing of round %(round)s with three rounds between two games of the same players was"
    " found in %(steps)s tries. There may be one: type the pairings, or choose another system."
)


def pair_keizer(task: Task) -> Proposal:
    """The round by the ranking before it. Raises :class:`Refused` when nobody takes part, and when
    some would have to meet again too soon or the search is given up."""
    if not task.present:
        raise Refused(sentence(NOBODY, round=task.round))
    ranks = {line.number: line.rank for line in keizer(task.tournament)}
    players = sorted(task.taking_part, key=lambda entrant: ranks[entrant.number])
    search = _Search(players, wishes_of(task.tournament, task.round))
    for bye in _byes(players):
        pairs = search.pairs([player for player in players if player is not bye])
        if pairs is not None:
            return Proposal(
                tuple(_pair(one, other, ranks) for one, other in pairs),
                (bye.number,) if bye else (),
                Sentence(_BYE) if bye else None,
            )
        if search.is_given_up:
            raise Refused(sentence(_GIVEN_UP, round=task.round, steps=MAX_STEPS))
    raise Refused(sentence(_NONE, round=task.round))


def _byes(players: Sequence[Entrant]) -> list[Entrant | None]:
    """Who may have the bye, the first choice first; nobody where the number is even."""
    if len(players) % 2 == 0:
        return [None]
    had = {
        player.number
        for player in players
        if any(result and result.code is Code.PAIRING_BYE for result in player.results)
    }
    lowest_first = list(reversed(players))
    return [*sorted(lowest_first, key=lambda player: player.number in had)]


class _Search:
    """Pairs from the top down, taking back a choice that leaves somebody without an opponent."""

    def __init__(self, players: Sequence[Entrant], wishes: Wishes) -> None:
        self._latest = {
            player.number: {
                result.opponent
                for result in player.results[-APART:]
                if result and result.code.played
            }
            | {
                other.number
                for other in players
                if wishes.never and wishes.forbids(player.number, other.number)
            }
            for player in players
        }
        self._steps = 0

    @property
    def is_given_up(self) -> bool:
        return self._steps > MAX_STEPS

    def pairs(self, players: list[Entrant]) -> list[tuple[Entrant, Entrant]] | None:
        # A stack of its own: Python's ends at a thousand calls, which are two thousand players.
        choices: list[_Choice] = [_Choice(players)] if players else []
        while choices:
            latest = choices[-1]
            if not self._next(latest):
                if self.is_given_up:
                    return None
                choices.pop()
                continue
            below = latest.below
            if not below:
                return [choice.pair for choice in choices]
            choices.append(_Choice(below))
        return None if players else []

    def _next(self, choice: "_Choice") -> bool:
        """Go on to the next who may meet the first; false when there is none, or no time."""
        latest = self._latest[choice.players[0].number]
        for place in range(choice.place + 1, len(choice.players)):
            self._steps += 1
            if self.is_given_up:
                return False
            if choice.players[place].number not in latest:
                choice.place = place
                return True
        return False


@dataclass(slots=True)
class _Choice:
    """The first of some players, and the one at ``place`` as the opponent; 0 before a choice."""

    players: list[Entrant]
    place: int = 0

    @property
    def pair(self) -> tuple[Entrant, Entrant]:
        return self.players[0], self.players[self.place]

    @property
    def below(self) -> list[Entrant]:
        return [*self.players[1 : self.place], *self.players[self.place + 1 :]]


def _pair(one: Entrant, other: Entrant, ranks: dict[int, int]) -> Pair:
    white, black = (one, other) if _wish(one) <= _wish(other) else (other, one)
    upper, lower = ranks[one.number], ranks[other.number]
    return Pair(white.number, black.number, sentence(_WHY, upper=upper, lower=lower))


def _wish(player: Entrant) -> tuple[int, int]:
    """Less is more of a wish for White."""
    colours = [
        result.colour
        for result in player.results
        if result and result.colour and result.code.played
    ]
    balance = colours.count(Colour.WHITE) - colours.count(Colour.BLACK)
    return balance, int(bool(colours) and colours[-1] is Colour.WHITE)


def upper_group(players: int) -> int:
    """How many players are accelerated."""
    return 2 * -(-players // 4)


def baku(tournament: Tournament, present: Collection[int]) -> tuple[Acceleration, ...]:
    """The virtual points of a tournament, in the order of its entrants.

    Those who were paired in round 1 are halved, before it those ``present``; of late entries
    those before the last one of the upper group belong to it. None where a win is not worth two
    draws, or a loss is worth something.
    """
    system, numbers = tournament.system, [entrant.number for entrant in tournament.entrants]
    early = players_of_round(tournament, 1) if is_paired(tournament, 1) else present
    halved = [number for number in numbers if number in early]
    if not halved or system.win != 2 * system.draw or system.loss:
        return ()
    return virtual_points(system.win, numbers, halved, tournament.rounds)


def virtual_points(
    win: Fraction, numbers: Sequence[int], halved: Sequence[int], rounds: int
) -> tuple[Acceleration, ...]:
    """The virtual points of the upper group of ``halved``, and of who stands before its last one
    among all ``numbers``."""
    last = halved[: upper_group(len(halved))][-1]
    group = frozenset(numbers[: numbers.index(last) + 1])
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    steps = ((win, 1, full), (win / Fraction(2), full + 1, accelerated))
    return tuple(
        Acceleration(points, first, until, group)
        for points, first, until in steps
        if first <= until
    )
