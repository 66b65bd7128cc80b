"""Writing the register's log: one entry for everything done to a player."""

from collections.abc import Iterable, Mapping
from typing import Any

from clubscore.actor import Actor
from players.models import Player, RegisterEntry

NAME = ("given", "middle", "family")
FIELDS = (
    *NAME,
    "grade",
    "club",
    "country",
    "note",
    "born",
    "email",
    "telephone",
    "fide_number",
    "initials_only",
)
"""What a director may say of a player, in the order in which pages show it."""

AT_ONCE = 2000


def values_of(player: Player) -> dict[str, Any]:
    """Every field as the log keeps it; a club by its name."""
    values = {field: getattr(player, field) for field in FIELDS}
    return values | {"club": player.club.name if player.club else ""}


def said(values: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that say something."""
    return {field: value for field, value in values.items() if value not in ("", False)}


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
    """Append what differs of two sets of values; nothing where nothing does."""
    changed = [field for field in before if before[field] != after[field]]
    if changed:
        record(
            number=number,
            action=RegisterEntry.Action.CHANGED,
            by=by,
            before={field: before[field] for field in changed},
            after={field: after[field] for field in changed},
        )


def record_added(*, players: Iterable[Player], by: Actor) -> None:
    """Append an entry for each of the players, who were added at once."""
    action = RegisterEntry.Action.ADDED
    RegisterEntry.objects.bulk_create(
        (_entry(player.pk, action, by) for player in players), batch_size=AT_ONCE
    )


def record_deleted(*, players: Iterable[Player], by: Actor) -> None:
    """Append an entry for each of the players, with what was known of them."""
    RegisterEntry.objects.bulk_create(
        (
            _entry(player.pk, RegisterEntry.Action.DELETED, by, said(values_of(player)))
            for player in players
        ),
        batch_size=AT_ONCE,
    )


def record_same_change(
    *, numbers: Iterable[int], before: Mapping[str, Any], after: Mapping[str, Any], by: Actor
) -> None:
    """Append an entry of one change that befell several players at once."""
    action = RegisterEntry.Action.CHANGED
    RegisterEntry.objects.bulk_create(
        (_entry(number, action, by, before, after) for number in numbers), batch_size=AT_ONCE
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
        device=by.device[:200],
        action=action,
        before=dict(before or {}),
        after=dict(after or {}),
    )
