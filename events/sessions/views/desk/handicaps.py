"""The handicaps of a session: entered on one page, or copied from earlier sessions."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.actor import actor
from clubscore.editing.locking import under_lock
from clubscore.permissions import director_required
from events.common.services.holding import hold_session
from events.models import Session
from events.sessions.forms.handicaps import HandicapsForm
from events.sessions.selectors.contestants import session_contestants
from events.sessions.selectors.handicaps import last_handicaps
from events.sessions.selectors.sessions import is_individual
from events.sessions.services.handicaps import set_handicaps


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
@under_lock(hold_session)
def handicaps(request: HttpRequest, session_id: int) -> HttpResponse:
    """The page; ``?last`` fills in the players' last handicaps; nothing is stored yet."""
    session = get_object_or_404(Session, pk=session_id)
    contestants = list(session_contestants(session.pk, full_names=True).values())
    players = [player for each in contestants for player in each.player_ids]
    last = last_handicaps(session, players)
    form = HandicapsForm(
        request.POST or None,
        contestants=contestants,
        individual=is_individual(session.pk),
        last=last if "last" in request.GET else None,
    )
    if request.method == "POST" and form.is_valid():
        set_handicaps(session=session, handicaps=form.handicaps, by=actor(request))
        messages.success(request, _("The handicaps are saved."))
        return redirect("events:ranking", session.pk)
    context = {
        "session": session,
        "form": form,
        "tab": "names",
        "last": len(last),
        "filled_in": "last" in request.GET,
    }
    return render(
        request, "events/sessions/desk/handicaps.html", context, status=422 if form.errors else 200
    )
