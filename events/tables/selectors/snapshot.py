"""A session as its tables see it, read once for each of its states: eighty phones ask for their
parts of it after every result.

Everything that a phone shows is computed from this value and nothing else, so that a late pair or
another movement reaches every phone with its next poll.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Max, QuerySet

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
    TableMark,
    TableProposal,
    TableRound,
    TravellerLine,
)
from events.models.movement_change import LAST_ROUND
from events.sessions.selectors.contestants import ContestantRecord, session_contestants
from events.sessions.selectors.lines import LineRecord, lines_by_id, session_lines
from events.sessions.selectors.matches import match_play
from events.sessions.selectors.play import absences
from events.tables.domain.line_state import NO_MARK, LineState, Mark, state_of
from events.tables.selectors.stamps import Moment, moment_of

_MARK_FIELDS: Final = (
    "entered_version",
    "entered_side",
    "entered_device",
    "confirmed_version",
    "confirmed_side",
    "how",
    "doubted_version",
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
class Index:
    """Lines by where they are played, and by whom."""

    at_table: Mapping[tuple[Place, int], tuple[TableLine, ...]]
    of_contestant: Mapping[int, tuple[TableLine, ...]]
    rounds: Mapping[int, int]

    def with_changed(self, changed: Iterable[TableLine]) -> "Index":
        """The index with these lines instead of those of the same ids, which were played at the
        same places by the same contestants."""
        at_table, of_contestant = dict(self.at_table), dict(self.of_contestant)
        for each in changed:
            at_table[each.place, each.round] = _put(at_table[each.place, each.round], each)
            for pk in each.contestants:
                of_contestant[pk] = _put(of_contestant[pk], each)
        return Index(at_table, of_contestant, self.rounds)


def _put(lines: tuple[TableLine, ...], changed: TableLine) -> tuple[TableLine, ...]:
    return tuple(changed if each.line.pk == changed.line.pk else each for each in lines)


def index_of(lines: Iterable[TableLine]) -> Index:
    """The index of these lines."""
    in_order = sorted(lines, key=lambda each: (each.round, each.line.board))
    at_table: defaultdict[tuple[Place, int], list[TableLine]] = defaultdict(list)
    of_contestant: defaultdict[int, list[TableLine]] = defaultdict(list)
    rounds: dict[int, int] = {}
    for each in in_order:
        at_table[each.place, each.round].append(each)
        for pk in each.contestants:
            of_contestant[pk].append(each)
        rounds[each.line.section_id] = each.round
    return Index(
        {place: tuple(found) for place, found in at_table.items()},
        {pk: tuple(found) for pk, found in of_contestant.items()},
        rounds,
    )


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
    moment: Moment
    index: Index
    left: Mapping[int, int]
    """Who left for good, and before which round."""
    planned: int = 0
    """Of a Swiss event the rounds that are planned, though not all of them are drawn."""

    @property
    def at_table(self) -> Mapping[tuple[Place, int], tuple[TableLine, ...]]:
        """The lines of a place in a round, by board."""
        return self.index.at_table

    @property
    def of_contestant(self) -> Mapping[int, tuple[TableLine, ...]]:
        """The lines of a contestant, by round and board."""
        return self.index.of_contestant

    @property
    def rounds(self) -> Mapping[int, int]:
        """The last round of each section."""
        return self.index.rounds

    @property
    def last_round(self) -> int:
        """The last round of the session, of a Swiss event also if it is not drawn yet."""
        return max([self.planned, *self.rounds.values()])


def read_snapshot(session_id: int) -> Snapshot | None:
    """The session as it is stored now, in a dozen queries whatever its size; ``None`` where players
    enter nothing."""
    # First: what is read after it is as new as that, or newer.
    moment = moment_of(session_id)
    around = read_around(session_id)
    if around is None:
        return None
    lines, contestants = _lines(session_id), session_contestants(session_id)
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
    found = MovementChange.objects.filter(section__session=session_id, absent__isnull=False)
    for each in found.order_by("pk"):
        changes[each.section_id].append(each)
    spans = {section: absences(each) for section, each in changes.items()}
    return {
        pk: span.start
        for pk, each in contestants.items()
        for span in spans.get(each.section_id, {}).get(each.number, ())
        if span.stop > LAST_ROUND
    }


def read_around(session_id: int) -> dict[str, Any] | None:
    """What a snapshot has beside lines and contestants; ``None`` where players enter nothing."""
    found = TableEntrySettings.objects.select_related("session__clock")
    settings = found.filter(session=session_id).first()
    if settings is None:
        return None
    rounds = TableRound.objects.filter(section__session=session_id)
    codes = TableCode.objects.filter(session=session_id, revoked_at=None)
    devices = TableDevice.objects.filter(session=session_id, revoked_at=None)
    return {
        "session": settings.session,
        "settings": settings,
        "clock": getattr(settings.session, "clock", None),
        "said": {(each.section_id, each.table): each.round for each in rounds},
        "codes": frozenset(codes.values_list("section", "table")),
        "devices": devices.in_bulk(),
        "calls": tuple(TableCall.objects.filter(session=session_id, withdrawn_at=None)),
        "proposals": tuple(TableProposal.objects.filter(session=session_id, decided_at=None)),
        "claims": read_claims(session_id),
        "planned": _planned(settings.session),
    }


def _planned(session: Session) -> int:
    play = match_play(session.pk) if session.matches else None
    return play.rounds * play.stanzas if play and play.is_swiss else 0


def read_claims(session_id: int) -> tuple[LineClaim, ...]:
    """The claims of a session."""
    return tuple(LineClaim.objects.filter(line__section__session=session_id))


def _lines(session_id: int) -> dict[int, TableLine]:
    marks = TableMark.objects.filter(line__section__session=session_id)
    directors = lines_of_directors(session_id)
    return _marked(session_lines(session_id), marks, directors)


def read_lines(session_id: int, ids: Collection[int]) -> dict[int, TableLine]:
    """These lines of a session by id, each as it is stored now."""
    marks = TableMark.objects.filter(line__in=ids)
    directors = lines_of_directors(session_id, ids=ids)
    return _marked(lines_by_id(ids).values(), marks, directors)


def _marked(
    lines: Iterable[LineRecord], stored: QuerySet[TableMark], directors: Collection[int]
) -> dict[int, TableLine]:
    marks = {pk: Mark(*values) for pk, *values in stored.values_list("line", *_MARK_FIELDS)}
    return {
        line.pk: table_line(line, marks.get(line.pk, NO_MARK), by_director=line.pk in directors)
        for line in lines
    }


def table_line(line: LineRecord, mark: Mark, *, by_director: bool) -> TableLine:
    """A line with the state that follows from its mark."""
    return TableLine(line, mark, state_of(line.result, line.version, mark, by_director=by_director))


def lines_of_directors(session_id: int, *, ids: Collection[int] | None = None) -> frozenset[int]:
    """The lines of which the last change is a director's; one that was undone is the table's
    again."""
    lines = TravellerLine.objects.filter(section__session=session_id, updated_by__isnull=False)
    if ids is not None:
        lines = lines.filter(pk__in=ids)
    found = set(lines.values_list("pk", flat=True))
    if not found:
        return frozenset()
    changes = LogEntry.objects.filter(session=session_id, line__in=found)
    last = changes.exclude(action__in=_NO_CHANGE).order_by().values("line")
    newest = last.annotate(last=Max("pk")).values_list("last")
    undone = LogEntry.objects.filter(pk__in=newest, action=LogEntry.Action.UNDONE)
    return frozenset(found - set(undone.values_list("line", flat=True)))


_NO_CHANGE: Final = (
    LogEntry.Action.CONFIRMED,
    LogEntry.Action.OBJECTED,
    LogEntry.Action.CLAIMED,
    LogEntry.Action.CONSENTED,
)
