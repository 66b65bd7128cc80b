"""Numbers as a page shows them, in its language: ready strings for large tables.

Find my name: everybody who plays in an event, as a list to tap, and for the page's script.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.html import format_html
from django.utils.safestring import SafeString

from clubscore.text.sentences import decimals
from clubscore.web.permissions import wants_json
from events.common.domain import at_most_two_decimals, round_quotient, two_decimals
from players.domain.characters import search_key

MINUS = "−"


def points(value: Fraction | None) -> str:
    """Points with two decimals at most, halves up; empty where there are none."""
    return "" if value is None else decimals(at_most_two_decimals(value)).replace("-", MINUS)


def percentage(value: Fraction | None) -> str:
    """A percentage with its two decimals; empty where there is none."""
    return "" if value is None else decimals(two_decimals(value)).replace("-", MINUS)


def share(value: Fraction | None, top: Fraction | None) -> str:
    """Points as a whole-number percentage of the top; empty without a top."""
    if value is None or not top:
        return ""
    part = 100 * value / top
    return str(round_quotient(part.numerator, part.denominator))


def exact(value: Fraction | None, unit: str = "") -> str:
    """A number as the fraction that it is: ``540/11 %``; empty where there is none."""
    return "" if value is None else f"{value}{unit}".replace("-", MINUS)


WALL_SIZES: Final = (18, 16, 14, 12)
"""Points in which a list for the wall is printed: the largest in which it fits its sheet."""

_POINT: Final = 25.4 / 72
_ACROSS, _DOWN = 186, 230
"""Millimetres of an A4 that are left for the rows: across, and below title and above rules."""
_ROW, _ROOMY_ROW = 1.7, 5.0
"""Millimetres of a row that are no text."""


def wall_class(names: Iterable[str], *, columns: int, digits: int, lists: int = 1) -> str:
    """How a list with these names fills one printed sheet, as classes of ``print.css``; empty where
    it needs more than one. Beside a name are so many ``columns`` with ``digits`` in all."""
    names = list(names)
    for size in WALL_SIZES:
        room = _room(names, size, columns, digits, lists)
        if room >= _ROOMY_ROW * len(names):
            return f"wall-{size} wall-roomy"
        if room >= _ROW * len(names):
            return f"wall-{size}"
    return ""


def _room(names: list[str], size: int, columns: int, digits: int, lists: int) -> float:
    """The millimetres that the text of all rows leaves free, below 0 where there are none."""
    # A figure is a little wider than half of its height, a letter of a name half of it.
    em = size * _POINT
    letters = int((_ACROSS - 2.6 * (columns + 1) - 0.56 * em * digits) / (em / 2))
    if letters < 1:
        return -1
    lines = sum(-(-len(name) // letters) for name in names)
    return _DOWN - lines * 1.2 * em - lists * (em + 14)


def exact_cell(text: str, value: Fraction | None, parts: int, unit: str = "") -> SafeString | str:
    """A printed number that opens to show the exact one, by touch, mouse or keyboard; a number
    alone where these ``parts`` of one say it exactly."""
    if value is None or (parts * value).denominator == 1:
        return text
    template = '<details class="exact"><summary>{}</summary><span>{}</span></details>'
    return format_html(template, text, exact(value, unit))


def percentage_cell(value: Fraction | None) -> SafeString | str:
    """A percentage with its two decimals, and the exact one where these are rounded."""
    return exact_cell(percentage(value), value, 100, " %")


def points_cell(value: Fraction | None) -> SafeString | str:
    """Points with two decimals at most, and the exact ones where these are rounded."""
    return exact_cell(points(value), value, 100)


def share_cell(value: Fraction | None, top: Fraction | None) -> SafeString | str:
    """Points as a whole-number percentage of the top, and the exact one where it is rounded; empty
    without a top."""
    if value is None or not top:
        return ""
    return exact_cell(share(value, top), 100 * value / top, 1, " %")


def signed(score: int) -> str:
    """A score with its sign: ``+420``, ``−50``, ``0``."""
    if score == 0:
        return "0"
    return f"+{score}" if score > 0 else f"{MINUS}{-score}"


MAX_TYPED = 100


@dataclass(frozen=True, slots=True)
class Found:
    """A player with the address of their own page. ``order`` is what the list is sorted by, and in
    no answer; ``key`` marks their lines on other pages; ``headline`` is what they look for first,
    ``detail`` what comes after it; ``opponent`` is the address of the page of whom they play
    next."""

    name: str
    order: str
    key: int
    number: str
    beside: str
    page: str
    headline: str
    detail: str = ""
    opponent: str = ""


def in_order(rows: Iterable[Found]) -> list[Found]:
    """The rows by name, as the register sorts."""
    return sorted(rows, key=lambda row: (row.order, row.key))


def matching(rows: Iterable[Found], typed: str) -> list[Found]:
    """The rows whose name has every typed word in it, also with a comma: ``Ek, Li``."""
    words = search_key(typed.replace(",", " ")).split()
    return [row for row in rows if all(word in search_key(row.name) for word in words)]


def find_page(
    request: HttpRequest, rows: list[Found], template: str, context: dict[str, Any]
) -> HttpResponse:
    """The rows whose names have what was typed, or the page of the only one; the script gets all
    of them, and filters."""
    if wants_json(request):
        players = [asdict(row) for row in rows]
        for player in players:
            del player["order"]
        return JsonResponse({"players": players})
    typed = request.GET.get("q", "")[:MAX_TYPED].strip()
    found = matching(rows, typed)
    if typed and len(found) == 1:
        return redirect(found[0].page)
    return render(request, template, context | {"typed": typed, "found": found})
