"""The draw of a Swiss round: the standings it rests on, the proposal, changes by hand,
publishing."""

import hashlib
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.text.numbers import whole_number
from clubscore.text.problems import Refused
from clubscore.text.sentences import NothingHereError, refusal_text, translate
from clubscore.web.permissions import director_required
from clubscore.web.visitors import actor
from events.common.views import figures
from events.models import MatchPlay, Session
from events.sessions.core.selectors import Matches
from events.sessions.matches.domain.draw import Draw
from events.sessions.matches.figures.draw import (
    DrawBasis,
    Judged,
    draw_basis,
    incomplete,
    judge,
    proposal,
    reason_of,
)
from events.sessions.matches.figures.matches import ScoredMatches, score_matches, standings
from events.sessions.matches.forms import draw_rows, out_fields, read_drawn
from events.sessions.matches.selectors import has_entries_after
from events.sessions.matches.services.rounds import publish_draw
from events.sessions.matches.views import rows as match_rows
from events.sessions.scoring.figures.scoring import score_session
from events.sessions.scoring.selectors.contestants import session_contestants
from events.tables.services.settings import follow_movement

MAX_CHOICES = 60
"""Numbers are typed where there are more contestants: a list in every field would be too long."""


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A row of the page: the table, both fields, and in words why the two meet."""

    table: int
    home_name: str
    away_name: str
    home: int
    away: int
    why: str


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def draw(request: HttpRequest, session_id: int) -> HttpResponse:
    """The page. ``?round=`` asks for the last round again; ``?arrears=1`` rests the draw on the
    standings of one round earlier, ``?arrears=0`` on all results whatever the settings say."""
    session = get_object_or_404(Session, pk=session_id)
    scored = score_matches(session, score_session(session))
    if scored is None or not scored.matches.play.is_swiss:
        raise NothingHereError(_("This session has no rounds to draw."))
    asked = request.POST if request.method == "POST" else request.GET
    number = _round(asked.get("round", ""), scored.matches)
    in_arrears = _in_arrears(asked.get("arrears", ""), scored.matches.play, number)
    basis = draw_basis(scored, number, in_arrears=in_arrears)
    proposed = proposal(basis, scored.matches.play)
    drawn, error = proposed, ""
    if request.method == "POST":
        try:
            drawn = read_drawn(request.POST, len(proposed.pairs), len(out_fields(proposed)))
        except Refused as refusal:
            error = refusal_text(refusal)
    judged = judge(basis, drawn)
    if request.method == "POST" and not error and "publish" in request.POST:
        answer = _publish(request, session, number, drawn, judged)
        if answer is None:
            return redirect("events:matches", session.pk)
        error = answer
    context = _context(session, scored, basis, drawn, judged, proposed) | {
        "error": error,
        "in_arrears": in_arrears,
        "is_typed": request.method == "POST" and drawn != proposed,
        "reason": request.POST.get("reason", ""),
    }
    status = 422 if error else 200
    return render(request, "events/sessions/matches/draw.html", context, status=status)


def _round(asked: str, matches: Matches) -> int:
    """The round to draw: the next, or the last again where it is asked for."""
    number = whole_number(asked)
    return number if number and number == matches.drawn else matches.drawn + 1


def _in_arrears(asked: str, play: MatchPlay, number: int) -> bool:
    """Whether the draw of a round rests on the standings of one round earlier."""
    if asked in ("0", "1"):
        return asked == "1"
    return play.in_arrears and number != play.rounds


def _publish(
    request: HttpRequest, session: Session, number: int, drawn: Draw, judged: Judged
) -> str | None:
    """Store the draw; or what is wrong, or has to be confirmed first."""
    if judged.refused:
        return " ".join(map(translate, judged.refused))
    if judged.warnings and request.POST.get("accepted") != _digest(judged):
        return _("Look at what speaks against this draw, and draw it again if you want it.")
    try:
        publish_draw(
            session_id=session.pk,
            number=number,
            draw=drawn,
            by=actor(request),
            reason=request.POST.get("reason", ""),
        )
        follow_movement(session_id=session.pk)
    except Refused as refusal:
        return refusal_text(refusal)
    messages.success(
        request, _("Round %(round)s is drawn: players see it now.") % {"round": number}
    )
    return None


def _digest(judged: Judged) -> str:
    # repr, because hash() differs from process to process.
    return hashlib.sha256(repr(judged.warnings).encode()).hexdigest()[:16]


def _context(
    session: Session,
    scored: ScoredMatches,
    basis: DrawBasis,
    drawn: Draw,
    judged: Judged,
    proposed: Draw,
) -> dict[str, object]:
    matches = scored.matches
    contestants = session_contestants(session.pk, full_names=True)
    names = match_rows.team_names(matches, contestants)
    resting = standings(matches, scored.scored, to_round=basis.after)
    met = {contestant.number: contestant for contestant in basis.contestants}
    # The draw goes by points, margin and number; the standings split ties by the match first.
    order = {contestant.number: place for place, contestant in enumerate(basis.contestants)}
    in_order = sorted(resting, key=lambda row: order.get(row.side, len(order)))
    rows = [
        DrawnTable(row.table, row.home_name, row.away_name, row.home, row.away, why)
        for row in draw_rows(drawn)
        for why in [_why(basis, proposed, (row.home, row.away))]
    ]
    last = matches.drawn
    return {
        "session": session,
        "tab": "draw",
        "play": matches.play,
        "round": basis.round,
        "is_again": basis.round == last,
        "is_danish": basis.is_danish,
        "head_start": figures.points(matches.play.head_start(basis.round) or None),
        "at_home_tables": matches.play.home_tables and not matches.play.is_pairs,
        "is_beyond": basis.round > matches.play.rounds,
        "last": last,
        "can_redo": last > 0 and not _has_results(session, matches, last),
        "basis": basis,
        "missing": [
            {
                "text": f"{names[scored_match.match.home]} – {names[scored_match.match.away or 0]}",
                "address": reverse("events:match", args=[session.pk, scored_match.match.pk]),
            }
            for scored_match in incomplete(scored, basis.after)
        ],
        "is_of_the_rule": drawn == proposed,
        "standings": [
            {
                "row": row,
                "met": ", ".join(
                    [
                        *map(str, met[row.number].met if row.number in met else ()),
                        *match_rows.without_match(matches, row.number, basis.round - 1),
                    ]
                ),
                "has_start": row.number in basis.head_starts,
            }
            for row in match_rows.rows_of(matches, in_order, contestants)
        ],
        "points_heading": match_rows.points_heading(matches.play),
        "has_margin": match_rows.has_margin(matches.play),
        "margin_heading": match_rows.margin_heading(session, matches.play),
        "tables": rows,
        "out": out_fields(drawn),
        "busy": [names[number] for number in basis.busy],
        "names": names if len(names) <= MAX_CHOICES else {},
        "all_names": names,
        "judged": judged,
        "refused": [translate(sentence) for sentence in judged.refused],
        "warnings": [translate(warning) for warning in judged.warnings],
        "digest": _digest(judged),
        "current": match_rows.match_rows(session, scored, contestants).get(last, []),
    }


def _why(basis: DrawBasis, proposed: Draw, pair: tuple[int, int]) -> str:
    """The rule's reason for a pair of its proposal, of which a pair chosen by hand has none; and
    who keeps a table."""
    reasons = [
        translate(reason_of(basis, proposed, each)) for each in proposed.pairs if {*each} == {*pair}
    ]
    kept = _("%(number)s keeps table %(table)s.")
    reasons += [
        kept % {"number": number, "table": basis.keeps[number]}
        for number in pair
        if number in basis.keeps
    ]
    return " ".join(reasons)


def _has_results(session: Session, matches: Matches, number: int) -> bool:
    first = (number - 1) * matches.play.stanzas
    return has_entries_after(session.pk, round_number=first)
