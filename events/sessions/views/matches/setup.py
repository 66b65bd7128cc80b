"""Setting up a session that is played in matches."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from clubscore.actor import actor
from clubscore.permissions import director_required
from clubscore.problems import Refused
from clubscore.sentences import translate_refusal
from events.sessions.forms.matches import MatchSessionForm
from events.sessions.services.match_setup import create_match_session


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def new(request: HttpRequest) -> HttpResponse:
    """The page, and the session it makes; the next page asks who plays."""
    form = MatchSessionForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            session = create_match_session(wish=form.wish, by=actor(request))
        except Refused as refusal:
            form.add_error(None, translate_refusal(refusal))
        else:
            return redirect("events:teams", session.pk)
    status = 422 if form.errors else 200
    return render(request, "events/sessions/matches/new.html", {"form": form}, status=status)
