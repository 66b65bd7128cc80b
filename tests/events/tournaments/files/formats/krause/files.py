"""Small tournament files, put together column by column, and what a reader tells of them."""

from dataclasses import dataclass

from clubscore.text.problems import Refused
from events.tournaments.core.domain.tournament import Entrant, Tournament
from events.tournaments.files.domain import Profile
from events.tournaments.files.formats.krause.reader import read

WIDTHS = {
    "number": (5, 4), "sex": (10, 1), "title": (11, 3), "name": (15, 33), "rating": (49, 4),
    "federation": (54, 3), "identity": (58, 11), "born": (70, 10), "points": (81, 4),
    "rank": (86, 4),
}  # fmt: skip
RIGHT = {"number", "title", "rating", "identity", "points", "rank"}
NAMES = ("Lamb,Edith", "Moss,Quentin", "Dale,Kirsten", "Ekman,Ulf", "Pym,Walter", "Kovar,Xenia")
HEADER = ("012 Lakeside Open", "042 2026/03/07")


def player(number: int, *cells: str, **fields: str) -> str:
    """Record 001 with these texts in their columns, and a cell of eight columns a round."""
    texts = {"number": str(number), "name": NAMES[(number - 1) % len(NAMES)]} | fields
    line = "001"
    for field, (first, width) in WIDTHS.items():
        text = texts.get(field, "")
        padded = text.rjust(width) if field in RIGHT else text.ljust(width)
        line = line.ljust(first - 1) + padded
    return "  ".join((line.ljust(89), *map(_cell, cells))).rstrip()


def _cell(text: str) -> str:
    """The eight columns of a round; the opponent's number stands in the first four."""
    opponent, _blank, rest = text.partition(" ")
    return f"{opponent:>4} {rest}".ljust(8)


def file(*players: str, header: tuple[str, ...] = HEADER, more: tuple[str, ...] = ()) -> str:
    """A file of a header, players and further lines."""
    return "\n".join((*header, *players, *more)) + "\n"


PAIR = (player(1, "2 w 1", points="1.0", rank="1"), player(2, "1 b 0", points="0.0", rank="2"))
"""Two players and one game that everybody accepts."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a reader says: the messages, and the tournament unless there are errors."""

    errors: list[str]
    adjustments: list[str]
    notices: list[str]
    tournament: Tournament | None

    @property
    def value(self) -> Tournament:
        assert self.tournament, self.errors
        return self.tournament

    def player(self, number: int) -> Entrant:
        return next(entrant for entrant in self.value.entrants if entrant.number == number)


def told(text: str, *, strict: bool = False, file_name: str = "") -> Told:
    """What the lenient or the strict reader tells of a text."""
    profile = Profile.STRICT if strict else Profile.LENIENT
    try:
        reading = read(text, profile=profile, file_name=file_name)
    except Refused as refusal:
        return Told([str(problem) for problem in refusal.problems], [], [], None)
    return Told(
        [], list(map(str, reading.adjustments)), list(map(str, reading.notices)), reading.tournament
    )


def both(text: str) -> tuple[Told, Told]:
    """What the lenient reader tells, and the strict one."""
    return told(text), told(text, strict=True)
