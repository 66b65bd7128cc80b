"""The director's desk of a session: its stage, the next step, and the way to everything else."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET

from clubscore.permissions import is_director
from events.common.views.desk import public_link, stage_marks
from events.models import Session
from events.sessions.domain.stage import STAGE_OF, Evening, Stage, Task, can_finish, next_task
from events.sessions.permissions import session_for_reader
from events.sessions.selectors.boards import progress
from events.sessions.selectors.contestants import (
    session_contestants,
    teams_without_players,
    unnamed,
)
from events.sessions.selectors.guests import guests_of_session
from events.sessions.selectors.line_history import session_corrections
from events.sessions.selectors.matches import round_to_draw
from events.sessions.selectors.play import latecomers
from events.sessions.selectors.progress import latest_rounds, missing_count
from events.sessions.selectors.sessions import session_sections, unused_sections
from events.sessions.services.doubts import session_doubts
from events.sessions.views.desk.next_step import STAGES, attention, next_step
from events.sessions.views.desk.paper import ALL_TITLES
from events.sessions.views.typing.doubt_rows import is_large, with_doubts
from events.tables.views.attention import tables_attention


@require_GET
def overview(request: HttpRequest, session_id: int) -> HttpResponse:
    """The director's desk; a visitor is redirected to the ranking."""
    session = session_for_reader(request, session_id)
    if not is_director(request):
        return redirect("events:ranking", session.pk)
    boards = progress(session.pk)
    large = is_large(boards)
    if not large:
        boards = with_doubts(session, boards)
    contestants = session_contestants(session.pk, full_names=True).values()
    evening = _evening(
        session,
        entered=sum(board.entered for board in boards),
        expected=sum(board.expected for board in boards),
        unnamed=unnamed(contestants),
        without_players=teams_without_players(contestants),
        doubts=0 if large else _open_doubts(session),
    )
    next_board = next((board.board for board in boards if board.state != "complete"), None)
    task = next_task(evening)
    sections = list(session_sections(session.pk))
    latest = latest_rounds(session)
    has_movement = any(section.movement_id for section in sections)
    path = reverse("events:ranking", args=[session.pk])
    context = {
        "session": session,
        "tab": "overview",
        "evening": evening,
        "missing": evening.expected - evening.entered,
        "task": task,
        "stages": stage_marks(STAGES, STAGE_OF[task], is_over=task is Task.SHARE),
        "next": next_step(session, task, evening, next_board),
        "can_finish": can_finish(evening),
        "attention": [
            *tables_attention(session),
            *attention(
                session,
                evening,
                missing=missing_count(session, latest),
                corrected=len(session_corrections(session.pk)) if session.is_published else 0,
                late=[] if session.is_finished else latecomers(sections, latest),
            ),
        ],
        "public": public_link(request, path) if session.is_published else None,
        "sections": sections,
        "has_movement": has_movement,
        "is_before_check": has_movement and STAGE_OF[task] in (Stage.PREPARE, Stage.PLAY),
        "removable": unused_sections(session.pk),
        "papers": ALL_TITLES,
        "boards": boards,
        "next_board": next_board,
        "contestants": contestants,
        "guests": guests_of_session(session.pk).values(),
    }
    return render(request, "events/sessions/desk/session.html", context)


def _open_doubts(session: Session) -> int:
    return sum(not seen.is_dismissed for seen in session_doubts(session))


def _evening(
    session: Session,
    *,
    entered: int,
    expected: int,
    unnamed: int,
    without_players: int,
    doubts: int,
) -> Evening:
    today = timezone.localdate()
    return Evening(
        entered=entered,
        expected=expected,
        unnamed=unnamed,
        without_players=without_players,
        doubts=doubts,
        is_finished=session.is_finished,
        is_published=session.is_published,
        is_past=session.date < today,
        is_coming=session.date > today,
        to_draw=None if session.is_finished else round_to_draw(session),
    )
