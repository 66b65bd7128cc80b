"""Scheveningen: every player of one team meets every player of the other.

The tables of two to six players a team, White first. Source: the tables of the FIDE handbook,
C.05, Annex 1, as the pairing specification gives them.
"""

from clubscore.problems import Refused, Sentence, gettext_noop, sentence
from events.tournaments.domain.pairing.proposal import (
    NO_OPPONENT,
    Pair,
    Proposal,
    Task,
    no_such_round,
)

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

_BY_TABLE = gettext_noop("Round %(round)s of the Scheveningen table: %(white)s against %(black)s.")
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
    return text[0], int(text[1:])


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
            pairs.append(Pair(white, black, sentence(_BY_TABLE, round=task.round, **values)))
        else:
            byes += [number for number in (white, black) if number in task.present]
    return Proposal(tuple(pairs), tuple(byes), Sentence(NO_OPPONENT))
