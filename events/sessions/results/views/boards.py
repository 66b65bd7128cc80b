"""One board as a page, for a phone: ``?for=`` marks the line of a contestant, as does ``#c-88``.

One board as a page, as ready strings: every result in one column, the percentages of both sides,
and the boards before and after it.

Where the points of a line come from. Public once published.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, gettext as _
from django.views.decorators.http import require_GET

from clubscore.text.numbers import whole_number
from clubscore.text.sentences import NothingHereError, translate
from clubscore.web.caching import for_visitors, kept
from clubscore.web.permissions import is_director
from events.common.selectors import session_stamp
from events.common.views import figures
from events.models import Session
from events.sessions.cardplay.figures import LinePlayed, told_of_lines
from events.sessions.core.domain.contract import Side
from events.sessions.core.domain.line_result import describe
from events.sessions.core.permissions import session_for_reader
from events.sessions.hands.selectors import shown_hands
from events.sessions.pages.views import results as result_cells
from events.sessions.pages.views.corrected import Corrected
from events.sessions.pages.views.explanation import explanation_rows
from events.sessions.pages.views.lines import numbers, scheduled_text, short_names
from events.sessions.pages.views.notes import deal_text, law_text
from events.sessions.pages.views.results import (
    BoardTable,
    Hands,
    PointsLinks,
    board_table,
    diagram_of,
    double_dummy,
    read_scored,
    recent_contestants,
)
from events.sessions.pages.views.travellers import (
    board_notes,
    by_section,
    lines_by_board,
    printed_data,
)
from events.sessions.results.views.cardplay_rows import (
    LeadsTable,
    lead_mark,
    leads_of_board,
    play_words,
)
from events.sessions.results.views.rules import IMP_METHODS
from events.sessions.scoring.domain.board_score import LineScore
from events.sessions.scoring.figures.scoring import ScoredSession, explain_points
from events.sessions.scoring.selectors.contestants import Contestants, session_contestants
from events.sessions.scoring.selectors.lines import LineRecord


@for_visitors
@require_GET
def page(request: HttpRequest, session_id: int, board: int) -> HttpResponse:
    """The results of one board, its neighbours, and the reader's own line."""
    stamp = session_stamp(session_id)
    session = session_for_reader(request, session_id)
    found = _cached(session, board, stamp, full_names=is_director(request))
    mine = whole_number(request.GET.get("for", ""))
    rows = [(row, mine is not None and row.side_of(mine)) for row in found.table.rows]
    context = {
        "session": session,
        "tab": "travellers",
        "page": found,
        "board": found.table,
        "rows": rows,
        "mine": next(((row, side) for row, side in rows if side), None),
        "contestant": mine,
        "matchpoints": session.method == Session.Method.MATCHPOINTS,
        "with_imps": session.method in IMP_METHODS,
    }
    return render(request, "events/sessions/results/board_page.html", context)


@dataclass(frozen=True, slots=True)
class BoardSide:
    """A side of a line: who sat there, and what it got: per cent of the top, or points."""

    contestants: tuple[int, ...]
    number: str
    names: str
    score: str
    part: str
    """HTML: a link to where it comes from."""
    anchors: tuple[int, ...] = ()
    """The contestants whose first line of the board this is: a link may lead to it."""


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A line of the board; ``result`` is contract, declarer and result in one, ``4♠N−1``;
    ``double_dummy`` are its tricks above or below double dummy; ``heading`` names the section that
    begins with it, where sections are scored apart."""

    ns: BoardSide
    ew: BoardSide
    result: str
    lead: str
    deal: str
    double_dummy: str
    lead_cost: str
    """HTML: what the lead cost, double dummy; empty where it cost nothing."""
    line: int
    play: str
    """What a file has of the line, in words: auction, or auction and play; empty where nothing."""
    is_corrected: bool
    scheduled: str
    heading: str = ""

    def side_of(self, contestant: int) -> BoardSide | None:
        """The side on which a contestant sat; ``None`` where it did not play this line."""
        return next((side for side in (self.ns, self.ew) if contestant in side.contestants), None)


@dataclass(frozen=True, slots=True)
class BoardPage:
    """The table of the board, and the neighbours among the boards with results (0: there is
    none)."""

    table: BoardTable[BoardRow]
    earlier: int
    later: int
    leads: list[LeadsTable]
    """The leads to each declarer and strain that was played, where they may be told."""


def _cached(session: Session, board: int, stamp: str, *, full_names: bool) -> BoardPage:
    """What the page shows, whoever it is for, cached until anything of it changes.

    Raises :class:`NothingHereError` where the board has no result; of that nothing is kept.
    """

    def make() -> BoardPage:
        scored = read_scored(session, stamp=stamp)
        contestants = recent_contestants(session.pk, full_names=full_names)
        corrected = Corrected(session.pk, scored, contestants)
        hands = shown_hands(session, director=full_names, boards=[board])
        found = board_page(session, scored, contestants, corrected, hands, board)
        if found is None:
            raise NothingHereError(_("Board %(board)s has no results.") % {"board": board})
        return found

    return kept(("board", session.pk, board, full_names, get_language()), state=stamp, make=make)


def board_page(
    session: Session,
    scored: ScoredSession,
    contestants: Contestants,
    corrected: Corrected,
    hands: Hands,
    board: int,
) -> BoardPage | None:
    """The page of a board; ``None`` where it has no result."""
    played = lines_by_board(scored, corrected)
    if board not in played:
        return None
    lines = played[board]
    told = told_of_lines(session, lines, hands, board)
    link = PointsLinks(session.pk)
    ordered, headings = by_section(lines, contestants, apart=not session.one_field)
    rows = [
        replace(
            _row(
                line,
                scored.points.get(line.pk),
                session,
                contestants,
                link,
                corrected,
                hands,
                told.get(line.pk),
            ),
            heading=headings.get(line.pk, ""),
        )
        for line in ordered
    ]
    table = board_table(
        board,
        list(_with_anchors(rows)),
        notes=board_notes(board, lines, contestants, corrected),
        datum=printed_data(session, scored).get(board, ""),
        diagram=diagram_of(hands, board),
    )
    return BoardPage(table, *_neighbours(list(played), board), leads_of_board(list(told.values())))


def _with_anchors(rows: Sequence[BoardRow]) -> Iterator[BoardRow]:
    seen: set[int] = set()

    def first(side: BoardSide) -> BoardSide:
        anchors = tuple(pk for pk in side.contestants if pk not in seen)
        seen.update(anchors)
        return replace(side, anchors=anchors)

    for row in rows:
        yield replace(row, ns=first(row.ns), ew=first(row.ew))


def _neighbours(boards: Sequence[int], board: int) -> tuple[int, int]:
    place = bisect_left(boards, board)
    return (boards[place - 1] if place else 0, boards[place + 1] if place + 1 < len(boards) else 0)


def _row(
    line: LineRecord,
    points: LineScore | None,
    session: Session,
    contestants: Contestants,
    link: PointsLinks,
    corrected: Corrected,
    hands: Hands,
    told: LinePlayed | None,
) -> BoardRow:
    by_percentage = session.method == Session.Method.MATCHPOINTS
    score = line.result.counting.score_ns

    def side(name: Side, pks: tuple[int, ...], own: Fraction | None, sign: int) -> BoardSide:
        sat = [contestants[pk] for pk in pks]
        return BoardSide(
            contestants=pks,
            number=numbers(sat),
            names=short_names(sat),
            score="" if score is None else figures.signed(sign * score),
            part=link(line.pk, name, own, points.top if points and by_percentage else None),
        )

    return BoardRow(
        ns=side(Side.NS, line.ns, points.ns_points if points else None, 1),
        ew=side(Side.EW, line.ew, points.ew_points if points else None, -1),
        result=result_cells.played_text(line.result, in_short=True),
        lead=result_cells.result_cells(line.result)["lead"],
        deal=deal_text(line.deal),
        double_dummy=double_dummy(hands, line),
        lead_cost=lead_mark(told),
        line=line.pk,
        play=play_words(told),
        is_corrected=line.pk in corrected,
        scheduled=scheduled_text(line, contestants),
    )


SIDES = {"ns": Side.NS, "ew": Side.EW}


@require_GET
def points(request: HttpRequest, session_id: int, line_id: int, side: str) -> HttpResponse:
    """The comparisons and the formula behind the points of one side of a line."""
    session = session_for_reader(request, session_id)
    explained = explain_points(session, line_id, SIDES[side]) if side in SIDES else None
    if explained is None:
        raise NothingHereError(
            _("There is no such result in this session; it may have been cleared.")
        )
    line = explained.line
    contestants = session_contestants(session.pk, full_names=is_director(request))
    ns, ew = ([contestants[pk] for pk in seats] for seats in (line.ns, line.ew))
    context = {
        "session": session,
        "tab": "travellers",
        "line": line,
        "side": side,
        "is_ns": side == "ns",
        "other_side": "ew" if side == "ns" else "ns",
        "ns": numbers(ns),
        "ew": numbers(ew),
        "ns_names": short_names(ns),
        "ew_names": short_names(ew),
        "result": translate(describe(line.result)),
        "at_the_table": translate(describe(line.result.at_the_table))
        if line.result.adjustment
        else "",
        "deal": deal_text(line.deal),
        "is_fouled": explained.is_fouled,
        "law": law_text(line.law) if line.law else "",
        "explained": explanation_rows(explained.explanation),
        "is_director": is_director(request),
    }
    return render(request, "events/sessions/results/points.html", context)
