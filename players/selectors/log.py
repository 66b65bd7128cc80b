"""Reading the register's log."""

from collections.abc import Collection
from dataclasses import asdict

from django.db.models import QuerySet

from players.domain.names import Name
from players.models import FormerNumber, Player, RegisterEntry

NAME = ("given", "middle", "family")

WHOLE = {
    RegisterEntry.Action.KEPT,
    RegisterEntry.Action.MERGED,
    RegisterEntry.Action.DELETED,
}
"""Entries of these hold every value of a record that was not empty; others what changed."""


def numbers_of(number: int) -> list[int]:
    """The number of a player, and every former one that leads to it."""
    former = FormerNumber.objects.filter(player=number).values_list("pk", flat=True)
    return [number, *former]


def entries_of(numbers: Collection[int]) -> QuerySet[RegisterEntry]:
    """What was done to the player of these numbers, the latest first."""
    return RegisterEntry.objects.filter(number__in=numbers).select_related("user")


def names_of(numbers: Collection[int]) -> frozenset[Name]:
    """Every name that the player of these numbers has had, as far as the log shows."""
    present = {player.pk: player.name for player in Player.objects.filter(pk__in=numbers)}
    entries: dict[int, list[RegisterEntry]] = {number: [] for number in numbers}
    for entry in RegisterEntry.objects.filter(number__in=numbers).order_by("-pk"):
        entries[entry.number].append(entry)
    names = set(present.values())
    for number, backwards in entries.items():
        name = present.get(number)
        parts = asdict(name) if name else dict.fromkeys(NAME, "")
        # An entry holds the values before it: from the latest on, each gives the name one step
        # earlier.
        for entry in backwards:
            if entry.action in WHOLE:
                # Such an entry leaves empty values out: a part it does not hold was empty.
                parts = dict.fromkeys(NAME, "")
            parts |= {part: entry.before[part] or "" for part in NAME if part in entry.before}
            names.add(Name(**parts))
    return frozenset(name for name in names if name.family)
