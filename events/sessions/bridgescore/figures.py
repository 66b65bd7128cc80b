"""BridgeScore files as texts, for the pages: read, written, and reported once scored."""

from clubscore.files.reader_process import read_apart
from events.sessions.bridgescore.domain import BridgeScore, Reading
from events.sessions.bridgescore.formats import read, write, write_report
from events.sessions.scoring.domain.field import FieldScore


def read_bridgescore(text: str, *, any_score: bool = False) -> Reading:
    """The session of a text; with ``any_score`` also scores that no contract has. Raises
    :class:`.Refused` with every problem by line."""
    return read_apart(read, text, any_score=any_score)


def bridgescore_text(file: BridgeScore) -> str:
    """The text of a session."""
    return write(file)


def report_of(field: FieldScore) -> str:
    """A scored session as plain text that prints well."""
    return write_report(field)
