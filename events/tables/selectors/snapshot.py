"""A session as its tables see it, read once for each of its states: eighty phones ask for their
parts of it after every result.

Everything that a phone shows is computed from this value and nothing else, so that a late pair or
another movement reaches every phone with its next poll.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.db.models import Max

from clubscore.recent import Recent
from events.models import (
    LineClaim,
    LogEntry,
    RoundClock,
    Session,
    TableCall,
    TableCode,
    TableDevice,
    TableEntrySettings,
    TableMark,
    TableProposal,
    TableRound,
    TravellerLine,
)
from events.sessions.selectors.contestants import ContestantRecord, session_contestants
from events.sessions.selectors.lines import LineRecord, session_lines
from events.tables.domain.line_state import NO_MARK, LineState, Mark, state_of

_MARK_FIELDS: Final = (
    "entered_version",
    "entered_side",
    "entered_device",
    "confirmed_version",
    "confirmed_side",
    "how",
    "objected_version",
    "objected_side",
    "proposal",
)
Place = tuple[int, int]
"""A section's id and a table."""


@dataclass(frozen=True, slots=True)
class TableLine:
    """A line, its mark and the state that follows from both."""

    line: LineRecord
    mark: Mark
    state: LineState

    @property
    def place(self) -> Place:
        return self.line.section_id, self.line.table or 0

    @property
    def round(self) -> int:
        return self.line.round or 0

    @property
    def contestants(self) -> frozenset[int]:
        return frozenset(self.line.ns + self.line.ew)

    def side_of(self, contestant: int | None) -> str:
        """``NS`` or ``EW``; empty for somebody who does not play this line."""
        if contestant in self.line.ns:
            return "NS"
        return "EW" if contestant in self.line.ew else ""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A session, its lines with their marks, and what was said, called and proposed."""

    session: Session
    settings: TableEntrySettings
    clock: RoundClock | None
    lines: Mapping[int, TableLine]
    contestants: Mapping[int, ContestantRecord]
    letters: Mapping[int, str]
    said: Mapping[Place, int]
    codes: frozenset[Place]
    devices: Mapping[int, TableDevice]
    calls: tuple[TableCall, ...]
    proposals: tuple[TableProposal, ...]
    claims: tuple[LineClaim, ...]
    at_table: Mapping[tuple[Place, int], tuple[TableLine, ...]] = field(init=False)
    of_contestant: Mapping[int, tuple[TableLine, ...]] = field(init=False)
    rounds: Mapping[int, int] = field(init=False)

    def __post_init__(self) -> None:
        # The dataclass is frozen; these fields are computed from the others.
        found: dict[str, object] = {
            "at_table": _grouped(((each.place, each.round), each) for each in self._sorted()),
            "of_contestant": _grouped(
                (pk, each) for each in self._sorted() for pk in each.contestants
            ),
            "rounds": self._rounds(),
        }
        for name, value in found.items():
            object.__setattr__(self, name, value)

    def _sorted(self) -> list[TableLine]:
        return sorted(self.lines.values(), key=lambda each: (each.round, each.line.board))

    def _rounds(self) -> dict[int, int]:
        last: defaultdict[int, int] = defaultdict(int)
        for each in self.lines.values():
            last[each.line.section_id] = max(last[each.line.section_id], each.round)
        return dict(last)


def _grouped(pairs: Iterable[tuple[Any, TableLine]]) -> dict[Any, tuple[TableLine, ...]]:
    found: defaultdict[Any, list[TableLine]] = defaultdict(list)
    for name, each in pairs:
        found[name].append(each)
    return {name: tuple(lines) for name, lines in found.items()}


_SNAPSHOTS: Final[Recent[Snapshot | None]] = Recent(8)


def snapshot_of(session_id: int, *, stamp: str) -> Snapshot | None:
    """The session as it is, or was when ``stamp`` was read; ``None`` where players enter nothing.

    Only for readers, see :mod:`clubscore.recent`.
    """
    return _SNAPSHOTS.get(session_id, stamp=stamp, make=lambda: read_snapshot(session_id))


def read_snapshot(session_id: int) -> Snapshot | None:
    """The session as it is stored now, in a dozen queries whatever its size."""
    found = TableEntrySettings.objects.select_related("session__clock")
    settings = found.filter(session=session_id).first()
    if settings is None:
        return None
    rounds = TableRound.objects.filter(section__session=session_id)
    codes = TableCode.objects.filter(session=session_id, revoked_at=None)
    devices = TableDevice.objects.filter(session=session_id, revoked_at=None)
    claims = LineClaim.objects.filter(line__section__session=session_id)
    return Snapshot(
        session=settings.session,
        settings=settings,
        clock=getattr(settings.session, "clock", None),
        lines=_lines(session_id),
        contestants=session_contestants(session_id),
        letters=dict(settings.session.sections.values_list("pk", "letter")),
        said={(each.section_id, each.table): each.round for each in rounds},
        codes=frozenset(codes.values_list("section", "table")),
        devices=devices.in_bulk(),
        calls=tuple(TableCall.objects.filter(session=session_id, withdrawn_at=None)),
        proposals=tuple(TableProposal.objects.filter(session=session_id, decided_at=None)),
        claims=tuple(claims),
    )


def _lines(session_id: int) -> dict[int, TableLine]:
    of_session = {"line__section__session": session_id}
    marks = {
        pk: Mark(*values)
        for pk, *values in TableMark.objects.filter(**of_session).values_list("line", *_MARK_FIELDS)
    }
    directors = lines_of_directors(session_id)
    return {
        line.pk: table_line(line, marks.get(line.pk, NO_MARK), by_director=line.pk in directors)
        for line in session_lines(session_id)
    }


def table_line(line: LineRecord, mark: Mark, *, by_director: bool) -> TableLine:
    """A line with the state that follows from its mark."""
    return TableLine(line, mark, state_of(line.result, line.version, mark, by_director=by_director))


def lines_of_directors(session_id: int, *, line_id: int | None = None) -> frozenset[int]:
    """The lines of which the last change is a director's; one that was undone is the table's
    again."""
    lines = TravellerLine.objects.filter(section__session=session_id, updated_by__isnull=False)
    if line_id is not None:
        lines = lines.filter(pk=line_id)
    ids = set(lines.values_list("pk", flat=True))
    if not ids:
        return frozenset()
    changes = LogEntry.objects.filter(session=session_id, line__in=ids)
    last = changes.exclude(action__in=_NO_CHANGE).order_by().values("line")
    newest = last.annotate(last=Max("pk")).values_list("last")
    undone = LogEntry.objects.filter(pk__in=newest, action=LogEntry.Action.UNDONE)
    return frozenset(ids - set(undone.values_list("line", flat=True)))


_NO_CHANGE: Final = (
    LogEntry.Action.CONFIRMED,
    LogEntry.Action.OBJECTED,
    LogEntry.Action.CLAIMED,
    LogEntry.Action.CONSENTED,
)
