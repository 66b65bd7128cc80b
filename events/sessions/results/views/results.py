"""The results: travellers, frequencies, grid, personal cards. Public once published.

The inner part of a page is rendered once for every state of its session, because after a club
evening everybody reads the same pages; see :mod:`events.common.selectors`.

The grid: contestants against boards, as ready strings.

A cell is the contestant's percentage of the top, or its IMPs or points where there is no
top. The best and the worst of each board and direction are marked.

Large fields: what is longer than a page is shown section by section.

A congress of a hundred sections has travellers of a hundred megabytes, which no telephone opens and
nobody prints.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final, TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext as _
from django.views.decorators.http import require_GET

from clubscore.text.sentences import NothingHereError
from clubscore.web.caching import Same, for_visitors, kept, kept_many
from clubscore.web.permissions import is_director
from events.common.selectors import session_stamp
from events.common.views import figures
from events.models import Session
from events.sessions.cardplay.figures import told_of_lines
from events.sessions.core.domain.contract import Side
from events.sessions.core.permissions import session_for_reader
from events.sessions.hands.selectors import shown_hands
from events.sessions.matches.figures.matches import score_matches
from events.sessions.pages.views import travellers as traveller_rows
from events.sessions.pages.views.corrected import Corrected
from events.sessions.pages.views.results import read_scored, recent_contestants
from events.sessions.results.views import cards as card_rows
from events.sessions.results.views.cards import own_result
from events.sessions.results.views.ranking import RankingTable, tables_as_played
from events.sessions.results.views.rules import IMP_METHODS
from events.sessions.scoring.domain.board_score import LineScore
from events.sessions.scoring.figures.scoring import ScoredSession
from events.sessions.scoring.selectors.contestants import ContestantRecord, Contestants
from events.tables.selectors.claims import offers_claims

Value = TypeVar("Value")

IN_SECTIONS = frozenset({"travellers", "grid", "cards"})
"""The pages that grow with the number of sections."""


@dataclass(frozen=True, slots=True)
class Part:
    """The sections of a field that are shown one by one, and the one that is; both empty where all
    are shown together."""

    letters: tuple[str, ...] = ()
    letter: str = ""


WHOLE: Final = Part()


@dataclass(frozen=True, slots=True)
class Shown:
    """What all pages of results read; ``here`` is ``scored`` with the lines of the page."""

    scored: ScoredSession
    here: ScoredSession
    contestants: Contestants
    corrected: Corrected
    full_names: bool
    part: Part = WHOLE


Context = Callable[[Session, Shown], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class OwnCard:
    """A card's contestant, for its heading, and its inner part."""

    contestant: ContestantRecord
    html: SafeString


@for_visitors
@require_GET
def travellers(request: HttpRequest, session_id: int) -> HttpResponse:
    """All travellers; a director gets a link to a ruling beside every line."""
    return _page(request, session_id, "travellers", _travellers)


@for_visitors
@require_GET
def frequencies(request: HttpRequest, session_id: int) -> HttpResponse:
    return _page(request, session_id, "frequencies", _frequencies)


@for_visitors
@require_GET
def grid(request: HttpRequest, session_id: int) -> HttpResponse:
    """Contestants against boards."""
    return _page(request, session_id, "grid", _grid)


@for_visitors
@require_GET
def cards(request: HttpRequest, session_id: int) -> HttpResponse:
    """All personal cards, one a page in print."""
    return _page(request, session_id, "cards", _cards)


@for_visitors
@require_GET
def card(request: HttpRequest, session_id: int, contestant_id: int) -> HttpResponse:
    """The personal card of one contestant: the result, the chart, and board by board."""
    stamp = session_stamp(session_id)
    session = session_for_reader(request, session_id)

    def make() -> OwnCard:
        shown = _read(session, stamp, full_names=is_director(request), only=contestant_id)
        rows = card_rows.cards(
            session,
            shown.scored,
            shown.contestants,
            shown.corrected,
            only=contestant_id,
            matches=score_matches(session, shown.scored),
            told=told_of_lines(
                session,
                [line for line in shown.scored.lines if contestant_id in line.ns + line.ew],
                shown_hands(session, director=session.reader_is_director),
            ),
        )
        if not rows:
            raise NothingHereError(_("There is no such contestant in this session."))
        context = {"card": rows[0], "own": own_result(session, rows[0])}
        return OwnCard(rows[0].contestant, _rendered(session, "own_card", shown, context))

    own: OwnCard = _cached(request, session, stamp, "own_card", make, of=contestant_id)
    context = {
        "session": session,
        "tab": "cards",
        "contestant": own.contestant,
        "results": own.html,
        "offers_claims": not is_director(request) and offers_claims(session),
    }
    return render(request, "events/sessions/results/card.html", context)


def _page(request: HttpRequest, session_id: int, name: str, context_of: Context) -> HttpResponse:
    stamp = session_stamp(session_id)
    session = session_for_reader(request, session_id)

    def make() -> SafeString:
        shown = _read(session, stamp, full_names=is_director(request))
        if name in IN_SECTIONS:
            part = part_of(shown.scored, asked)
            here = lines_of_part(shown.scored, shown.contestants, part)
            shown = replace(shown, here=here, part=part)
        return _rendered(session, name, shown, context_of(session, shown))

    asked = asked_section(request, session)
    html = _cached(request, session, stamp, name, make, of=asked)
    context = {"session": session, "tab": name, "results": html}
    return render(request, f"events/sessions/results/{name}.html", context)


def _cached(
    request: HttpRequest,
    session: Session,
    stamp: str,
    name: str,
    make: Callable[[], Value],
    *,
    of: int | str = "",
) -> Value:
    """The inner part of a page, or of one contestant's, cached until anything that it shows
    changes. The ``stamp`` was read before the session."""
    return kept(
        (name, session.pk, of, is_director(request), get_language()), state=stamp, make=make
    )


def _read(session: Session, stamp: str, *, full_names: bool, only: int | None = None) -> Shown:
    scored = read_scored(session, stamp=stamp)
    contestants = recent_contestants(session.pk, full_names=full_names)
    corrected = Corrected(session.pk, scored, contestants, only=only)
    return Shown(scored, scored, contestants, corrected, full_names)


def _rendered(session: Session, name: str, shown: Shown, context: dict[str, Any]) -> SafeString:
    context |= {
        "session": session,
        "scored": shown.scored,
        "for_directors": shown.full_names,
        "part": shown.part,
        "with_share": session.method == Session.Method.MATCHPOINTS,
    }
    return render_to_string(f"events/sessions/results/_{name}.html", context)


def _travellers(session: Session, shown: Shown) -> dict[str, Any]:
    return {"boards": traveller_parts(session, shown)}


@dataclass(frozen=True, slots=True)
class TravellerPart:
    """A board and its table as HTML, and its neighbours, ``None`` at the ends."""

    number: int
    html: SafeString
    earlier: int | None
    later: int | None


def traveller_parts(session: Session, shown: Shown) -> list[TravellerPart]:
    """The boards with their results, those rendered anew of which anything changed."""
    scored, contestants, corrected = shown.here, shown.contestants, shown.corrected
    hands = shown_hands(session, director=shown.full_names)
    data = traveller_rows.printed_data(session, scored)
    boards = traveller_rows.lines_by_board(scored, corrected)
    given = {
        "session_id": session.pk,
        "with_imps": session.method in IMP_METHODS,
        "for_directors": shown.full_names,
    }
    name = (*given.values(), session.one_field, shown.part.letter, get_language())
    states = {
        (name, board): (
            lines,
            [scored.points[line.pk] for line in lines],
            Same(contestants),
            [corrected.note(line.pk) for line in lines],
            corrected.of_board(board),
            hands.get(board),
            data.get(board, ""),
        )
        for board, lines in boards.items()
    }

    def rendered(board: int) -> SafeString:
        table = traveller_rows.traveller_table(
            session,
            board,
            boards[board],
            scored,
            contestants,
            corrected,
            hands,
            data.get(board, ""),
        )
        return render_to_string(
            "events/sessions/results/_traveller.html", {"board": table, **given}
        )

    parts = kept_many(
        "traveller", states, lambda missing: {key: rendered(key[1]) for key in missing}
    )
    return [
        TravellerPart(board, parts[name, board], earlier, later)
        for earlier, board, later in zip(
            [None, *boards], boards, [*list(boards)[1:], None], strict=False
        )
    ]


def _frequencies(session: Session, shown: Shown) -> dict[str, Any]:
    return {"boards": traveller_rows.frequency_tables(shown.scored, shown.corrected)}


def _grid(session: Session, shown: Shown) -> dict[str, Any]:
    return {
        "grids": grids(session, shown.here, shown.contestants),
        "corrected": shown.corrected.summary,
    }


def _cards(session: Session, shown: Shown) -> dict[str, Any]:
    cards = card_rows.cards(
        session,
        shown.here,
        shown.contestants,
        shown.corrected,
        section=shown.part.letter,
        matches=score_matches(session, shown.scored),
    )
    return {"cards": cards}


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
    contestants in the order of the ranking. Boards that have brought nobody anything yet are left
    out."""
    cells = _cells(scored)
    boards = sorted(
        {
            board.board
            for board in scored.field.boards
            if any(_points(score, side) is not None for score in board.lines for side in Side)
        }
    )
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
            known = [point for point in points if point is not None]
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


MAX_TOGETHER: Final = 12
"""How many sections are shown on one page."""

MAX_LETTERS: Final = 3


def asked_section(request: HttpRequest, session: Session) -> str:
    """The section of the address, if there is one: what is computed for a page is kept by it."""
    asked = request.GET.get("section", "")
    if len(asked) not in range(1, MAX_LETTERS + 1) or "\0" in asked:
        return ""
    return asked if session.sections.filter(letter=asked).exists() else ""


def part_of(scored: ScoredSession, asked: str) -> Part:
    """What of a field is shown: the section that was asked for, else the first."""
    letters = sorted({line.section for line in scored.lines}, key=lambda each: (len(each), each))
    if len(letters) <= MAX_TOGETHER:
        return WHOLE
    return Part(tuple(letters), asked if asked in letters else letters[0])


def lines_of_part(scored: ScoredSession, contestants: Contestants, part: Part) -> ScoredSession:
    """The lines and the standings of one section, with the points that they have in the field."""
    if not part.letter:
        return scored
    standings = tuple(
        standing
        for standing in scored.field.standings
        if isinstance(standing.contestant, int)
        and contestants[standing.contestant].section == part.letter
    )
    return replace(
        scored,
        lines=tuple(line for line in scored.lines if line.section == part.letter),
        field=replace(scored.field, standings=standings),
    )
