"""What every template is given: the club and its site, the part of the guides that a page leads to,
and whether the page becomes a file of the site.

Nothing is read before a page asks for it: a page of an error has no database. An element that makes
sense only before the program carries ``data-served`` and is left out of the site; ``in_folder`` is
for what something else stands in for.
"""

from functools import cache
from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from clubscore.help.sections import help_of
from clubscore.web.site_request import IN_FOLDER, PAGE_ADDRESS
from events.models import Tournament
from events.website.selectors import site_settings
from players.models.club import current_settings


def club_site(request: HttpRequest) -> dict[str, Any]:
    """The values of every template; ``page_address`` is that of the page on the site, where it is
    known."""
    match = request.resolver_match
    guide, anchor = help_of(match.view_name) if match else ("", "")
    return {
        "our_club": SimpleLazyObject(current_settings),
        "plays_rounds": cache(plays_rounds),
        "club_site": SimpleLazyObject(site_settings),
        "page_address": request.META.get(PAGE_ADDRESS, ""),
        "help_guide": guide,
        "help_anchor": anchor,
        "in_folder": IN_FOLDER in request.META,
    }


def plays_rounds() -> bool:
    """Whether the club plays what tournaments of rounds are for, or has any."""
    club = current_settings()
    return club.plays_chess or club.plays_go or Tournament.objects.exists()
