"""Checking files of players: the bytes as uploaded, read by the rules of their format.

The page and the command line check the same files here; nothing is written.

Lists of members: the bytes as uploaded, read and compared with the register.

The page and the command line read the same lists here; nothing is written.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import PurePath

from django.utils import timezone

from clubscore.files.decoding import decode
from clubscore.files.uploads import Received
from clubscore.text.problems import Problem, Refused, gettext_noop, sentence
from players.domain.members.matching import Matching
from players.domain.registration import Registration
from players.formats import register
from players.formats.members.reading import NOTHING_CHOSEN, Members, read_members
from players.formats.members.tables import Table, read_text, read_xlsx
from players.formats.members.values import Fact
from players.formats.register import Reading, Watch, unwatched
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

    Raises :class:`Refused`, mostly :class:`~players.formats.register_fields.Faulty`, with the
    first mistake.
    """
    if source.is_spreadsheet:
        reading = register.read_xlsx(
            source.data, registration=registration, taken=numbers_by_key, watch=watch
        )
        return Checked(reading, "", reading.notices)
    # A spreadsheet renamed .txt would else be reported as text in an unknown encoding.
    if source.is_archive:
        renamed = gettext_noop(
            "This is no text: it looks like a spreadsheet. Give it its ending .xlsx back, or save"
            " it"
            " as tab-delimited text."
        )
        raise Refused(sentence(renamed))
    text = decode(source.data, encoding=source.encoding)
    read: Callable[..., Reading] = register.read_csv if source.is_csv else register.read
    reading = read(text.text, registration=registration, taken=numbers_by_key, watch=watch)
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
    table, encoding, notices = _table(source)
    members = read_members(
        table,
        today=timezone.localdate(),
        registration=registration,
        chosen=chosen,
        unused=frozenset(map(Fact, unused)),
    )
    matching = match_members(members.members)
    return MemberList(members, matching, encoding, (*notices, *members.notices))


def _table(source: Source) -> tuple[Table, str, tuple[Problem, ...]]:
    # A spreadsheet may be called anything.
    if source.is_spreadsheet or (source.is_archive and not source.encoding):
        return read_xlsx(source.data), "", ()
    text = decode(source.data, encoding=source.encoding)
    return read_text(text.text), text.encoding, text.notices
