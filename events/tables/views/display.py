"""The display in the hall: for a beamer, at an address that needs no login."""

from typing import Any

from django.conf import settings
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
from events.tables.selectors import readable
from events.tables.selectors.clock import is_over_by_itself
from events.tables.selectors.current import current_snapshot
from events.tables.selectors.hall import hall_state, session_of_display
from events.tables.selectors.snapshot import Snapshot
from events.tables.services.clock import press_by_itself
from events.tables.views.standing_rows import standing_rows


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
    return JsonResponse(_state(_snapshot(session)))


def _state(state: Snapshot) -> dict[str, Any]:
    """What the display shows, with the standings where players may read them."""
    now = timezone.now()
    if is_over_by_itself(state, now) and not settings.READ_ONLY:
        press_by_itself(session_id=state.session.pk)
        state = _snapshot(state.session)
    shown = readable.may_read_standings(state)
    rounds, rows = readable.rounds_with_standings(state), standing_rows(state) if shown else []
    return hall_state(state, now) | {"standings": {"rounds": rounds, "rows": rows}}


def _page(request: HttpRequest, session: Session, *, now_url: str) -> HttpResponse:
    state = _snapshot(session)
    stored = state.settings
    is_director = now_url.startswith("/sessions/")
    public = reverse("events:public-display", args=[stored.display_code])
    follow = f"{phone_base(request)}{session.get_absolute_url()}"
    context: dict[str, Any] = {
        "session": session,
        "now_url": now_url,
        "is_director": is_director,
        "settings": stored,
        "minutes": _minutes(stored),
        "first": _state(state),
        "qr": qr_svg(follow, label=_("QR code of the results")),
        "follow": follow,
        "public": f"{phone_base(request)}{public}",
    }
    return render(request, "events/tables/display.html", context)


def _minutes(stored: TableEntrySettings) -> dict[str, str]:
    """Seconds as minutes with at most two decimals: ``7.5``."""
    return {
        "board": f"{stored.seconds_a_board / 60:.4g}",
        "move": f"{stored.move_seconds / 60:.4g}",
        "extra": f"{stored.extra_seconds / 60:.4g}",
    }
