"""Finding players by a part of a name or a number, or by whole names."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from players.domain.folding import search_key
from players.models import Player

BATCH_SIZE = 5_000
"""How many names one query looks for; SQLite takes about 30,000 values in one."""


def search_players(text: str, *, limit: int = 12) -> QuerySet[Player]:
    """Players whose number is ``text``, or whose name has every word of it as a part.

    Case and accents do not matter. In the order of family names.
    """
    players = Player.objects.select_related("club")
    if "\0" in text:
        # In no name; and PostgreSQL refuses to look for it.
        return players.none()
    if text.strip().isdecimal():
        # A column holds numbers below 2 ** 63; nothing that is longer can be found.
        return players.filter(number=int(text.strip()[:18]))[:limit]
    found = Q()
    for word in search_key(text).split():
        found &= Q(search_text__contains=word)
    return players.filter(found)[:limit]


def players_by_key(keys: Iterable[str], *, lock: bool = False) -> dict[str, Player]:
    """The players of these name keys (:attr:`players.domain.names.Name.key`), by key.

    With ``lock`` nobody merges or deletes them until the transaction ends.
    """
    players = Player.objects.filter(name_key__in=set(keys))
    if lock:
        # Not the key: rows that refer to these players may be added meanwhile. In one order, so
        # that two directors never wait for each other.
        players = players.select_for_update(no_key=True).order_by("pk")
    return {player.name_key: player for player in players}


def players_by_number(numbers: Iterable[int], *, lock: bool = False) -> dict[int, Player]:
    """The players of these numbers; with ``lock`` as in :func:`players_by_key`."""
    # Not by a join: PostgreSQL finds no club where a player whose lock was waited for has another.
    players = Player.objects.prefetch_related("club").filter(pk__in=list(numbers))
    if lock:
        players = players.select_for_update(no_key=True).order_by("pk")
    return {player.pk: player for player in players}


def numbers_by_key(keys: Iterable[str]) -> dict[str, int]:
    """The numbers of the players of these name keys, by key; for any number of keys."""
    wanted = list(keys)
    numbers: dict[str, int] = {}
    for start in range(0, len(wanted), BATCH_SIZE):
        found = Player.objects.filter(name_key__in=wanted[start : start + BATCH_SIZE])
        numbers |= found.values_list("name_key", "number")
    return numbers
