"""The table of club points over a season: a page, a spreadsheet, a CSV file."""

import io
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.numbers import whole_number
from clubscore.permissions import is_director
from clubscore.recent import Recent
from clubscore.sentences import NothingHereError, translate
from clubscore.spreadsheets.writing import XLSX, Row, Table, csv_lines, write_workbook
from clubscore.visitor_pages import for_visitors
from events.common.domain.rounding import two_decimals
from events.common.domain.season import Season
from events.common.selectors.stamp import common_stamp
from events.models import Session
from events.sessions.domain.teams.season_points import SeasonLine, season_lines
from events.sessions.selectors.club_points import first_season, sessions_with_points
from events.sessions.selectors.contestants import contestants_of_sessions
from events.sessions.selectors.guests import guests_of_sessions
from events.sessions.services.club_points import points_of_players, session_points
from events.sessions.services.scoring import score_sessions
from events.sessions.views.club_points.explaining import points_text

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


_RECENT: Final[Recent[SeasonTable]] = Recent(4)


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
        "provisional": [each for each in table.sessions if not each.is_finished],
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
    rules = [(each.pk, *_values(each)) for each in sessions]
    stamp = common_stamp(session_ids=[each.pk for each in sessions])
    return _RECENT.get(
        (season.year, director),
        stamp=f"{stamp}:{rules}",
        make=lambda: _made(sessions, director=director),
    )


def _values(session: Session) -> tuple[object, ...]:
    rule = session.points_rule
    if rule is None:
        return ()
    return (
        *(rule.preset, rule.weight, rule.part, rule.step, rule.least, rule.most, rule.ties),
        session.is_finished,
    )


def _made(sessions: list[Session], *, director: bool) -> SeasonTable:
    ids = [each.pk for each in sessions]
    scored = score_sessions(sessions)
    contestants = contestants_of_sessions(ids, full_names=director)
    guests = {each.pk for each in guests_of_sessions(ids)}
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
        points[session.pk] = {pk: each for pk, each in of_players.items() if pk not in guests}
        for each in who.values():
            names |= dict(zip(each.player_ids, map(str, each.names), strict=True))
    return SeasonTable(tuple(sessions), points, names, tuple(problems), len(left_out))


def _row(line: SeasonLine, table: SeasonTable, sessions: dict[int, Session]) -> SeasonRow:
    return SeasonRow(
        line.place,
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
        *(_("Place"), _("Name"), _("Total (unofficial)"), _("Sessions")),
        *(f"{each.date:%Y-%m-%d} {each.title}" for each in table.sessions),
    )
    rows: list[Row] = [
        (
            int(line.place.rstrip("=")),
            table.names[line.player],
            _number(line.total),
            len(line.points),
            *(
                _number(line.points[each.pk]) if each.pk in line.points else ""
                for each in table.sessions
            ),
        )
        for line in season_lines(table.points, best=best)
    ]
    return Table(_("Club points"), headings, rows)


def _number(hundredths: int) -> Decimal:
    return Decimal(two_decimals(Fraction(hundredths, 100)))
