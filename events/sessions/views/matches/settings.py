"""The settings of a session of matches: how they count, and how the rounds are drawn."""

from collections.abc import Mapping

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
from events.models import MatchPlay, Session
from events.sessions.forms.draw_settings import DrawSettingsForm
from events.sessions.forms.matches import MatchSettingsForm
from events.sessions.selectors.matches import match_play
from events.sessions.services.match_settings import change_match_settings


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
@under_lock(hold_session)
def match_settings(request: HttpRequest, session_id: int) -> HttpResponse:
    """How the matches count."""
    session, play = _read(session_id)
    form = MatchSettingsForm(request.POST or None, instance=play)
    if _is_saved(request, form):
        return redirect("events:ranking", session.pk)
    context = {
        "session": session,
        "tab": "teams" if session.is_of_teams else "pairs",
        "form": form,
        "play": play,
    }
    return _page(request, "events/sessions/matches/settings.html", context, form)


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
@under_lock(hold_session)
def draw_settings(request: HttpRequest, session_id: int) -> HttpResponse:
    """The practices of the draw; they count from the next draw on."""
    session, play = _read(session_id)
    if not play.is_swiss:
        raise NothingHereError(_("This session has no rounds to draw."))
    form = DrawSettingsForm(request.POST or None, instance=play)
    if _is_saved(request, form):
        return redirect("events:draw", session.pk)
    context = {"session": session, "tab": "draw", "form": form}
    return _page(request, "events/sessions/matches/draw_settings.html", context, form)


Form = MatchSettingsForm | DrawSettingsForm


def _read(session_id: int) -> tuple[Session, MatchPlay]:
    session = get_object_or_404(Session, pk=session_id)
    play = match_play(session.pk)
    if play is None:
        raise NothingHereError(_("This session is not played in matches."))
    return session, play


def _is_saved(request: HttpRequest, form: Form) -> bool:
    """Save what was sent; a refusal is shown in the form."""
    if request.method != "POST" or not form.is_valid():
        return False
    try:
        change_match_settings(play=form.instance, fields=form.changed_data, by=actor(request))
    except Refused as refusal:
        form.add_error(None, translate_refusal(refusal))
        return False
    messages.success(request, _("The settings are saved."))
    return True


def _page(
    request: HttpRequest, template: str, context: Mapping[str, object], form: Form
) -> HttpResponse:
    return render(request, template, dict(context), status=422 if form.errors else 200)
