"""The ranking of a session. Public once published; cached until anything that it shows changes, as
the other results are.

Long rankings page by page: a congress of a hundred sections ranks eight thousand pairs.

The ranking of a session as ready strings: as played, with handicap, with a carry-over.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext as _, ngettext
from django.views.decorators.http import require_GET

from clubscore.text.numbers import whole_number
from clubscore.text.sentences import translate
from clubscore.web.caching import for_visitors, kept
from clubscore.web.permissions import is_director
from events.common.selectors import common_stamp, session_stamp
from events.common.views import figures
from events.models import Session
from events.sessions.core.domain.contract import Side
from events.sessions.core.permissions import session_for_reader
from events.sessions.matches.views.matches import match_standings
from events.sessions.pages.views.corrected import Corrected
from events.sessions.pages.views.notes import penalty_notes, penalty_text
from events.sessions.pages.views.results import read_scored, recent_contestants
from events.sessions.results.views.rules import carry_over_rule, scoring_rules, strata_rules
from events.sessions.scoring.domain.ranking import Standing
from events.sessions.scoring.domain.strata import strata_in_use
from events.sessions.scoring.figures.carry_over import CarriedOver, Source, carried_over, source_of
from events.sessions.scoring.figures.ranking import RankedLine, RankedList, rank_session
from events.sessions.scoring.figures.scoring import ScoredSession
from events.sessions.scoring.selectors.contestants import ContestantRecord, Contestants
from events.sessions.scoring.selectors.lines import PenaltyRecord
from events.sessions.scoring.selectors.progress import is_complete
from events.sessions.scoring.selectors.sessions import has_absences, series_of_session

CARRY_OVER = ("carry_over__earlier_session", "carry_over__earlier_series")


@for_visitors
@require_GET
def ranking(request: HttpRequest, session_id: int) -> HttpResponse:
    own = session_stamp(session_id)
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
            own,
            source if director or not is_hidden else None,
            full_names=director,
            page=asked_page(request),
        ),
    }
    return render(request, "events/sessions/results/ranking.html", context)


def _results(
    session: Session, own: str, source: Source | None, *, full_names: bool, page: int
) -> SafeString:
    """The lists, cached until anything that they show changes. The session's ``own`` stamp was read
    before it."""
    over = source and (source.carry_over.pk, source.carry_over.weight)

    def stamp() -> str:
        if source is None:
            return own
        sessions = [each.pk for each in source.sessions]
        return f"{own}:{common_stamp(session_ids=sessions, series_ids=source.series_ids)}"

    def make() -> SafeString:
        scored = read_scored(session, stamp=own)
        now = source_of(session) if source else None
        over = carried_over(session, now) if now else None
        return render_to_string(
            "events/sessions/results/_ranking.html",
            _context(session, scored, over, full_names=full_names, page=page),
        )

    name = ("ranking", session.pk, over, full_names, page, get_language())
    return kept(name, state=stamp, make=make)


def _context(
    session: Session,
    scored: ScoredSession,
    over: CarriedOver | None,
    *,
    full_names: bool,
    page: int,
) -> dict[str, Any]:
    contestants = recent_contestants(session.pk, full_names=full_names)
    corrected = Corrected(session.pk, scored, contestants)
    lists = rank_session(scored, contestants, over)
    sections = len({record.section for record in contestants.values()})
    rules = [scoring_rules(session, sections=sections)]
    if any(ranked_list.handicap for ranked_list in lists):
        rules.append(_("In the handicap list, everybody’s handicap is added to the result."))
    if over is not None:
        rules.append(carry_over_rule(over))
    rules += strata_rules(session, strata_in_use([each.stratum for each in contestants.values()]))
    shown = page_of(ranking_tables(session, lists, scored, contestants), page)
    return {
        "session": session,
        "matches": match_standings(session, scored, contestants),
        "scored": scored,
        "lists": shown.tables,
        "pages": shown.pages,
        "without_result": without_result(scored, contestants),
        "corrected": corrected.summary,
        "corrected_contestants": {pk for pk in contestants if corrected.concerns(pk)},
        "penalties": penalty_notes(scored.penalties, contestants, session),
        "matchpoints": session.method == session.Method.MATCHPOINTS,
        "over": over,
        # There is no room for the boards and the points beside what is added up.
        "is_compact": over is not None or any(ranked_list.handicap for ranked_list in lists),
        "notices": [translate(notice) for notice in over.notices] if over else [],
        "rules": " ".join(rules),
        "wall": figures.wall_class(
            (row.names for table in shown.tables for row in table.rows),
            columns=8 if over else 5,
            digits=29 if over else 20,
            lists=len(shown.tables),
        ),
    }


MAX_ROWS: Final = 1000
"""How many rows are shown on one page."""

PER_PAGE: Final = 500

MAX_PAGES: Final = 100


@dataclass(frozen=True, slots=True)
class PageLink:
    """A page by its number, and its first and last row."""

    number: int
    first: int
    last: int
    is_shown: bool


@dataclass(frozen=True, slots=True)
class RankingRow:
    """A line of the ranking; ``result`` is the percentage, or the total of IMPs or points.

    ``per_board`` are the IMPs of a board, where these decide or the numbers of boards differ.
    ``total`` is the result with what was added, ``within`` the places in the strata of the list.
    A ``_cell`` is the same with its exact value to open. ``reason`` says why there is no place.
    """

    pk: int
    place: str
    number: str
    section: str
    names: str
    players: tuple[str, ...]
    boards: int
    points: str
    of: str
    result: str
    handicap: str = ""
    carried: str = ""
    total: str = ""
    reason: str = ""
    penalty: str = ""
    per_board: str = ""
    result_cell: str = ""
    carried_cell: str = ""
    total_cell: str = ""
    team: str = ""
    percent: str = ""
    """The percentage as the length of a bar; empty where there is none."""
    within: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RankingTable:
    """One list: its heading (empty where there is one only) and its rows, best first."""

    heading: str
    rows: list[RankingRow]
    with_handicap: bool = False
    strata: tuple[str, ...] = ()

    @property
    def with_boards(self) -> bool:
        """Whether the IMPs of a board are shown."""
        return any(row.per_board for row in self.rows)


@dataclass(frozen=True, slots=True)
class RankingPage:
    """The tables that are shown; no ``pages`` where all are."""

    tables: list[RankingTable]
    pages: list[PageLink]


def asked_page(request: HttpRequest) -> int:
    """The number of the page in the address, from 1; what is computed for a page is kept by it."""
    return whole_number(request.GET.get("page", ""), most=MAX_PAGES) or 1


def page_of(tables: Sequence[RankingTable], page: int) -> RankingPage:
    """The rows of one page, of the nearest one where there is none of that number."""
    rows = sum(len(table.rows) for table in tables)
    if rows <= MAX_ROWS:
        return RankingPage(list(tables), [])
    last = -(-rows // PER_PAGE)
    here = min(max(page, 1), last)
    pages = [
        PageLink(
            number,
            first=(number - 1) * PER_PAGE + 1,
            last=min(number * PER_PAGE, rows),
            is_shown=number == here,
        )
        for number in range(1, last + 1)
    ]
    start = (here - 1) * PER_PAGE
    return RankingPage(list(_between(tables, start, start + PER_PAGE)), pages)


def _between(tables: Sequence[RankingTable], start: int, end: int) -> Iterator[RankingTable]:
    """The tables with their rows from ``start`` to before ``end``, counted through all of them."""
    before = 0
    for table in tables:
        rows = table.rows[max(start - before, 0) : max(end - before, 0)]
        if rows:
            yield replace(table, rows=rows)
        before += len(table.rows)


def ranking_tables(
    session: Session, lists: Sequence[RankedList], scored: ScoredSession, contestants: Contestants
) -> list[RankingTable]:
    """Every list as a table; the handicap list, where there is one, after the scratch list."""
    tables = []
    for ranked_list in lists:
        heading = list_heading(session, ranked_list.section, ranked_list.direction)
        boards = _boards(scored, ranked_list.section)
        taken = scored.penalties
        rows = [_row(line, contestants, session, boards, taken) for line in ranked_list.scratch]
        if not ranked_list.handicap:
            tables.append(RankingTable(heading, rows, strata=ranked_list.strata))
            continue
        scratch = _joined(heading, _("Scratch"))
        tables.append(RankingTable(scratch, rows, strata=ranked_list.strata))
        rows = [_row(line, contestants, session, boards, taken) for line in ranked_list.handicap]
        tables.append(
            RankingTable(
                _joined(heading, _("Handicap")), rows, with_handicap=True, strata=ranked_list.strata
            )
        )
    return tables


@dataclass(frozen=True, slots=True)
class ShortList:
    """The first of a list: places, names and figures, and what the figures are."""

    heading: str
    unit: str
    rows: tuple[tuple[str, str, str], ...]


def short_lists(session: Session, *, most: int) -> list[ShortList]:
    """The first of every list, as visitors see them; of matches those of their standings. Lists
    without a result are left out."""
    source = source_of(session)
    over = carried_over(session, source) if source and source.is_published else None
    scored = read_scored(session)
    contestants = recent_contestants(session.pk, full_names=False)
    matches = match_standings(session, scored, contestants)
    if matches is not None:
        teams = tuple((row.place, row.name, row.points) for row in matches.rows[:most])
        return [ShortList("", matches.points_heading, teams)] if teams else []
    unit = "%" if session.method == Session.Method.MATCHPOINTS else _("IMPs")
    if over is not None or session.method == Session.Method.TOTAL:
        unit = _("Total")
    lists = rank_session(scored, contestants, over)
    return [
        ShortList(table.heading, unit, tuple(map(_in_short, table.rows[:most])))
        for table in ranking_tables(session, lists, scored, contestants)
        if table.rows
    ]


def _in_short(row: RankingRow) -> tuple[str, str, str]:
    return row.place, row.names or row.number, row.total or row.result


def tables_as_played(
    session: Session, scored: ScoredSession, contestants: Contestants
) -> list[RankingTable]:
    """The lists without handicap and without what is carried over."""
    lists = [replace(ranked_list, handicap=()) for ranked_list in rank_session(scored, contestants)]
    return ranking_tables(session, lists, scored, contestants)


def ranking_row(standing: Standing, contestants: Contestants, session: Session) -> RankingRow:
    """One standing as played, as the foot of a card shows it."""
    return _row(RankedLine(standing, standing.place, None), contestants, session, 0)


def without_result(scored: ScoredSession, contestants: Contestants) -> list[ContestantRecord]:
    """Contestants of whom no result is in, once there are any."""
    ranked = {standing.contestant for standing in scored.field.standings}
    return [record for pk, record in contestants.items() if pk not in ranked] if ranked else []


def _row(
    line: RankedLine,
    contestants: Contestants,
    session: Session,
    boards: int,
    penalties: Sequence[PenaltyRecord] = (),
) -> RankingRow:
    standing = line.standing
    contestant = contestants[line.contestant]
    by_percentage = session.method == Session.Method.MATCHPOINTS
    show = figures.percentage if by_percentage else figures.points
    unit = " %" if by_percentage else ""
    result = standing.percentage if by_percentage else standing.points
    carried: Fraction | None = None
    if line.carried is not None:
        brought = line.carried
        carried = 100 * brought.points / brought.of if brought.of else brought.points
    shown, shown_carried, shown_total = show(result), show(carried), show(line.value)
    return RankingRow(
        pk=contestant.pk,
        place=str(line.place),
        number=contestant.label,
        section=contestant.section,
        names=contestant.players,
        players=tuple(map(str, contestant.names)) or (contestant.players,),
        boards=standing.counted,
        points=figures.points(standing.points),
        of=figures.points(standing.of),
        result=shown,
        handicap=figures.points(line.handicap),
        carried=shown_carried,
        total=shown_total,
        reason="" if line.place else _reason(session, standing, boards),
        penalty=", ".join(
            penalty_text(penalty) for penalty in penalties if penalty.contestant == contestant.pk
        ),
        # Without names the team is called in their place.
        team=contestant.of_team if contestant.names or not contestant.team else "",
        result_cell=figures.exact_cell(shown, result, 100, unit),
        carried_cell=figures.exact_cell(shown_carried, carried, 100, unit),
        total_cell=figures.exact_cell(shown_total, line.value, 100, unit),
        per_board=figures.points(standing.per_board) if standing.by_board else "",
        percent=_length(result) if by_percentage else "",
        within=tuple(map(str, line.within)),
    )


def _length(percentage: Fraction | None) -> str:
    """What a bar from 30 to 70 % shows of a percentage: nearly all there are."""
    return "" if percentage is None else f"{min(40, max(0, float(percentage) - 30)):.2f}"


def list_heading(session: Session, letter: str, direction: Side | None) -> str:
    """The section of a list and its direction; empty where there is one list."""
    directions = {None: "", "NS": _("North–South"), "EW": _("East–West")}
    section = ""
    if letter and not session.one_field:
        section = _("Section %(letter)s") % {"letter": letter}
    return _joined(section, directions[direction])


def _joined(*parts: str) -> str:
    return " · ".join(filter(None, parts))


def _boards(scored: ScoredSession, section: str) -> int:
    """How many boards the field has, as far as it is entered."""
    return sum(board.section == section for board in scored.field.boards)


def _reason(session: Session, standing: Standing, boards: int) -> str:
    if not standing.boards:
        return _("without a place: no board was scored")
    if 100 * standing.boards >= session.minimum_part * boards:
        # Enough boards, and nobody else's result on any of them.
        return _("without a place: none of its results could be compared")
    return ngettext(
        "without a place: %(played)s of %(boards)s board played, %(part)s %% are needed",
        "without a place: %(played)s of %(boards)s boards played, %(part)s %% are needed",
        boards,
    ) % {"played": standing.boards, "boards": boards, "part": session.minimum_part}
