"""Series: which there are, their standings, and making them. Public once published.

Making and changing a series on one page, with the search for its sessions.

The standings of a series as ready strings for their template.

What a session carries over from an earlier one, chosen on one page.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext as _, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubscore.keeping.backups.store import back_up_results
from clubscore.text.problems import Refused
from clubscore.text.sentences import NotPublishedError, translate
from clubscore.web.caching import for_visitors, kept
from clubscore.web.editing import SHOWN, under_lock
from clubscore.web.permissions import director_required, is_director
from clubscore.web.refusals import refusals_in
from clubscore.web.visitors import actor
from events.common.forms import focus
from events.common.selectors import common_stamp
from events.common.services import hold_carry_over, hold_series
from events.common.views import figures
from events.models import Series, Session
from events.sessions.results.views.rules import series_rules
from events.sessions.scoring.domain.series import Carried, SeriesStanding, SessionResult
from events.sessions.scoring.figures.series import SeriesScore, score_chain
from events.sessions.scoring.selectors.contestants import guests_of_sessions
from events.sessions.scoring.selectors.sessions import Link, all_series, chain
from events.sessions.series import services
from events.sessions.series.forms import CarryOverForm, SeriesForm, SessionPicker
from events.sessions.series.selectors import carry_over_of, series_by_id
from events.sessions.series.services import change_series, create_series, set_carry_over

PER_PAGE = 30


@for_visitors
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The series, the latest first, page by page."""
    series = all_series(director=is_director(request))
    page = Paginator(series, PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "all_series": page.object_list,
        "page": page,
        "pages": page.paginator.get_elided_page_range(page.number, on_each_side=2, on_ends=1),
    }
    return render(request, "events/sessions/series/index.html", context)


@for_visitors
@require_safe
def standings(request: HttpRequest, series_id: int) -> HttpResponse:
    """The standings of a series, as far as the reader may see its sessions."""
    director = is_director(request)
    series = series_by_id(series_id)
    if series is None or not (series.is_published or director):
        raise NotPublishedError(_("There is no such series, or it is not published."))
    links = chain(series, director=director)
    sessions = [each.session for link in links for each in link.sessions]
    context = {
        "series": series,
        "hidden": sum(not session.is_published for session in sessions),
        "standings": _standings(series, links, director=director),
        "guests": guests_of_sessions(session.pk for session in sessions) if director else (),
    }
    return render(request, "events/sessions/series/series.html", context)


def _standings(series: Series, links: list[Link], *, director: bool) -> SafeString:
    """The lists, cached until something changes in one of the sessions or series."""

    def stamp() -> str:
        return common_stamp(
            session_ids=[session.session_id for link in links for session in link.sessions],
            series_ids=[link.series.pk for link in links],
        )

    def make() -> SafeString:
        # Settings may have changed between reading them and reading the stamp.
        score = score_chain(chain(series, director=director), full_names=director)
        columns = series_columns(score)
        context = {
            "series": score.series,
            "columns": columns,
            "tables": tables(score),
            "evenings": score.evenings,
            "is_wide": len(columns) > WIDE,
            "is_many": len(columns) > MANY,
            "notices": [translate(notice) for notice in score.notices],
            "rules": series_rules(score),
        }
        return render_to_string("events/sessions/series/_series.html", context)

    return kept(("series", series.pk, director, get_language()), state=stamp, make=make)


WIDE = 6
"""The standings are printed in landscape with more sessions than this."""

MANY = 14
"""Results are printed below the names with more sessions: no paper is wide enough for a column
each."""


@require_POST
@director_required
def change_state(request: HttpRequest, series_id: int) -> HttpResponse:
    """Publish or unpublish."""
    series = get_object_or_404(Series, pk=series_id)
    match request.POST.get("action"):
        case "publish":
            services.publish_series(series=series, by=actor(request))
            back_up_results(by=actor(request))
            messages.success(request, _("The standings are published: everybody can read them."))
        case "withdraw":
            services.withdraw_series(series=series, by=actor(request))
            messages.success(request, _("The standings are unpublished: only directors see them."))
        case _:
            return HttpResponseBadRequest(_("There is no such action."))
    return redirect(series)


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def new(request: HttpRequest) -> HttpResponse:
    """A new series; nothing is stored unless everything is good."""
    return _edit(request, Series())


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
@under_lock(hold_series, when=lambda request: "find" not in request.POST)
def edit(request: HttpRequest, series_id: int) -> HttpResponse:
    """Change a series."""
    return _edit(request, get_object_or_404(Series, pk=series_id))


def _edit(request: HttpRequest, series: Series) -> HttpResponse:
    data = request.POST if request.method == "POST" else None
    stored = dict(series.counted_sessions.values_list("session", "weight")) if series.pk else {}
    is_search = data is not None and "find" in data
    # A search does not validate the other fields; what is typed in them stays.
    typed = data.dict() if data is not None and is_search else None
    form = SeriesForm(None if is_search else data, instance=series, initial=typed)
    if data is not None and is_search:
        form.shown_before = data.get(SHOWN)
    picker = SessionPicker(data, stored=stored)
    if data is not None and not is_search and form.is_valid() and picker.is_valid():
        try:
            if series.pk is None:
                create_series(series=form.instance, weights=picker.weights, by=actor(request))
                messages.success(request, _("The series has been created."))
            else:
                change_series(series=form.instance, weights=picker.weights, by=actor(request))
                messages.success(request, _("The series is changed."))
        except Refused as refusal:
            for problem in picker.add_problems(refusal.problems):
                field = problem.column if problem.column in form.fields else None
                form.add_error(field, translate(problem))
        else:
            return redirect(series)
    is_wrong = data is not None and not is_search
    if not is_search:
        focus(form)
    context = {"series": series, "form": form, "picker": picker, "is_wrong": is_wrong}
    return render(
        request, "events/sessions/series/edit.html", context, status=422 if is_wrong else 200
    )


@dataclass(frozen=True, slots=True)
class Column:
    """A session that counts: its short date, and its weight unless it counts once."""

    pk: int
    title: str
    date: str
    weight: str


@dataclass(frozen=True, slots=True)
class Cell:
    """A result of one session, or none; a dropped one is in brackets."""

    date: str
    text: str
    is_dropped: bool = False


@dataclass(frozen=True, slots=True)
class SeriesRow:
    """A line of the standings."""

    place: str
    names: str
    cells: list[Cell]
    attended: int
    carried: str
    total: str
    reason: str

    @property
    def played(self) -> list[Cell]:
        """The sessions with a result, for a narrow screen."""
        return [cell for cell in self.cells if cell.text]


@dataclass(frozen=True, slots=True)
class SeriesTable:
    """One list: as played, or with handicap."""

    heading: str
    rows: list[SeriesRow]


def series_columns(score: SeriesScore) -> list[Column]:
    """The sessions with results, in the order of their dates."""
    labels = _labels(score)
    return [
        Column(
            evening.session.pk,
            evening.session.title,
            labels[evening.session.pk],
            "" if evening.of_series.weight == 100 else f"{evening.of_series.weight} %",
        )
        for evening in score.played
    ]


def tables(score: SeriesScore) -> list[SeriesTable]:
    """The standings as played, and beside them those with handicap where the series has them."""
    dates = _labels(score)
    if not score.series.handicap:
        return [SeriesTable("", [_row(each, score, dates, False) for each in score.scratch])]
    return [
        SeriesTable(_("Scratch"), [_row(each, score, dates, False) for each in score.scratch]),
        SeriesTable(_("Handicap"), [_row(each, score, dates, True) for each in score.handicap]),
    ]


def _row(
    standing: SeriesStanding, score: SeriesScore, dates: Mapping[int, str], handicap: bool
) -> SeriesRow:
    counted = {result.session: result for result in standing.counted}
    dropped = {result.session: result for result in standing.dropped}
    cells = []
    for session, date in dates.items():
        result = counted.get(session) or dropped.get(session)
        if result is None:
            cells.append(Cell(date, ""))
        else:
            is_dropped = session in dropped
            text = _result(result, score.series, handicap)
            cells.append(Cell(date, f"({text})" if is_dropped else text, is_dropped))
    carrying = score.carrying.handicap if handicap else score.carrying.scratch
    return SeriesRow(
        place=str(standing.place),
        names=_names(standing, score),
        cells=cells,
        attended=standing.attended,
        carried=_carried(carrying.get(standing.contestant), score.series),
        total=_number(standing.value, score.series),
        reason="" if standing.place else _reason(standing, score.series),
    )


def _names(standing: SeriesStanding, score: SeriesScore) -> str:
    players = standing.contestant
    numbers: Sequence[int] = players if isinstance(players, tuple) else (players,)
    return " – ".join(str(score.names[number]) for number in numbers)


def _result(result: SessionResult, series: Series, handicap: bool) -> str:
    value = result.points if result.of is None else result.percentage
    if value is None:
        return ""
    return _number(value + (result.handicap if handicap else 0), series)


def _carried(carried: Carried | None, series: Series) -> str:
    if carried is None:
        return ""
    return _number(100 * carried.points / carried.of if carried.of else carried.points, series)


def _number(value: Fraction, series: Series) -> str:
    is_total = series.adding == Series.Adding.TOTAL
    return figures.points(value) if is_total else figures.percentage(value)


def _reason(standing: SeriesStanding, series: Series) -> str:
    return ngettext(
        "without a place: %(attended)s session, %(needed)s are needed",
        "without a place: %(attended)s sessions, %(needed)s are needed",
        standing.attended,
    ) % {"attended": standing.attended, "needed": series.minimum}


def _labels(score: SeriesScore) -> dict[int, str]:
    """What a column is called: the date of its evening, with the title where two were on one day,
    and the year where there are several."""
    dates = {evening.session.pk: evening.session.date for evening in score.played}
    form = (
        "MONTH_DAY_FORMAT" if len({day.year for day in dates.values()}) < 2 else "SHORT_DATE_FORMAT"
    )
    count = Counter(dates.values())
    return {
        evening.session.pk: date_format(evening.session.date, form)
        + (f" {evening.session.title}" if count[evening.session.date] > 1 else "")
        for evening in score.played
    }


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
@under_lock(hold_carry_over, when=lambda request: "find" not in request.POST)
def carry_over(request: HttpRequest, session_id: int) -> HttpResponse:
    """The page; its search keeps what is chosen."""
    session = get_object_or_404(Session, pk=session_id)
    stored = carry_over_of(session.pk)
    data = request.POST if request.method == "POST" else None
    form = CarryOverForm(data, session=session, stored=stored)
    is_search = data is not None and "find" in data
    if data is not None and not is_search and form.is_valid():
        with refusals_in(form):
            set_carry_over(session=session, by=actor(request), **form.asked)
            messages.success(request, _("The carry-over is saved."))
            return redirect("events:ranking", session.pk)
    is_wrong = data is not None and not is_search
    context = {"session": session, "tab": "carry-over", "form": form, "is_wrong": is_wrong}
    return render(
        request, "events/sessions/series/carry_over.html", context, status=422 if is_wrong else 200
    )
