"""The lines of a session with their marks, as its tables see them, and where each is found."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.db.models import Max, QuerySet

from events.models import LogEntry, TableMark, TravellerLine
from events.sessions.scoring.selectors.lines import LineRecord, lines_by_id, session_lines
from events.tables.domain.lines import NO_MARK, LineState, Mark, state_of

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
    """A line, its mark and the state that follows from both; where it is played, when and by
    whom. Made by :func:`table_line`."""

    line: LineRecord
    mark: Mark
    state: LineState
    place: Place
    round: int
    contestants: frozenset[int]

    @property
    def is_agreed(self) -> bool:
        """Whether the result is more than the word of one device: the other side said yes on its
        own, or it is the director's."""
        if self.state in (LineState.DIRECTOR, LineState.RULED):
            return True
        if self.is_confirmed:
            return self.mark.how != TableMark.How.SAME_DEVICE
        return self.state is LineState.NOT_PLAYED and self.mark.entered != self.line.version

    @property
    def is_confirmed(self) -> bool:
        return self.mark.confirmed == self.line.version and not self.line.is_empty

    @property
    def is_of_both_sides(self) -> bool:
        """Whether the devices of both sides have the same result: they have played it."""
        both = (TableMark.How.OWN_DEVICE, TableMark.How.ALIKE)
        return self.is_confirmed and self.mark.how in both

    def side_of(self, contestant: int | None) -> str:
        """``NS`` or ``EW``; empty for somebody who does not play this line."""
        if contestant in self.line.ns:
            return "NS"
        return "EW" if contestant in self.line.ew else ""


@dataclass(frozen=True, slots=True)
class Index:
    """Lines by where they are played and in which round, by board; lines by who plays them, by
    round and board; and the last round of each section."""

    at_table: Mapping[tuple[Place, int], tuple[TableLine, ...]]
    of_contestant: Mapping[int, tuple[TableLine, ...]]
    rounds: Mapping[int, int]

    def with_changed(self, changed: Iterable[TableLine]) -> "Index":
        """The index with these lines instead of those of the same ids, which were played at the
        same places by the same contestants."""
        at_table, of_contestant = dict(self.at_table), dict(self.of_contestant)
        for table_line in changed:
            at_table[table_line.place, table_line.round] = _put(
                at_table[table_line.place, table_line.round], table_line
            )
            for pk in table_line.contestants:
                of_contestant[pk] = _put(of_contestant[pk], table_line)
        return Index(at_table, of_contestant, self.rounds)


def _put(lines: tuple[TableLine, ...], changed: TableLine) -> tuple[TableLine, ...]:
    return tuple(
        changed if table_line.line.pk == changed.line.pk else table_line for table_line in lines
    )


def index_of(lines: Iterable[TableLine]) -> Index:
    """The index of these lines."""
    in_order = sorted(lines, key=lambda table_line: (table_line.round, table_line.line.board))
    at_table: defaultdict[tuple[Place, int], list[TableLine]] = defaultdict(list)
    of_contestant: defaultdict[int, list[TableLine]] = defaultdict(list)
    rounds: dict[int, int] = {}
    for table_line in in_order:
        at_table[table_line.place, table_line.round].append(table_line)
        for pk in table_line.contestants:
            of_contestant[pk].append(table_line)
        rounds[table_line.line.section_id] = table_line.round
    return Index(
        {place: tuple(found) for place, found in at_table.items()},
        {pk: tuple(found) for pk, found in of_contestant.items()},
        rounds,
    )


def marked_lines(session_id: int) -> dict[int, TableLine]:
    """The lines of a session by id."""
    stored = TravellerLine.objects.filter(section__session=session_id)
    return _marked(session_lines(session_id), stored)


def read_lines(ids: Collection[int]) -> dict[int, TableLine]:
    """These lines by id, each as it is stored now."""
    return _marked(lines_by_id(ids).values(), TravellerLine.objects.filter(pk__in=ids))


def _marked(lines: Iterable[LineRecord], stored: QuerySet[TravellerLine]) -> dict[int, TableLine]:
    """The lines with their marks, and whether a director changed them last."""
    fields = (f"mark__{field}" for field in _MARK_FIELDS)
    rows = stored.order_by().values_list("pk", "updated_by", "mark", *fields)
    marks: dict[int, Mark] = {}
    changed: set[int] = set()
    for pk, director, mark, *values in rows:
        if mark is not None:
            marks[pk] = Mark(*values)
        if director is not None:
            changed.add(pk)
    directors = changed - _undone(changed) if changed else changed
    return {
        line.pk: table_line(line, marks.get(line.pk, NO_MARK), by_director=line.pk in directors)
        for line in lines
    }


def table_line(line: LineRecord, mark: Mark, *, by_director: bool) -> TableLine:
    """A line with the state that follows from its mark."""
    return TableLine(
        line,
        mark,
        state_of(line.result, line.version, mark, by_director=by_director),
        place=(line.section_id, line.table or 0),
        round=line.round or 0,
        contestants=frozenset(line.ns + line.ew),
    )


def _undone(lines: Collection[int]) -> set[int]:
    """The lines whose last change was an undo: they are the table's again."""
    changes = LogEntry.objects.filter(line__in=lines).exclude(action__in=_NO_CHANGE)
    newest = changes.order_by().values("line").annotate(last=Max("pk")).values_list("last")
    undone = LogEntry.objects.filter(pk__in=newest, action=LogEntry.Action.UNDONE)
    return set(undone.values_list("line", flat=True))


_NO_CHANGE: Final = (
    LogEntry.Action.CONFIRMED,
    LogEntry.Action.OBJECTED,
    LogEntry.Action.CLAIMED,
    LogEntry.Action.CONSENTED,
)
