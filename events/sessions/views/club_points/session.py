"""The club points of a session."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from clubscore.actor import actor
from clubscore.permissions import director_required, is_director
from clubscore.problems import Refused
from clubscore.sentences import NothingHereError, translate, translate_refusal
from clubscore.visitor_pages import for_visitors
from events.models import Session
from events.sessions.forms.club_points import ChosenRuleForm
from events.sessions.permissions import session_for_reader
from events.sessions.selectors.contestants import ContestantRecord
from events.sessions.services.club_points import Award, choose_rule, session_points
from events.sessions.views.club_points.explaining import explained, points_text
from events.sessions.views.recent_contestants import recent_contestants
from events.sessions.views.results.ranking_rows import list_heading
from events.sessions.views.results.scored import read_scored


@dataclass(frozen=True, slots=True)
class AwardRow:
    """A line of the list: who came in a place, and the points that each player there has."""

    place: str
    names: str
    points: str


@dataclass(frozen=True, slots=True)
class AwardList:
    """A list under its heading, and in words how its points came about."""

    heading: str
    rows: list[AwardRow]
    explanation: str


@for_visitors
@require_GET
def session_page(request: HttpRequest, session_id: int) -> HttpResponse:
    """The points, list by list; a director chooses the rule."""
    session = session_for_reader(request, session_id, "points_rule")
    director = is_director(request)
    if session.points_rule is None and not director:
        raise NothingHereError(_("This session gives no club points."))
    lists: list[AwardList] = []
    problem = ""
    if session.points_rule is not None:
        scored = read_scored(session)
        contestants = recent_contestants(session.pk, full_names=director)
        found = session_points(session, session.points_rule, scored, contestants)
        lists = [
            AwardList(
                list_heading(session, field.section, field.direction),
                [_row(award, contestants) for award in awards],
                explained(session.points_rule, field),
            )
            for awards, field in zip(found.lists, found.fields, strict=True)
        ]
        problem = translate(found.problem) if found.problem else ""
    context = {
        "session": session,
        "tab": "club-points",
        "rule": session.points_rule,
        "lists": lists,
        "problem": problem,
        "form": ChosenRuleForm(initial={"rule": session.points_rule_id or ""})
        if director
        else None,
    }
    return render(request, "events/sessions/club_points/session.html", context)


@require_POST
@director_required
def choose(request: HttpRequest, session_id: int) -> HttpResponse:
    """Let the session give points by a rule, or by none."""
    session = get_object_or_404(Session, pk=session_id)
    form = ChosenRuleForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("This rule was deleted in the meantime. Choose another."))
        return redirect("events:session-points", session.pk)
    try:
        choose_rule(session=session, rule=form.chosen, by=actor(request))
    except Refused as refusal:
        messages.error(request, " ".join(translate_refusal(refusal)))
    return redirect("events:session-points", session.pk)


def _row(award: Award, contestants: dict[int, ContestantRecord]) -> AwardRow:
    who = [contestants[pk] for pk in award.contestants]
    # Both pairs of a team without players have its name.
    names = "; ".join(dict.fromkeys(each.players or each.label for each in who))
    place = f"{award.place}{'=' if award.is_shared else ''}"
    return AwardRow(place, names, points_text(award.points))
