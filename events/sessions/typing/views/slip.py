"""Typing by round slip: the boards that a table played in a round, one below the other.

Every line is read and saved by :mod:`events.sessions.typing.views.board`, as on a traveller; here
are the page around the lines, the lines as they are now, and the one action for the whole slip.

The lines of a round slip with all that its page shows of them, each scored on its own board.

The slips of a section: every table in every round, in the order in which they are typed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_GET, require_POST

from clubscore.text.problems import Refused
from clubscore.text.sentences import NothingHereError, refusal_text
from clubscore.web.permissions import director_required
from clubscore.web.visitors import actor
from events.common.views.desk import typed_text
from events.models import Section, Session, TravellerLine
from events.sessions.core.domain.letters import ENGLISH, legend
from events.sessions.core.domain.progress import State
from events.sessions.doubts.views import doubts_values
from events.sessions.lines.selectors import stored_lines
from events.sessions.lines.services.seats import RoundSeated, change_slip_seats
from events.sessions.matches.figures.boards import score_one_board
from events.sessions.pages.views.lines import (
    TypingRow,
    line_values,
    points_values,
    seat_values,
    typing_rows,
)
from events.sessions.pages.views.results import board_facts, state_name
from events.sessions.scoring.figures.scoring import ScoredBoard
from events.sessions.scoring.selectors.contestants import ContestantRecord, session_contestants
from events.sessions.scoring.selectors.lines import LineRecord
from events.sessions.scoring.selectors.progress import (
    Cell,
    SectionProgress,
    cells,
    section_progress,
)
from events.sessions.typing.selectors import boards_of_slip
from events.sessions.typing.views.board import change_rows


@dataclass(frozen=True, slots=True)
class SlipBoard:
    """A board of a slip as far as it is entered, and the line of the slip on it."""

    scored: ScoredBoard
    line: LineRecord


@dataclass(frozen=True, slots=True)
class SlipLink:
    """A slip as a link: where it is, how far it is, its place in the order, and a label."""

    url: str
    round: int
    table: int
    entered: int
    expected: int
    state: str
    order: int
    label: str

    @property
    def is_complete(self) -> bool:
        return self.state == State.COMPLETE


@dataclass(frozen=True, slots=True)
class Slips:
    """The slips of a section in the order in which they are typed, and as rows of rounds, with
    ``None`` where nobody plays."""

    tables: range
    ordered: tuple[SlipLink, ...]
    rows: tuple[tuple[int, tuple[SlipLink | None, ...]], ...]

    def find(self, round_number: int, table: int) -> SlipLink | None:
        """The slip of a table in a round."""
        found = (
            slip_link
            for slip_link in self.ordered
            if (slip_link.round, slip_link.table) == (round_number, table)
        )
        return next(found, None)

    def beside(self, slip: SlipLink, by: int) -> SlipLink | None:
        """The slip that is so many places further in the order."""
        place = slip.order + by
        return self.ordered[place] if 0 <= place < len(self.ordered) else None

    @property
    def first_open(self) -> SlipLink:
        """The first slip that is not complete, or else the first."""
        return next(
            (slip_link for slip_link in self.ordered if not slip_link.is_complete), self.ordered[0]
        )

    @property
    def missing(self) -> list[SlipLink]:
        """The slips of rounds that are over which are not complete."""
        return [slip_link for slip_link in self.ordered if slip_link.state == State.MISSING]

    def to_come(self, round_number: int) -> list[SlipLink]:
        """The slips of a round that are neither complete nor missing."""
        open_states = (State.NOTHING, State.PLAYING)
        return [
            slip_link
            for slip_link in self.ordered
            if slip_link.round == round_number and slip_link.state in open_states
        ]


@dataclass(frozen=True, slots=True)
class SlipPage:
    """A slip among those of its section, and all sections of the session."""

    session: Session
    letter: str
    sections: list[SectionProgress]
    slips: Slips
    slip: SlipLink

    @property
    def section(self) -> str:
        """The letter of the section; empty where there is only one."""
        return self.letter if len(self.sections) > 1 else ""

    def boards(self) -> list[SlipBoard]:
        place = (self.letter, self.slip.round, self.slip.table)
        return slip_boards(self.session, *place, section=self.section)

    def url(self, name: str) -> str:
        """The address of one of the slip's parts."""
        args = [self.session.pk, self.letter, self.slip.round, self.slip.table]
        return reverse(f"events:{name}", args=args)


@require_GET
@director_required
def first(request: HttpRequest, session_id: int) -> HttpResponse:
    """On to the first slip that is not complete, of the section asked for or of the first."""
    session = get_object_or_404(Session, pk=session_id)
    sections = section_progress(session)
    asked = request.GET.get("section", "")
    letters = [section.letter for section in sections if asked in ("", section.letter)]
    for letter in letters:
        slips = _slips(session, sections, letter, by_table=_by_table(request))
        if slips:
            return redirect(slips.first_open.url)
    raise NothingHereError(_("This session has no rounds: it is typed by traveller."))


@require_GET
@director_required
def slip(
    request: HttpRequest, session_id: int, letter: str, round_number: int, table: int
) -> HttpResponse:
    """The boards of a table in a round, as a form of one field a line."""
    page = _page(request, session_id, letter, round_number, table)
    session, boards = page.session, page.boards()
    letters = session.typing_letters
    rows = slip_rows(session, boards, session_contestants(session.pk, full_names=True))
    context = {
        "session": session,
        "tab": "slips",
        "page": page,
        "letter": page.letter,
        "section": page.section,
        "slip": page.slip,
        "slips": page.slips,
        "by_table": _by_table(request),
        "previous": page.slips.beside(page.slip, -1),
        "following": page.slips.beside(page.slip, +1),
        "missing": page.slips.missing,
        "to_come": [
            slip_link for slip_link in page.slips.to_come(page.slip.round) if slip_link != page.slip
        ],
        "rows": rows,
        "in_percent": session.method == Session.Method.MATCHPOINTS,
        "doubts": slip_doubts(session, boards),
        "legend": None if letters == ENGLISH else list(legend(letters)),
        "changes": change_rows(session, actor(request)),
        "urls": {name: page.url(f"slip-{name}") for name in ("now", "seats", "beside")},
        "finish": _finish(page),
    }
    return render(request, "events/sessions/typing/slip.html", context)


@require_GET
@director_required
def now(
    request: HttpRequest, session_id: int, letter: str, round_number: int, table: int
) -> JsonResponse:
    """The lines of a slip as they are now, for the page's script."""
    page = _page(request, session_id, letter, round_number, table)
    return JsonResponse(slip_values(page.session, page.boards()))


@require_GET
@director_required
def beside(
    request: HttpRequest, session_id: int, letter: str, round_number: int, table: int
) -> HttpResponse:
    """The last changes, which stand beside the slip: a part of its page."""
    session = _page(request, session_id, letter, round_number, table).session
    context = {"session": session, "changes": change_rows(session, actor(request))}
    return render(request, "events/sessions/typing/_last_changes.html", context)


@require_POST
@director_required
def seats(
    request: HttpRequest, session_id: int, letter: str, round_number: int, table: int
) -> JsonResponse:
    """Who sat which way on all boards of a slip; 422 with a sentence when they did not sit there.

    200 with what was done, and the lines of the slip as they are now.
    """
    page = _page(request, session_id, letter, round_number, table)
    try:
        done = change_slip_seats(
            session_id=page.session.pk,
            letter=letter,
            round_number=round_number,
            table=table,
            text=typed_text(request.POST),
            by=actor(request),
        )
    except (Section.DoesNotExist, TravellerLine.DoesNotExist):
        gone = _("This slip is no longer in the session. Reload the page.")
        return JsonResponse({"error": gone}, status=404)
    except Refused as refusal:
        return JsonResponse({"error": refusal_text(refusal)}, status=422)
    answer = slip_values(page.session, page.boards())
    return JsonResponse({"message": _turned(done), **answer})


def slip_boards(
    session: Session, letter: str, round_number: int, table: int, *, section: str
) -> list[SlipBoard]:
    """The boards of a slip in their order; ``section`` is the letter where there are several
    sections. The number of queries depends on that of the boards of a round, and on nothing else.
    """
    boards = []
    for pk, board in boards_of_slip(session.pk, letter, round_number, table):
        scored = score_one_board(session, board, section=section)
        line = next((each for each in scored.lines if each.pk == pk), None)
        # Somebody may have taken the line away between the two readings.
        if line is not None:
            boards.append(SlipBoard(scored, line))
    return boards


def _page(
    request: HttpRequest, session_id: int, letter: str, round_number: int, table: int
) -> SlipPage:
    session = get_object_or_404(Session, pk=session_id)
    sections = section_progress(session)
    slips = _slips(session, sections, letter, by_table=_by_table(request))
    found = slips.find(round_number, table) if slips else None
    if slips is None or found is None:
        none = _("Nobody plays at table %(table)s in round %(round)s of this session.")
        raise NothingHereError(none % {"table": table, "round": round_number})
    return SlipPage(session, letter, sections, slips, found)


def _slips(
    session: Session, sections: list[SectionProgress], letter: str, *, by_table: bool
) -> Slips | None:
    section = next((each for each in sections if each.letter == letter), None)
    if section is None:
        return None
    return slips_of(session.pk, section, cells(session, [section])[section.pk], by_table=by_table)


def _by_table(request: HttpRequest) -> bool:
    return request.GET.get("by") == BY_TABLE


def _finish(page: SlipPage) -> str:
    """Where to go when the section is complete: the next one that is not, or the session."""
    for section in page.sections:
        if section.letter != page.letter and section.entered < section.expected and section.tables:
            slips = reverse("events:slips", args=[page.session.pk])
            return f"{slips}?section={section.letter}"
    return page.session.get_absolute_url()


def _turned(done: RoundSeated) -> str:
    """What became of the boards of a slip, in words."""
    said = [_("Nothing was changed: they sit that way already.")]
    if done.turned:
        boards = ", ".join(map(str, done.turned))
        turned = ngettext(
            "North–South and East–West changed places on board %(boards)s.",
            "North–South and East–West changed places on boards %(boards)s.",
            len(done.turned),
        )
        said = [turned % {"boards": boards}]
    if done.left:
        boards = ", ".join(map(str, done.left))
        left = ngettext(
            "Others sat there on board %(boards)s: it is as it was.",
            "Others sat there on boards %(boards)s: they are as they were.",
            len(done.left),
        )
        said.append(left % {"boards": boards})
    return " ".join(said)


@dataclass(frozen=True, slots=True)
class SlipRow:
    """A line of a slip: its board, and the line as on the board's traveller."""

    board: int
    dealer: str
    vulnerability: str
    label: str
    doubt_url: str
    line: TypingRow


def slip_rows(
    session: Session, boards: list[SlipBoard], contestants: Mapping[int, ContestantRecord]
) -> list[SlipRow]:
    """The rows of a slip's page."""
    letters = session.typing_letters
    first_empty = next(
        (slip_board.line.pk for slip_board in boards if slip_board.line.is_empty), None
    )
    rows = []
    for slip_board in boards:
        (line,) = typing_rows(slip_board.scored, contestants, letters, only=slip_board.line.pk)
        board = slip_board.scored.number
        rows.append(
            SlipRow(
                board=board,
                **board_facts(board),
                label=_("Board %(board)s. %(result)s") % {"board": board, "result": line.label},
                doubt_url=reverse("events:doubt", args=[session.pk, board]),
                line=replace(line, is_first_empty=line.pk == first_empty),
            )
        )
    return rows


def slip_doubts(session: Session, boards: list[SlipBoard]) -> list[dict[str, Any]]:
    """The doubts of each board of a slip, for the page's script."""
    return [doubts_values(session, board.scored) for board in boards]


def slip_values(session: Session, boards: list[SlipBoard]) -> dict[str, Any]:
    """The lines of a slip as they are now, for the page's script."""
    contestants = session_contestants(session.pk, full_names=True)
    lines = stored_lines([board.line.pk for board in boards])
    seats: list[dict[str, Any]] = []
    points: dict[str, dict[str, str]] = {}
    for board in boards:
        own = str(board.line.pk)
        seats += [row for row in seat_values(board.scored, contestants) if str(row["id"]) == own]
        points |= {pk: row for pk, row in points_values(board.scored).items() if pk == own}
    return {
        "lines": [line_values(line, session) for line in lines.values()],
        "seats": seats,
        "points": points,
        "doubts": slip_doubts(session, boards),
    }


BY_TABLE = "table"
"""Asked for by ``?by=table``: after a slip comes the next round of its table."""


def slips_of(
    session_id: int,
    section: SectionProgress,
    cells: Mapping[tuple[int, int], Cell],
    *,
    by_table: bool,
) -> Slips | None:
    """The slips of a section; ``None`` for lines of a file, which have neither round nor table."""
    if not cells:
        return None
    places = sorted(cells) if by_table else sorted(cells, key=lambda place: place[::-1])
    query = f"?by={BY_TABLE}" if by_table else ""
    links = {
        place: _link(session_id, section.letter, cells[place], order, query)
        for order, place in enumerate(places)
    }
    tables = range(1, section.tables + 1)
    return Slips(tables, tuple(links.values()), tuple(_rows(links, tables)))


def _rows(
    links: Mapping[tuple[int, int], SlipLink], tables: range
) -> Iterable[tuple[int, tuple[SlipLink | None, ...]]]:
    for number in sorted({round_number for _table, round_number in links}):
        yield number, tuple(links.get((table, number)) for table in tables)


def _link(session_id: int, letter: str, cell: Cell, order: int, query: str) -> SlipLink:
    values = {
        "round": cell.round,
        "table": cell.table,
        "entered": cell.entered,
        "expected": cell.expected,
        "state": state_name(cell.state),
    }
    label = _("Round %(round)s, table %(table)s: %(entered)s of %(expected)s, %(state)s")
    return SlipLink(
        url=reverse("events:slip", args=[session_id, letter, cell.round, cell.table]) + query,
        round=cell.round,
        table=cell.table,
        entered=cell.entered,
        expected=cell.expected,
        state=cell.state.value,
        order=order,
        label=label % values,
    )
