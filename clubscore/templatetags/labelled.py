"""The rows of the admin's lists, each cell with the head of its column: cards on a phone."""

import re
from collections.abc import Iterable
from typing import Any, Final

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst

register = template.Library()

_EMPTY: Final = re.compile(r"<t[dh][^>]*>(?:-|–|&nbsp;)?</t[dh]>")


@register.filter
def labelled(cells: Iterable[str], headers: list[dict[str, Any]]) -> list[SafeString]:
    """The cells as they were made, with ``data-label``; a cell that says nothing with
    ``data-empty``."""
    return [_cell(cell, str(header["text"])) for cell, header in zip(cells, headers, strict=True)]


def _cell(cell: str, head: str) -> SafeString:
    # A check box is a head of its own.
    label = "" if "<input" in head else f' data-label="{escape(capfirst(head))}"'
    empty = " data-empty" if _EMPTY.fullmatch(cell) else ""
    # ``<td`` or ``<th``, as Django's own tag made and escaped it.
    return mark_safe(f"{cell[:3]}{label}{empty}{cell[3:]}")  # noqa: S308
