"""``{% site_behind %}``: on a director's home page, how far the club's site is behind and why.
``{% site_after_erasing %}``: where somebody is erased, what stays at the host, and how long.
"""

from pathlib import Path
from typing import Any

from django import template
from django.conf import settings

from clubscore.text.sentences import translate
from events.website.domain import MANIFEST
from events.website.figures import shown_places
from events.website.selectors import behind, places
from events.website.services.previewing import FOLDER as BY_HAND

register = template.Library()


@register.inclusion_tag("events/website/_behind.html")
def site_behind() -> dict[str, Any]:
    """Empty where the site is up to date, or goes nowhere."""
    state = behind()
    return {"state": state, "problem": translate(state.problem) if state and state.problem else ""}


@register.inclusion_tag("events/website/_erased.html", takes_context=True)
def site_after_erasing(context: dict[str, Any]) -> dict[str, Any]:
    """Empty where there is no site in a folder. Of somebody who is erased nothing is left where the
    site is up to date."""
    state = behind()
    is_erased = bool(getattr(context.get("player"), "erased_at", None))
    return {
        "places": shown_places(but_up_to_date=is_erased),
        "state": state,
        "may_upload": state or any(each.is_chosen and not each.is_whole for each in places()),
        "is_by_hand": (Path(settings.DATA_DIR) / BY_HAND / MANIFEST).exists(),
        "csrf_token": context.get("csrf_token", ""),
    }
