"""Lists of members: the bytes as uploaded, read and compared with the register.

The page and the command line read the same lists here; nothing is written.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.utils import timezone

from clubscore.intake.decoding import decode
from clubscore.problems import Problem
from players.domain.members.matching import Matching
from players.domain.registration import Registration
from players.formats.members.facts import Fact
from players.formats.members.reading import NOTHING_CHOSEN, Members, read_members
from players.formats.members.tables import Table, read_text, read_xlsx
from players.selectors.members import match_members
from players.services.register_files import Source


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

    Raises :class:`~clubscore.problems.Refused` for what is no list at all: no text, a damaged
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
