"""Checking files of players: the bytes as uploaded, read by the rules of their format.

The page and the command line check the same files here; nothing is written.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePath

from clubscore.intake.carrying import Received
from clubscore.intake.decoding import decode
from clubscore.problems import Problem, Refused, gettext_noop, sentence
from players.domain.registration import Registration
from players.formats import register, register_sheet
from players.formats.register_rows import Reading, Watch, unwatched
from players.selectors.search import numbers_by_key

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

    Raises :class:`Refused`, mostly :class:`~players.formats.register_mistakes.Faulty`, with the
    first mistake.
    """
    if source.is_spreadsheet:
        reading = register_sheet.read_xlsx(
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
    read: Callable[..., Reading] = register_sheet.read_csv if source.is_csv else register.read
    reading = read(text.text, registration=registration, taken=numbers_by_key, watch=watch)
    return Checked(reading, text.encoding, (*text.notices, *reading.notices))
