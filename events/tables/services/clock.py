"""The director's keys of the round clock. None of it is in the log: it changes no result."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from django.utils import timezone

from clubscore.problems import Refused, gettext_noop, sentence
from clubscore.transactions import in_transaction
from events.common.services.locks import lock_session
from events.models import RoundClock, TableEntrySettings
from events.tables.domain import clock as rules
from events.tables.domain.clock import Clock, Phase, Timetable
from events.tables.selectors.clock import clock_of, state_text, timetable
from events.tables.services.revision import raise_revision

MAX_MESSAGE: Final = 200
_Change = Callable[[Clock, Timetable, datetime], Clock]

KEYS: Final[Mapping[str, _Change]] = {
    "next": rules.go_on,
    "back": rules.go_back,
    "pause": lambda clock, table, now: rules.pause(clock, now),
    "plus": lambda clock, table, now: rules.add(clock, 1, now),
    "minus": lambda clock, table, now: rules.add(clock, -1, now),
    "break": rules.take_break,
}
"""What each key does."""


@in_transaction
def press(*, session_id: int, key: str, seen: str = "") -> Clock:
    """Do what a key of the clock does.

    ``seen`` is the state that the director saw, as :func:`state_text` writes it: with another one
    nothing is done, so that a key that two press ends one round. Raises :class:`Refused` for a
    session without results from the tables, and :class:`KeyError` for no key.
    """
    change = KEYS[key]
    return _change(session_id, change, seen=seen)


@in_transaction
def press_by_itself(*, session_id: int) -> Clock:
    """The move begins because the time of the round is over, where the settings want that: for
    whoever asks first, a phone or a display."""

    def change(clock: Clock, table: Timetable, now: datetime) -> Clock:
        is_over = clock.phase is Phase.PLAY and clock.ends_at and clock.ends_at <= now
        return rules.go_on(clock, table, now) if is_over else clock

    settings = _settings(session_id)
    return _change(session_id, change if settings.next_by_itself else _same)


@in_transaction
def show_message(*, session_id: int, text: str) -> Clock:
    """Show a message on the display and the phones; an empty one takes it away."""

    def change(clock: Clock, table: Timetable, now: datetime) -> Clock:
        return replace(clock, message=" ".join(text.split())[:MAX_MESSAGE])

    return _change(session_id, change)


@in_transaction
def undo(*, session_id: int) -> Clock:
    """The clock as it was before the last key; what has passed since has passed."""
    lock_session(session_id)
    stored = _stored(session_id)
    if not stored.before:
        raise Refused(sentence(gettext_noop("There is nothing to undo at the clock.")))
    before = _read(stored.before)
    _store(stored, before, now=clock_of(stored), undone=True)
    raise_revision(session_id)
    return before


def _same(clock: Clock, table: Timetable, now: datetime) -> Clock:
    return clock


def _change(session_id: int, change: _Change, *, seen: str = "") -> Clock:
    lock_session(session_id)
    settings, now = _settings(session_id), timezone.now()
    table = timetable(session_id, settings)
    stored = _stored(session_id)
    clock = rules.as_of(clock_of(stored), table, now)
    if seen and seen != state_text(clock):
        return clock
    changed = change(clock, table, now)
    if changed != clock:
        _store(stored, changed, now=clock)
        raise_revision(session_id)
    return changed


def _settings(session_id: int) -> TableEntrySettings:
    found = TableEntrySettings.objects.filter(session=session_id).first()
    if found is None:
        raise Refused(sentence(gettext_noop("Results from the tables are switched off.")))
    return found


def _stored(session_id: int) -> RoundClock:
    found, _made = RoundClock.objects.get_or_create(session_id=session_id)
    return found


def _store(stored: RoundClock, clock: Clock, *, now: Clock, undone: bool = False) -> None:
    stored.round, stored.phase = clock.round, clock.phase
    stored.ends_at, stored.paused_left = clock.ends_at, clock.paused_left
    stored.message = clock.message
    # An undo is not undone: twice the same key would otherwise change nothing.
    stored.before = {} if undone else _written(now)
    stored.save()


def _written(clock: Clock) -> dict[str, Any]:
    return {
        "round": clock.round,
        "phase": str(clock.phase),
        "ends_at": clock.ends_at.isoformat() if clock.ends_at else None,
        "paused_left": clock.paused_left,
        "message": clock.message,
    }


def _read(values: Mapping[str, Any]) -> Clock:
    ends = values["ends_at"]
    return Clock(
        values["round"],
        Phase(values["phase"]),
        datetime.fromisoformat(ends) if ends else None,
        values["paused_left"],
        values["message"],
    )
