"""Checking files of players: the bytes as uploaded, read by the rules of their format.

The page and the command line check the same files here; nothing is written.

Lists of members: the bytes as uploaded, read and compared with the register.

The page and the command line read the same lists here; nothing is written.

The register as rows and lines of files.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import PurePath

from django.utils import timezone

from clubscore.files.decoding import decode
from clubscore.files.reader_process import read_apart
from clubscore.files.spreadsheets.writing import Cell, Row
from clubscore.files.uploads import Received
from clubscore.text.problems import Problem, Refused
from players.domain.members.columns import Fact
from players.domain.members.matching import Matching
from players.domain.register_rows import Reading, RegisterRow
from players.domain.registration import Registration
from players.domain.strict import StrictName, read_strict_club, read_strict_country, strict_name_of
from players.formats import member_list, register
from players.formats.members.reading import NOTHING_CHOSEN, Members, read_list
from players.formats.register import Watch, unwatched
from players.models import Player
from players.selectors.clubs import facts_in_use
from players.selectors.references import FIELDS, values_of
from players.selectors.register import match_members, numbers_by_key

MAX_FILE_SIZE = 2 * 2**20
"""The largest file of players that is read, in bytes."""

_ARCHIVE = b"PK"


@dataclass(frozen=True, slots=True)
class Source(Received):
    """A file as uploaded; the ending of its name decides its format."""

    @property
    def is_spreadsheet(self) -> bool:
        """Whether its name is that of a spreadsheet."""
        return self._ending in (".xlsx", ".xlsm")

    @property
    def is_archive(self) -> bool:
        """Whether it begins as spreadsheets (zip archives) do, whatever its name."""
        return self.data.startswith(_ARCHIVE)

    @property
    def is_csv(self) -> bool:
        """Whether its name is that of a CSV file: quotes, and commas or semicolons."""
        return self._ending == ".csv"

    @property
    def _ending(self) -> str:
        return PurePath(self.name).suffix.lower()


@dataclass(frozen=True, slots=True)
class Checked:
    """A good file of players who are all new; ``encoding`` is empty for a spreadsheet."""

    reading: Reading
    encoding: str
    notices: tuple[Problem, ...]


def check_register_file(
    *, source: Source, registration: Registration = register.USUAL, watch: Watch = unwatched
) -> Checked:
    """Read a file, and check whether one of its players is in the register already.

    Raises :class:`Refused`, mostly :class:`~players.domain.register_rows.Faulty`, with the
    first mistake.
    """
    if source.is_spreadsheet:
        begun = read_apart(register.begin_xlsx, source.data, registration=registration)
        reading = register.finish(begun, numbers_by_key)
        watch(len(reading.rows))
        return Checked(reading, "", reading.notices)
    # A spreadsheet renamed .txt would else be reported as text in an unknown encoding.
    if source.is_archive:
        raise Refused.because(
            "This is no text: it looks like a spreadsheet. Give it its ending .xlsx back, or "
            "save"
            " it"
            " as tab-delimited text."
        )
    text = decode(source.data, encoding=source.encoding)
    begin = register.begin_csv if source.is_csv else register.begin
    begun = read_apart(begin, text.text, registration=registration)
    reading = register.finish(begun, numbers_by_key)
    watch(len(reading.rows))
    return Checked(reading, text.encoding, (*text.notices, *reading.notices))


@dataclass(frozen=True, slots=True)
class MemberList:
    """What a list holds, and what it would do to the register; ``encoding`` is empty for a
    spreadsheet."""

    members: Members
    matching: Matching
    encoding: str
    notices: tuple[Problem, ...]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Everything that is wrong with it, in the order of the lines."""
        found = (*self.members.problems, *self.matching.problems)
        return tuple(sorted(found, key=lambda problem: problem.line or 0))


def read_member_list(
    *,
    source: Source,
    registration: Registration,
    chosen: Mapping[int, Fact] = NOTHING_CHOSEN,
    unused: Collection[str] = (),
) -> MemberList:
    """Read a list, and compare it with the register; ``chosen`` are facts of columns that the
    director chose; columns of facts that are ``unused`` are left out, unless they were chosen.

    Raises :class:`~clubscore.text.problems.Refused` for what is no list at all: no text, a damaged
    spreadsheet, more columns than are read.
    """
    # A spreadsheet may be called anything.
    is_spreadsheet = source.is_spreadsheet or (source.is_archive and not source.encoding)
    text = None if is_spreadsheet else decode(source.data, encoding=source.encoding)
    members = read_apart(
        read_list,
        text.text if text else source.data,
        today=timezone.localdate(),
        registration=registration,
        chosen=chosen,
        unused=frozenset(map(Fact, unused)),
    )
    matching = match_members(members.members)
    encoding, notices = (text.encoding, text.notices) if text else ("", ())
    return MemberList(members, matching, encoding, (*notices, *members.notices))


def register_lines(players: Iterable[Player]) -> Iterator[str]:
    """The register file of players, line by line."""
    return register.lines_of(map(_register_row, players))


def member_lines(players: Iterable[Player]) -> Iterator[str]:
    """A list of members as lines of tab-delimited text."""
    return member_list.tabbed(member_rows(players))


def fits_register_file(player: Player) -> bool:
    """Whether a register file can hold the player: grade, club and a name by its grammar."""
    try:
        strict_name_of(player.whole_name)
        read_strict_club(player.club.name if player.club else "")
        read_strict_country(player.country)
    except Refused:
        return False
    return bool(player.grade)


def _register_row(player: Player) -> RegisterRow:
    return RegisterRow(
        line=0,
        name=_parts(player),
        grade=player.grade,
        club=player.club.name if player.club else "",
        country=player.country,
        note=player.note,
        identity=str(player.pk),
    )


def _parts(player: Player) -> StrictName:
    """The name in the columns of a register file, fit for its grammar or not."""
    return StrictName(player.whole_name.forenames, player.particle, player.family or player.given)


def member_rows(players: Iterable[Player]) -> Iterator[Row]:
    """Names and the facts in use, under the names by which they are imported again."""
    # Before the first line: lines are sent when the request is over.
    columns = (*member_list.NAME_COLUMNS, *facts_in_use())
    return chain(
        [member_list.headings(("id", *columns))],
        ([player.pk, *map(values_of(player).__getitem__, columns)] for player in players),
    )


def everything_of(players: Iterable[Player]) -> Iterator[Row]:
    yield ("number", *FIELDS)
    for player in players:
        values = values_of(player)
        cells = (_cell(field, values[field]) for field in FIELDS)
        yield (player.pk, *cells)


def _cell(field: str, value: object) -> Cell:
    if isinstance(value, bool):
        return int(value)
    text = str(value)
    return int(text) if field == "fide_number" and text.isdecimal() else text
