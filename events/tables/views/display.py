"""The display in the hall: for a beamer, at an address that needs no login."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from clubscore.permissions import director_required
from clubscore.phone_address import phone_base
from clubscore.qr import qr_svg
from clubscore.sentences import NothingHereError
from events.models import Session, TableEntrySettings
from events.tables.selectors.current import current_snapshot
from events.tables.selectors.hall import hall_state, session_of_display
from events.tables.selectors.snapshot import Snapshot


@require_GET
@director_required
def display(request: HttpRequest, session_id: int) -> HttpResponse:
    """The display with the keys of the clock."""
    session = get_object_or_404(Session, pk=session_id)
    return _page(request, session, now_url=reverse("events:display-now", args=[session.pk]))


@require_GET
def public_display(request: HttpRequest, code: str) -> HttpResponse:
    """The display for whoever has its code."""
    return _page(request, _of_code(code), now_url=reverse("events:public-display-now", args=[code]))


@require_GET
@director_required
def display_now(request: HttpRequest, session_id: int) -> JsonResponse:
    """What the display shows now."""
    return _now(get_object_or_404(Session, pk=session_id))


@require_GET
def public_display_now(request: HttpRequest, code: str) -> JsonResponse:
    """What the display shows now, for whoever has its code."""
    return _now(_of_code(code))


def _of_code(code: str) -> Session:
    session = session_of_display(code)
    if session is None:
        raise NothingHereError(_("There is no display with this address now."))
    return session


def _snapshot(session: Session) -> Snapshot:
    state = current_snapshot(session.pk)
    if state is None or not state.settings.is_on:
        raise NothingHereError(_("Results from the tables are switched off in this session."))
    return state


def _now(session: Session) -> JsonResponse:
    return JsonResponse(hall_state(_snapshot(session), timezone.now()))


def _page(request: HttpRequest, session: Session, *, now_url: str) -> HttpResponse:
    state = _snapshot(session)
    settings = state.settings
    is_director = now_url.startswith("/sessions/")
    public = reverse("events:public-display", args=[settings.display_code])
    follow = f"{phone_base(request)}{reverse('home')}"
    context: dict[str, Any] = {
        "session": session,
        "now_url": now_url,
        "is_director": is_director,
        "settings": settings,
        "minutes": _minutes(settings),
        "first": hall_state(state, timezone.now()),
        "qr": qr_svg(follow, label=_("QR code of the results")),
        "follow": follow,
        "public": f"{phone_base(request)}{public}",
    }
    return render(request, "events/tables/display.html", context)


def _minutes(settings: TableEntrySettings) -> dict[str, str]:
    """Seconds as minutes with at most two decimals: ``7.5``."""
    return {
        "board": f"{settings.seconds_a_board / 60:.4g}",
        "move": f"{settings.move_seconds / 60:.4g}",
        "extra": f"{settings.extra_seconds / 60:.4g}",
    }
