"""Where a link of a page leads: to a page of the site, to a static file, or out of it; which pages
there are. Source: docs/site.md.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

from django.conf import settings
from django.urls import Resolver404, resolve

from clubscore.text.problems import Refused
from events.website.domain import Address, address

HOST: Final = "site.invalid"
"""The host that pages are asked from; it may be in no file."""

ORIGIN: Final = f"https://{HOST}"

IN_SITE: Final[Mapping[str, tuple[str, ...]]] = {
    "home": (),
    "search": (),
    "events:past": ("season", "page"),
    "events:ranking": ("page",),
    "events:travellers": ("section",),
    "events:board-page": (),
    "events:line-page": (),
    "events:find": (),
    "events:frequencies": ("section",),
    "events:grid": ("section",),
    "events:cards": ("section",),
    "events:card": (),
    "events:hands": (),
    "events:matches": (),
    "events:match": (),
    "events:session-points": (),
    "events:pbn": (),
    "events:csv": (),
    "events:series-list": ("page",),
    "events:series": (),
    "events:club-points": ("season",),
    "events:tournaments": ("page",),
    "events:tournament": (),
    "events:tournament-players": (),
    "events:tournament-player": (),
    "events:tournament-round": (),
    "events:tournament-rounds": (),
    "events:tournament-sheet": ("by",),
    "events:tournament-standings": (),
    "events:tournament-standings-after": (),
    "events:tournament-crosstable": ("order",),
    "events:tournament-places": (),
    "events:tournament-ratings": (),
    "events:tournament-find": (),
    "events:tournament-teams": (),
    "events:tournament-prizes": (),
    "events:api-sessions": ("page",),
    "events:api-session": (),
    "events:api-ranking": (),
    "events:api-boards": (),
    "events:api-export": (),
    "events:feed": (),
    "events:calendar": (),
    "events:privacy-page": (),
    "events:last-ranking": (),
}
"""The views whose pages are in the site, and the parameters that make pages of their own."""

LEFT_OUT: Final = frozenset(
    {
        "events:points",
        "events:tournament-tie-break",
        "events:tournament-trf",
        "events:tournament-workbook",
        "events:workbook",
        "events:usebio",
        "events:api-root",
        "events:api-openapi",
        "events:api-schema",
        "events:api-board",
        "events:api-pair",
        "help",
        "help-guide",
        "about",
        "language",
        "login",
    }
)
"""Views that a page may link to without their being in the site: the link becomes its text."""

LEFT_OUT_SPACES: Final = frozenset({"movements"})
"""Name spaces of which the same is true."""

FOR_CONTESTANT: Final = {"events:board-page": "c", "events:tournament-places": "c"}
"""The views whose ``?for=88`` marks a row: it becomes the fragment ``#c-88``."""


class DeadLink(Refused):
    """A page of the site that the program does not give."""


@dataclass(frozen=True, slots=True)
class Link:
    """Where a link leads: to a page of the site, to a static file, or out of it."""

    to: Address | None = None
    static: str = ""
    fragment: str = ""


def follow(page: Address, link: str) -> Link | None:
    """Where a link of a page leads; ``None`` where it is not of the site.

    Raises :class:`DeadLink` for a page that is neither in the site nor known to be left out.
    """
    whole, fragment = urldefrag(urljoin(f"{ORIGIN}{page}", link))
    parts = urlsplit(whole)
    if parts.hostname != HOST:
        return Link(fragment=fragment)
    path = unquote(parts.path) or "/"
    if path.startswith(settings.STATIC_URL):
        return Link(static=path.removeprefix(settings.STATIC_URL), fragment=fragment)
    name = _view_name(path)
    if name not in IN_SITE:
        if name in LEFT_OUT or name.partition(":")[0] in LEFT_OUT_SPACES:
            return None
        raise DeadLink.because(
            "The page %(page)s links to %(address)s, which no site in a folder has.",
            page=str(page),
            address=whole.removeprefix(ORIGIN),
        )
    marked = re.search(r"(?:^|&)for=(\d+)", parts.query)
    if marked and name in FOR_CONTESTANT:
        fragment = f"{FOR_CONTESTANT[name]}-{marked[1]}"
    return Link(to=address_of(path, parts.query, name), fragment=fragment)


@lru_cache(maxsize=2**16)
def _view_name(path: str) -> str:
    """The view that an address leads to; empty where there is none."""
    try:
        return resolve(path).view_name
    except Resolver404:
        return ""


def address_of(path: str, query: str, name: str) -> Address:
    """The page of the site that a view gives at an address."""
    return address(path, query, IN_SITE[name])
