"""The first mistake of a register file, and how it is reported: with its place, and in one way
for texts, CSV and spreadsheets.

The fields of a player in a register file: each keyword's reader, and how a field is written.

A reader puts what it reads into a :class:`Draft`; a column that the file does not have leaves
the default there. The readers are those of :mod:`players.domain`.

The header of a register file: which columns there are.

Keywords in any order and any case, none twice: GRADE and CLUB always, and exactly one way to
write the name.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from clubscore.text.problems import Problem, Refused, Sentence, sentence
from players.domain import strict as names
from players.domain.characters import shown
from players.domain.grades import read_grade
from players.domain.names import read_note
from players.domain.register_rows import RegisterRow
from players.domain.registration import (
    Registration,
    read_group,
    read_registered,
    read_round_numbers,
    read_rounds,
    write_rounds,
)
from players.domain.strict import USUAL_COUNTRY, StrictName, read_strict_club, read_strict_country


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

    def __getnewargs_ex__(self) -> tuple[tuple[str, Sentence], dict[str, bool]]:
        return (str(self), self.why), {"as_note": self.as_note}

    def is_allowed_in(self, keyword: str) -> bool:
        """Whether the field is ignored, or takes any text."""
        return keyword == "ID" or (keyword == "NOTE" and self.as_note)


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

NAMES = ("NAME", "NAME-GF", "NAME-FG", "FAMILY", "GIVEN")
"""The keywords of names; each but the last alone, GIVEN only beside FAMILY."""

NEEDED = ("GRADE", "CLUB")

KEYWORDS = (*NAMES, *NEEDED, "COUNTRY", "ID", "REG", "NOTE", "GROUP", "ROUNDS")

_WAYS = "NAME, NAME-GF, NAME-FG, FAMILY (+ GIVEN)"

_SEPARATORS = ",;|"


def keywords_of(fields: Sequence[str]) -> list[str]:
    """The fields of a header as keywords: trimmed, in capitals."""
    # Only ASCII: the long s and the dotless i have S and I for capitals.
    trimmed = (field.strip(" ") for field in fields)
    return [field.upper() if field.isascii() else field for field in trimmed]


def first_problem(number: int, fields: Sequence[str]) -> Problem | None:
    """What is wrong with the header of line ``number``, if anything; its ``column`` is the
    keyword that it is about, else empty."""
    # The checks run one by one, and end with the first problem.
    return next(_problems(number, fields), None)


def place_of(problem: Problem, fields: Sequence[str]) -> int | None:
    """Which field of the header a problem is about, from 0; of two, the second."""
    if not problem.column:
        return None
    keywords = keywords_of(fields)
    places = [place for place, keyword in enumerate(keywords) if keyword == problem.column]
    return places[-1] if places else None


def _problems(number: int, fields: Sequence[str]) -> Iterator[Problem]:
    keywords = keywords_of(fields)
    for keyword, message in chain(
        _wrong_columns(fields, keywords), _wrong_names(keywords), _missing(keywords)
    ):
        yield Problem(message, number, keyword)


def _wrong_columns(
    fields: Sequence[str], keywords: Sequence[str]
) -> Iterator[tuple[str, Sentence]]:
    if not set(keywords) & set(KEYWORDS):
        yield "", _no_header(fields)
    for place, keyword in enumerate(keywords):
        if keyword not in KEYWORDS:
            yield keyword, _unknown(place, fields[place].strip(" "))
        elif keyword in keywords[:place]:
            yield keyword, sentence("%(keyword)s is in the header twice.", keyword=keyword)


def _wrong_names(keywords: Sequence[str]) -> Iterator[tuple[str, Sentence]]:
    named = [keyword for keyword in keywords if keyword in NAMES]
    if not named:
        yield (
            "NAME",
            sentence(
                "The header has no column for the name: one of %(ways)s is needed.", ways=_WAYS
            ),
        )
    elif named == ["GIVEN"]:
        yield "FAMILY", sentence("GIVEN needs the column FAMILY beside it.")
    elif len(named) > 1 and set(named) != {"FAMILY", "GIVEN"}:
        yield (
            named[-1],
            sentence(
                "The header has %(keywords)s: a name is written in one way, as one of %(ways)s.",
                keywords=", ".join(named),
                ways=_WAYS,
            ),
        )


def _missing(keywords: Sequence[str]) -> Iterator[tuple[str, Sentence]]:
    for keyword in NEEDED:
        if keyword not in keywords:
            yield (
                keyword,
                sentence(
                    "The header has no column %(keyword)s; it is always needed.", keyword=keyword
                ),
            )


def _no_header(fields: Sequence[str]) -> Sentence:
    """A line without a keyword: another separator, quotation marks, or no header at all."""
    if len(fields) == 1 and any(separator in fields[0] for separator in _SEPARATORS):
        return sentence(
            "Fields are separated by TABs, and this line has none. Save the list as tab-delimited"
            " text, or give a file with commas or semicolons the ending .csv."
        )
    if any(keyword.strip('"') in KEYWORDS for keyword in keywords_of(fields)):
        return sentence(
            "Keywords and fields must not have quotation marks. Save the list as tab-delimited "
            "text without them."
        )
    return sentence(
        "This is not a header: there is no keyword in it. The first line names the columns, such"
        " as NAME, GRADE, CLUB; all keywords are %(keywords)s.",
        keywords=", ".join(KEYWORDS),
    )


def _unknown(place: int, text: str) -> Sentence:
    if not text:
        return sentence(
            "Column %(column)s has no keyword. Delete the column, with its TAB, in every line.",
            column=place + 1,
        )
    return sentence(
        '"%(text)s" is not a keyword: delete this column. The keywords are %(keywords)s.',
        text=shown(text),
        keywords=", ".join(KEYWORDS),
    )
