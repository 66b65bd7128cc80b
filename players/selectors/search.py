"""Finding players by a part of a name or a number, or by whole names."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from players.domain import names
from players.models import Player


def search_players(text: str, *, limit: int = 12) -> QuerySet[Player]:
    """Players whose number is ``text``, or whose name has every word of it as a part.

    Case and accents do not matter. In the order of family names.
    """
    players = Player.objects.select_related("club")
    if "\0" in text:
        # In no name; and PostgreSQL refuses to look for it.
        return players.none()
    if text.strip().isdecimal():
        return players.filter(number=int(text.strip()[:18]))[:limit]
    found = Q()
    for word in names.search_key(text).split():
        found &= Q(search_text__contains=word)
    return players.filter(found)[:limit]


def players_by_key(keys: Iterable[str]) -> dict[str, Player]:
    """The players of these name keys (:attr:`players.domain.names.Name.key`), by key."""
    return {player.name_key: player for player in Player.objects.filter(name_key__in=set(keys))}
