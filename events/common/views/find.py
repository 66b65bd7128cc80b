"""Find my name: everybody who plays in an event, as a list to tap, and for the page's script."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render

from clubscore.permissions import wants_json
from players.domain.folding import search_key

MAX_TYPED = 100


@dataclass(frozen=True, slots=True)
class Found:
    """A player with the address of their own page. ``key`` marks their lines on other pages;
    ``headline`` is what they look for first, ``detail`` what comes after it; ``opponent`` is the
    address of the page of whom they play next."""

    name: str
    key: int
    number: str
    beside: str
    page: str
    headline: str
    detail: str = ""
    opponent: str = ""


def in_order(rows: Iterable[Found]) -> list[Found]:
    """The rows by name."""
    return sorted(rows, key=lambda row: (search_key(row.name), row.key))


def matching(rows: Iterable[Found], typed: str) -> list[Found]:
    """Those whose name has every typed word in it."""
    words = search_key(typed).split()
    return [row for row in rows if all(word in search_key(row.name) for word in words)]


def find_page(
    request: HttpRequest, rows: list[Found], template: str, context: dict[str, Any]
) -> HttpResponse:
    """Those whose names have what was typed, or the page of the only one; the script gets all of
    them, and filters."""
    if wants_json(request):
        return JsonResponse({"players": [asdict(row) for row in rows]})
    typed = request.GET.get("q", "")[:MAX_TYPED].strip()
    found = matching(rows, typed)
    if typed and len(found) == 1:
        return redirect(found[0].page)
    return render(request, template, context | {"typed": typed, "found": found})
