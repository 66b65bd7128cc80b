"""What every template is given: the club, and the part of the guides that a page leads to."""

from django.core.cache import cache
from django.http import HttpRequest

from clubscore.help.sections import help_of
from clubscore.web.permissions import is_director
from events.common.views.figures import fragment_age
from events.models import Tournament
from players.models import ClubSettings
from players.models.club import current_settings
from players.our_club import OurClub

_KEY = "our-club"


def _recent_settings() -> ClubSettings:
    """The settings, as old as a visitor's results may be: hundreds of phones cost no query each."""
    age = fragment_age(director=False)
    settings: ClubSettings | None = cache.get(_KEY)
    if settings is None:
        settings = current_settings()
        cache.set(_KEY, settings, age)
    return settings


def our_club(request: HttpRequest) -> dict[str, object]:
    """The values of every template: the club, and the part of the guides that the page leads to."""
    match = request.resolver_match
    visitor = not is_director(request) if hasattr(request, "user") else True
    guide, anchor = help_of(match.view_name) if match else ("", "")
    return {
        "our_club": OurClub(
            _recent_settings if visitor else current_settings, Tournament.objects.exists
        ),
        "help_guide": guide,
        "help_anchor": anchor,
    }
