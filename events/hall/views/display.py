"""The screen in the hall: for a projector, at an address that needs no login; a director's has the
keys of the round clock."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from clubscore.text.sentences import NothingHereError
from clubscore.web.caching import kept
from clubscore.web.permissions import director_required
from clubscore.web.qr import phone_base
from events.devices.views import as_polled, poll
from events.hall.figures import display_values
from events.hall.selectors.phones import hall_stamp, settings_of, settings_of_display
from events.models import HallSettings, Tournament


@require_GET
@director_required
def display(request: HttpRequest, slug: str) -> HttpResponse:
    """The screen with the keys of the clock."""
    hall = _of_slug(slug)
    public = reverse("events:hall-display", args=[hall.display_code])
    context: dict[str, Any] = {
        "now_url": reverse("events:hall-desk-display-now", args=[slug]),
        "clock_url": reverse("events:hall-clock", args=[slug]),
        "back_url": reverse("events:hall-desk", args=[slug]),
        "public": f"{phone_base(request)}{public}",
    }
    return _page(request, hall, context)


@require_GET
@director_required
def display_now(request: HttpRequest, slug: str) -> HttpResponse:
    """What the screen shows now."""
    return _now(request, _of_slug(slug))


@require_GET
def public_display(request: HttpRequest, code: str) -> HttpResponse:
    """The screen for whoever has its code."""
    now_url = reverse("events:hall-display-now", args=[code])
    return _page(request, _of_code(code), {"now_url": now_url})


@require_GET
def public_display_now(request: HttpRequest, code: str) -> HttpResponse:
    """What the screen shows now, for whoever has its code."""
    return _now(request, _of_code(code))


def _of_slug(slug: str) -> HallSettings:
    tournament = get_object_or_404(Tournament, slug=slug)
    hall = settings_of(tournament.pk)
    if hall is None or not hall.is_on:
        raise NothingHereError(_("The players’ phones are switched off in this tournament."))
    return hall


def _of_code(code: str) -> HallSettings:
    hall = settings_of_display(code)
    if hall is None:
        raise NothingHereError(_("There is no display with this address now."))
    return hall


def _page(request: HttpRequest, hall: HallSettings, more: dict[str, Any]) -> HttpResponse:
    context = {"tournament": hall.tournament, "clock_url": "", "public": "", **more}
    return render(request, "events/hall/display.html", context)


def _now(request: HttpRequest, hall: HallSettings) -> HttpResponse:
    stamp = hall_stamp(hall.tournament_id)

    def make() -> tuple[str, str]:
        made: tuple[str, str] = kept(
            ("hall display", hall.tournament_id),
            state=stamp,
            make=lambda: as_polled(display_values(hall.tournament, hall)),
        )
        return made

    return poll(request, stamp=stamp, make=make)
