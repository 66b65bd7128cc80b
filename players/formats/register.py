"""The register file: players as lines of fields that are separated by TABs.

Nothing is quoted. Lines are physical, from 1; a completely empty one is counted and not read.
The rules of the header and of the rows are in the modules beside this one.
"""

from collections.abc import Iterable, Iterator, Sequence

from players.domain.registration import Registration
from players.formats.register_fields import RegisterRow
from players.formats.register_mistakes import Unit
from players.formats.register_rows import (
    REGISTER_COLUMNS,
    Reading,
    Taken,
    Watch,
    nobody_taken,
    read_rows,
    unwatched,
    written_rows,
)

LINE_END = "\r\n"
"""Ends a written line; lines that are read end in LF, which decoding makes of all line ends."""
USUAL = Registration()


def read(
    text: str,
    *,
    registration: Registration = USUAL,
    taken: Taken = nobody_taken,
    watch: Watch = unwatched,
) -> Reading:
    """The players of a text whose lines end in LF.

    ``taken`` knows who is in the register. Raises
    :class:`~players.formats.register_mistakes.Faulty` with the first mistake of the file.
    """
    return read_rows(
        _filled_lines(text), Unit.LINE, registration=registration, taken=taken, watch=watch
    )


def write(
    rows: Iterable[RegisterRow], *, columns: Sequence[str] = REGISTER_COLUMNS, rounds: int = 5
) -> str:
    """The players as a text with these columns, which is read as the same players."""
    return "".join(lines_of(rows, columns=columns, rounds=rounds))


def lines_of(
    rows: Iterable[RegisterRow], *, columns: Sequence[str] = REGISTER_COLUMNS, rounds: int = 5
) -> Iterator[str]:
    """The lines of :func:`write`, one by one."""
    for fields in written_rows(rows, columns, rounds):
        yield "\t".join(fields) + LINE_END


def _filled_lines(text: str) -> Iterator[tuple[int, list[str]]]:
    # Not splitlines(): a form feed, NEL and U+2028 end no line.
    for number, line in enumerate(text.split("\n"), start=1):
        if line:
            yield number, line.split("\t")
