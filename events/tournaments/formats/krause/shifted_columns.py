"""Lines whose columns a program has counted in bytes: behind a name with an ł all is shifted."""

from dataclasses import replace

from clubscore.problems import gettext_noop, sentence
from events.tournaments.formats.krause.lines import Line
from events.tournaments.formats.krause.report import Place, Report
from events.tournaments.formats.krause.results import FIRST, GAP, STEP

_GAPS = (4, 9, 14, 48, 53, 57, 69, 80, 85)
"""The columns between the fields."""


def unshifted(line: Line, report: Report) -> Line:
    """The line with its columns counted in characters.

    Some programs pad the name with spaces as if every byte of UTF-8 were a character; the
    reader of 2006 did not know of them.
    """
    if report.strict or line.text.isascii() or not _misfits(line.text):
        return line
    data = line.text.encode()
    try:
        text = data[:47].decode().ljust(47) + data[47:].decode()
    except UnicodeDecodeError:
        return line
    # Counted in bytes it has to fit better, or it is just an untidy line.
    if _misfits(text) >= _misfits(line.text):
        return line
    counted = gettext_noop("the columns are counted in bytes, not characters; read accordingly")
    report.notice(sentence(counted), Place(line.number))
    return replace(line, text=text)


def _misfits(text: str) -> int:
    """How many columns between the fields, and between the rounds, are not empty."""
    fields = sum(bool(text[column - 1 : column].strip()) for column in _GAPS)
    starts = range(FIRST - 1, len(text) + GAP, STEP)
    return fields + sum(bool(text[start - GAP : start].strip()) for start in starts)
