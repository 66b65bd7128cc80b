"""Reading clubs."""

from collections.abc import Iterable, Iterator

from django.db.models import Count, QuerySet
from django.db.models.functions import Lower

from players.models import Club


def clubs() -> QuerySet[Club]:
    """All clubs by name, whatever its case, each with its ``player_count``, in one query."""
    counted = Club.objects.annotate(player_count=Count("player"))
    return counted.order_by(Lower("name"), "name")


def clubs_by_name(names: Iterable[str]) -> dict[str, Club]:
    """The clubs of these names, spelled exactly so."""
    wanted = set(names)
    return {club.name: club for club in Club.objects.all() if club.name in wanted}


def clubs_differing_in_case(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Those of these new names that differ in case alone from a club, or from one before them,
    each with that one. In one query."""
    # The newest first: of two that differ in case already, the older one overwrites it here.
    spelled = {club.name.casefold(): club.name for club in Club.objects.order_by("-pk")}
    for name in names:
        other = spelled.setdefault(name.casefold(), name)
        if other != name:
            yield name, other


def club_named(name: str) -> Club | None:
    """The club of this name; of those that differ in case alone, the one spelled so comes first."""
    key = name.casefold()
    # Compared here, because SQLite knows the capitals of ASCII letters only.
    found = [club for club in Club.objects.order_by("pk") if club.name.casefold() == key]
    return next((club for club in found if club.name == name), found[0] if found else None)
