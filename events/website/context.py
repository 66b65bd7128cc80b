"""What the head and the foot of every page say of the club's site."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from clubscore.web.in_folder import PAGE_ADDRESS
from events.website.selectors import site_settings


def club_site(request: HttpRequest) -> dict[str, Any]:
    """The settings of the site, and the address of the page there where it is known."""
    return {
        "club_site": SimpleLazyObject(site_settings),
        "page_address": request.META.get(PAGE_ADDRESS, ""),
    }
