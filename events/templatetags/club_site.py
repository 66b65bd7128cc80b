"""``{% site_behind %}``: on a director's home page, how far the club's site is behind and why."""

from typing import Any

from django import template

from clubscore.text.sentences import translate
from events.website.selectors import behind

register = template.Library()


@register.inclusion_tag("events/website/_behind.html")
def site_behind() -> dict[str, Any]:
    """Empty where the site is up to date, or goes nowhere."""
    state = behind()
    return {"state": state, "problem": translate(state.problem) if state and state.problem else ""}
