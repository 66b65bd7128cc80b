"""A session as its tables see it, read once for each of its states: eighty phones ask for their
parts of it after every result.

Everything that a phone shows is computed from this value and nothing else, so that a late pair or
another movement reaches every phone with its next poll.

Each process keeps the latest snapshot of a session. The log says which lines have changed since;
those alone are read again, and put in the places of the old ones. Whatever else the log has, such
as other seats or names, makes the whole of it read anew.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from django.db import connection

from clubscore.web.caching import kept, latest
from events.models import (
    LineClaim,
    LogEntry,
    MovementChange,
    RoundClock,
    Session,
    TableCall,
    TableCode,
    TableDevice,
    TableEntrySettings,
    TableProposal,
    TableRound,
)
from events.models.session import LAST_ROUND
from events.sessions.core.selectors import match_play
from events.sessions.scoring.selectors.contestants import ContestantRecord, session_contestants
from events.sessions.scoring.selectors.lines import open_boards
from events.sessions.scoring.selectors.sessions import absences
from events.tables.selectors.lines import (
    Index,
    Place,
    TableLine,
    index_of,
    marked_lines,
    read_lines,
)
from players.models import RegisterVersion


@dataclass(frozen=True, slots=True)
class Moment:
    """What tells one moment from another: the revision of the tables' settings and of their
    marks, the number of the register, and of the log how many entries there are and the last."""

    revision: int
    marks: int
    register: int
    count: int
    last: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A session, its lines with their marks, and what was said, called and proposed."""

    session: Session
    settings: TableEntrySettings
    clock: RoundClock | None
    lines: Mapping[int, TableLine]
    contestants: Mapping[int, ContestantRecord]
    letters: Mapping[int, str]
    said: Mapping[Place, TableRound]
    codes: frozenset[Place]
    devices: Mapping[int, TableDevice]
    calls: tuple[TableCall, ...]
    proposals: tuple[TableProposal, ...]
    claims: tuple[LineClaim, ...]
    moment: Moment
    index: Index
    left: Mapping[int, int]
    """Who left for good, and before which round."""
    planned: int = 0
    """The rounds of a Swiss event that are planned, though not all of them are drawn."""
    rounds_of_tables: dict[Place, int] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """The round of each table, once :mod:`events.tables.selectors.whereabouts` has found it."""

    @property
    def is_public(self) -> bool:
        """Whether phones read everything: it is published, and no board is still to be played."""
        return self.session.is_published and not self.hidden_boards

    @property
    def hidden_boards(self) -> set[int]:
        """The boards that somebody is still to play, none once the session is finished: of these
        nothing is published."""
        if self.session.is_finished:
            return set()
        return open_boards(table_line.line for table_line in self.lines.values())

    def is_published(self, board: int) -> bool:
        """Whether everybody reads the results of a board."""
        return self.session.is_published and board not in self.hidden_boards

    @property
    def last_round(self) -> int:
        """The last round of the session, of a Swiss event also if it is not drawn yet."""
        return max([self.planned, *self.index.rounds.values()])


def read_snapshot(session_id: int) -> Snapshot | None:
    """The session as it is stored now, in a dozen queries whatever its size; ``None`` where players
    enter nothing."""
    # First: what is read after it is as new as that, or newer.
    moment = moment_of(session_id)
    around = read_around(session_id)
    if around is None:
        return None
    lines, contestants = marked_lines(session_id), session_contestants(session_id)
    return Snapshot(
        **around,
        lines=lines,
        index=index_of(lines.values()),
        contestants=contestants,
        left=_left(session_id, contestants),
        letters=dict(around["session"].sections.values_list("pk", "letter")),
        moment=moment,
    )


def _left(session_id: int, contestants: Mapping[int, ContestantRecord]) -> dict[int, int]:
    changes: defaultdict[int, list[MovementChange]] = defaultdict(list)
    movement_changes = MovementChange.objects.filter(
        section__session=session_id, absent__isnull=False
    )
    for movement_change in movement_changes.order_by("pk"):
        changes[movement_change.section_id].append(movement_change)
    spans = {section: absences(change) for section, change in changes.items()}
    return {
        pk: span.start
        for pk, contestant in contestants.items()
        for span in spans.get(contestant.section_id, {}).get(contestant.number, ())
        if span.stop > LAST_ROUND
    }


def read_around(session_id: int) -> dict[str, Any] | None:
    """What a snapshot has beside lines and contestants; ``None`` where players enter nothing."""
    found = TableEntrySettings.objects.select_related("session__clock")
    settings = found.filter(session=session_id, session__deleted_at=None).first()
    if settings is None:
        return None
    rounds = TableRound.objects.filter(section__session=session_id)
    codes = TableCode.objects.filter(session=session_id, revoked_at=None)
    devices = TableDevice.objects.filter(session=session_id, revoked_at=None)
    return {
        "session": settings.session,
        "settings": settings,
        "clock": getattr(settings.session, "clock", None),
        "said": {
            (table_round.section_id, table_round.table): table_round for table_round in rounds
        },
        "codes": frozenset(codes.values_list("section", "table")),
        "devices": devices.in_bulk(),
        "calls": _calls(settings.session),
        "proposals": tuple(TableProposal.objects.filter(session=session_id, decided_at=None)),
        "claims": read_claims(session_id),
        "planned": _planned(settings.session),
    }


def _calls(session: Session) -> tuple[TableCall, ...]:
    """The calls of the tables. Once play has ended nobody waits there: what is left are results
    that came too late."""
    found = TableCall.objects.filter(session=session, withdrawn_at=None)
    if session.is_finished:
        found = found.filter(kind=TableCall.Kind.LATE)
    return tuple(found)


def _planned(session: Session) -> int:
    play = match_play(session.pk) if session.matches else None
    return play.rounds * play.stanzas if play and play.is_swiss else 0


def read_claims(session_id: int) -> tuple[LineClaim, ...]:
    """The claims of a session."""
    return tuple(LineClaim.objects.filter(line__section__session=session_id))


_MOMENT = f"""
    SELECT (SELECT MAX(revision) FROM {TableEntrySettings._meta.db_table} WHERE session_id = %s),
           (SELECT MAX(marks_revision) FROM {TableEntrySettings._meta.db_table}
            WHERE session_id = %s),
           (SELECT MAX(number) FROM {RegisterVersion._meta.db_table}),
           COUNT(*), MAX(id)
    FROM {LogEntry._meta.db_table} WHERE session_id = %s
"""  # noqa: S608 - the names of tables are our own


def moment_of(session_id: int) -> Moment:
    """The moment that a session is at, in one query."""
    with connection.cursor() as cursor:
        cursor.execute(_MOMENT, [session_id] * 3)
        return Moment(*(number or 0 for number in cursor.fetchone()))


_RESULTS: Final = frozenset(
    {
        LogEntry.Action.ENTERED,
        LogEntry.Action.CLEARED,
        LogEntry.Action.CONFIRMED,
        LogEntry.Action.OBJECTED,
        LogEntry.Action.CLAIMED,
        LogEntry.Action.CONSENTED,
    }
)
"""What changes one line, and neither where it is played nor by whom."""

MAX_CHANGED: Final = 200
"""Reading all lines is as quick where more lines than this have changed."""

_LOG: Final = LogEntry._meta.db_table

_SINCE: Final = f"""
    SELECT 0 AS entry, COUNT(*) AS line, '' AS action
    FROM {_LOG} WHERE session_id = %s AND id <= %s
    UNION ALL
    SELECT id, line_id, action FROM {_LOG} WHERE session_id = %s AND id > %s
    ORDER BY 1
"""  # noqa: S608 - the name of the table is our own


def snapshot_of(session_id: int, *, stamp: str) -> Snapshot | None:
    """The session as it is, or was when ``stamp`` was read; ``None`` where players enter nothing.

    Only for readers outside of a transaction that writes, see :mod:`clubscore.web.caching`.
    """
    return kept(("snapshot", session_id), state=stamp, make=lambda: current_snapshot(session_id))


def recent_snapshot(session_id: int) -> Snapshot | None:
    """The session as it is stored now, for the pages of a director."""
    return kept(
        ("snapshot", session_id),
        state=lambda: repr(moment_of(session_id)),
        make=lambda: current_snapshot(session_id),
    )


def current_snapshot(session_id: int) -> Snapshot | None:
    """The session as it is stored now, as the caller's transaction sees it; it is not kept."""
    last: Snapshot | None = latest(("snapshot", session_id))
    snapshot = _refreshed(last) if last else None
    return snapshot or read_snapshot(session_id)


def with_line(state: Snapshot, line_id: int) -> Snapshot | None:
    """A snapshot with one line as the caller's transaction has it now, whatever it did to it."""
    now = read_lines([line_id])
    if not _is_where_it_was(state, now.get(line_id), line_id):
        return read_snapshot(state.session.pk)
    return replace(
        state, lines={**state.lines, **now}, index=state.index.with_changed(now.values())
    )


def _refreshed(kept: Snapshot) -> Snapshot | None:
    """A snapshot with what has changed since it was read; ``None`` where all has to be read."""
    session_id = kept.session.pk
    now = moment_of(session_id)
    if (now.register, now.marks) != (kept.moment.register, kept.moment.marks):
        return None
    is_same = (now.count, now.last) == (kept.moment.count, kept.moment.last)
    since = (set[int](), kept.moment) if is_same else _since(session_id, kept.moment)
    if since is None:
        return None
    # Calls, devices, settings: what is not in the log raises the revision.
    around = read_around(session_id) if now.revision != kept.moment.revision else {}
    if around is None:
        return None
    ids, moment = since
    changed = read_lines(ids) if ids else {}
    if not all(_is_where_it_was(kept, changed.get(pk), pk) for pk in ids):
        return None
    return replace(
        kept,
        **({"claims": read_claims(session_id) if ids else kept.claims} | around),
        lines={**kept.lines, **changed},
        index=kept.index.with_changed(changed.values()) if changed else kept.index,
        moment=replace(moment, revision=now.revision),
    )


def _since(session_id: int, moment: Moment) -> tuple[set[int], Moment] | None:
    """The lines that the log has had since a moment, and up to when it was read; ``None`` where it
    has something else.

    In one query: of two directors, the one whose entry has the lower number may commit later, and
    then there are more entries up to that moment than there were.
    """
    with connection.cursor() as cursor:
        cursor.execute(_SINCE, [session_id, moment.last] * 2)
        (_, count, _), *entries = cursor.fetchall()
    if count != moment.count or len(entries) > MAX_CHANGED:
        return None
    if any(action not in _RESULTS or line is None for _, line, action in entries):
        return None
    last = entries[-1][0] if entries else moment.last
    ids = {line for _, line, _ in entries}
    return ids, replace(moment, count=count + len(entries), last=last)


def _is_where_it_was(kept: Snapshot, now: TableLine | None, pk: int) -> bool:
    was = kept.lines.get(pk)
    if was is None or now is None:
        return False
    return (was.place, was.round, was.line.board, was.line.ns, was.line.ew) == (
        now.place,
        now.round,
        now.line.board,
        now.line.ns,
        now.line.ew,
    )
