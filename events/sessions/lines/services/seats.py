"""Who sat at a table: boards that were played by others than scheduled.

The slip says who played. North–South and East–West may have changed places; or others sat down,
and then those who should have sat there take over the lines that these leave, as long as nothing
is entered in them. Results stay with the line: they are scored for who really played.

Who sat at a table for a whole round: North–South and East–West changed places on every board.

Only the lines of the slip change. Results stay with their lines, as in
:mod:`events.sessions.lines.services.seats`, and are scored for who really sat there.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused, Sentence, sentence
from clubscore.web.visitors import Actor
from events.common.services import keep, non_blank, record
from events.models import Contestant, LineContestant, LogEntry, Section, Session, TravellerLine
from events.sessions.core.domain.contract import Side
from events.sessions.core.domain.line_result import split_reason
from events.sessions.core.domain.seats import Label, Seats, Together, read_seats
from events.sessions.core.selectors import has_several_sections
from events.sessions.lines.services.saving import Conflict, refuse_when_finished

Table = dict[str, list[int]]
"""The contestants at one line, by direction."""


@dataclass(frozen=True, slots=True)
class Seated:
    """The line as it is stored now, and whether anything changed."""

    line: TravellerLine
    changed: bool


@dataclass(frozen=True, slots=True)
class BoardSeats:
    """The lines of a section on a board: who sits there, and who should."""

    lines: dict[int, TravellerLine]
    tables: dict[int, Table]
    scheduled: dict[int, Table]
    contestants: dict[int, Contestant]

    def seats(self, table: Table) -> Seats:
        """The contestants of a table by direction and number, as they are typed."""
        return Seats(*(tuple(map(self._label, table[side])) for side in Side))

    def _label(self, pk: int) -> Label:
        contestant = self.contestants[pk]
        return Label(contestant.direction, contestant.number)

    def table(self, seats: Seats) -> Table:
        """The contestants of these seats. Raises :class:`Refused` for an unknown number."""
        known = {
            (contestant.direction, contestant.number): pk
            for pk, contestant in self.contestants.items()
        }
        found: Table = {side: [] for side in Side}
        for side in Side:
            for label in seats.of(side):
                # A movement has one set of numbers for both directions; in a BridgeScore file each
                # direction counts from 1, so that a bare number belongs to the side it is typed on.
                directions = [label.direction] if label.direction else ["", str(side)]
                pk = next(
                    (known[d, label.number] for d in directions if (d, label.number) in known), 0
                )
                if not pk:
                    raise Refused.because(
                        "There is no number %(number)s in this section.", number=label
                    )
                found[side].append(pk)
        return found


def who_sat(*, line: TravellerLine, text: str) -> tuple[Seats, Seats, Seats]:
    """Who sat at a line by what is typed, who does so far, and who is scheduled.

    Nothing is stored. Raises :class:`Refused`.
    """
    board = _board_seats(line, for_update=False)
    present = board.seats(board.tables[line.pk])
    wanted = read_seats(split_reason(text)[0], present=present)
    # Only for its refusals.
    _exchanged(board, line.pk, board.table(wanted))
    return wanted, present, board.seats(board.scheduled[line.pk])


@in_transaction
def change_seats(
    *, session_id: int, line_id: int, text: str, by: Actor, version: int | None = None
) -> Seated:
    """Read ``text``, as :mod:`..domain.typing.seats` says, and store who sat at a line.

    The same seats again change nothing. Raises :class:`Refused` for a text that names no such
    seats, or somebody who has a result on the board; :class:`Conflict` when ``version`` is given
    and is not the line's; ``TravellerLine.DoesNotExist`` when the session has no such line.
    """
    keep(Session, session_id)
    found = TravellerLine.objects.select_related("section__session").get(
        pk=line_id, section__session__pk=session_id, section__session__deleted_at=None
    )
    # The whole board: whoever is displaced changes another line of it.
    board = _board_seats(found, for_update=True)
    line = board.lines[line_id]
    text, reason = split_reason(text)
    wanted = read_seats(text, present=board.seats(board.tables[line_id]))
    table = board.table(wanted)
    if table == board.tables[line_id]:
        return Seated(line, changed=False)
    if version is not None and version != line.version:
        raise Conflict(line, played_by(wanted))
    if not (line.is_empty or reason):
        refuse_when_finished(found.section.session)
    after = _exchanged(board, line_id, table)
    before = {pk: board.tables[pk] for pk in after}
    store_seats(board, after, by)
    for pk in after.keys() - {line_id}:
        record_seats(board, LogEntry.Action.EXCHANGED, by, pk, [pk], before, after)
    lines = [line_id, *(after.keys() - {line_id})]
    seated = LogEntry.Action.SEATED
    record_seats(board, seated, by, line_id, lines, before, after, reason=reason)
    # The update by F() raised the version in the database, not in this object.
    line.version += 1
    return Seated(line, changed=True)


@transaction.atomic(savepoint=False)
def undo_seats(
    *, entry: LogEntry, by: Actor, part_of: LogEntry | None = None, reason: str = ""
) -> TravellerLine:
    """Restore who sat there before a logged change. Raises :class:`Refused`."""
    line = TravellerLine.objects.select_related("section__session").get(log=entry.pk)
    board = _board_seats(line, for_update=True)
    before, after = (
        {int(pk): table for pk, table in values["seats"].items()}
        for values in (entry.before, entry.after)
    )
    # A result entered meanwhile belongs to those who sit there now.
    taken = [pk for pk in after if pk != line.pk and not board.lines[pk].is_empty]
    if taken or any(board.tables[pk] != table for pk, table in after.items()):
        yours = board.seats(after[line.pk])
        raise Refused.because(
            "Not undone: on board %(board)s you left %(yours)s, and since then it was changed"
            " again, or a result was entered for those who exchanged.",
            board=line.board,
            yours=str(yours),
        )
    store_seats(board, before, by)
    for pk in after.keys() - {line.pk}:
        record_seats(board, LogEntry.Action.EXCHANGED, by, pk, [pk], after, before)
    undone = LogEntry.Action.UNDONE
    record_seats(
        board, undone, by, line.pk, list(before), after, before,
        undoes=entry, part_of=part_of, reason=reason,
    )  # fmt: skip
    return line


def played_by(seats: Seats) -> Sentence:
    """Who sat there, in words: ``3 against 8``."""
    return sentence("%(ns)s against %(ew)s", ns=Together(seats.ns), ew=Together(seats.ew))


def _board_seats(line: TravellerLine, *, for_update: bool) -> BoardSeats:
    """Everybody of the section on the board of a line, in three queries."""
    of_board = TravellerLine.objects.filter(section=line.section_id, board=line.board)
    return seats_of(of_board, line.section_id, for_update=for_update)


def seats_of(found: QuerySet[TravellerLine], section_id: int, *, for_update: bool) -> BoardSeats:
    """Everybody at these lines of a section, in three queries."""
    if for_update:
        found = found.select_for_update(of=("self",), no_key=True)
    lines = {each.pk: each for each in found.select_related("section__session").order_by("pk")}
    tables: dict[int, Table] = {pk: {side: [] for side in Side} for pk in lines}
    scheduled: dict[int, Table] = {pk: {side: [] for side in Side} for pk in lines}
    rows = LineContestant.objects.filter(line__in=lines).order_by("line", "direction", "position")
    for row in rows:
        tables[row.line_id][row.direction].append(row.contestant_id)
        scheduled[row.line_id][row.direction].append(row.scheduled_id or row.contestant_id)
    contestants = Contestant.objects.filter(section=section_id).select_related("section").in_bulk()
    return BoardSeats(lines, tables, scheduled, contestants)


def _exchanged(board: BoardSeats, line_id: int, table: Table) -> dict[int, Table]:
    """All tables that change when a line gets this one: newcomers leave a seat at another table,
    and those they displace take it.
    """
    own = board.tables[line_id]
    seated = {pk for side in Side for pk in table[side]}
    displaced = [(side, pk) for side in Side for pk in own[side] if pk not in seated]
    changed = {line_id: table}
    for other, before in board.tables.items():
        if other == line_id or not seated & {pk for side in Side for pk in before[side]}:
            continue
        # They have played the board elsewhere: one of the two results must be wrong.
        if not board.lines[other].is_empty:
            raise Refused(_has_a_result(board, other, seated))
        after: Table = {side: list(before[side]) for side in Side}
        for side in Side:
            for place, pk in enumerate(before[side]):
                if pk in seated:
                    taker = next((each for each in displaced if each[0] == side), displaced[0])
                    displaced.remove(taker)
                    after[side][place] = taker[1]
        changed[other] = after
    return changed


def _has_a_result(board: BoardSeats, other: int, seated: Iterable[int]) -> Sentence:
    line = board.lines[other]
    several = has_several_sections(line.section.session_id)
    shown = {pk: each.shown(several=several) for pk, each in board.contestants.items()}
    ns, ew = (Together(tuple(shown[pk] for pk in board.tables[other][side])) for side in Side)
    letter = line.section.letter if several else ""
    who = next(pk for side in Side for pk in board.tables[other][side] if pk in set(seated))
    return sentence(
        "%(number)s already has a result on board %(board)s: %(ns)s against %(ew)s, table "
        "%(table)s, round %(round)s. Correct or clear that line first.",
        number=shown[who],
        board=line.board,
        ns=ns,
        ew=ew,
        table=f"{letter}{line.table or '–'}",
        round=line.round or "–",
    )


def store_seats(board: BoardSeats, tables: Mapping[int, Table], by: Actor) -> None:
    """Store who sat there, and raise the versions of the lines."""
    # Deleted and created again: on the way, an update would seat somebody twice on a board.
    LineContestant.objects.filter(line__in=tables).delete()
    LineContestant.objects.bulk_create(
        LineContestant(
            line_id=line,
            contestant_id=pk,
            scheduled_id=None if pk == planned else planned,
            board=board.lines[line].board,
            direction=side,
            position=position,
        )
        for line, table in tables.items()
        for side, pk, planned, position in _rows(table, board.scheduled[line])
    )
    TravellerLine.objects.filter(pk__in=tables).update(
        version=F("version") + 1, updated_at=timezone.now(), updated_by=by.user
    )


def _rows(table: Table, scheduled: Table) -> Iterator[tuple[str, int, int, int]]:
    for side in Side:
        pairs = zip(table[side], scheduled[side], strict=True)
        for position, (pk, planned) in enumerate(pairs, start=1):
            yield side, pk, planned, position


def record_seats(
    board: BoardSeats,
    action: LogEntry.Action,
    by: Actor,
    line_id: int,
    lines: Iterable[int],
    before: Mapping[int, Table],
    after: Mapping[int, Table],
    undoes: LogEntry | None = None,
    part_of: LogEntry | None = None,
    reason: str = "",
) -> LogEntry:
    """Log the seats of ``lines`` with the line ``line_id``: its numbers as they are typed, and the
    result, which stays.
    """
    logged_lines = list(lines)
    return record(
        session_id=board.lines[line_id].section.session_id,
        action=action,
        by=by,
        line=board.lines[line_id],
        before=_logged(board, line_id, logged_lines, before),
        after=_logged(board, line_id, logged_lines, after),
        undoes=undoes,
        part_of=part_of,
        reason=reason,
    )


def _logged(
    board: BoardSeats, line_id: int, lines: Iterable[int], tables: Mapping[int, Table]
) -> dict[str, object]:
    return non_blank(board.lines[line_id].state) | {
        "pairs": str(board.seats(tables[line_id])),
        "seats": {str(pk): tables[pk] for pk in lines},
    }


@dataclass(frozen=True, slots=True)
class RoundSeated:
    """The boards of a slip on which the sides changed places, and those on which others sat."""

    turned: tuple[int, ...]
    left: tuple[int, ...]


@in_transaction
def change_slip_seats(
    *, session_id: int, letter: str, round_number: int, table: int, text: str, by: Actor
) -> RoundSeated:
    """Seat the two sides of a slip as ``text`` says (``8*3``) on all its boards; one undo takes
    it back.

    A board on which others sat than these is left as it is; the same seats again change nothing.
    Raises :class:`Refused` for a text that names no such seats, and ``Section.DoesNotExist`` or
    ``TravellerLine.DoesNotExist`` when the session has no such slip.
    """
    keep(Session, session_id)
    section = Section.objects.get(session=session_id, session__deleted_at=None, letter=letter)
    of_slip = TravellerLine.objects.filter(section=section, round=round_number, table=table)
    # Only the slip: no other line of its boards changes.
    slip = seats_of(of_slip, section.pk, for_update=True)
    if not slip.lines:
        raise TravellerLine.DoesNotExist
    text, reason = split_reason(text)
    return _turn(slip, _wanted(slip, text), by, reason)


def _wanted(slip: BoardSeats, text: str) -> Table:
    present = slip.seats(slip.tables[min(slip.tables)])
    wanted = slip.table(read_seats(text, present=present))
    if not any(_everybody(wanted) == _everybody(table) for table in slip.tables.values()):
        raise Refused.because(
            "“%(text)s” are not those who sat at this table. Type who sat there board by board.",
            text=text.strip(),
        )
    return wanted


def _turn(slip: BoardSeats, wanted: Table, by: Actor, reason: str) -> RoundSeated:
    after = {
        pk: wanted
        for pk, table in slip.tables.items()
        if table != wanted and _everybody(table) == _everybody(wanted)
    }
    lines = [slip.lines[pk] for pk in after]
    if not reason and not all(line.is_empty for line in lines):
        refuse_when_finished(lines[0].section.session)
    if after:
        store_seats(slip, after, by)
    first: LogEntry | None = None
    for pk in sorted(after):
        entry = record_seats(
            slip, LogEntry.Action.SEATED, by, pk, [pk], slip.tables, after,
            part_of=first, reason=reason,
        )  # fmt: skip
        first = first or entry
    left = [pk for pk, table in slip.tables.items() if _everybody(table) != _everybody(wanted)]
    return RoundSeated(_boards(slip, after), _boards(slip, left))


def _everybody(table: Table) -> frozenset[frozenset[int]]:
    """The two sides, whichever way they sat."""
    return frozenset(frozenset(table[side]) for side in Side)


def _boards(slip: BoardSeats, lines: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(slip.lines[pk].board for pk in lines))
