"""The draw of a round as it is typed: two numbers a table, and who is left over."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import QueryDict

from clubscore.numbers import whole_number
from clubscore.problems import Refused, gettext_noop, sentence
from events.sessions.domain.teams.draw import Draw

MAX_PAIRS = 250


@dataclass(frozen=True, slots=True)
class DrawRow:
    """The fields of a table: their names, and the numbers in them, 0 for none."""

    table: int
    home_name: str
    away_name: str
    home: int
    away: int


@dataclass(frozen=True, slots=True)
class OutField:
    """A field of who is left over."""

    name: str
    number: int


def draw_rows(draw: Draw) -> list[DrawRow]:
    """The fields that show a draw."""
    return [
        DrawRow(table, f"home-{table}", f"away-{table}", home, away)
        for table, (home, away) in enumerate(draw.pairs, start=1)
    ]


def out_fields(draw: Draw) -> list[OutField]:
    """The fields of who has the bye, or plays the triangle."""
    out = [draw.bye] if draw.bye is not None else [*draw.triangle]
    return [OutField(f"out-{place}", number) for place, number in enumerate(out, start=1)]


def read_drawn(sent: QueryDict | Mapping[str, str], tables: int, out: int) -> Draw:
    """The draw that was sent for so many tables, with so many left over.

    Raises :class:`Refused` for what is no number; an empty field is 0, which is nobody.
    """
    pairs = tuple(
        (_number(sent, f"home-{table}"), _number(sent, f"away-{table}"))
        for table in range(1, min(tables, MAX_PAIRS) + 1)
    )
    left = tuple(_number(sent, f"out-{place}") for place in range(1, out + 1))
    if out == 1:
        return Draw(pairs, left[0])
    return Draw(pairs, None, left)


def _number(sent: QueryDict | Mapping[str, str], name: str) -> int:
    text = sent.get(name, "").strip()
    number = whole_number(text) if text else 0
    if number is None:
        template = gettext_noop("“%(text)s” is not the number of a contestant.")
        raise Refused(sentence(template, text=text))
    return number
