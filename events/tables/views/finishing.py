"""What is shown before a session is finished whose tables did not settle everything."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from clubscore.sentences import translate_refusal
from events.models import Session
from events.sessions.views.typing.line_links import LineLinks
from events.tables.selectors.current import current_snapshot
from events.tables.selectors.watch import unsettled
from events.tables.services.finishing import NotSettled
from events.tables.views.watch_rows import line_row


def unsettled_page(request: HttpRequest, session: Session, refusal: NotSettled) -> HttpResponse:
    """The results that are not agreed, which have to be settled, and those not confirmed."""
    state = current_snapshot(session.pk)
    objected, unconfirmed = unsettled(state) if state else ([], [])
    link = LineLinks(session.pk)
    context = {
        "session": session,
        "tab": "overview",
        "reasons": translate_refusal(refusal),
        "objected": [line_row(each, link) for each in objected],
        "unconfirmed": [line_row(each, link) for each in unconfirmed],
    }
    return render(request, "events/tables/finish.html", context, status=409)
