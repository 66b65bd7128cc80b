"""The connection check: a page that phones open, and the director's page that turns green.

Phones that opened the connection check: a small file in the data folder, for every process.

It holds the last few, each with the two words of its browser, and nothing that names anybody.
"""

import contextlib
import json
import os
import secrets
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods

from clubscore.text.numbers import whole_number
from clubscore.web.hall import hall_now
from clubscore.web.permissions import director_required
from clubscore.web.qr import phone_addresses
from clubscore.web.visitors import device_name, show_device

MAX_MILLISECONDS = 60_000


@require_http_methods(["GET", "POST"])
def try_page(request: HttpRequest) -> HttpResponse:
    """Tell a phone that it has arrived, and the laptop that it did."""
    if request.method == "POST":
        number = whole_number(request.POST.get("ms", "")) or 0
        name = device_name(request.headers.get("User-Agent", ""))
        add_try(settings.DATA_DIR, name=name, milliseconds=min(number, MAX_MILLISECONDS))
    context = {"device": _device(request), "arrived": request.method == "POST"}
    return render(request, "clubscore/try.html", context)


def _device(request: HttpRequest) -> str:
    return show_device(device_name(request.headers.get("User-Agent", "")))


@require_GET
@director_required
def check(request: HttpRequest) -> HttpResponse:
    """The addresses of this server to scan, and what to do when no phone arrives."""
    context = {
        "addresses": phone_addresses(request, reverse("try")),
        "hall": hall_now(),
        "port": request.get_port(),
        "since": time.time(),
    }
    return render(request, "clubscore/try_check.html", context)


@require_GET
@director_required
def check_now(request: HttpRequest) -> JsonResponse:
    """The phones that arrived after ``?since=`` (seconds since 1970)."""
    try:
        since = float(request.GET.get("since", ""))
    except ValueError:
        since = 0.0
    found = [each for each in tries(settings.DATA_DIR) if each.at > since]
    rows = [{"name": show_device(each.name) or "?", "ms": each.milliseconds} for each in found]
    return JsonResponse({"tries": rows})


FILE: Final = "tried.json"

LAST: Final = 20

_WINDOW, _AT_MOST = 10.0, 20
"""Seconds, and how many of them are stored: the page is open to everybody."""


@dataclass(frozen=True, slots=True)
class Try:
    """A phone that arrived: when (seconds since 1970), what it is, and the round trip in
    milliseconds, 0 if unknown."""

    at: float
    name: str
    milliseconds: int


def tries(folder: Path) -> list[Try]:
    """The phones that arrived, the latest last; none when the file is missing or unreadable."""
    try:
        rows = json.loads((folder / FILE).read_text(encoding="utf-8"))
        return [Try(**row) for row in rows]
    except (OSError, ValueError, TypeError):
        return []


def add_try(folder: Path, *, name: str, milliseconds: int) -> None:
    """Store one more phone; too many at once are not stored, nor is any on a full disk."""
    now = time.time()
    before = tries(folder)
    if sum(now - each.at < _WINDOW for each in before) >= _AT_MOST:
        return
    rows = [asdict(each) for each in (*before, Try(now, name, milliseconds))]
    draft = folder / f"{FILE}.{os.getpid()}.{secrets.token_hex(4)}"
    with contextlib.suppress(OSError):
        draft.touch(mode=0o600)
        draft.write_text(json.dumps(rows[-LAST:]), encoding="utf-8")
        draft.replace(folder / FILE)
