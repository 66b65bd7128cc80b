"""The three presets of what players may see, and their switches."""

from collections.abc import Mapping
from typing import Any, Final

_CLUB: Final[Mapping[str, Any]] = {
    "phones": True,
    "approve": "late",
    "confirm": True,
    "same_device": True,
    "traveller": False,
    "percent": False,
    "standings": False,
    "others": True,
    "second_look": True,
}
PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {
    "tournament": {**_CLUB, "phones": False, "approve": "always",
                   "others": False, "second_look": False},
    "club": _CLUB,
    "social": {**_CLUB, "traveller": True, "percent": True, "standings": True},
}  # fmt: skip
"""The switches of :class:`events.models.TableEntrySettings` by preset: *tournament* is for a club's
own tablets, which a director approves."""
