"""Reading the settings of the club, and what pages call the facts about players."""

from django.utils.translation import gettext as _

from players.domain.facts import FACTS
from players.models import ClubSettings, Player
from players.models.club_settings import current_settings


def club_settings() -> ClubSettings:
    """The settings of the club; one query a request, whoever asks."""
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
