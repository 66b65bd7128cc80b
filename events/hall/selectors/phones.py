"""What every poll of a phone begins with, in one query; the devices and what they may do; the
codes of a tournament."""

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from django.db import connection

from events.devices.domain.codes import read_code
from events.hall.domain.finding import Findable
from events.models import (
    Entry,
    HallClock,
    HallCode,
    HallDevice,
    HallSettings,
    LogEntry,
    Round,
    Tournament,
)
from events.tournaments.core.selectors.entries import by_name
from events.tournaments.core.selectors.rounds import RoundProgress
from players.models import RegisterVersion

_LOG: Final = LogEntry._meta.db_table

_POLLED: Final = f"""
    SELECT device.id, device.tournament_id, device.seen_at, hall.is_on, hall.revision,
           (SELECT COUNT(*) FROM {_LOG} WHERE tournament_id = device.tournament_id),
           (SELECT MAX(id) FROM {_LOG} WHERE tournament_id = device.tournament_id),
           (SELECT MAX(number) FROM {RegisterVersion._meta.db_table})
    FROM {HallDevice._meta.db_table} AS device
    JOIN {HallSettings._meta.db_table} AS hall ON hall.tournament_id = device.tournament_id
    JOIN {Tournament._meta.db_table} AS tournament ON tournament.id = device.tournament_id
    WHERE device.token_hash = %s AND device.revoked_at IS NULL AND tournament.deleted_at IS NULL
"""  # noqa: S608 - the names of tables are our own


@dataclass(frozen=True, slots=True)
class Polled:
    """The device that asks, and the stamp of its tournament: it changes with the log, the names and
    the revision of the settings."""

    device: int
    tournament: int
    seen_at: datetime
    is_on: bool
    stamp: str


def hash_of(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def polled(token: str) -> Polled | None:
    """The device of a token, unless it was forgotten. Raw SQL: every poll of every phone."""
    with connection.cursor() as cursor:
        cursor.execute(_POLLED, [hash_of(token)])
        row = cursor.fetchone()
    if row is None:
        return None
    device, tournament, seen, is_on, *stamp = row
    # SQLite stores moments without their time zone, which is UTC.
    seen = seen if seen.tzinfo else seen.replace(tzinfo=UTC)
    return Polled(device, tournament, seen, bool(is_on), "-".join(map(str, (tournament, *stamp))))


def hall_stamp(tournament_id: int) -> str:
    """A text that changes with whatever the display and the arbiter's page show."""
    sql = f"""
        SELECT hall.revision, (SELECT COUNT(*) FROM {_LOG} WHERE tournament_id = %s),
               (SELECT MAX(id) FROM {_LOG} WHERE tournament_id = %s),
               (SELECT MAX(number) FROM {RegisterVersion._meta.db_table})
        FROM {HallSettings._meta.db_table} AS hall WHERE hall.tournament_id = %s
    """  # noqa: S608 - the names of tables are our own
    with connection.cursor() as cursor:
        cursor.execute(sql, [tournament_id] * 3)
        return "-".join(map(str, cursor.fetchone() or ("",)))


def last_published(rounds: list[RoundProgress]) -> RoundProgress | None:
    """The last round whose pairings everybody may read."""
    return next((each for each in reversed(rounds) if each.is_paired and not each.is_hidden), None)


def hall_of(tournament: Tournament) -> HallSettings:
    """What a tournament lets phones do, of one that was read with it."""
    return getattr(tournament, "hall")  # type: ignore[no-any-return]  # noqa: B009


def settings_of(tournament_id: int) -> HallSettings | None:
    """What a tournament lets phones do; ``None`` where it was never switched on."""
    return HallSettings.objects.filter(tournament=tournament_id).first()


def clock_of(tournament: Tournament) -> HallClock:
    """The round clock of a tournament, or one that nobody has started."""
    found = HallClock.objects.filter(tournament=tournament).first()
    return found or HallClock(tournament=tournament)


def settings_of_display(code: str) -> HallSettings | None:
    """The settings of the tournament whose screen has a code, where phones are on."""
    found = HallSettings.objects.select_related("tournament").filter(
        display_code=read_code(code) or None, is_on=True, tournament__deleted_at=None
    )
    return found.first()


def standing_code(text: str) -> HallCode | None:
    """The code in an address, where it leads somewhere: of a tournament that is on."""
    code = read_code(text)
    if not code:
        return None
    found = HallCode.objects.select_related("tournament__hall", "entry__player", "team").filter(
        code=code, revoked_at=None, tournament__deleted_at=None, tournament__hall__is_on=True
    )
    return found.first()


def was_code(text: str) -> bool:
    """Whether a code that leads nowhere once led somewhere: yesterday's card is nobody's guess."""
    code = read_code(text)
    return bool(code) and HallCode.objects.filter(code=code).exists()


def rounds_with_pairings(tournament_id: int) -> frozenset[int]:
    """The rounds that have games, published or not."""
    paired = Round.objects.filter(tournament=tournament_id, games__isnull=False)
    return frozenset(paired.order_by().values_list("number", flat=True).distinct())


def findable(tournament_id: int) -> list[Findable]:
    """Everybody of a tournament by name, for who looks for himself; nothing private is in it."""
    entries = Entry.objects.filter(tournament=tournament_id).select_related("player")
    return [_findable(entry) for entry in sorted(entries, key=by_name())]


def _findable(entry: Entry) -> Findable:
    is_hidden = entry.public_name != entry.shown_name
    return Findable(
        entry=entry.pk,
        number=entry.number,
        name=entry.public_name,
        family=entry.family,
        club="" if is_hidden else entry.club,
        is_hidden=is_hidden,
    )
