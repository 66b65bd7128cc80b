"""The club points of a session.

The table of club points over a season: a page, a spreadsheet, a CSV file.

The rules for club points: a list, and one rule as a form.

In words how the points of a list came about.
"""

import io
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import (
    require_GET,
    require_http_methods,
    require_POST,
    require_safe,
)

from clubscore.files.spreadsheets.writing import XLSX, Row, Table, csv_lines, write_workbook
from clubscore.text.numbers import whole_number
from clubscore.text.sentences import NothingHereError, translate
from clubscore.web.caching import for_visitors, kept
from clubscore.web.editing import under_lock
from clubscore.web.permissions import director_required, is_director
from clubscore.web.refusals import refusals_in, refusals_told
from clubscore.web.visitors import actor
from events.common.domain import Season, two_decimals
from events.common.selectors import common_stamp
from events.common.services import hold_points_rule
from events.common.views import figures
from events.models import PointsRule, Session
from events.sessions.club_points.domain import (
    EBU_STEPS,
    FieldKind,
    Rule,
    SeasonLine,
    abf_a_table,
    season_lines,
)
from events.sessions.club_points.figures import (
    Award,
    Field,
    points_of_players,
    session_points,
    tables_of,
)
from events.sessions.club_points.forms import ChosenRuleForm, RuleForm
from events.sessions.club_points.selectors import first_season, rules_with_use, sessions_with_points
from events.sessions.club_points.services import choose_rule, delete_rule, save_rule
from events.sessions.core.permissions import session_for_reader
from events.sessions.pages.views.results import read_scored, recent_contestants
from events.sessions.results.views.ranking import list_heading
from events.sessions.scoring.figures.scoring import score_sessions
from events.sessions.scoring.selectors.contestants import (
    ContestantRecord,
    contestants_of_sessions,
    guests_of_sessions,
)


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
                [_award_row(award, contestants) for award in awards],
                explained(session.points_rule, field),
            )
            for awards, field in zip(found.lists, found.fields, strict=True)
        ]
        problem = translate(found.problem) if found.problem else ""
    context = {
        "session": session,
        "tab": "ranking",
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
    with refusals_told(request):
        choose_rule(session=session, rule=form.chosen, by=actor(request))
    return redirect("events:session-points", session.pk)


def _award_row(award: Award, contestants: dict[int, ContestantRecord]) -> AwardRow:
    who = [contestants[pk] for pk in award.contestants]
    # Both pairs of a team without players have its name.
    names = "; ".join(dict.fromkeys(each.players or each.label for each in who))
    return AwardRow(str(award.place), names, points_text(award.points))


MAX_BEST: Final = 366


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """The points of a season: the sessions that give them, the players' points by session, the
    players' names, what no rule fits, and how many guests are left out."""

    sessions: tuple[Session, ...]
    points: dict[int, dict[int, int]]
    names: dict[int, str]
    problems: tuple[str, ...]
    guests: int


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A player of the table; ``evenings`` are title, date, points, and whether they are dropped."""

    place: str
    name: str
    total: str
    played: int
    evenings: list[tuple[Session, str, bool]]


@for_visitors
@require_safe
def season_page(request: HttpRequest) -> HttpResponse:
    """``?season=`` is the year in which it begins, ``?best=`` how many sessions count."""
    season, best = _asked(request)
    table = _table(season, director=is_director(request))
    by_pk = {session.pk: session for session in table.sessions}
    first = first_season()
    now = Season.of(timezone.localdate())
    years = range(now.year, min(first.year if first else now.year, now.year) - 1, -1)
    context = {
        "season": season,
        "seasons": [Season(year) for year in years],
        "best": best,
        "rows": [_row(line, table, by_pk) for line in season_lines(table.points, best=best)],
        "sessions": table.sessions,
        "provisional": [session for session in table.sessions if not session.is_finished],
        "problems": table.problems,
        "guests": table.guests,
        "query": f"?season={season.year}" + (f"&best={best}" if best else ""),
    }
    return render(request, "events/sessions/club_points/season.html", context)


@require_safe
def season_file(request: HttpRequest, kind: str) -> HttpResponseBase:
    """The table as ``csv`` or ``xlsx``, a column for each session."""
    if kind not in ("csv", "xlsx"):
        raise NothingHereError(_("There is no such file."))
    season, best = _asked(request)
    table = _as_table(season, best, _table(season, director=is_director(request)))
    name = f"club-points-{season.year}.{kind}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    if kind == "xlsx":
        file = io.BytesIO()
        write_workbook([table], file)
        return HttpResponse(file.getvalue(), content_type=XLSX, headers=headers)
    return StreamingHttpResponse(
        csv_lines([table.headings, *table.rows]),
        content_type="text/csv; charset=utf-8",
        headers=headers,
    )


def _asked(request: HttpRequest) -> tuple[Season, int | None]:
    now = Season.of(timezone.localdate())
    year = whole_number(request.GET.get("season", ""), most=9998)
    best = whole_number(request.GET.get("best", ""), most=MAX_BEST)
    return (Season(year) if year else now), best or None


def _table(season: Season, *, director: bool) -> SeasonTable:
    sessions = sessions_with_points(season, director=director)
    rules = [(session.pk, *_values(session)) for session in sessions]
    stamp = common_stamp(session_ids=[session.pk for session in sessions])
    return kept(
        ("season", season.year, director),
        state=f"{stamp}:{rules}",
        make=lambda: _made(sessions, director=director),
    )


def _values(session: Session) -> tuple[object, ...]:
    rule = session.points_rule
    if rule is None:
        return ()
    return (
        rule.preset, rule.weight, rule.part, rule.step, rule.least, rule.most, rule.ties,
        session.is_finished,
    )  # fmt: skip


def _made(sessions: list[Session], *, director: bool) -> SeasonTable:
    ids = [session.pk for session in sessions]
    scored = score_sessions(sessions)
    contestants = contestants_of_sessions(ids, full_names=director)
    guests = {guest.pk for guest in guests_of_sessions(ids)}
    points: dict[int, dict[int, int]] = {}
    problems = []
    names: dict[int, str] = {}
    left_out: set[int] = set()
    for session in sessions:
        if session.points_rule is None:
            continue
        who = contestants[session.pk]
        found = session_points(session, session.points_rule, scored[session.pk], who)
        if found.problem:
            problems.append(f"{session}: {translate(found.problem)}")
        of_players = points_of_players(found, who)
        left_out |= of_players.keys() & guests
        points[session.pk] = {pk: player for pk, player in of_players.items() if pk not in guests}
        for each in who.values():
            names |= dict(zip(each.player_ids, map(str, each.names), strict=True))
    return SeasonTable(tuple(sessions), points, names, tuple(problems), len(left_out))


def _row(line: SeasonLine, table: SeasonTable, sessions: dict[int, Session]) -> SeasonRow:
    return SeasonRow(
        str(line.place),
        table.names[line.player],
        points_text(line.total),
        len(line.points),
        [
            (sessions[pk], points_text(points), pk in line.dropped)
            for pk, points in line.points.items()
        ],
    )


def _as_table(season: Season, best: int | None, table: SeasonTable) -> Table:
    headings = (
        _("Place"),
        _("Name"),
        _("Total (unofficial)"),
        _("Sessions"),
        *(f"{session.date:%Y-%m-%d} {session.title}" for session in table.sessions),
    )
    rows: list[Row] = [
        (
            line.place.number,
            table.names[line.player],
            _number(line.total),
            len(line.points),
            *(
                _number(line.points[session.pk]) if session.pk in line.points else ""
                for session in table.sessions
            ),
        )
        for line in season_lines(table.points, best=best)
    ]
    return Table(_("Club points"), headings, rows)


def _number(hundredths: int) -> Decimal:
    return Decimal(two_decimals(Fraction(hundredths, 100)))


@require_GET
@director_required
def index(request: HttpRequest) -> HttpResponse:
    return render(request, "events/sessions/club_points/rules.html", {"rules": rules_with_use()})


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def new(request: HttpRequest) -> HttpResponse:
    return _form(request, PointsRule())


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
@under_lock(hold_points_rule)
def edit(request: HttpRequest, rule_id: int) -> HttpResponse:
    return _form(request, get_object_or_404(PointsRule, pk=rule_id))


def _form(request: HttpRequest, rule: PointsRule) -> HttpResponse:
    form = RuleForm(request.POST or None, instance=rule)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            save_rule(rule=form.instance)
            messages.success(request, _("The rule is saved."))
            return redirect("events:points-rules")
    return render(
        request,
        "events/sessions/club_points/rule.html",
        {"form": form, "rule": rule, "used": rule.sessions.count() if rule.pk else 0},
        status=422 if form.errors else 200,
    )


@require_POST
@director_required
def delete(request: HttpRequest, rule_id: int) -> HttpResponse:
    """Delete a rule that no session uses."""
    with refusals_told(request):
        delete_rule(rule_id=rule_id)
        messages.success(request, _("The rule is deleted."))
    return redirect("events:points-rules")


def points_text(hundredths: int) -> str:
    """Club points as they are printed, with two decimals."""
    return figures.percentage(Fraction(hundredths, 100))


def explained(rule: PointsRule, field: Field) -> str:
    """What was compared, who gets points and how many; a weight is said where it is not the
    usual one."""
    sentences = [_compared(rule, field), _awards(rule, field)]
    if not rule.is_own and rule.weight is not None:
        sentences.append(_("Weight: %(weight)s.") % {"weight": rule.weight})
    return " ".join(sentences)


def _compared(rule: PointsRule, field: Field) -> str:
    number = field.size
    match field.kind:
        case FieldKind.TEAMS:
            text = ngettext("%(number)s team.", "%(number)s teams.", number)
            return text % {"number": number}
        case FieldKind.INDIVIDUAL:
            text = ngettext("%(number)s player compared", "%(number)s players compared", number)
        case _:
            text = ngettext("%(number)s pair compared", "%(number)s pairs compared", number)
    compared = text % {"number": number}
    if rule.is_own:
        return f"{compared}."
    tables = tables_of(Rule(rule.preset), field)
    at = ngettext("%(tables)s table that counts", "%(tables)s tables that count", tables)
    return f"{compared}, {at % {'tables': tables}}."


def _awards(rule: PointsRule, field: Field) -> str:
    match rule.preset:
        case PointsRule.Preset.EBU:
            step, least = EBU_STEPS[field.kind]
            text = _(
                "A third of a field of full tables gets points: the last %(least)s, everybody "
                "before %(step)s more. Shared places have the mean."
            )
            if field.kind is FieldKind.INDIVIDUAL:
                text = _(
                    "A third of a field of full tables gets points, in steps of %(step)s, at "
                    "least %(least)s. Shared places have the mean."
                )
            return text % {"step": points_text(step), "least": points_text(least)}
        case PointsRule.Preset.ABF:
            values = {"number": points_text(abf_a_table(field.kind))}
            if field.kind is FieldKind.TEAMS:
                text = _(
                    "A third of the field gets points: the first %(number)s a team times the "
                    "weight (usually 1.5), the second 70 per cent of that, the others its half, "
                    "third, quarter and so on. Shared places have the mean."
                )
            else:
                text = _(
                    "Half of the field gets points: the first %(number)s a table times the "
                    "weight (usually 1.5), the second 70 per cent of that, the others its half, "
                    "third, quarter and so on. Shared places have the mean."
                )
            return text % values
        case PointsRule.Preset.ACBL:
            return _(
                "Two fifths of the field get points: the first 0.10 for each compared, at most "
                "1.50, the next 70, 50 and 35 per cent, the others a fifth, a sixth and so on. "
                "Shared places have the mean."
            )
    return _own(rule)


def _own(rule: PointsRule) -> str:
    text = _("%(part)s per cent of the field gets points, in steps of %(step)s.")
    sentences = [text % {"part": rule.part, "step": rule.step}]
    if rule.least is not None:
        sentences.append(_("At least %(points)s.") % {"points": rule.least})
    if rule.most is not None:
        sentences.append(_("At most %(points)s.") % {"points": rule.most})
    sentences.append(
        _("Shared places have the points of the best of them.")
        if rule.ties == PointsRule.Ties.BEST
        else _("Shared places have the mean.")
    )
    return " ".join(sentences)
