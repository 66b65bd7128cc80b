"""What the arbiter does on the page of the phones: results through the one service of all results,
in the one log."""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from django.utils import timezone

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused, sentence
from clubscore.web.visitors import Actor
from events.common.services import keep, lock_tournament
from events.devices.services import answer_call as answer_stored
from events.hall.domain import clock as rules
from events.hall.domain.clock import Clock
from events.hall.selectors.desk import missing_entries
from events.hall.selectors.phones import clock_of, last_published, rounds_with_pairings
from events.hall.selectors.state import clock_of_row
from events.hall.services.asking import register_present
from events.hall.services.joining import forget
from events.hall.services.settings import raise_revision
from events.models import (
    Entry,
    Game,
    GameReport,
    HallCall,
    HallClock,
    HallSettings,
    LogEntry,
    Presence,
    Tournament,
)
from events.models.hall import MAX_ANNOUNCEMENT
from events.tournaments.core.domain.results import OPEN, Outcome, write_outcome
from events.tournaments.core.selectors.rounds import progress
from events.tournaments.entries.services.entries import change_entry
from events.tournaments.entries.services.registration import register_entry
from events.tournaments.rounds.selectors import game_log
from events.tournaments.rounds.services.results import Entered, enter_result

MAX_ANNOUNCEMENTS: Final = 5

MAX_MESSAGE: Final = 200


class Changed(Refused):
    """What the page showed is another one by now."""


@in_transaction
def accept(*, tournament: Tournament, report_id: int, by: Actor) -> Entered:
    """The arbiter takes the word of one side. Raises :class:`Changed` where it stands no more."""
    keep(Tournament, tournament.pk)
    said = GameReport.objects.filter(pk=report_id, game__round__tournament=tournament).first()
    if said is None or said.version != said.game.version:
        raise Changed(sentence("This report is gone. Look at the game again."))
    return enter_result(
        tournament=tournament, game_id=said.game_id, text=said.result, by=by, version=said.version
    )


@in_transaction
def forget_and_undo(*, tournament: Tournament, device_id: int, by: Actor) -> int:
    """Forget a phone and put back what it agreed to in the round that is played, where that still
    stands: one group, undone together. Returns how many results. Raises :class:`Refused` for a
    phone that is gone."""
    # Alone: no phone agrees to anything between what is read here and what is written.
    stored = lock_tournament(tournament.pk, alone=True)
    forget(tournament_id=stored.pk, device_id=device_id)
    current = last_published(progress(stored.pk))
    GameReport.objects.filter(device=device_id, game__round__tournament=stored).delete()
    if current is None:
        return 0
    first: LogEntry | None = None
    count = 0
    games = Game.objects.filter(round=current.pk, updated_by=None).order_by("board_number")
    for game in games.exclude(outcome__in=OPEN):
        last = game_log(stored, game.pk).filter(action=LogEntry.Action.ENTERED).first()
        if last is None or not re.search(rf"\bdevice {device_id}\b", last.device):
            continue
        text = write_outcome(Outcome(last.before["outcome"]))
        made = enter_result(tournament=stored, game_id=game.pk, text=text, by=by, part_of=first)
        first = first or made.entry
        count += 1
    return count


@in_transaction
def answer(*, tournament: Tournament, call_id: int, by: Actor) -> None:
    """The arbiter comes, or has seen what came too late. Raises :class:`Changed` where somebody
    else did."""
    # Not only kept: who is admitted has a call answered, too.
    lock_tournament(tournament.pk)
    calls = HallCall.objects.select_for_update(of=("self",), no_key=True).filter(
        pk=call_id, tournament=tournament, withdrawn_at=None, answered_at=None
    )
    call = calls.first()
    if call is None:
        raise Changed(sentence("This call was answered already, or taken back."))
    answer_stored(call, by=by)
    raise_revision(tournament.pk)


@in_transaction
def open_check_in(
    *, tournament: Tournament, number: int, closes: datetime | None, by: Actor
) -> None:
    """Let players say that they are here for a round. Raises :class:`Changed` for a round that has
    pairings, :class:`Refused` for one that there is not."""
    stored = lock_tournament(tournament.pk)
    hall = locked_hall(stored)
    if not 1 <= number <= stored.rounds_planned:
        raise Refused.because(
            "There is no round %(round)s: the tournament has %(rounds)s.",
            round=number,
            rounds=stored.rounds_planned,
        )
    if number in rounds_with_pairings(stored.pk):
        raise Changed(sentence("Round %(round)s is paired already.", round=number))
    if closes is not None and closes <= timezone.now():
        raise Refused.because("This closing time is past already. Choose a later one, or none.")
    hall.check_in, hall.check_in_closes = number, closes
    hall.check_in_closed = min(hall.check_in_closed, number - 1)
    hall.save(update_fields=["check_in", "check_in_closes", "check_in_closed"])
    raise_revision(stored.pk)


@in_transaction
def close_check_in(*, tournament: Tournament, number: int, missing: set[int], by: Actor) -> None:
    """Close the check-in of a round: who is missing does not play it. ``missing`` are the ids of
    the entries that the page showed; raises :class:`Changed` where the list is another one.

    For round 1 they are not registered and have no starting number; later the round is one that
    they do not attend.
    """
    stored = lock_tournament(tournament.pk)
    hall = locked_hall(stored)
    if hall.check_in != number:
        raise Changed(sentence("The check-in of round %(round)s is not open.", round=number))
    entries = missing_entries(stored.pk, number)
    if {entry.pk for entry in entries} != missing:
        raise Changed(sentence("Somebody has arrived or left meanwhile. Look at the list again."))
    for entry in entries:
        if number == 1:
            register_entry(
                entry=entry,
                registered=False,
                absent_rounds=entry.absent_rounds,
                group=entry.group,
                by=by,
            )
        else:
            entry.absent_rounds = sorted({*entry.absent_rounds, number})
            change_entry(entry=entry, fields=["absent_rounds"], by=by)
    hall.check_in, hall.check_in_closes = None, None
    hall.check_in_closed = max(hall.check_in_closed, number)
    hall.save(update_fields=["check_in", "check_in_closes", "check_in_closed"])
    raise_revision(stored.pk)


@in_transaction
def say_arrived(
    *, tournament: Tournament, entry_id: int, number: int, here: bool, by: Actor
) -> None:
    """The arbiter says that somebody is here for a round, or is not: also of a round whose check-in
    is closed, as long as it is not paired. Raises :class:`Refused`."""
    stored = lock_tournament(tournament.pk)
    hall = locked_hall(stored)
    entry = Entry.objects.filter(pk=entry_id, tournament=stored).first()
    if entry is None:
        raise Refused.because("There is no such player here.")
    if number in rounds_with_pairings(stored.pk):
        raise Changed(sentence("Round %(round)s is paired already.", round=number))
    is_closed = number <= hall.check_in_closed
    if hall.check_in != number and not is_closed:
        raise Changed(sentence("The check-in of round %(round)s is not open.", round=number))
    there = Presence.objects.filter(entry=entry, round=number)
    if not here:
        there.delete()
    elif not there.exists():
        Presence.objects.create(entry=entry, round=number, at=timezone.now(), by=by.user)
        _let_play(entry, number if is_closed else 0, by=by)
    raise_revision(stored.pk)


@in_transaction
def admit(*, tournament: Tournament, call_id: int, by: Actor) -> int:
    """Let somebody play who came after the check-in was closed: registered, with a starting number,
    from the next round that is not paired. Returns that round. Raises :class:`Changed` where
    somebody else did, or there is no such round."""
    stored = lock_tournament(tournament.pk)
    hall = locked_hall(stored)
    calls = HallCall.objects.filter(
        tournament=stored, kind=HallCall.Kind.CHECK_IN, withdrawn_at=None, answered_at=None
    )
    call = calls.select_related("device").filter(pk=call_id, device__entry__isnull=False).first()
    if call is None or call.device is None or call.device.entry_id is None:
        raise Changed(sentence("This call was answered already, or taken back."))
    following = max(rounds_with_pairings(stored.pk), default=0) + 1
    if following > stored.rounds_planned:
        raise Changed(sentence("All rounds are paired."))
    entry = Entry.objects.get(pk=call.device.entry_id)
    if entry.withdrawn_after is not None:
        raise Changed(sentence("%(name)s has withdrawn.", name=entry.name))
    _let_play(entry, following if following <= hall.check_in_closed else 0, by=by)
    if following in (hall.check_in, hall.check_in_closed):
        Presence.objects.get_or_create(
            entry=entry, round=following, defaults={"at": timezone.now(), "by": by.user}
        )
    for each in calls.filter(device__entry=entry):
        answer_stored(each, by=by)
    raise_revision(stored.pk)
    return following


def _let_play(entry: Entry, number: int, *, by: Actor) -> None:
    """Who is here is registered, and plays the round ``number`` whose check-in was closed over
    him; a bye that was asked for stays."""
    register_present(entry, by=by)
    if number in entry.absent_rounds and str(number) not in entry.asked_byes:
        entry.absent_rounds = [each for each in entry.absent_rounds if each != number]
        change_entry(entry=entry, fields=["absent_rounds"], by=by)


@in_transaction
def announce(*, tournament: Tournament, text: str) -> None:
    """Show a text on phones and display; an empty one takes all away. Raises :class:`Refused`."""
    lock_tournament(tournament.pk)
    hall = locked_hall(tournament)
    plain = " ".join(text.split())
    if len(plain) > MAX_ANNOUNCEMENT or not plain.isprintable():
        raise Refused.because(
            "An announcement has at most %(most)s characters.", most=MAX_ANNOUNCEMENT
        )
    hall.announcements = [*hall.announcements, plain][-MAX_ANNOUNCEMENTS:] if plain else []
    hall.save(update_fields=["announcements"])
    raise_revision(tournament.pk)


def locked_hall(tournament: Tournament) -> HallSettings:
    """The settings of a tournament, locked. Raises :class:`Refused` where there are none."""
    found = HallSettings.objects.select_for_update(no_key=True).filter(tournament=tournament)
    hall = found.first()
    if hall is None:
        raise Refused.because("Players’ phones are switched off.")
    return hall


@in_transaction
def set_clock(*, tournament: Tournament, values: Mapping[str, Any]) -> None:
    """Change what the round clock counts by: the ``length`` of a round in minutes, from the next
    start on, ``default_minutes``, and the ``text`` of the rate of play."""
    stored = lock_tournament(tournament.pk)
    HallClock.objects.update_or_create(tournament=stored, defaults=dict(values))
    raise_revision(stored.pk)


@in_transaction
def press(*, tournament: Tournament, key: str, message: str | None = None) -> None:
    """A key of the round clock. Raises :class:`Refused` for another key, and where there is nothing
    to undo."""
    stored = lock_tournament(tournament.pk)
    row = clock_of(stored)
    current = last_published(progress(stored.pk))
    clock = rules.stopped_by(clock_of_row(row), current.number if current else 0)
    if key == "undo":
        if not row.before:
            raise Refused.because("There is nothing to undo.")
        changed = rules.of_values(row.before, clock.length)
        row.before = {}
    else:
        changed = _pressed(clock, key, stored.rounds_planned, message)
        row.before = rules.as_values(clock)
    row.round, row.phase, row.message = changed.round, str(changed.phase), changed.message
    row.starts_at, row.ends_at, row.paused_left = changed.starts, changed.ends, changed.paused
    row.save()
    raise_revision(stored.pk)


def _pressed(clock: Clock, key: str, rounds: int, message: str | None) -> Clock:
    if key == "message":
        plain = " ".join((message or "").split())
        if len(plain) > MAX_MESSAGE or not plain.isprintable():
            raise Refused.because("A message has at most %(most)s characters.", most=MAX_MESSAGE)
        return replace(clock, message=plain)
    if key not in rules.KEYS:
        raise Refused.because("The clock has no such key.")
    return rules.KEYS[key](clock, rounds, timezone.now())
