"""The connection check: a page that phones open, and the director's page that turns green."""

import time

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods

from clubscore import server
from clubscore.browser_name import device_name, show_device
from clubscore.permissions import director_required
from clubscore.phone_address import phone_addresses
from clubscore.tries import add_try, tries

MAX_MILLISECONDS = 60_000


@require_http_methods(["GET", "POST"])
def try_page(request: HttpRequest) -> HttpResponse:
    """Tell a phone that it has arrived, and the laptop that it did."""
    if request.method == "POST":
        text = request.POST.get("ms", "")
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
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
        "hall": settings.HALL,
        "only_here": not settings.HALL and server.address in {"127.0.0.1", "::1", "localhost"},
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
    rows = [
        {
            "name": show_device(each.name) or "?",
            "ms": each.milliseconds,
        }
        for each in found
    ]
    return JsonResponse({"tries": rows})
