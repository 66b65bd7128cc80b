"""The header of an event: tabs for what a director does, and the pages of the one that is open."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.urls import reverse
from django.utils.functional import Promise


class TabPage(NamedTuple):
    """A page of a tab: its name among them, its label, the name of its address, what the address
    takes beside the event, and whether everybody may read it once the results are published."""

    name: str
    label: str | Promise
    view: str
    args: tuple[str, ...] = ()
    is_public: bool = False


class Tab(NamedTuple):
    """A tab and its pages; it opens the first of them."""

    label: Promise
    pages: tuple[TabPage, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """A link of the header; ``is_open`` is the page where one is, or a page above it."""

    label: str
    address: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class Links:
    """The tabs of a reader, and the pages of the one that is open where there are several."""

    tabs: tuple[Link, ...]
    pages: tuple[Link, ...] = ()


def header_links(
    tabs: Iterable[Tab],
    *,
    key: int | str,
    current: str,
    director: bool,
    left_out: Collection[str] = (),
) -> Links:
    """The links of the header for a reader: a visitor gets the public pages alone, each as a tab.

    ``key`` is what the addresses of the pages take, ``current`` the name of the page shown or of
    the one above it. Pages that are ``left_out`` have nothing to show.
    """

    def link(page: TabPage) -> Link:
        return Link(
            label=str(page.label),
            address=reverse(f"events:{page.view}", args=[key, *page.args]),
            is_open=page.name == current,
        )

    if not director:
        public = (page for tab in tabs for page in tab.pages if page.is_public)
        return Links(tuple(link(page) for page in public if page.name not in left_out))
    return _of_director(tabs, link_of=link, left_out=left_out)


def _of_director(
    tabs: Iterable[Tab], *, link_of: Callable[[TabPage], Link], left_out: Collection[str]
) -> Links:
    shown: list[Link] = []
    below: tuple[Link, ...] = ()
    for tab in tabs:
        links = tuple(link_of(page) for page in tab.pages if page.name not in left_out)
        if not links:
            continue
        is_open = any(link.is_open for link in links)
        shown.append(Link(str(tab.label), links[0].address, is_open))
        if is_open and len(links) > 1:
            below = links
    return Links(tuple(shown), below)
