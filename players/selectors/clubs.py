"""Reading clubs.

Reading the settings of the club, and what pages call the facts about players.
"""

from collections.abc import Iterable, Iterator

from django.db.models import Count, QuerySet
from django.db.models.functions import Lower
from django.utils.translation import gettext as _

from players.domain.personal import FACTS
from players.models import Club, ClubSettings, Player
from players.models.club import current_settings


def clubs() -> QuerySet[Club]:
    """All clubs by name, whatever its case, each with its ``player_count``, in one query."""
    counted = Club.objects.annotate(player_count=Count("player"))
    return counted.order_by(Lower("name"), "name")


def stored_club(pk: int) -> Club:
    """A club as it is stored, whatever a form has put into another copy of it."""
    return Club.objects.get(pk=pk)


def clubs_by_name(names: Iterable[str]) -> dict[str, Club]:
    """The clubs of these names, spelled exactly so."""
    wanted = set(names)
    return {club.name: club for club in Club.objects.all() if club.name in wanted}


def clubs_differing_in_case(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The new names that differ in case alone from a club, or from one before them, each with
    that one. In one query."""
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


def club_settings() -> ClubSettings:
    """The settings of the club."""
    return current_settings()


def facts_in_use() -> tuple[str, ...]:
    """The facts that pages and files show, in their order."""
    return club_settings().facts_in_use


def unused_facts() -> tuple[str, ...]:
    """The facts that they do not show."""
    used = facts_in_use()
    return tuple(fact for fact in FACTS if fact not in used)


def short_facts(player: Player) -> str:
    """What tells a player from another of a similar name: club, rating and grade, as far as they
    are in use."""
    used = facts_in_use()
    told = [player.pk, *(getattr(player, fact) for fact in _TELLING if fact in used)]
    return ", ".join(str(each) for each in told if each)


_TELLING = ("club", "rating", "grade")


def label_of(field: str) -> str:
    """What a field of a player is called; the national number as the club calls it."""
    if field == "middle":
        return _("Middle name")
    if field == "national_number" and club_settings().national_number_label:
        return _("%(label)s number") % {"label": club_settings().national_number_label}
    verbose: str = str(Player._meta.get_field(field).verbose_name)  # type: ignore[union-attr]
    return verbose[:1].upper() + verbose[1:]
