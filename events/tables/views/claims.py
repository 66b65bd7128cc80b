"""Claims of corrections: what a pair says was recorded wrongly, for the director to decide."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.actor import actor
from clubscore.numbers import MAX_WHOLE
from clubscore.permissions import director_required
from clubscore.problems import Refused
from clubscore.sentences import translate_refusal
from events.models import Session
from events.tables.selectors.current import current_snapshot
from events.tables.services.claims import decide_claim, record_consent
from events.tables.views.watch_rows import claim_rows


@require_http_methods(["GET", "POST"])
@director_required
def claims(request: HttpRequest, session_id: int) -> HttpResponse:
    """The claims of a session; ``do`` with a ``claim`` is ``accept``, ``refuse`` or ``consent``."""
    session = get_object_or_404(Session, pk=session_id)
    if request.method == "POST":
        return _decide(request, session)
    state = current_snapshot(session.pk)
    context = {
        "session": session,
        "tab": "tables",
        "claims": list(claim_rows(state)) if state else [],
    }
    return render(request, "events/tables/claims.html", context)


def _decide(request: HttpRequest, session: Session) -> HttpResponse:
    text, what = request.POST.get("claim", ""), request.POST.get("do")
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0
    number, by = min(number, MAX_WHOLE), actor(request)
    try:
        if what == "consent":
            record_consent(session_id=session.pk, claim_id=number, by=by)
            messages.success(request, _("The consent of the opponents is recorded."))
        elif what in ("accept", "refuse"):
            decide_claim(
                session_id=session.pk,
                claim_id=number,
                accepted=what == "accept",
                by=by,
                reason=request.POST.get("reason", "").strip()[:200],
            )
            messages.success(
                request,
                _("The result is corrected.") if what == "accept" else _("The claim is refused."),
            )
    except Refused as refusal:
        messages.error(request, " ".join(translate_refusal(refusal)))
    return redirect("events:claims", session.pk)
