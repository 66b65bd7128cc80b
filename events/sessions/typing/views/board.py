"""Typing travellers: the page of a board, and the saving of one line.

The page's script calls ``save`` and ``reading``, which answer in JSON; how a line looks is defined
in :mod:`events.sessions.pages.views.lines`.

The panel beside a traveller being typed: its frequencies so far, and the last changes.
"""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import get_language, gettext as _
from django.views.decorators.http import require_GET, require_POST

from clubscore.text.numbers import row_number_if, whole_number
from clubscore.text.problems import Refused
from clubscore.text.sentences import NothingHereError, refusal_text
from clubscore.web.caching import kept
from clubscore.web.permissions import director_required
from clubscore.web.visitors import Actor, actor
from events.common.selectors import last_change, last_changes, session_stamp
from events.common.views.desk import typed_text
from events.common.views.log_text import done_by
from events.models import LogEntry, Session, TravellerLine
from events.sessions.core.domain.contract import signed
from events.sessions.core.domain.letters import ENGLISH, legend
from events.sessions.core.domain.progress import State
from events.sessions.core.domain.result_field import NeedsSign, score_as_it_stands
from events.sessions.core.domain.seats import names_seats
from events.sessions.core.permissions import session_or_404
from events.sessions.doubts.views import doubts_values, is_large, with_doubts
from events.sessions.lines import figures as line_figures
from events.sessions.lines.services import saving as lines
from events.sessions.lines.services.seats import Seated, change_seats, who_sat
from events.sessions.matches.figures.boards import score_one_board
from events.sessions.pages.views.lines import (
    line_values,
    points_values,
    progress_values,
    reading_values,
    seat_values,
    seats_reading,
    typing_rows,
)
from events.sessions.pages.views.log import change_text, place_text
from events.sessions.pages.views.results import board_facts, recent_contestants
from events.sessions.pages.views.travellers import FrequencyRow, frequency_rows
from events.sessions.scoring.figures.scoring import ScoredBoard, Supposing
from events.sessions.scoring.selectors.contestants import (
    ContestantRecord,
    Contestants,
    session_contestants,
)
from events.sessions.scoring.selectors.lines import lines_by_id
from events.sessions.scoring.selectors.progress import (
    BoardProgress,
    board_progress_by_section,
    of_board,
    progress,
    progress_by_section,
    section_of_line,
    together,
)
from events.sessions.typing.selectors import line_with_session
from events.tables.views.desk import show_sender

LINES_AT_ONCE = 60
"""The sections of a board are typed one by one where it has more lines."""


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """One of the last changes: when, by whom (empty for the reader), where, and what was done.

    ``line`` is its line on ``board``, 0 and 0 for a change of something else; ``is_next`` marks
    the one that an undo would take back.
    """

    at: datetime.datetime
    who: str
    board: int
    line: int
    place: str
    what: str
    is_next: bool


@require_GET
@director_required
def boards(request: HttpRequest, session_id: int) -> HttpResponse:
    """On to the first board that is not complete, or else to the first."""
    session = session_or_404(session_id)
    found = progress(session.pk)
    if not found:
        raise NothingHereError(_("This session has no boards."))
    first = next((board for board in found if board.state != State.COMPLETE), found[0])
    return redirect("events:board", session.pk, first.board)


@require_GET
@director_required
def board(request: HttpRequest, session_id: int, board: int) -> HttpResponse:
    """The traveller of a board, as a form of one field a line."""
    stamp = session_stamp(session_id)
    session = session_or_404(session_id)
    by_section = progress_by_section(session.pk)
    boards = whole = together(by_section)
    sections = of_board(by_section, board)
    if not sections:
        raise NothingHereError(_("Board %(board)s is not in this session.") % {"board": board})
    letter = _section(request, session, board, sections)
    scored = score_one_board(session, board, section=letter)
    if letter:
        boards = together({letter: by_section[letter]})
    place = [each.board for each in boards].index(board)
    letters = session.typing_letters
    contestants = recent_contestants(session.pk, full_names=True)
    large = is_large(whole)
    context = {
        "session": session,
        "tab": "boards",
        "board": boards[place],
        "boards": boards if large else with_doubts(session, boards, letter),
        "doubts": doubts_values(session, scored, known=not large and not letter),
        "previous_board": boards[place - 1].board if place else None,
        "following_board": boards[place + 1].board if place + 1 < len(boards) else None,
        "sections": sections,
        "section": letter,
        "all_fit": scored.progress.expected <= LINES_AT_ONCE,
        "section_query": f"?section={letter}" if letter else "",
        "in_percent": session.method == Session.Method.MATCHPOINTS,
        "rows": typing_rows(scored, contestants, letters),
        "legend": None if letters == ENGLISH else tuple(legend(letters)),
        **board_facts(board),
        **_beside(request, session, scored, stamp, contestants),
    }
    return render(request, "events/sessions/typing/board.html", context)


@require_GET
@director_required
def beside(request: HttpRequest, session_id: int, board: int) -> HttpResponse:
    """The panel beside the traveller, as it is now: a part of its page."""
    stamp = session_stamp(session_id)
    session = session_or_404(session_id)
    sections = board_progress_by_section(session.pk, board=board)
    if not sections:
        raise NothingHereError(_("Board %(board)s is not in this session.") % {"board": board})
    letter = _section(request, session, board, sections)
    scored = score_one_board(session, board, section=letter)
    context = {"session": session, **_beside(request, session, scored, stamp)}
    return render(request, "events/sessions/typing/_beside.html", context)


def _beside(
    request: HttpRequest,
    session: Session,
    scored: ScoredBoard,
    stamp: str,
    contestants: Contestants | None = None,
) -> dict[str, object]:
    by = actor(request)
    # For the board after this one, which a director turns to without a change between.
    changes = kept(
        ("changes", session.pk, by.user and by.user.pk, get_language()),
        state=stamp,
        make=lambda: render_to_string(
            "events/sessions/typing/_last_changes.html",
            {"session": session, "changes": change_rows(session, by, contestants)},
        ),
    )
    return {"frequencies": frequency_tables(scored), "last_changes": changes}


def _section(
    request: HttpRequest, session: Session, board: int, sections: dict[str, BoardProgress]
) -> str:
    """The one section to show: the one asked for, or that of the line asked for; with too many
    lines for one page, the first section with something to type; else empty, for all.
    """
    asked = request.GET.get("section", "")
    if asked in sections or len(sections) == 1:
        return asked if len(sections) > 1 else ""
    line = whole_number(request.GET.get("line", ""))
    if line is not None:
        found = section_of_line(session.pk, board=board, line_id=line)
        if found:
            return found
    if sum(part.expected for part in sections.values()) <= LINES_AT_ONCE:
        return ""
    return next(
        (each for each, part in sections.items() if part.state != "complete"), min(sections)
    )


@require_POST
@director_required
def save(request: HttpRequest, session_id: int, line_id: int) -> JsonResponse:
    """Save what was typed in a line.

    200 with the line as it is stored, the points of the board and how far it is, and after a
    text about who sat there the seats of the board, all of one section where the page shows that
    alone (``section``); ``change`` is the entry of the log, which lines pasted together with this
    one name as ``with``. 422 with a sentence when it is no result of this board, and what would let
    it pass; 409 with the stored line when somebody else changed it meanwhile;
    404 when the session has no such line.
    """
    try:
        stored = _store(request, session_id, line_id)
    except TravellerLine.DoesNotExist:
        gone = _("This line is no longer in the session. Reload the page.")
        return JsonResponse({"error": gone}, status=404)
    except lines.Conflict as conflict:
        return _conflict(conflict, request.POST)
    except Refused as refusal:
        return _refused(refusal)
    session, scored = stored.line.section.session, _scored(stored.line, request.POST)
    answer: dict[str, object] = {
        "line": line_values(stored.line, session),
        "points": points_values(scored),
        "board": progress_values(scored),
        "doubts": doubts_values(session, scored),
    }
    if isinstance(stored, Seated):
        answer["seats"] = seat_values(scored, session_contestants(session.pk, full_names=True))
    elif stored.entry:
        answer["change"] = stored.entry.pk
    return JsonResponse(answer)


def _store(request: HttpRequest, session_id: int, line_id: int) -> lines.Entered | Seated:
    text = typed_text(request.POST)
    typed: dict[str, Any] = {
        "session_id": session_id,
        "line_id": line_id,
        "text": text,
        "by": actor(request),
        "version": row_number_if(request.POST.get("version", "")),
    }
    if names_seats(text):
        return change_seats(**typed)
    together_with = row_number_if(request.POST.get("with", ""))
    return lines.enter_result(**typed, together_with=together_with)


def _scored(
    line: TravellerLine, sent: QueryDict, supposing: Supposing | None = None
) -> ScoredBoard:
    """The board of a line; where the page shows its section alone, that section of it."""
    letter = line.section.letter
    section = letter if sent.get("section") == letter else ""
    return score_one_board(line.section.session, line.board, section=section, supposing=supposing)


def _conflict(conflict: lines.Conflict, sent: QueryDict) -> JsonResponse:
    """Both values in a sentence, and the line as the other director left it."""
    session = conflict.line.section.session
    contestants = session_contestants(session.pk, full_names=True)
    answer = {
        "error": refusal_text(conflict),
        "line": line_values(conflict.line, session),
        "seats": seat_values(_scored(conflict.line, sent), contestants),
    }
    return JsonResponse(answer, status=409)


def _refused(refusal: Refused) -> JsonResponse:
    """What is wrong, and what would let it pass: a reason, or one of a few texts to choose from."""
    answer: dict[str, object] = {"error": refusal_text(refusal)}
    if isinstance(refusal, NeedsSign):
        answer["choices"] = list(refusal.choices)
    if isinstance(refusal, line_figures.NeedsReason):
        answer["needs_reason"] = True
    return JsonResponse(answer, status=422)


@require_GET
@director_required
def reading(request: HttpRequest, session_id: int, line_id: int) -> JsonResponse:
    """What the text typed so far means, with the points it would get; nothing is stored."""
    line = line_with_session(session_id=session_id, line_id=line_id)
    if line is None:
        raise Http404("The session has no such line.")
    try:
        text = typed_text(request.GET)
        if names_seats(text):
            seats, _present, scheduled = who_sat(line=line, text=text)
            return JsonResponse(seats_reading(seats, scheduled))
        result = line_figures.read_typed(line=line, text=text).result
    except Refused as refusal:
        return JsonResponse({"error": refusal_text(refusal)})
    scored = _scored(line, request.GET, {line.pk: result})
    values = reading_values(result, points_values(scored).get(str(line.pk)))
    other = score_as_it_stands(text, board=line.board)
    if other is not None:
        in_tens = _("%(understood)s (in tens; / makes it %(other)s)")
        values["understood"] = in_tens % {**values, "other": signed(other)}
    return JsonResponse(values)


MAX_CHANGES = 6
"""The number of last changes that are shown."""


@dataclass(frozen=True, slots=True)
class FrequencyTable:
    """The scores of a board in one field; ``section`` is empty where all sections are one."""

    section: str
    rows: list[FrequencyRow]


def frequency_tables(scored: ScoredBoard) -> list[FrequencyTable]:
    """The frequencies of a board as far as it is entered, of each field that plays it."""
    return [FrequencyTable(score.section, list(frequency_rows(score))) for score in scored.scores]


def _changed_by(entry: LogEntry) -> str:
    """The director, or the table of a phone."""
    sender = show_sender(entry.device) if entry.device else ""
    return done_by(entry) or sender or _("somebody else")


def change_rows(
    session: Session, by: Actor, contestants: Mapping[int, ContestantRecord] | None = None
) -> list[ChangeRow]:
    """The last changes of results in a session, the latest first; its ``contestants`` are read
    where they are not given."""
    reader = by.user.pk if by.user else None
    changes = last_changes(session_id=session.pk, count=MAX_CHANGES, reader=reader)
    own = last_change(session_id=session.pk, user_id=by.user.pk) if by.user else None
    # Changes made together are listed once, under the first of them.
    following = (own.part_of_id or own.pk) if own else None
    lines = lines_by_id({entry.line_id for entry, _ in changes if entry.line_id})
    if contestants is None:
        contestants = session_contestants(session.pk)
    letters = session.typing_letters
    rows = []
    for entry, others in changes:
        line = lines.get(entry.line_id or 0)
        rows.append(
            ChangeRow(
                at=entry.at,
                who="" if entry.user_id == reader else _changed_by(entry),
                board=line.board if line else 0,
                line=line.pk if line else 0,
                place=place_text(entry, line, contestants),
                what=change_text(entry, letters, others),
                is_next=entry.pk == following,
            )
        )
    return rows
