"""The button that opens this laptop to the hall, on every page that is about phones."""

from typing import Any

from django import template
from django.template import Context

from clubscore.web.hall import hall_now

register = template.Library()


@register.inclusion_tag("clubscore/_hall.html", takes_context=True)
def hall_opening(context: Context) -> dict[str, Any]:
    """Whether phones reach this server, with the button for it."""
    request = context["request"]
    return {"hall": hall_now(), "request": request, "csrf_token": context.get("csrf_token")}
