"""``{% menu_entry %}``: where in the main menu one is."""

from typing import Any, Final

from django import template

register = template.Library()

MORE: Final = "more"

ELSEWHERE: Final = {
    "": "sessions",
    "past": "sessions",
    "club-points": "series",
    "accounts": MORE,
    "admin": MORE,
    "backups": MORE,
    "bridgescore": MORE,
    "deleted": MORE,
    "open": MORE,
    "site": MORE,
}
"""The entries of pages whose address does not begin with their name."""


@register.simple_tag(takes_context=True)
def menu_entry(context: dict[str, Any]) -> str:
    """The first part of the page's address, which is the name of its entry, or what stands for
    it."""
    request = context.get("request")
    if request is None:
        return ""
    if request.path.startswith("/players/settings/"):
        return MORE
    first = str(request.path).split("/")[1]
    return ELSEWHERE.get(first, first)
