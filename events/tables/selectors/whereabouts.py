"""Which round a table or a pair is in, where it goes next, and who sits where: from the lines.

The round of a table begins with the first of these: the clock says so; those who sit there say *We
are at round 4*; or it is done with the one before, by both sides' word, and a result is in. What
one device writes opens nothing.

The one place that decides what a device may read: nobody reads a board still to be played.

Whatever a phone is told of a result passes here. A contestant with an open line on a board reads
nothing about that board, wherever it was played and whatever the switches say: this covers a pair
that sits out, a shared board, a result under a wrong number, and a director who plays.

Whether a result that a table enters is doubtful: its opponents are asked to look twice.

What makes it so tells of results at other tables, and is never sent to a phone.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from events.models import RoundClock, TableDevice
from events.sessions.core.domain.contract import Seat
from events.sessions.core.domain.line_result import LineResult
from events.sessions.doubts.domain.table_doubts import doubts_of_board
from events.sessions.doubts.domain.values import BoardLine
from events.sessions.doubts.selectors import board_line
from events.tables.selectors.lines import Place, TableLine
from events.tables.selectors.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where a device is: in which round at which table, with the lines played there.

    ``table`` is ``None`` for a pair that sits out. ``players`` are the contestants that look at
    the device, ``pair`` is that of a pair's phone.
    """

    round: int
    place: Place
    table: int | None
    lines: tuple[TableLine, ...]
    players: frozenset[int]
    pair: int | None = None

    @property
    def is_complete(self) -> bool:
        """Whether every board of the round is in."""
        return all(not table_line.line.is_empty for table_line in self.lines)


def whereabouts(state: Snapshot, device: TableDevice) -> Whereabouts:
    """Where a device is now."""
    if device.kind == TableDevice.Kind.PAIR and device.contestant_id:
        return _of_pair(state, device.contestant_id, device.section_id)
    place = (device.section_id, device.table)
    number = round_of_table(state, place)
    lines = state.index.at_table.get((place, number), ())
    players = frozenset(pk for line in lines for pk in line.contestants)
    return Whereabouts(number, place, device.table, lines, players)


def _of_pair(state: Snapshot, contestant: int, section: int) -> Whereabouts:
    number = round_of_pair(state, contestant, section)
    lines = lines_of_pair(state, contestant, number)
    place = lines[0].place if lines else (section, 0)
    table = lines[0].line.table if lines else None
    return Whereabouts(number, place, table, lines, frozenset({contestant}), contestant)


def lines_of_pair(state: Snapshot, contestant: int, number: int) -> tuple[TableLine, ...]:
    """What a contestant plays in a round, in the order of the boards."""
    lines = state.index.of_contestant.get(contestant, ())
    return tuple(line for line in lines if line.round == number)


def clock_round(state: Snapshot) -> int:
    """The round that the clock has reached: moving is part of the next one."""
    clock = state.clock
    if clock is None or clock.phase == RoundClock.Phase.BEFORE:
        return 0
    return clock.round + (clock.phase == RoundClock.Phase.MOVE)


def round_of_table(state: Snapshot, place: Place) -> int:
    """The round that a table is in, from 1."""
    number = state.rounds_of_tables.get(place)
    if number is None:
        number = state.rounds_of_tables[place] = _round_of_table(state, place)
    return number


def _round_of_table(state: Snapshot, place: Place) -> int:
    last = max(state.index.rounds.get(place[0], 1), 1)
    played = [number for number in range(1, last + 1) if (place, number) in state.index.at_table]
    told = max(clock_round(state), _said(state, place))
    # A table may come into use with a later round of a Swiss event.
    now = played[0] if played else 1
    for number in played[1:]:
        has_begun = _has_begun(state.index.at_table[place, number])
        if told < number and not (has_begun and is_agreed(state, place, now)):
            break
        now = number
    return min(max(now, told), last)


def _said(state: Snapshot, place: Place) -> int:
    said = state.said.get(place)
    return said.round if said else 0


def _has_begun(lines: Collection[TableLine]) -> bool:
    return any(not table_line.line.is_empty for table_line in lines)


def is_agreed(state: Snapshot, place: Place, number: int) -> bool:
    """Whether a table is done with a round: every result is the word of both sides, or the
    director's."""
    return all(table_line.is_agreed for table_line in state.index.at_table.get((place, number), ()))


def is_open(state: Snapshot, place: Place, number: int) -> bool:
    """Whether a table may enter results of a round: it is in it or past it, or done with the one
    before; of its first one, all who play it are."""
    if number <= clock_round(state):
        return True
    now = round_of_table(state, place)
    earlier = [n for n in range(1, number) if (place, n) in state.index.at_table]
    if not earlier:
        lines = state.index.at_table.get((place, number), ())
        players = {pk for table_line in lines for pk in table_line.contestants}
        return all(_is_done(state, pk, number) for pk in players)
    return number <= now or (earlier[-1] == now and is_agreed(state, place, now))


def _is_done(state: Snapshot, contestant: int, number: int) -> bool:
    """Whether a contestant has played every round before a number."""
    lines = state.index.of_contestant.get(contestant, ())
    return all(table_line.is_agreed for table_line in lines if table_line.round < number)


def is_played(state: Snapshot, table_line: TableLine) -> bool:
    """Whether a result is of a round that its table has reached, or more than one device's word:
    what somebody wrote ahead is still to be played."""
    if table_line.line.is_empty:
        return False
    is_over = state.session.is_finished
    return (
        is_over
        or table_line.is_agreed
        or table_line.round <= round_of_table(state, table_line.place)
    )


def round_of_section(state: Snapshot, section: int) -> int:
    """The round that half of the tables of a section have reached."""
    places = {place for place, _number in state.index.at_table if place[0] == section and place[1]}
    rounds = sorted(round_of_table(state, place) for place in places)
    return rounds[len(rounds) // 2] if rounds else 1


def round_of_pair(state: Snapshot, contestant: int, section: int) -> int:
    """The round that a pair is in, from 1: it has left the table of the one before, or both sides
    have said what a line of this one came to. What a director types from travellers moves nobody
    past a round that is not in."""
    last = max(state.index.rounds.get(section, 1), 1)
    now = 1
    for number in range(2, last + 1):
        lines = lines_of_pair(state, contestant, number)
        has_left = now == number - 1 and _has_left(state, contestant, section, number)
        if has_left or any(line.is_of_both_sides for line in lines) or clock_round(state) >= number:
            now = number
    return now


def _has_left(state: Snapshot, contestant: int, section: int, number: int) -> bool:
    """Whether a contestant has left the round before a number."""
    before = lines_of_pair(state, contestant, number - 1)
    lines = lines_of_pair(state, contestant, number)
    if not before:
        # At no table it goes on when its next one is free.
        if lines:
            return is_open(state, lines[0].place, number)
        return round_of_section(state, section) >= number
    place = before[0].place
    if _said(state, place) >= number:
        return True
    if not lines:
        return all(not line.state.is_open for line in before)
    return _has_begun(lines) and is_agreed(state, place, number - 1)


def seat_of(state: Snapshot, lines: tuple[TableLine, ...]) -> dict[str, int]:
    """The contestant in each seat of a table; of a pair both partners' seats have the pair."""
    if not lines:
        return {}
    line = lines[0].line
    ns, ew = (tuple(side) * 2 if len(side) == 1 else side for side in (line.ns, line.ew))
    seats = zip((Seat.N, Seat.S, Seat.E, Seat.W), (*ns[:2], *ew[:2]), strict=False)
    return {str(seat): pk for seat, pk in seats}


def directions(state: Snapshot, contestant: int, number: int) -> str:
    """The direction in which a contestant sits in a round; empty where it sits out."""
    lines = lines_of_pair(state, contestant, number)
    return lines[0].side_of(contestant) if lines else ""


def is_doubtful(state: Snapshot, table_line: TableLine, result: LineResult) -> bool:
    """Whether the rules of doubt find a result on a line, among those of the other tables."""
    if not state.settings.second_look or result.played is None:
        return False
    pk = table_line.line.pk
    doubts = doubts_of_board(_lines(state, table_line, result), table_line.line.board)
    return any(pk in doubt.lines for doubt in doubts)


def _lines(state: Snapshot, table_line: TableLine, result: LineResult) -> Iterator[BoardLine]:
    """The lines of the boards that the table plays in this round, with the new result."""
    boards = {
        other.line.board
        for other in state.index.at_table.get((table_line.place, table_line.round), ())
    }
    for line in (other.line for other in state.lines.values() if other.line.board in boards):
        new = result if line.pk == table_line.line.pk else line.result
        yield board_line(line, one_field=state.session.one_field, result=new)
