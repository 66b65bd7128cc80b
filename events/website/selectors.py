"""What is stored of the club's site."""

from events.models import ClubSite
from events.models.website import ONLY_ROW


def site_settings() -> ClubSite:
    """The settings of the site, made when they are first asked for: whose site it is stays."""
    found, _is_new = ClubSite.objects.get_or_create(pk=ONLY_ROW)
    return found
