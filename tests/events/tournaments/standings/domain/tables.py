"""Small tournaments written as a table, and their values for one tie-break."""

import re
from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from typing import Any

from events.tournaments.core.domain.results import Code, Colour, Result, read_points
from events.tournaments.core.domain.tournament import Entrant, Tournament
from events.tournaments.standings.domain.standings import standings

SINCE_2026 = date(2026, 3, 1)
BEFORE_2026 = date(2026, 2, 28)
_GAME = re.compile(r"(\d+)([wb]?)(.)")


def table(text: str, **changes: Any) -> Tournament:
    """A Swiss tournament since 2026; a line is ``number name [rating]: round round ...``.

    A round is ``3w1``, ``3b=``, ``3w*``, a bye ``U`` ``H`` ``F`` ``Z``, or ``.`` for absent.
    """
    entrants = []
    for line in filter(None, map(str.strip, text.splitlines())):
        who, _, rounds = line.partition(":")
        number, name, *rating = who.split()
        results = tuple(_result(token) for token in rounds.split())
        entrants.append(
            Entrant(int(number), name, rating=int(rating[0]) if rating else None, results=results)
        )
    rounds_there = max(len(entrant.results) for entrant in entrants)
    values = {
        "name": "Invented Open",
        "kind": "Swiss",
        "start": SINCE_2026,
        "rounds": rounds_there,
        "entrants": tuple(entrants),
    }
    return Tournament(**values | changes)


def values(tournament: Tournament, code: str, through: int | None = None) -> list[Fraction | None]:
    """The values of a tie-break in the order of the starting numbers."""
    lines = standings(tournament, tie_breaks=[code], through=through)
    return [line.values[0] for line in sorted(lines, key=lambda line: line.number)]


def points(text: str) -> list[Fraction | None]:
    """``"1 2½ -"`` as values; ``-`` stands for none."""
    return [None if each == "-" else read_points(each) for each in text.split()]


def places(tournament: Tournament, *codes: str, through: int | None = None) -> Sequence[str]:
    """Places and names, best first: ``["1 Ada", "2= Ben", "2= Cleo"]``."""
    names = {entrant.number: entrant.family for entrant in tournament.entrants}
    lines = standings(tournament, tie_breaks=codes, through=through)
    return [f"{line.place} {names[line.number]}" for line in lines]


def _result(token: str) -> Result | None:
    if token == ".":
        return None
    game = _GAME.fullmatch(token)
    if game is None:
        return Result(None, None, Code(token))
    colour = Colour(game[2]) if game[2] else None
    return Result(int(game[1]), colour, Code(game[3]))
