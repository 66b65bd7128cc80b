"""What phones read: their state, pairings, standings."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET

from clubscore.text.moments import is_lately
from clubscore.web.caching import kept
from events.devices.domain.outcomes import Why
from events.devices.services import SEEN_EVERY, note_seen
from events.devices.views import STATUSES, as_polled, poll
from events.hall.figures import round_values, standings_values
from events.hall.selectors.captains import line_up_values
from events.hall.selectors.games import asker
from events.hall.selectors.phones import Polled
from events.hall.selectors.state import hall_state
from events.hall.views.phone import for_phone
from events.hall.views.shell import release
from events.models import HallDevice


@require_GET
@ensure_csrf_cookie
@for_phone
def now(request: HttpRequest, found: Polled) -> HttpResponse:
    """The state of a phone. 304 while nothing has changed that it shows: from the stamp alone, in
    one query, or after a look at what another stamp comes to."""
    if not is_lately(found.seen_at, SEEN_EVERY, now=timezone.now()):
        note_seen(kind=HallDevice, device_id=found.device)
    if not found.is_on:
        return _off()
    return poll(request, stamp=found.stamp, make=lambda: _polled(found))


def _off() -> JsonResponse:
    message = _("The arbiter has switched off the phones. Use paper.")
    return JsonResponse({"message": message}, status=STATUSES[Why.CLOSED])


def _polled(found: Polled) -> tuple[str, str] | None:
    device = asker(found.device)
    if device is None:
        return None
    # A result elsewhere changes what few phones show.
    return kept(
        ("hall device", found.device),
        state=found.stamp,
        make=lambda: as_polled(
            {"app": release(), **hall_state(device), "line_up": line_up_values(device)}
        ),
    )


@require_GET
@for_phone
def round_(request: HttpRequest, found: Polled, number: int) -> HttpResponse:
    """The pairings of a published round."""
    return _read(found, lambda tournament: round_values(tournament, number))


@require_GET
@for_phone
def standings(request: HttpRequest, found: Polled) -> HttpResponse:
    """The standings after the last complete round."""
    device = asker(found.device)
    if device is not None and found.is_on and not device.settings.standings:
        message = _("The standings are not shown on phones.")
        return JsonResponse({"message": message}, status=STATUSES[Why.NOT_ALLOWED])
    return _read(found, standings_values)


def _read(found: Polled, make: Any) -> JsonResponse:
    device = asker(found.device)
    if not found.is_on or device is None:
        return _off()
    values = make(device.tournament)
    if values is None:
        message = _("There is no such round.")
        return JsonResponse({"message": message}, status=STATUSES[Why.GONE])
    return JsonResponse(values)
