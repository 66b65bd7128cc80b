"""The fields of a player in a register file: each keyword's reader, and how a field is written.

A reader puts what it reads into a :class:`Draft`; a column that the file does not have leaves
the default there. The readers are those of :mod:`players.domain`.
"""

from collections.abc import Callable
from dataclasses import dataclass

from clubscore.problems import Problem, Refused, Sentence
from players.domain import strict_names as names
from players.domain.grades import read_grade
from players.domain.groups import read_group
from players.domain.notes import read_note
from players.domain.registration import (
    Registration,
    read_registered,
    read_round_numbers,
    read_rounds,
    write_rounds,
)
from players.domain.strict_names import StrictName
from players.domain.strict_places import USUAL_COUNTRY, read_strict_club, read_strict_country


class OddCell(str):
    """A cell of a spreadsheet that holds no text: what it shows, and ``why`` it is not read.

    With ``as_note`` it is accepted as a note all the same.
    """

    why: Sentence
    as_note: bool

    def __new__(cls, text: str, why: Sentence, *, as_note: bool = False) -> "OddCell":
        cell = super().__new__(cls, text)
        cell.why = why
        cell.as_note = as_note
        return cell

    def is_allowed_in(self, keyword: str) -> bool:
        """Whether the field is ignored, or takes any text."""
        return keyword == "ID" or (keyword == "NOTE" and self.as_note)


@dataclass(frozen=True, slots=True)
class RegisterRow:
    """A player of the file; ``identity`` is the file's ID, which is nobody's number here."""

    line: int
    name: StrictName
    grade: str
    club: str
    country: str = USUAL_COUNTRY
    registered: bool = False
    rounds: tuple[int, ...] = ()
    group: str = ""
    note: str = ""
    identity: str = ""


@dataclass(slots=True)
class Draft:
    """A player while the fields of the row are read: registered once the registration is closed,
    in all the rounds that remain, unless the row sets otherwise."""

    registered: bool
    rounds: tuple[int, ...]
    given: str = ""
    middle: str = ""
    family: str = ""
    grade: str = ""
    club: str = ""
    country: str = USUAL_COUNTRY
    group: str = ""
    note: str = ""
    identity: str = ""

    def row(self, line: int) -> RegisterRow:
        """The player, once every field is read."""
        return RegisterRow(
            line,
            StrictName(self.given, self.middle, self.family),
            self.grade,
            self.club,
            self.country,
            self.registered,
            self.rounds,
            self.group,
            self.note,
            self.identity,
        )


Reader = Callable[[Draft, str, Registration], None]
"""Reads a field into the draft. Raises :class:`Refused`."""


def read_field(keyword: str, draft: Draft, text: str, registration: Registration) -> None:
    """Read the field of a keyword into the draft. Raises :class:`Refused`."""
    if isinstance(text, OddCell) and not text.is_allowed_in(keyword):
        raise Refused(Problem(text.why, column=keyword, value=text))
    _READERS[keyword](draft, text, registration)


def write_field(keyword: str, row: RegisterRow, *, rounds: int) -> str:
    """The text of a player's field; ``rounds`` are those of the tournament."""
    return _WRITERS[keyword](row, rounds)


def _read_name(draft: Draft, text: str, _: Registration) -> None:
    _take_name(draft, names.read_strict_name(text))


def _read_name_family_first(draft: Draft, text: str, _: Registration) -> None:
    _take_name(draft, names.read_name_family_first(text))


def _take_name(draft: Draft, name: StrictName) -> None:
    draft.given, draft.middle, draft.family = name.given, name.middle, name.family


def _read_family(draft: Draft, text: str, _: Registration) -> None:
    draft.family = names.read_family(text)


def _read_given(draft: Draft, text: str, _: Registration) -> None:
    draft.given, draft.middle = names.read_forenames(text)


def _read_grade(draft: Draft, text: str, registration: Registration) -> None:
    draft.grade = read_grade(text, closed=registration.closed)


def _read_club(draft: Draft, text: str, _: Registration) -> None:
    draft.club = read_strict_club(text)


def _read_country(draft: Draft, text: str, _: Registration) -> None:
    draft.country = read_strict_country(text)


def _read_identity(draft: Draft, text: str, _: Registration) -> None:
    draft.identity = str(text).strip(" ")


def _read_registered(draft: Draft, text: str, registration: Registration) -> None:
    # Once the registration is closed the field is ignored: everybody is registered.
    if not registration.closed:
        draft.registered = read_registered(text)


def _read_note(draft: Draft, text: str, _: Registration) -> None:
    draft.note = read_note(text)


def _read_group(draft: Draft, text: str, _: Registration) -> None:
    draft.group = read_group(text)


def _read_rounds(draft: Draft, text: str, registration: Registration) -> None:
    # Once the registration is closed only the form counts: all remaining rounds are played.
    if registration.closed:
        read_round_numbers(text)
    elif text.strip(" "):
        draft.rounds = read_rounds(text, rounds=registration.rounds)


_READERS: dict[str, Reader] = {
    "NAME": _read_name,
    "NAME-GF": _read_name,
    "NAME-FG": _read_name_family_first,
    "FAMILY": _read_family,
    "GIVEN": _read_given,
    "GRADE": _read_grade,
    "CLUB": _read_club,
    "COUNTRY": _read_country,
    "ID": _read_identity,
    "REG": _read_registered,
    "NOTE": _read_note,
    "GROUP": _read_group,
    "ROUNDS": _read_rounds,
}

_WRITERS: dict[str, Callable[[RegisterRow, int], str]] = {
    "NAME": lambda row, _: str(row.name),
    "NAME-GF": lambda row, _: str(row.name),
    "NAME-FG": lambda row, _: f"{row.name.family} {row.name.forenames}".rstrip(" "),
    "FAMILY": lambda row, _: row.name.family,
    "GIVEN": lambda row, _: row.name.forenames,
    "GRADE": lambda row, _: row.grade,
    "CLUB": lambda row, _: row.club,
    "COUNTRY": lambda row, _: row.country,
    "ID": lambda row, _: row.identity,
    "REG": lambda row, _: "r" if row.registered else "",
    "NOTE": lambda row, _: read_note(row.note),
    "GROUP": lambda row, _: row.group,
    "ROUNDS": lambda row, rounds: write_rounds(row.rounds, rounds=rounds),
}
