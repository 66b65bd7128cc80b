"""The ranking of a session. Public once published; cached until anything that it shows changes, as
the other results are.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from clubscore.permissions import is_director
from clubscore.sentences import translate
from clubscore.visitor_pages import for_visitors
from events.common.selectors.stamp import common_stamp, session_stamp
from events.common.views.fragments import cached_fragment, fragment_age
from events.models import Session
from events.sessions.permissions import session_for_reader
from events.sessions.selectors.contestants import session_contestants
from events.sessions.selectors.play import has_absences
from events.sessions.selectors.progress import is_complete
from events.sessions.selectors.series import series_of_session
from events.sessions.services.carry_over import CarriedOver, Source, carried_over, source_of
from events.sessions.services.ranking import rank_session
from events.sessions.services.scoring import ScoredSession
from events.sessions.views.matches.standings import match_standings
from events.sessions.views.results import ranking_rows
from events.sessions.views.results.corrected import Corrected
from events.sessions.views.results.ranking_pages import asked_page, page_of
from events.sessions.views.results.rules import carry_over_rule, scoring_rules
from events.sessions.views.results.scored import read_scored
from events.sessions.views.typing.ruling_notes import penalty_notes

CARRY_OVER = ("carry_over__earlier_session", "carry_over__earlier_series")


@for_visitors
@require_GET
def ranking(request: HttpRequest, session_id: int) -> HttpResponse:
    session = session_for_reader(request, session_id, *CARRY_OVER)
    director = is_director(request)
    source = source_of(session)
    is_hidden = source is not None and not source.is_published
    context = {
        "session": session,
        "tab": "ranking",
        "series": series_of_session(session.pk, director=director),
        "hidden_source": source if is_hidden else None,
        "can_finish": director
        and session.is_published
        and not session.is_finished
        and is_complete(session.pk),
        "few_boards": director and not session.minimum_part and has_absences(session.pk),
        "results": _results(
            session,
            source if director or not is_hidden else None,
            full_names=director,
            page=asked_page(request),
        ),
    }
    return render(request, "events/sessions/results/ranking.html", context)


def _results(session: Session, source: Source | None, *, full_names: bool, page: int) -> SafeString:
    """The lists, cached until anything that they show changes."""
    reader = "director" if full_names else "public"
    name = f"results:ranking:{session.pk}:{reader}:{page}:{get_language()}"
    if source is not None:
        name = f"{name}:{source.carry_over.pk}-{source.carry_over.weight}"

    def stamp() -> str:
        own = session_stamp(session.pk)
        if source is None:
            return own
        sessions = [each.pk for each in source.sessions]
        return f"{own}:{common_stamp(session_ids=sessions, series_ids=source.series_ids)}"

    def make() -> str:
        scored = read_scored(session)
        now = source_of(session) if source else None
        over = carried_over(session, now) if now else None
        return render_to_string(
            "events/sessions/results/_ranking.html",
            _context(session, scored, over, full_names=full_names, page=page),
        )

    return cached_fragment(name, stamp=stamp, make=make, max_age=fragment_age(director=full_names))


def _context(
    session: Session,
    scored: ScoredSession,
    over: CarriedOver | None,
    *,
    full_names: bool,
    page: int,
) -> dict[str, Any]:
    contestants = session_contestants(session.pk, full_names=full_names)
    corrected = Corrected(session.pk, scored, contestants)
    lists = rank_session(scored, contestants, over)
    sections = len({record.section for record in contestants.values()})
    rules = [scoring_rules(session, sections=sections)]
    if any(each.handicap for each in lists):
        rules.append(_("In the handicap list, everybody’s handicap is added to the result."))
    if over is not None:
        rules.append(carry_over_rule(over))
    shown = page_of(ranking_rows.ranking_tables(session, lists, scored, contestants), page)
    return {
        "session": session,
        "matches": match_standings(session, scored, contestants),
        "scored": scored,
        "lists": shown.tables,
        "pages": shown.pages,
        "without_result": ranking_rows.without_result(scored, contestants),
        "corrected": corrected.summary,
        "corrected_contestants": {pk for pk in contestants if corrected.concerns(pk)},
        "penalties": penalty_notes(scored.penalties, contestants, session),
        "matchpoints": session.method == session.Method.MATCHPOINTS,
        "over": over,
        # There is no room for the boards and the points beside what is added up.
        "is_compact": over is not None or any(each.handicap for each in lists),
        "notices": [translate(notice) for notice in over.notices] if over else [],
        "rules": " ".join(rules),
    }
