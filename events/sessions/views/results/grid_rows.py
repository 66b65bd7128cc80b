"""The grid: contestants against boards, as ready strings.

A cell is the contestant's percentage of the top, or its IMPs or points where there is no
top. The best and the worst of each board and direction are marked.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from events.common.views import figures
from events.models import Session
from events.sessions.domain.contract import Side
from events.sessions.domain.scoring.board_score import LineScore
from events.sessions.services.scoring import ScoredSession
from events.sessions.views.results.ranking_rows import Contestants, RankingTable, tables_as_played

BOARDS_ABREAST = 28
"""The columns of boards that fit on A4 in landscape; more are shown in several tables."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Some boards of one ranking list: the numbers at the head, and the body as HTML."""

    heading: str
    boards: tuple[int, ...]
    body: SafeString


def grids(session: Session, scored: ScoredSession, contestants: Contestants) -> list[Grid]:
    """The grids of a session: one for each ranking list and part of the boards, with the
    contestants in the order of the ranking."""
    boards = sorted({line.board for line in scored.lines})
    cells = _cells(scored)
    return [
        Grid(list_.heading, part, _body(list_, part, cells, contestants))
        for list_ in tables_as_played(session, scored, contestants)
        for part in _parts(boards)
    ]


def _cells(scored: ScoredSession) -> dict[tuple[Hashable, int], SafeString]:
    """The cell of every contestant and board."""
    cells: dict[tuple[Hashable, int], SafeString] = {}
    for board in scored.field.boards:
        for side in Side:
            points = [_points(score, side) for score in board.lines]
            known = [each for each in points if each is not None]
            best, worst = max(known, default=None), min(known, default=None)
            for score, own in zip(board.lines, points, strict=True):
                # Where all are equal, nobody is the best.
                mark = "" if best == worst else {best: "best", worst: "worst"}.get(own, "")
                cell = _cell(board.board, own, score.top, mark)
                for contestant in score.line.ns if side is Side.NS else score.line.ew:
                    cells[contestant, board.board] = cell
    return cells


def _points(score: LineScore, side: Side) -> Fraction | None:
    return score.ns_points if side is Side.NS else score.ew_points


def _cell(board: int, points: Fraction | None, top: Fraction | None, mark: str) -> SafeString:
    """A cell, with the number of its board, for narrow screens without headings."""
    if points is None:
        template = '<td class="not-played" data-board="{}" title="{}">·</td>'
        return format_html(template, board, _("not played"))
    text = figures.points(points) if top is None else figures.share(points, top) or "–"
    return format_html(_CELLS[mark], board, text)


_CELLS = {
    "": '<td data-board="{}">{}</td>',
    "best": '<td class="best" data-board="{}"><strong>{}</strong></td>',
    "worst": '<td class="worst" data-board="{}"><em>{}</em></td>',
}


def _body(
    list_: RankingTable,
    boards: Sequence[int],
    cells: Mapping[tuple[Hashable, int], SafeString],
    contestants: Contestants,
) -> SafeString:
    empty = {board: format_html('<td data-board="{}"></td>', board) for board in boards}
    rows = (
        (
            row.number,
            row.names,
            contestants[row.pk].short_players,
            mark_safe("".join(cells.get((row.pk, board), empty[board]) for board in boards)),  # noqa: S308
            row.result,
        )
        for row in list_.rows
    )
    return format_html_join(
        "\n",
        '<tr><th scope="row"><span class="grid-number">{}</span>'
        ' <span title="{}">{}</span></th>{}<td class="result">{}</td></tr>',
        rows,
    )


def _parts(boards: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The boards in parts that are about equally long, each short enough for a page."""
    # Division rounded up.
    count = -(-len(boards) // BOARDS_ABREAST)
    for place in range(count):
        yield tuple(boards[len(boards) * place // count : len(boards) * (place + 1) // count])
