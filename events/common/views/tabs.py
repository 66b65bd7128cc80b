"""The tabs of a session or a tournament: the same component for both, in groups."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.urls import reverse
from django.utils.functional import Promise


class TabPage(NamedTuple):
    """A page that has a tab: its name among the tabs, its label, the name of its address, and
    whether everybody may read it once the results are published."""

    name: str
    label: Promise
    view: str
    is_public: bool = False


class TabPages(NamedTuple):
    """Pages that belong together, under a heading."""

    heading: Promise
    pages: tuple[TabPage, ...]


@dataclass(frozen=True, slots=True)
class Tab:
    """A link to a page. The tab of a page below it is marked as well, and ``is_current`` is that
    page itself."""

    label: str
    address: str
    is_marked: bool
    is_current: bool


@dataclass(frozen=True, slots=True)
class TabGroup:
    """The tabs of a heading."""

    heading: str
    tabs: tuple[Tab, ...]


def tab_groups(
    groups: Iterable[TabPages],
    *,
    key: int | str,
    current: str,
    director: bool,
    below: str = "",
    left_out: Collection[str] = (),
) -> list[TabGroup]:
    """The groups with tabs for this reader: a visitor gets the public pages alone.

    ``key`` is what the addresses of the pages take, ``current`` the name of the page shown, and
    ``below`` that of the tab it belongs to when it has none of its own. Pages that are
    ``left_out`` have nothing to show.
    """
    shown = []
    for group in groups:
        public = [page for page in group.pages if director or page.is_public]
        pages = [page for page in public if page.name not in left_out]
        tabs = tuple(
            Tab(
                label=str(page.label),
                address=reverse(f"events:{page.view}", args=[key]),
                is_marked=page.name in (current, below),
                is_current=page.name == current,
            )
            for page in pages
        )
        if tabs:
            shown.append(TabGroup(str(group.heading), tabs))
    return shown
