"""The hands of a session: dealing, a file of them, opening, removing, and seeing them.

Hands on paper and as files: records, curtain cards, a list for dealing by hand, and the files of
dealing machines and other programs.
"""

from collections.abc import Iterable
from functools import partial
from typing import Any, Final

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_POST, require_safe

from clubscore.files.uploads import Received
from clubscore.text.problems import Problem, Refused
from clubscore.text.sentences import (
    NothingHereError,
    language,
    refusal_text,
    translate,
    translate_refusal,
)
from clubscore.web.caching import for_visitors
from clubscore.web.permissions import director_required, is_director
from clubscore.web.refusals import refusals_told
from clubscore.web.visitors import actor
from events.exchange.figures.exporting import hands_file
from events.exchange.figures.opening import dealt_of, open_results
from events.exchange.figures.played_boards import played_boards
from events.exchange.figures.remarks import with_lines
from events.exchange.forms import HandsFileForm, PlaysFileForm, ReasonForm
from events.exchange.services import hands as hands_services, play_lines
from events.exchange.services.analysis import ask_for_analysis, has_solver
from events.exchange.services.hands import note_saved_hands, numbers_text
from events.models import Session
from events.sessions.core.domain.contract import Seat
from events.sessions.core.domain.letters import letters_of
from events.sessions.core.permissions import session_for_reader
from events.sessions.hands.domain import PACK, SEATS, HandFormat
from events.sessions.hands.selectors import (
    all_hands,
    boards_of,
    boards_to_deal,
    sessions_without_hands,
    set_state,
    shown_hands,
)
from events.sessions.pages.views.results import SUITS, board_facts, diagram, suit_symbol

LISTED = 8
"""How many sessions are offered for a file of hands."""


@for_visitors
@require_safe
def hands(request: HttpRequest, session_id: int) -> HttpResponse:
    """The hands, for everybody who may see them; a director gets what can be done with them."""
    session = session_for_reader(request, session_id)
    return _page(request, session)


def _page(
    request: HttpRequest, session: Session, *, status: int = 200, **forms: Any
) -> HttpResponse:
    director = is_director(request)
    state = set_state(session)
    shown = shown_hands(session, director=director)
    solves = has_solver()
    context = {
        "session": session,
        "tab": "hands",
        "state": state,
        "boards": numbers_text(state.boards if state else boards_of(session)),
        "to_deal": "" if state else numbers_text(boards_to_deal(session)),
        "count": len(state.boards) if state else 0,
        "diagrams": [diagram(hand) for hand in shown.values()],
        "has_solver": solves,
        "file_form": HandsFileForm(),
        "plays_form": PlaysFileForm(prefix="plays"),
        "save_form": ReasonForm(prefix="save"),
        "open_form": ReasonForm(prefix="open"),
        "remove_form": ReasonForm(prefix="remove"),
    }
    return render(request, "events/exchange/session_hands.html", context | forms, status=status)


MAX_LOSSES: Final = 10
"""How much of what could not be read of a file is told."""


def hands_of_file(
    request: HttpRequest,
    came: Received,
    boards: list[int],
    losses: Iterable[Problem] = (),
    *,
    of_nobody: int = 0,
) -> HttpResponse:
    """What was found in a file of hands, with as many results ``of_nobody``, and the sessions that
    they may belong to."""
    form = HandsFileForm()
    form.initial = form.carried(came)
    context = {
        "file_name": came.name,
        "boards": numbers_text(sorted(set(boards))),
        "count": len(set(boards)),
        "of_nobody": of_nobody,
        "losses": list(map(translate, with_lines(losses)[:MAX_LOSSES])),
        "form": form,
        "sessions": sessions_without_hands(LISTED),
    }
    return render(request, "events/exchange/hands.html", context)


@require_POST
@director_required
def deal(request: HttpRequest, session_id: int) -> HttpResponse:
    """Deal the boards of the session here."""
    session = get_object_or_404(Session, pk=session_id)
    with refusals_told(request):
        hands_services.deal_hands(session=session, by=actor(request))
        messages.success(request, _("The hands are dealt. Nobody has seen them."))
        ask_for_analysis(by=actor(request))
    return redirect("events:hands", session.pk)


@require_POST
@director_required
def attach(request: HttpRequest, session_id: int) -> HttpResponse:
    """Store the hands of a file."""
    session = get_object_or_404(Session, pk=session_id)
    form = HandsFileForm(request.POST, request.FILES)
    try:
        if not form.is_valid():
            return _page(request, session, status=422, file_form=form)
        came = form.received()
        opened = open_results(came.data)
        found = dealt_of(opened.reading)
        if not found:
            form.add_error("file", _("There are no hands in this file."))
            return _page(request, session, status=422, file_form=form)
        done = hands_services.attach_hands(
            session=session, hands=found, file_name=came.name, by=actor(request)
        )
    except Refused as refusal:
        form.add_error("file", translate_refusal(refusal)[:10])
        return _page(request, session, status=422, file_form=form)
    except ValidationError as error:
        form.add_error("file", error)
        return _page(request, session, status=422, file_form=form)
    _tell(request, done)
    for loss in with_lines(opened.losses)[:MAX_LOSSES]:
        messages.warning(request, translate(loss))
    ask_for_analysis(by=actor(request))
    return redirect("events:hands", session.pk)


@require_POST
@director_required
def add_plays(request: HttpRequest, session_id: int) -> HttpResponse:
    """Store the auctions and the card play of a file with the lines that have none."""
    session = get_object_or_404(Session, pk=session_id)
    form = PlaysFileForm(request.POST, request.FILES, prefix="plays")
    if not form.is_valid():
        return _page(request, session, status=422, plays_form=form)
    try:
        came = form.received()
        opened = open_results(came.data)
        added = play_lines.add_plays(
            session=session,
            boards=played_boards(opened.reading),
            file_name=came.name,
            by=actor(request),
        )
    except Refused as refusal:
        form.add_error("file", translate_refusal(refusal)[:10])
        return _page(request, session, status=422, plays_form=form)
    if added.hands:
        _tell(request, added.hands)
    tell_added(request, added)
    for loss in with_lines((*opened.losses, *added.left))[:MAX_LOSSES]:
        messages.warning(request, translate(loss))
    ask_for_analysis(by=actor(request))
    return redirect("events:hands", session.pk)


def tell_added(request: HttpRequest, added: play_lines.Added) -> None:
    """Say how much was stored of the auctions and the card play of a file."""
    if added.auctions or added.plays:
        stored = _("Stored: %(auctions)s auctions, and the card play of %(plays)s results.")
        messages.success(request, stored % {"auctions": added.auctions, "plays": added.plays})
    elif not added.left:
        messages.info(request, _("All that the file says of auctions and play is stored already."))
    if added.left:
        text = ngettext(
            "%(count)s record of the file is left over.",
            "%(count)s records of the file are left over.",
            len(added.left),
        )
        messages.info(request, text % {"count": len(added.left)})


def _tell(request: HttpRequest, done: hands_services.Attached) -> None:
    count = len(done.stored)
    stored = ngettext(
        "The hands of %(count)s board are stored.",
        "The hands of %(count)s boards are stored.",
        count,
    )
    messages.success(request, stored % {"count": count})
    if done.missing:
        text = _("The file has no hands for these boards of the session: %(boards)s.")
        messages.warning(request, text % {"boards": numbers_text(done.missing)})
    if done.others:
        text = _("Not stored, because the session does not play them: %(boards)s.")
        messages.info(request, text % {"boards": numbers_text(done.others)})
    if done.played_before:
        text = _(
            "Some of these deals belong to “%(session)s” already. No result stands on a board that"
            " was dealt for another session (Law 6D2)."
        )
        messages.warning(request, text % {"session": done.played_before})


@require_POST
@director_required
def unseal(request: HttpRequest, session_id: int) -> HttpResponse:
    """Open the hands before every result is in."""
    return _with_reason(request, session_id, "open", _("The hands are open for directors."))


@require_POST
@director_required
def remove(request: HttpRequest, session_id: int) -> HttpResponse:
    """Remove the hands."""
    return _with_reason(request, session_id, "remove", _("The hands are removed."))


def _with_reason(request: HttpRequest, session_id: int, what: str, done: str) -> HttpResponse:
    session = get_object_or_404(Session, pk=session_id)
    service = hands_services.open_hands if what == "open" else hands_services.remove_hands
    form = ReasonForm(request.POST, prefix=what)
    change = partial(service, session=session, by=actor(request))
    try:
        if not form.is_valid():
            return _page(request, session, status=422, **{f"{what}_form": form})
        change(reason=form.cleaned_data["reason"])
    except Refused as refusal:
        form.add_error("reason", translate_refusal(refusal))
        return _page(request, session, status=422, **{f"{what}_form": form})
    messages.success(request, done)
    return redirect("events:hands", session.pk)


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
    diagrams = [diagram(hand) for hand in hands.values()]
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
    diagrams = [diagram(hand) for hand in hands.values()]
    return _paper(request, session, "curtain_cards", {"diagrams": diagrams})


@require_POST
@director_required
def save(request: HttpRequest, session_id: int) -> HttpResponse:
    """The hands as a file, or as a list for dealing by hand: sealed ones too, with a reason, which
    is logged."""
    session = get_object_or_404(Session, pk=session_id)
    hands = all_hands(session)
    wanted = request.POST.get("format", "")
    if wanted != BY_HAND and wanted not in list(HandFormat):
        return HttpResponseBadRequest(_("There is no such format."))
    if not hands:
        return redirect("events:hands", session.pk)
    try:
        pairs = [(hand.board, hand.deal) for hand in hands.values()]
        data = b"" if wanted == BY_HAND else hands_file(pairs, HandFormat(wanted))
    except Refused as refusal:
        messages.error(request, refusal_text(refusal))
        return redirect("events:hands", session.pk)
    state = set_state(session)
    if state is not None and state.is_sealed:
        form = ReasonForm(request.POST, prefix="save")
        try:
            if form.is_valid():
                note_saved_hands(
                    session=session,
                    file_format=wanted,
                    reason=form.cleaned_data["reason"],
                    by=actor(request),
                )
        except Refused as refusal:
            form.add_error("reason", translate_refusal(refusal))
        if form.errors:
            return _page(request, session, status=422, save_form=form)
    if wanted == BY_HAND:
        return _paper(request, session, "by_hand", {"boards": _lists(hands.values())})
    name = f"{session.date:%Y-%m-%d}-{slugify(session.title) or 'session'}-hands.{wanted}"
    return HttpResponse(
        data,
        content_type="application/octet-stream",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _lists(hands: Any) -> list[dict[str, Any]]:
    """The seats of the 52 cards of each board, in the order of a sorted pack, suit by suit."""
    letters = letters_of(language()).seats
    boards = []
    for hand in hands:
        seats = [letters[Seat(SEATS[owner])] for owner in hand.deal.owners()]
        suits = [
            (suit_symbol(suit), seats[start : start + CARDS_OF_SUIT])
            for suit, start in zip(SUITS, range(0, len(PACK), CARDS_OF_SUIT), strict=True)
        ]
        boards.append({"number": hand.board, "suits": suits, **board_facts(hand.board)})
    return boards


def _paper(
    request: HttpRequest, session: Session, name: str, context: dict[str, Any]
) -> HttpResponse:
    context |= {"session": session, "tab": "hands"}
    return render(request, f"events/exchange/hand_{name}.html", context)
