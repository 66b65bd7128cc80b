"""Which kind of list a file is, and its players one by one."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import IO, Final

from clubscore.problems import Problem, Refused, gettext_noop, sentence
from players.domain.lookup import Listed, NumberKind
from players.formats.lookup import egd, fide_xml, fixed_width
from players.formats.lookup.opening import Stream
from players.formats.lookup.table import Table

MAX_PLAYERS: Final = 2_500_000
"""Of a list; FIDE's longest has some two million."""
_HEADINGS: Final = 200
"""Among so many lines the first player of the EGD is looked for."""


@dataclass(slots=True)
class Reading:
    """A list while it is read: what its numbers are, how many of the file's ``size`` bytes are
    read, and which lines had no player."""

    kind: NumberKind
    stream: Stream
    rows: Iterator[tuple[int, Listed | None]]
    count: int = 0
    skipped: int = 0
    first_skipped: int = 0

    @property
    def part(self) -> tuple[int, int]:
        """How far the file is read: bytes, and all of them."""
        return min(self.stream.position, self.stream.size), self.stream.size

    def players(self) -> Iterator[Listed]:
        """The players. Raises :class:`Refused` for a list that is too long, has none, or more
        lines without one than with one."""
        for line, player in self.rows:
            if player is None:
                self.skipped += 1
                self.first_skipped = self.first_skipped or line
            else:
                self.count += 1
                yield player
            self._check()
        if self.skipped >= max(self.count, 1) or not self.count:
            raise self._without_players()

    def _check(self) -> None:
        if self.count > MAX_PLAYERS:
            many = gettext_noop("The list has more than %(most)s players.")
            raise Refused(sentence(many, most=f"{MAX_PLAYERS:,}"))
        if self.skipped > 1000 and self.skipped > self.count:
            raise self._without_players()

    def _without_players(self) -> Refused:
        if not self.skipped:
            return Refused(sentence(gettext_noop("There is no player in the list.")))
        wrong = gettext_noop(
            "Most lines of the list have no number and name where their columns should be, the "
            "first of them line %(line)s. Is it a list of players?"
        )
        line = self.first_skipped
        return Refused(Problem(sentence(wrong, line=line), line=line))


def open_list(file: IO[bytes]) -> Reading:
    """Begin to read a list. Raises :class:`Refused` for a file that is none."""
    stream = Stream(file)
    if fide_xml.is_beginning(stream.start):
        return Reading(NumberKind.FIDE, stream, fide_xml.read(stream.pieces()))
    lines = stream.lines()
    first = list(islice(lines, _HEADINGS))
    every = chain(first, lines)
    if not any(map(str.strip, first)):
        raise Refused(sentence(gettext_noop("The file is empty.")))
    if fixed_width.is_header(first[0]):
        return Reading(NumberKind.FIDE, stream, fixed_width.read(every))
    if any(map(egd.is_player, first)):
        return Reading(NumberKind.EGD, stream, egd.read(every))
    table = Table(every)
    return Reading(table.kind, stream, table.read())
