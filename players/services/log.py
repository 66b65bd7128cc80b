"""Writing the register's log: one entry for everything done to a player.

The lock of the register: whoever changes players or clubs raises its version first.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import connection

from clubscore.web.visitors import Actor
from players.models import Player, RegisterEntry, RegisterVersion
from players.selectors.references import FIELDS, NAME, values_of

LOGGED = (*FIELDS, "middle")
"""And the middle name, which old entries have."""

BATCH_SIZE = 2000


def non_empty(values: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that are neither empty nor false."""
    return {field: value for field, value in values.items() if value != "" and value is not False}


def record(
    *,
    number: int,
    action: RegisterEntry.Action,
    by: Actor,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    other: int | None = None,
) -> RegisterEntry:
    """Append one entry to the log."""
    entry = _entry(number, action, by, before, after, other)
    entry.save()
    return entry


def record_change(
    *, number: int, before: Mapping[str, Any], after: Mapping[str, Any], by: Actor
) -> None:
    """Append what differs between two sets of values; nothing when they are equal."""
    old, new = _differing(before, after)
    if old != new:
        record(number=number, action=RegisterEntry.Action.CHANGED, by=by, before=old, after=new)


def record_changes(
    *, before: Mapping[int, Mapping[str, Any]], after: Mapping[int, Mapping[str, Any]], by: Actor
) -> None:
    """Append what differs between the values of several players, by their numbers."""
    action = RegisterEntry.Action.CHANGED
    changes = ((number, *_differing(before[number], after[number])) for number in before)
    RegisterEntry.objects.bulk_create(
        (_entry(number, action, by, old, new) for number, old, new in changes if old != new),
        batch_size=BATCH_SIZE,
    )


def record_added(*, players: Iterable[Player], by: Actor) -> None:
    """Append an entry for each of several players who were added together."""
    action = RegisterEntry.Action.ADDED
    RegisterEntry.objects.bulk_create(
        (_entry(player.pk, action, by) for player in players), batch_size=BATCH_SIZE
    )


def record_deleted(*, players: Iterable[Player], by: Actor) -> None:
    """Append an entry for each of the players, with what was known of them."""
    RegisterEntry.objects.bulk_create(
        (
            _entry(player.pk, RegisterEntry.Action.DELETED, by, non_empty(values_of(player)))
            for player in players
        ),
        batch_size=BATCH_SIZE,
    )


def record_same_change(
    *, numbers: Iterable[int], before: Mapping[str, Any], after: Mapping[str, Any], by: Actor
) -> None:
    """Append an entry of one change for each of several players."""
    action = RegisterEntry.Action.CHANGED
    RegisterEntry.objects.bulk_create(
        (_entry(number, action, by, before, after) for number in numbers), batch_size=BATCH_SIZE
    )


def _differing(
    before: Mapping[str, Any], after: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The fields that differ, with their values before and after."""
    changed = {field for field in before if before[field] != after[field]}
    # A name is logged whole: an entry of its parts alone is one of the time of middle names.
    changed |= set(NAME) if changed & set(NAME) else set()
    return (
        {field: value for field, value in before.items() if field in changed},
        {field: value for field, value in after.items() if field in changed},
    )


def _entry(
    number: int,
    action: RegisterEntry.Action,
    by: Actor,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    other: int | None = None,
) -> RegisterEntry:
    return RegisterEntry(
        number=number,
        other=other,
        user=by.user,
        # As long as the column.
        device=by.device[:200],
        action=action,
        before=dict(before or {}),
        after=dict(after or {}),
    )


ONLY_ROW = 1


def hold_register(**_others: object) -> None:
    """Let nobody change the register until this transaction ends: for a page that compares what was
    sent with what is stored."""
    _lock(raised_by=0)


def change_register() -> None:
    """Raise the version of the register; whoever else changes it waits until this transaction
    ends. Before any player or club is locked, so that no two services wait for each other."""
    _lock(raised_by=1)


def _lock(*, raised_by: int) -> None:
    table = connection.ops.quote_name(RegisterVersion._meta.db_table)
    with connection.cursor() as cursor:
        # One statement that both databases know, also where a test or a restore left no row.
        cursor.execute(
            f"INSERT INTO {table} (id, number) VALUES (%s, %s) "  # noqa: S608 - a table of ours
            f"ON CONFLICT (id) DO UPDATE SET number = {table}.number + %s",
            [ONLY_ROW, raised_by, raised_by],
        )
