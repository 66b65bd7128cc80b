"""A file of players as its pages show it: the players as they will be stored, or the line of its
first mistake.

Where the players of a file go: into the register, or through the same page into a tournament.
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from itertools import zip_longest

from django.utils.translation import gettext as _

from clubscore.files.decoding import Text, decode, encoding_label
from clubscore.text.problems import Refused
from clubscore.text.sentences import translate
from players.domain.register_rows import Faulty, RegisterRow, Unit, placed, refusal_sentence
from players.domain.registration import Registration, write_rounds
from players.figures import Checked, Source
from players.selectors.clubs import clubs_by_name, clubs_differing_in_case
from players.services.importing import Imported

TOURNAMENT_COLUMNS = ("REG", "ROUNDS", "GROUP")
"""The columns that the register does not store."""

SHOWN = 500
"""How many players are shown at first."""

SHOWN_NOTICES = 20

SHOWN_FIELDS, SHOWN_FIELD = 40, 120
"""How many fields of a line are shown, and how many characters of each."""

MAX_EDITABLE_LENGTH = 200_000
"""A text of at most so many characters can be corrected in the page."""


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """A player as ready texts."""

    line: int
    given: str
    middle: str
    family: str
    grade: str
    club: str
    country: str
    note: str
    registered: str
    rounds: str
    group: str


@dataclass(frozen=True, slots=True)
class Preview:
    """What a file would do to the register. ``clubs_differing_in_case`` are new clubs with others
    that differ in capitals alone; ``for_tournament`` the columns that only a tournament uses."""

    rows: list[PreviewRow]
    count: int
    hidden: int
    new_clubs: list[str]
    clubs_differing_in_case: list[tuple[str, str]]
    for_tournament: list[str]
    notices: list[str]
    more_notices: int
    counts_lines: bool
    has_notes: bool


@dataclass(frozen=True, slots=True)
class Mistake:
    """The first mistake: the sentence, its line, which of its fields is wrong (from 0) where that
    can be found in the text, and the fields."""

    message: str
    line: int | None
    place: int | None
    fields: list["FaultyField"]

    @property
    def has_keywords(self) -> bool:
        return any(field.keyword for field in self.fields)


@dataclass(frozen=True, slots=True)
class FaultyField:
    """A field of the line with the mistake, under its keyword; either may be missing."""

    keyword: str
    text: str
    is_wrong: bool


def preview_of(checked: Checked, registration: Registration, *, everybody: bool) -> Preview:
    """The players of a file as they will be stored; the first ones, or ``everybody``."""
    reading = checked.reading
    clubs = dict.fromkeys(row.club for row in reading.rows)
    known = clubs_by_name(clubs)
    new_clubs = [club for club in clubs if club not in known]
    # A file may have 50,000 players, and a page of all of them is slow.
    shown = reading.rows if everybody else reading.rows[:SHOWN]
    notices = [translate(placed(notice, reading.unit)) for notice in checked.notices]
    return Preview(
        rows=[_row(row, registration) for row in shown],
        count=len(reading.rows),
        hidden=len(reading.rows) - len(shown),
        new_clubs=new_clubs,
        clubs_differing_in_case=list(clubs_differing_in_case(new_clubs)),
        for_tournament=[keyword for keyword in reading.keywords if keyword in TOURNAMENT_COLUMNS],
        notices=notices[:SHOWN_NOTICES],
        more_notices=len(notices[SHOWN_NOTICES:]),
        counts_lines=reading.unit is Unit.LINE,
        has_notes=any(row.note for row in reading.rows),
    )


def mistake_of(refusal: Refused) -> Mistake:
    """The mistake of a file, with its line field by field under the header where there is one."""
    problem = refusal.problems[0]
    message = translate(refusal_sentence(refusal))
    if not isinstance(refusal, Faulty):
        return Mistake(message, problem.line, None, [])
    pairs = list(zip_longest(refusal.keywords, refusal.fields, fillvalue=""))[:SHOWN_FIELDS]
    fields = [
        FaultyField(keyword, _shortened(text), is_wrong=place == refusal.place)
        for place, (keyword, text) in enumerate(pairs)
    ]
    # Which field it is can be found again in a text that is separated by TABs.
    place = refusal.place if refusal.unit is Unit.LINE else None
    return Mistake(message, problem.line, place, fields)


def label_of_encoding(encoding: str) -> str:
    """What a director reads for an encoding."""
    return translate(encoding_label(encoding))


def text_of(source: Source) -> Text | None:
    """The text of a file; ``None`` for a spreadsheet, and for what cannot be decoded."""
    if source.is_spreadsheet:
        return None
    try:
        return decode(source.data, encoding=source.encoding)
    except Refused:
        return None


def _row(row: RegisterRow, registration: Registration) -> PreviewRow:
    return PreviewRow(
        line=row.line,
        given=row.name.given,
        middle=row.name.middle,
        family=row.name.family,
        grade=row.grade,
        club=row.club,
        country=row.country,
        note=row.note,
        registered=_("yes") if row.registered else _("no"),
        rounds=_rounds(row.rounds, registration),
        group=row.group,
    )


def _rounds(rounds: tuple[int, ...], registration: Registration) -> str:
    if not rounds:
        return _("none")
    return write_rounds(rounds, rounds=registration.rounds) or _("all")


def _shortened(text: str) -> str:
    return text if len(text) <= SHOWN_FIELD else text[:SHOWN_FIELD] + "…"


@dataclass(frozen=True, slots=True)
class Destination:
    """The tournament's name, if any, its registration, the functions that store a register file
    step by step and a list of members, the page's own address and that of the page afterwards;
    ``unused`` are the facts that it has no use for."""

    registration: Registration
    steps: Callable[..., Generator[int, None, object]]
    members: Callable[..., Imported]
    address: str
    afterwards: str
    tournament: str = ""
    unused: tuple[str, ...] = ()
