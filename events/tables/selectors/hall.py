"""What the display in the hall shows: the clock, the next move, who still plays, and after complete
rounds of a social evening the standings. Nothing else of an unpublished session is ever in it.

The clock of a session as it is stored, and its timetable.

Today's sessions for a card that is the same every week.

Which table a code leads to.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Max
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from events.devices.domain.clock import Clock, Phase, as_of, finish_at
from events.devices.domain.codes import read_code
from events.models import RoundClock, Section, Session, TableCode, TableEntrySettings, TravellerLine
from events.tables.domain.clock import Move, Seating, Timetable, move_after
from events.tables.selectors.snapshot import Snapshot, current_snapshot

Values = dict[str, Any]


def hall_state(state: Snapshot, now: datetime) -> Values:
    """All that the display shows, as plain values; the page has the words."""
    table = timetable(state.session.pk, state.settings)
    clock = stored = as_of(clock_of(state.clock), table, now)
    if state.session.is_finished:
        # Perhaps nobody started the clock.
        clock = Clock(table.rounds, Phase.END, message=stored.message)
    finish = finish_at(clock, table, now)
    playing, is_open = _playing(state, clock), not state.session.is_finished
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
        "state": state_text(stored),
        "moves": list(_moves(state, clock)),
        "playing": playing,
        "word": state.settings.evening_word if state.settings.is_on and is_open else "",
    }


def _playing(state: Snapshot, clock: Clock) -> list[str]:
    """The tables with boards of the round, or of one before, that have no result."""
    if clock.phase is Phase.BEFORE:
        return []
    several = len(state.letters) > 1
    open_at = {
        (state.letters[table_line.place[0]] if several else "", table_line.place[1])
        for table_line in state.lines.values()
        if table_line.line.is_empty and table_line.place[1] and 0 < table_line.round <= clock.round
    }
    return [f"{letter}{table}" for letter, table in sorted(open_at)]


def _moves(state: Snapshot, clock: Clock) -> Iterator[Values]:
    """The move after the round, and whatever is special about the one after that."""
    number = max(clock.round, 1)
    for section, letter in sorted(state.letters.items(), key=lambda section: section[1]):
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
    rounds: defaultdict[int, list[Seating]] = defaultdict(list)
    for (place, number), lines in state.index.at_table.items():
        if place[0] == section and place[1] and number:
            line = lines[0].line
            boards = tuple(sorted(table_line.line.board for table_line in lines))
            rounds[number].append(Seating(place[1], line.scheduled_ns, line.scheduled_ew, boards))
    return rounds


def session_of_display(code: str) -> Session | None:
    """The session whose display has a code; ``None`` for any other text."""
    sessions = Session.objects.filter(tables__display_code=code)
    return sessions.first() if code else None


def timetable(session_id: int, settings: TableEntrySettings) -> Timetable:
    """How long everything takes in a session; one query each for rounds and boards."""
    lines = TravellerLine.objects.filter(section__session=session_id)
    rounds = lines.aggregate(last=Max("round"))["last"] or 0
    boards = Section.objects.filter(session=session_id).aggregate(most=Max("boards_per_round"))
    return Timetable(
        rounds=rounds,
        boards=boards["most"] or 1,
        a_board=settings.seconds_a_board,
        move=settings.move_seconds,
        extra=settings.extra_seconds,
    )


def clock_of(stored: RoundClock | None) -> Clock:
    """The value of a stored clock; one that was never started without any."""
    if stored is None:
        return Clock()
    return Clock(
        stored.round, Phase(stored.phase), stored.ends_at, stored.paused_left, stored.message
    )


def is_over_by_itself(state: Snapshot, now: datetime) -> bool:
    """Whether the time of a round is over that ends by itself."""
    clock = state.clock
    if clock is None or not state.settings.next_by_itself or clock.phase != RoundClock.Phase.PLAY:
        return False
    return clock.ends_at is not None and clock.ends_at <= now


def state_text(clock: Clock) -> str:
    """A short text of round, phase and whether it stands: what a key was meant for."""
    return f"{clock.round}-{clock.phase}-{'paused' if clock.is_paused else 'runs'}"


def code_by_word(table: int, word: str) -> TableCode | None:
    """The code of a table in the first of today's open sessions that has this word."""
    codes = codes_of_today(table)
    settings = TableEntrySettings.objects.filter(session__in=[code.session_id for code in codes])
    words = dict(settings.values_list("session", "evening_word"))
    for code in codes:
        if constant_time_compare(words[code.session_id], word):
            return code
    return None


def codes_of_today(table: int) -> list[TableCode]:
    """The codes of a table in today's open sessions, sections in order; none without a word."""
    codes = TableCode.objects.filter(
        table=table,
        revoked_at=None,
        session__date=timezone.localdate(),
        session__state=Session.State.OPEN,
        session__deleted_at=None,
        session__tables__is_on=True,
    ).exclude(session__tables__evening_word="")
    return list(codes.select_related("session").order_by("session", "section__letter"))


@dataclass(frozen=True, slots=True)
class CodedTable:
    """A table that takes results, by its code."""

    code: str
    session: Session
    section_id: int
    table: int
    state: Snapshot


def was_code(text: str) -> bool:
    """Whether a text is or was the code of a table: nobody finds one by guessing."""
    code = read_code(text)
    return bool(code) and TableCode.objects.filter(code=code).exists()


def table_of_code(text: str) -> CodedTable | None:
    """The table of a code; ``None`` for any other text, and where nothing is taken any more."""
    code = read_code(text)
    table_codes = TableCode.objects.filter(
        code=code, revoked_at=None, session__tables__is_on=True, session__state=Session.State.OPEN
    )
    stored = table_codes.select_related("session").first() if code else None
    state = current_snapshot(stored.session_id) if stored else None
    if stored is None or state is None:
        return None
    return CodedTable(code, stored.session, stored.section_id, stored.table, state)
