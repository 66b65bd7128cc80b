"""The results: ranking, travellers, frequencies, personal cards. Public once published."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from clubscore.sentences import NothingHereError
from events.permissions import session_for_reader
from events.selectors.contestants import session_contestants
from events.services.scoring import score_session
from events.views import result_rows


@require_GET
def ranking(request: HttpRequest, session_id: int) -> HttpResponse:
    session = session_for_reader(request, session_id)
    scored = score_session(session)
    contestants = session_contestants(session.pk)
    context = {
        "session": session,
        "tab": "ranking",
        "scored": scored,
        "lists": result_rows.ranking_lists(session, scored, contestants),
        "matchpoints": session.method == session.Method.MATCHPOINTS,
    }
    return render(request, "events/ranking.html", context)


@require_GET
def travellers(request: HttpRequest, session_id: int) -> HttpResponse:
    session = session_for_reader(request, session_id)
    scored = score_session(session)
    boards = result_rows.traveller_tables(scored, session_contestants(session.pk))
    context = {"session": session, "tab": "travellers", "scored": scored, "boards": boards}
    return render(request, "events/travellers.html", context)


@require_GET
def frequencies(request: HttpRequest, session_id: int) -> HttpResponse:
    session = session_for_reader(request, session_id)
    scored = score_session(session)
    boards = result_rows.frequency_tables(scored)
    context = {"session": session, "tab": "frequencies", "scored": scored, "boards": boards}
    return render(request, "events/frequencies.html", context)


@require_GET
def cards(request: HttpRequest, session_id: int) -> HttpResponse:
    """All personal cards, one a page in print."""
    session = session_for_reader(request, session_id)
    scored = score_session(session)
    all_cards = result_rows.cards(session, scored, session_contestants(session.pk))
    context = {"session": session, "tab": "cards", "scored": scored, "cards": all_cards}
    return render(request, "events/cards.html", context)


@require_GET
def card(request: HttpRequest, session_id: int, contestant_id: int) -> HttpResponse:
    """The personal card of one contestant."""
    session = session_for_reader(request, session_id)
    scored = score_session(session)
    contestants = session_contestants(session.pk)
    if contestant_id not in contestants:
        raise NothingHereError(_("There is no such contestant in this session."))
    [found] = result_rows.cards(session, scored, contestants, only=contestant_id)
    context = {"session": session, "tab": "cards", "scored": scored, "card": found}
    return render(request, "events/card.html", context)
