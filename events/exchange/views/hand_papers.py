"""Hands on paper and as files: records, curtain cards, a list for dealing by hand, and the files of
dealing machines and other programs.
"""

from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubscore.actor import actor
from clubscore.permissions import director_required, is_director
from clubscore.problems import Refused
from clubscore.sentences import NothingHereError, language, translate_refusal
from events.exchange.formats.hands_writer import HandFormat, write_hands
from events.exchange.services.hands import note_saved_hands
from events.models import Session
from events.sessions.domain.contract import Seat
from events.sessions.domain.hands.deal import PACK, SEATS
from events.sessions.domain.typing.letters import letters_of
from events.sessions.permissions import session_for_reader
from events.sessions.selectors.hands import all_hands, shown_hands
from events.sessions.views.results.board_words import board_facts
from events.sessions.views.results.hand_rows import SUITS, diagram
from events.sessions.views.results.result_cells import suit_symbol

PER_PAGE: Final = (4, 9)
BY_HAND: Final = "by-hand"
CARDS_OF_SUIT: Final = len(PACK) // len(SUITS)


@require_safe
def records(request: HttpRequest, session_id: int, per_page: int) -> HttpResponse:
    """The hand records, four or nine to a page."""
    if per_page not in PER_PAGE:
        raise NothingHereError(_("There are records with 4 or 9 boards to a page."))
    session = session_for_reader(request, session_id)
    hands = shown_hands(session, director=is_director(request))
    if not hands:
        return redirect("events:hands", session.pk)
    diagrams = [diagram(each) for each in hands.values()]
    context = {"per_page": per_page, "sizes": PER_PAGE, "diagrams": diagrams}
    return _paper(request, session, "records", context)


@require_safe
@director_required
def curtain_cards(request: HttpRequest, session_id: int) -> HttpResponse:
    """A card for each hand, to be kept in its pocket."""
    session = get_object_or_404(Session, pk=session_id)
    hands = shown_hands(session, director=True)
    if not hands:
        return redirect("events:hands", session.pk)
    diagrams = [diagram(each) for each in hands.values()]
    return _paper(request, session, "curtain_cards", {"diagrams": diagrams})


@require_POST
@director_required
def save(request: HttpRequest, session_id: int) -> HttpResponse:
    """The hands as a file, or as a list for dealing by hand: sealed ones too, which is logged."""
    session = get_object_or_404(Session, pk=session_id)
    hands = all_hands(session)
    wanted = request.POST.get("format", "")
    if wanted != BY_HAND and wanted not in list(HandFormat):
        return HttpResponseBadRequest(_("There is no such format."))
    if not hands:
        return redirect("events:hands", session.pk)
    try:
        pairs = [(each.board, each.deal) for each in hands.values()]
        data = b"" if wanted == BY_HAND else write_hands(pairs, HandFormat(wanted))
    except Refused as refusal:
        messages.error(request, " ".join(translate_refusal(refusal)))
        return redirect("events:hands", session.pk)
    if not session.is_finished:
        note_saved_hands(session=session, file_format=wanted, by=actor(request))
    if wanted == BY_HAND:
        return _paper(request, session, "by_hand", {"boards": _lists(hands.values())})
    name = f"{session.date:%Y-%m-%d}-{slugify(session.title) or 'session'}-hands.{wanted}"
    return HttpResponse(
        data,
        content_type="application/octet-stream",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _lists(hands: Any) -> list[dict[str, Any]]:
    """Of each board the seats of the 52 cards in the order of a sorted pack, suit by suit."""
    letters = letters_of(language()).seats
    boards = []
    for each in hands:
        seats = [letters[Seat(SEATS[owner])] for owner in each.deal.owners()]
        suits = [
            (suit_symbol(suit), seats[start : start + CARDS_OF_SUIT])
            for suit, start in zip(SUITS, range(0, len(PACK), CARDS_OF_SUIT), strict=True)
        ]
        boards.append({"number": each.board, "suits": suits, **board_facts(each.board)})
    return boards


def _paper(
    request: HttpRequest, session: Session, name: str, context: dict[str, Any]
) -> HttpResponse:
    context |= {"session": session, "tab": "hands"}
    return render(request, f"events/exchange/hand_{name}.html", context)
