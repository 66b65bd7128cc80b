"""The teams of a session, or the pairs of Swiss pairs: names, points, late entries, withdrawals,
awards."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.actor import actor
from clubscore.editing.locking import under_lock
from clubscore.permissions import director_required
from clubscore.problems import Refused
from clubscore.sentences import NothingHereError, translate_refusal
from events.common.services.holding import hold_session
from events.models import Session
from events.sessions.forms.matches import AwardForm, TeamsForm
from events.sessions.selectors.contestants import session_contestants
from events.sessions.selectors.matches import Matches, read_matches
from events.sessions.services import match_teams
from events.sessions.services.match_scoring import score_matches
from events.sessions.services.scoring import score_session
from events.sessions.views.matches import match_rows
from events.sessions.views.matches.remedy_rows import remedy_rows


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
@under_lock(hold_session)
def teams(request: HttpRequest, session_id: int) -> HttpResponse:
    """The names of the teams, what was added to their points, and who withdrew."""
    session = get_object_or_404(Session, pk=session_id)
    matches = _matches(session)
    contestants = session_contestants(session.pk, full_names=True)
    players = {
        number: match_rows.team_players(team, contestants) for number, team in matches.teams.items()
    }
    form = TeamsForm(request.POST or None, matches=matches, players=players)
    if request.method == "POST" and form.is_valid():
        try:
            match_teams.change_teams(session_id=session.pk, entries=form.entries, by=actor(request))
        except Refused as refusal:
            form.add_error(None, translate_refusal(refusal))
        else:
            messages.success(request, _("The teams are saved."))
            return redirect("events:teams", session.pk)
    context = {
        "session": session,
        "tab": "teams" if session.is_of_teams else "pairs",
        "form": form,
        "play": matches.play,
        "boards": max((match.boards[-1] for match in matches.matches if match.boards), default=0),
        "first_board": min(
            (match.boards[0] for match in matches.matches if match.boards), default=0
        ),
        "drawn": matches.drawn,
        "has_players": any(players.values()),
    }
    return render(
        request,
        "events/sessions/matches/teams.html",
        context,
        status=422 if form.errors else 200,
    )


@require_POST
@director_required
def late(request: HttpRequest, session_id: int) -> HttpResponse:
    """One more contestant of a Swiss event, from the next round on."""
    session = get_object_or_404(Session, pk=session_id)
    try:
        number = match_teams.add_late_team(session_id=session.pk, by=actor(request))
    except Refused as refusal:
        messages.error(request, " ".join(translate_refusal(refusal)))
    else:
        added = _("Number %(number)s plays from the next round on. Enter the names now.")
        messages.success(request, added % {"number": number})
    return redirect("events:teams", session.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def award(request: HttpRequest, session_id: int, match_id: int) -> HttpResponse:
    """The points of one match by the director's decision, in place of what the boards give."""
    session = get_object_or_404(Session, pk=session_id)
    scored = score_matches(session, score_session(session))
    found = (
        next((each for each in scored.scored if each.match.pk == match_id), None)
        if scored
        else None
    )
    if scored is None or found is None:
        raise NothingHereError(_("There is no such match in this session."))
    initial: dict[str, Any] = {"reason": found.match.reason}
    if found.match.awarded is not None:
        home, away = found.match.awarded
        initial |= {"home": f"{float(home):g}", "away": f"{float(away):g}"}
    contestants = session_contestants(session.pk, full_names=True)
    names = match_rows.team_names(scored.matches, contestants)
    row = match_rows.match_row(session, scored.matches, found, names)
    by_rules = remedy_rows(scored.matches.play, found, row)
    for each in by_rules:
        if each.wrong == request.GET.get("rule"):
            initial |= {"home": each.home, "away": each.away, "reason": each.text}
    was_awarded = found.match.awarded is not None
    form = AwardForm(request.POST or None, was_awarded=was_awarded, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            match_teams.award_match(
                session_id=session.pk,
                match_id=match_id,
                points=form.points,
                reason=form.cleaned_data["reason"],
                by=actor(request),
            )
        except Refused as refusal:
            form.add_error(None, translate_refusal(refusal))
        else:
            if found.match.away is None:
                return redirect("events:matches", session.pk)
            return redirect("events:match", session.pk, match_id)
    context = {
        "session": session,
        "tab": "match",
        "form": form,
        "play": scored.matches.play,
        "row": row,
        "by_rules": by_rules,
        "match_id": match_id,
    }
    return render(
        request,
        "events/sessions/matches/award.html",
        context,
        status=422 if form.errors else 200,
    )


def _matches(session: Session) -> Matches:
    matches = read_matches(session.pk)
    if matches is None:
        raise NothingHereError(_("This session is not played in matches."))
    return matches
