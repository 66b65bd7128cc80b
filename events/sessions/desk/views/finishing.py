"""The end of a session: finished, reopened, published, unpublished.

What is not settled, and what is not in, is said before; only results that the two sides do not
agree on keep a session from being finished.
"""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST

from clubscore.text.sentences import translate_refusal
from clubscore.web.permissions import director_required
from events.common.views.desk import Step, take_step
from events.models import Session
from events.sessions.core.selectors import round_to_draw
from events.sessions.scoring.selectors.progress import progress
from events.sessions.setup.services import sessions
from events.tables.services.directing import NotSettled, finish_session
from events.tables.views.desk import unsettled_rows, warn_of_open_boards
from movements.domain.findings import ranges

FINISHED = gettext_lazy("The session is finished.")

STEPS = {
    "reopen": Step(sessions.reopen, gettext_lazy("The session is reopened.")),
    "publish": Step(
        sessions.publish, gettext_lazy("The results are published: everybody can read them.")
    ),
    "withdraw": Step(
        sessions.withdraw, gettext_lazy("The results are unpublished: only directors see them.")
    ),
}


@require_GET
@director_required
def finish(request: HttpRequest, session_id: int) -> HttpResponse:
    """What is not settled and not in, and the button that finishes all the same."""
    session = get_object_or_404(Session, pk=session_id)
    if session.is_finished:
        return redirect(session)
    return _before_the_end(request, session)


@require_POST
@director_required
def change_state(request: HttpRequest, session_id: int) -> HttpResponse:
    """Finish, reopen, publish or unpublish. What the tables did not settle is listed first."""
    session = get_object_or_404(Session, pk=session_id)
    end = partial(finish_session, acknowledged=bool(request.POST.get("acknowledged")))
    try:
        response = take_step(request, STEPS | {"finish": Step(end, FINISHED)}, session=session)
    except NotSettled as refusal:
        return _before_the_end(request, session, refusal)
    warn_of_open_boards(request, session.pk)
    return response


def _before_the_end(
    request: HttpRequest, session: Session, refusal: NotSettled | None = None
) -> HttpResponse:
    objected, unconfirmed = unsettled_rows(session.pk)
    boards = progress(session.pk)
    context = {
        "session": session,
        "tab": "overview",
        "reasons": translate_refusal(refusal) if refusal else (),
        "objected": objected,
        "unconfirmed": unconfirmed,
        "to_draw": round_to_draw(session),
        "entered": sum(board.entered for board in boards),
        "missing": sum(board.expected - board.entered for board in boards),
        "empty": ranges([board.board for board in boards if board.state == "empty"]),
        "part": [board for board in boards if board.state == "part"],
    }
    status = 409 if refusal else 200
    return render(request, "events/sessions/desk/finish.html", context, status=status)
