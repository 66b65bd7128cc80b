"""The clock of a session as it is stored, and its timetable."""

from datetime import datetime

from django.db.models import Max

from events.models import RoundClock, Section, TableEntrySettings, TravellerLine
from events.tables.domain.clock import Clock, Phase, Timetable
from events.tables.selectors.snapshot import Snapshot


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
