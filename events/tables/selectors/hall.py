"""What the display in the hall shows: the clock, the next move, who still plays, and after complete
rounds of a social evening the standings. Nothing else of an unpublished session is ever in it."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from events.models import Session
from events.tables.domain.clock import Clock, Phase, as_of, finish_at
from events.tables.domain.moving import Move, Seating, move_after
from events.tables.selectors.clock import clock_of, state_text, timetable
from events.tables.selectors.snapshot import Snapshot

Values = dict[str, Any]


def hall_state(state: Snapshot, now: datetime) -> Values:
    """All that the display shows, as plain values; the page has the words."""
    table = timetable(state.session.pk, state.settings)
    clock = as_of(clock_of(state.clock), table, now)
    finish = finish_at(clock, table, now)
    playing = _playing(state, clock)
    return {
        "now": now.isoformat(),
        "title": state.session.title,
        "round": clock.round,
        "rounds": table.rounds,
        "phase": str(clock.phase),
        "ends": clock.ends_at.isoformat() if clock.ends_at else None,
        "paused": clock.paused_left,
        "finish": finish.isoformat() if finish else None,
        "message": clock.message,
        "state": state_text(clock),
        "moves": list(_moves(state, clock)),
        "playing": playing,
        "word": state.settings.evening_word if not state.session.is_finished else "",
    }


def _playing(state: Snapshot, clock: Clock) -> list[str]:
    """The tables with boards of the round, or of one before, that have no result."""
    if clock.phase is Phase.BEFORE:
        return []
    several = len(state.letters) > 1
    open_at = {
        (state.letters[each.place[0]] if several else "", each.place[1])
        for each in state.lines.values()
        if each.line.is_empty and each.place[1] and 0 < each.round <= clock.round
    }
    return [f"{letter}{table}" for letter, table in sorted(open_at)]


def _moves(state: Snapshot, clock: Clock) -> Iterator[Values]:
    """The move after the round, and whatever is special about the one after that."""
    number = max(clock.round, 1)
    for section, letter in sorted(state.letters.items(), key=lambda each: each[1]):
        rounds = _rounds(state, section)
        name = letter if len(state.letters) > 1 else ""
        move = move_after(rounds, number)
        if move is not None and clock.phase is not Phase.END:
            yield {"section": name, "after": number, **_values(move)}
        later = move_after(rounds, number + 1)
        if later is not None and (later.is_switch or later.is_skip):
            yield {"section": name, "after": number + 1, **_values(later)}


def _values(move: Move) -> Values:
    return {
        "ns": move.ns,
        "ew": move.ew,
        "boards": move.boards,
        "switch": move.is_switch,
        "skip": move.is_skip,
    }


def _rounds(state: Snapshot, section: int) -> Mapping[int, list[Seating]]:
    found: defaultdict[int, list[Seating]] = defaultdict(list)
    for (place, number), lines in state.at_table.items():
        if place[0] == section and place[1] and number:
            line = lines[0].line
            boards = tuple(sorted(each.line.board for each in lines))
            found[number].append(Seating(place[1], line.scheduled_ns, line.scheduled_ew, boards))
    return found


def session_of_display(code: str) -> Session | None:
    """The session whose display has a code; ``None`` for any other text."""
    found = Session.objects.filter(tables__display_code=code, tables__is_on=True)
    return found.first() if code else None
