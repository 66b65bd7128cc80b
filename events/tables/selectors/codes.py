"""Which table a code leads to."""

from dataclasses import dataclass

from events.models import Session, TableCode
from events.tables.domain.codes import read_code
from events.tables.selectors.current import current_snapshot
from events.tables.selectors.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class CodedTable:
    """A table that takes results, by its code."""

    code: str
    session: Session
    section_id: int
    table: int
    state: Snapshot


def table_of_code(text: str) -> CodedTable | None:
    """The table of a code; ``None`` for any other text, and where nothing is taken any more."""
    code = read_code(text)
    found = TableCode.objects.filter(
        code=code, revoked_at=None, session__tables__is_on=True, session__state=Session.State.OPEN
    )
    stored = found.select_related("session").first() if code else None
    state = current_snapshot(stored.session_id) if stored else None
    if stored is None or state is None:
        return None
    return CodedTable(code, stored.session, stored.section_id, stored.table, state)
