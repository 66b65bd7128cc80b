"""Long rankings page by page: a congress of a hundred sections ranks eight thousand pairs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.http import HttpRequest

from clubscore.numbers import whole_number
from events.sessions.views.results.ranking_rows import RankingTable

MAX_ROWS: Final = 1000
"""So many rows are shown on one page."""
PER_PAGE: Final = 500
MAX_PAGES: Final = 100


@dataclass(frozen=True, slots=True)
class PageLink:
    """A page by its number, and its first and last row."""

    number: int
    first: int
    last: int
    is_shown: bool


@dataclass(frozen=True, slots=True)
class RankingPage:
    """The tables that are shown; no ``pages`` where all are."""

    tables: list[RankingTable]
    pages: list[PageLink]


def asked_page(request: HttpRequest) -> int:
    """The number of the page in the address, from 1; what is computed for a page is kept by it."""
    return whole_number(request.GET.get("page", ""), most=MAX_PAGES) or 1


def page_of(tables: Sequence[RankingTable], page: int) -> RankingPage:
    """The rows of one page, of the nearest one where there is none of that number."""
    rows = sum(len(table.rows) for table in tables)
    if rows <= MAX_ROWS:
        return RankingPage(list(tables), [])
    last = -(-rows // PER_PAGE)
    here = min(max(page, 1), last)
    pages = [
        PageLink(
            number,
            first=(number - 1) * PER_PAGE + 1,
            last=min(number * PER_PAGE, rows),
            is_shown=number == here,
        )
        for number in range(1, last + 1)
    ]
    start = (here - 1) * PER_PAGE
    return RankingPage(list(_between(tables, start, start + PER_PAGE)), pages)


def _between(tables: Sequence[RankingTable], start: int, end: int) -> Iterator[RankingTable]:
    """The tables with their rows from ``start`` to before ``end``, counted through all of them."""
    before = 0
    for table in tables:
        rows = table.rows[max(start - before, 0) : max(end - before, 0)]
        if rows:
            yield replace(table, rows=rows)
        before += len(table.rows)
