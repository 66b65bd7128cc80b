"""Setting up a session that is played in matches."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from clubscore.actor import actor
from clubscore.numbers import whole_number
from clubscore.permissions import director_required
from clubscore.problems import Refused
from clubscore.sentences import translate_refusal
from events.sessions.forms.matches import MatchSessionForm
from events.sessions.selectors.matches import read_matches
from events.sessions.services.match_setup import create_match_session


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def new(request: HttpRequest) -> HttpResponse:
    """The page, and the session it makes; the next page asks who plays. With ``?like=`` a session
    it is filled in as that one was."""
    form = MatchSessionForm(request.POST or None, initial=_as_before(request))
    if request.method == "POST" and form.is_valid():
        try:
            session = create_match_session(wish=form.wish, by=actor(request))
        except Refused as refusal:
            form.add_error(None, translate_refusal(refusal))
        else:
            return redirect("events:teams", session.pk)
    status = 422 if form.errors else 200
    return render(request, "events/sessions/matches/new.html", {"form": form}, status=status)


def _as_before(request: HttpRequest) -> dict[str, object]:
    number = whole_number(request.GET.get("like", ""))
    matches = read_matches(number) if number is not None else None
    if matches is None:
        return {}
    session, play = matches.play.session, matches.play
    teams = len(matches.teams)
    all_meet = not play.is_swiss and play.rounds == teams - 1
    return {
        "title": session.title,
        "kind": session.matches,
        "contestants": teams,
        "boards": play.boards,
        "rounds": None if all_meet else play.rounds,
        "first_board": min((each.boards[0] for each in matches.matches if each.boards), default=1),
        "scored_by": play.scored_by,
        "scale": play.scale,
        "own_scale": play.own_scale,
        "method": session.method,
        "odd": play.odd,
    }
