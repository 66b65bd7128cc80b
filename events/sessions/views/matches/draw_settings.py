"""How the rounds of a Swiss event are drawn."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.actor import actor
from clubscore.editing.locking import under_lock
from clubscore.permissions import director_required
from clubscore.problems import Refused
from clubscore.sentences import NothingHereError, translate_refusal
from events.common.services.holding import hold_session
from events.models import Session
from events.sessions.forms.draw_settings import DrawSettingsForm
from events.sessions.selectors.matches import match_play
from events.sessions.services.match_settings import change_match_settings


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
@under_lock(hold_session)
def draw_settings(request: HttpRequest, session_id: int) -> HttpResponse:
    """The practices of the draw; they count from the next draw on."""
    session = get_object_or_404(Session, pk=session_id)
    play = match_play(session.pk)
    if play is None or not play.is_swiss:
        raise NothingHereError(_("This session has no rounds to draw."))
    form = DrawSettingsForm(request.POST or None, instance=play)
    if request.method == "POST" and form.is_valid():
        try:
            change_match_settings(play=form.instance, fields=form.changed_data, by=actor(request))
        except Refused as refusal:
            form.add_error(None, translate_refusal(refusal))
        else:
            messages.success(request, _("The settings are saved."))
            return redirect("events:draw", session.pk)
    return render(
        request,
        "events/sessions/matches/draw_settings.html",
        {"session": session, "tab": "draw", "form": form},
        status=422 if form.errors else 200,
    )
