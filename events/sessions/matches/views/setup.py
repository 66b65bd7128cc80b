"""Setting up a session that is played in matches.

The settings of a session of matches: how they count, and how the rounds are drawn.

The teams of a session, or the pairs of Swiss pairs: names, points, late entries, withdrawals,
awards.

What the rules give for a match that was wrongly played, as links for the page that awards it.

What pages of movements say of a session that is played in matches.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.text.numbers import whole_number
from clubscore.text.problems import Refused
from clubscore.text.sentences import NothingHereError, translate_refusal
from clubscore.web.editing import under_lock
from clubscore.web.permissions import director_required
from clubscore.web.refusals import refusals_in, refusals_told
from clubscore.web.visitors import actor
from events.common.services import hold_session
from events.models import MatchPlay, Session
from events.sessions.core.selectors import Matches, match_play, read_matches
from events.sessions.matches.domain.movement import TeamsKind, as_teams, teams_movement
from events.sessions.matches.domain.standings import TOTAL, Remedy, Wrong, remedies
from events.sessions.matches.figures.matches import ScoredMatch, score_matches
from events.sessions.matches.forms import (
    AwardForm,
    DrawSettingsForm,
    MatchSessionForm,
    MatchSettingsForm,
    TeamsForm,
)
from events.sessions.matches.services import teams as match_teams
from events.sessions.matches.services.rounds import change_match_settings
from events.sessions.matches.services.teams import create_match_session
from events.sessions.matches.views import rows as match_rows
from events.sessions.matches.views.rows import MatchRow, points_text
from events.sessions.scoring.figures.scoring import score_session
from events.sessions.scoring.selectors.contestants import session_contestants
from movements.views.tables import Grid, grid


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def new(request: HttpRequest) -> HttpResponse:
    """The page, and the session it makes; the next page asks who plays. With ``?like=`` a session
    it is filled in as that one was; the button of the preview shows its movements and stores
    nothing."""
    form = MatchSessionForm(request.POST or None, initial=_as_before(request))
    previews: list[MovementPreview] = []
    if request.method == "POST" and form.is_valid() and "preview" in request.POST:
        previews = movement_previews(form)
    elif request.method == "POST" and form.is_valid():
        with refusals_in(form):
            session = create_match_session(wish=form.wish, by=actor(request))
            return redirect("events:teams", session.pk)
    status = 422 if form.errors else 200
    context = {"form": form, "previews": previews}
    return render(request, "events/sessions/matches/new.html", context, status=status)


@dataclass(frozen=True, slots=True)
class MovementPreview:
    """A movement in which all teams meet all: its teams at the tables, in each round, or why there
    is none; ``boards`` are how many it needs."""

    name: str
    is_chosen: bool
    grid: Grid | None = None
    boards: int = 0
    problem: str = ""


def movement_previews(form: MatchSessionForm) -> list[MovementPreview]:
    """The ways to move that the form offers, for the teams, rounds and boards that it has."""
    wish = form.wish
    found = []
    for kind, name in form.fields["movement"].choices:  # type: ignore[attr-defined]
        is_chosen = kind == wish.movement
        try:
            movement = teams_movement(wish.contestants, wish.rounds, kind)
        except Refused as refusal:
            problem = " ".join(translate_refusal(refusal))
            found.append(MovementPreview(str(name), is_chosen, problem=problem))
            continue
        teams = as_teams(movement)
        shown = grid(teams, wish.boards, wish.first_board)
        found.append(MovementPreview(str(name), is_chosen, shown, teams.groups * wish.boards))
    return found


def _as_before(request: HttpRequest) -> dict[str, object]:
    number = whole_number(request.GET.get("like", ""))
    matches = read_matches(number) if number is not None else None
    if matches is None:
        return {}
    session, play = matches.play.session, matches.play
    teams = len(matches.teams)
    all_meet = not play.is_swiss and len(matches.matches) == teams * (teams - 1) // 2
    return {
        "title": session.title,
        "kind": session.matches,
        "contestants": teams,
        "boards": play.boards,
        "rounds": None if all_meet else play.rounds,
        "movement": _kind(matches),
        "first_board": min(
            (match.boards[0] for match in matches.matches if match.boards), default=1
        ),
        "scored_by": play.scored_by,
        "scale": play.scale,
        "own_scale": play.own_scale,
        "method": session.method,
        "odd": play.odd,
    }


def _kind(matches: Matches) -> TeamsKind:
    """How the teams of a session moved: told by what it left behind."""
    played, teams = matches.matches, len(matches.teams)
    if len(played) > 1 and all(match.round == match.last_round for match in played):
        return TeamsKind.AT_ONCE
    sets = {match.boards[0] for match in played if match.boards}
    return TeamsKind.WHIST if teams % 2 == 0 and len(sets) > teams else TeamsKind.USUAL


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
        with refusals_in(form):
            match_teams.change_teams(session_id=session.pk, entries=form.entries, by=actor(request))
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
        request, "events/sessions/matches/teams.html", context, status=422 if form.errors else 200
    )


@require_POST
@director_required
def late(request: HttpRequest, session_id: int) -> HttpResponse:
    """One more contestant of a Swiss event, from the next round on."""
    session = get_object_or_404(Session, pk=session_id)
    with refusals_told(request):
        number = match_teams.add_late_team(session_id=session.pk, by=actor(request))
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
    for rule in by_rules:
        if rule.wrong == request.GET.get("rule"):
            initial |= {"home": rule.home, "away": rule.away, "reason": rule.text}
    was_awarded = found.match.awarded is not None
    form = AwardForm(request.POST or None, was_awarded=was_awarded, initial=initial)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            match_teams.award_match(
                session_id=session.pk,
                match_id=match_id,
                points=form.points,
                reason=form.cleaned_data["reason"],
                by=actor(request),
            )
            if found.match.away is None:
                return redirect("events:matches", session.pk)
            return redirect("events:match", session.pk, match_id)
    context = {
        "session": session,
        "tab": "matches",
        "form": form,
        "play": scored.matches.play,
        "row": row,
        "by_rules": by_rules,
        "match_id": match_id,
    }
    return render(
        request, "events/sessions/matches/award.html", context, status=422 if form.errors else 200
    )


def _matches(session: Session) -> Matches:
    matches = read_matches(session.pk)
    if matches is None:
        raise NothingHereError(_("This session is not played in matches."))
    return matches


@dataclass(frozen=True, slots=True)
class RemedyRow:
    """A rule in words, and the points it gives; ``home`` and ``away`` as a field takes them."""

    wrong: str
    text: str
    points: str
    home: str
    away: str


def remedy_rows(play: MatchPlay, scored: ScoredMatch, row: MatchRow) -> list[RemedyRow]:
    """The rules for this match; none where its scale is not of 20 VPs."""
    if play.scored_by != MatchPlay.ScoredBy.VP or play.total != TOTAL or scored.match.away is None:
        return []
    return list(_rows(play, scored, row))


def _rows(play: MatchPlay, scored: ScoredMatch, row: MatchRow) -> Iterator[RemedyRow]:
    played = None if scored.result.is_awarded else scored.result.points
    for remedy in remedies(played):
        home, away = remedy.points
        yield RemedyRow(
            remedy.wrong,
            _text(remedy, row),
            f"{points_text(play, home)} – {points_text(play, away)}",
            _typed(home),
            _typed(away),
        )


def _typed(points: Fraction) -> str:
    exact = Decimal(points.numerator) / Decimal(points.denominator)
    return str(exact.quantize(Decimal("0.01"), ROUND_HALF_UP))


def _text(remedy: Remedy, row: MatchRow) -> str:
    stronger = _("%(side)s met too strong an opponent and is not at fault: 5 and ¾ of its VPs")
    weaker = _("%(side)s met too weak an opponent and is at fault: less ¼ of what exceeds 5 VPs")
    return {
        Wrong.SEATED: _("wrongly seated for the whole match: 40 % for both"),
        Wrong.SEATED_BY_DIRECTOR: _("the same by the director’s fault: 60 % for both"),
        Wrong.HOME_MET_STRONGER: stronger % {"side": row.home},
        Wrong.HOME_MET_WEAKER: weaker % {"side": row.home},
        Wrong.AWAY_MET_STRONGER: stronger % {"side": row.away},
        Wrong.AWAY_MET_WEAKER: weaker % {"side": row.away},
    }[remedy.wrong]


def of_matches(request: HttpRequest, session: Session) -> HttpResponse:
    """To the page of the teams, where late entries and withdrawals are entered."""
    messages.info(
        request,
        _(
            "The movement of this session follows from its matches: who comes late or leaves is "
            "entered here."
        ),
    )
    return redirect("events:teams", session.pk)
