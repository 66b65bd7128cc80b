"""The page of one line: its auction and play, what each card cost, and where the trick went.

Public where the hands are, once the session is finished.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext as _, ngettext
from django.views.decorators.http import require_GET

from clubscore.text.sentences import NothingHereError, language, translate
from clubscore.web.caching import for_visitors, kept
from clubscore.web.permissions import is_director
from clubscore.web.site_request import IN_FOLDER
from events.common.selectors import session_stamp
from events.common.views import figures
from events.models import Session
from events.sessions.cardplay.domain.costs import Story, story_of_lead, story_of_play
from events.sessions.cardplay.domain.tricks import End, end_of
from events.sessions.cardplay.figures import LinePlayed, told_of_lines
from events.sessions.core.domain.contract import Seat, Side
from events.sessions.core.permissions import session_for_reader
from events.sessions.hands.selectors import shown_hands
from events.sessions.pages.views.lines import numbers, short_names
from events.sessions.pages.views.results import (
    Diagram,
    board_facts,
    diagram_of,
    read_scored,
    recent_contestants,
    seat_name,
    shown_contract,
)
from events.sessions.results.views.cardplay_rows import (
    AuctionTable,
    LeadsTable,
    ReplayHand,
    TrickRow,
    auction_table,
    leads_table,
    replay_hands,
    trick_rows,
)
from events.sessions.scoring.selectors.contestants import Contestants


@dataclass(frozen=True, slots=True)
class LinePage:
    """What the page shows, as ready strings; of what is not known there is nothing."""

    board: int
    dealer: str
    vulnerability: str
    result: SafeString | str
    sides: list[tuple[str, str, str]]
    """The words of each side, its numbers and its names."""
    story: str
    turn: str
    """The address of the card that the story is about: ``5.2``."""
    auction: AuctionTable | None
    diagram: Diagram | None
    tricks: list[TrickRow]
    hands: list[ReplayHand]
    endings: list[str]
    """How the play ended where it was not played out, and what was left out of it."""
    leads: list[LeadsTable]
    verdicts: list[str]


@for_visitors
@require_GET
def page(request: HttpRequest, session_id: int, board: int, line_id: int) -> HttpResponse:
    """The auction, the play and the verdicts of one line."""
    stamp = session_stamp(session_id)
    session = session_for_reader(request, session_id)
    shown = _cached(session, board, line_id, stamp, full_names=is_director(request))
    if IN_FOLDER in request.META and not (shown.auction or shown.tricks):
        # A folder has no page for each result of a season: the board has the leads.
        return redirect("events:board-page", session_id, board)
    context = {"session": session, "tab": "travellers", "page": shown}
    return render(request, "events/sessions/results/line_page.html", context)


def _cached(
    session: Session, board: int, line_id: int, stamp: str, *, full_names: bool
) -> LinePage:
    """Raises :class:`NothingHereError` where nothing may be told; of that nothing is kept."""

    def make() -> LinePage:
        scored = read_scored(session, stamp=stamp)
        contestants = recent_contestants(session.pk, full_names=full_names)
        hands = shown_hands(session, director=full_names, boards=[board])
        lines = told_of_lines(
            session, [line for line in scored.lines if line.board == board], hands, board
        )
        played = lines.get(line_id)
        if played is None:
            raise NothingHereError(_("Nothing can be told of the play of this result."))
        return line_page(session, played, contestants, list(lines.values()))

    return kept(
        ("line", session.pk, board, line_id, full_names, get_language()), state=stamp, make=make
    )


def line_page(
    session: Session, played: LinePlayed, contestants: Contestants, board: Sequence[LinePlayed]
) -> LinePage:
    """The page of a line among all those of its board."""
    number, record = played.line.board, played.record
    auction = record.auction if record and not played.is_misfit else None
    story = _story(played)
    place = story.place if story and played.tricks else None
    hands = {number: played.dealt}
    tricks = trick_rows(played)
    return LinePage(
        board=number,
        **board_facts(number),
        result=_result(played),
        sides=[
            (word, numbers(sat), short_names(sat))
            for word, sat in (
                (_("North–South"), [contestants[pk] for pk in played.line.ns]),
                (_("East–West"), [contestants[pk] for pk in played.line.ew]),
            )
        ],
        story=translate(story.sentence) if story else "",
        turn="" if place is None else f"{place // 4 + 1}.{place % 4 + 1}",
        auction=auction_table(auction, number) if auction else None,
        diagram=diagram_of(hands, number),
        tricks=tricks,
        hands=list(replay_hands(played.dealt.deal)) if tricks else [],
        endings=_endings(played),
        leads=_leads(played, board),
        verdicts=[
            f"{word}: {translate(played.verdicts[side].sentence)}"
            for side, word in ((Side.NS, _("North–South")), (Side.EW, _("East–West")))
            if side in played.verdicts
        ],
    )


def _story(played: LinePlayed) -> Story | None:
    """What became of the contract: by the cards, or, where none are known, by the lead."""
    declared, record, tricks = played.declared, played.record, played.tricks
    if declared is None:
        return None
    if record is None or not record.play.cards:
        lead = played.lead
        return story_of_lead(declared, played.leads, lead) if played.leads and lead else None
    if tricks is None:
        return None
    cards, costs = record.play.cards, played.costs
    end, claim = end_of(record.play, tricks.revoke), record.play.claim
    return story_of_play(declared.contract, costs, tricks, cards, record.kept, end, claim)


def _result(played: LinePlayed) -> SafeString | str:
    """“4♠ by South, 9 tricks, −50”."""
    score = figures.signed(played.line.result.score_ns or 0)
    declared = played.declared
    if declared is None:
        return _("passed out")
    return format_html(
        ngettext(
            "{contract} by {seat}, {count} trick, {score}",
            "{contract} by {seat}, {count} tricks, {score}",
            declared.tricks,
        ),
        contract=shown_contract(declared.contract, language()),
        seat=seat_name(declared.declarer),
        count=declared.tricks,
        score=score,
    )


def _endings(played: LinePlayed) -> list[str]:
    record, tricks, declared = played.record, played.tricks, played.declared
    if record is None:
        return []
    if played.is_misfit:
        return [_("The cards in the file do not fit the contract entered.")]
    if not record.play.cards:
        return []
    told = []
    if tricks and tricks.revoke is not None:
        card = record.play.cards[tricks.revoke]
        seat = next(seat for seat in Seat if card in played.dealt.deal.held(seat))
        told.append(
            _("Revoke by %(seat)s in trick %(trick)s (Law 61); costs are worked out up to it.")
            % {"seat": seat_name(seat), "trick": tricks.revoke // 4 + 1}
        )
    end, claim = end_of(record.play, tricks.revoke if tricks else None), record.play.claim
    if record.play.is_cut:
        told.append(
            _("The file has a card here that cannot be: it and all after it were left out.")
        )
    if claim is not None and not record.play.is_cut:
        told.append(
            ngettext(
                "Claimed: %(count)s trick for the declarer in all.",
                "Claimed: %(count)s tricks for the declarer in all.",
                claim,
            )
            % {"count": claim}
        )
    elif end is End.OPEN:
        told.append(_("It was not played to the end."))
    if (
        claim is None
        and end is End.PLAYED
        and tricks
        and declared
        and tricks.won != declared.tricks
    ):
        told.append(
            _("The cards give %(cards)s tricks; the result entered, %(entered)s, counts.")
            % {"cards": tricks.won, "entered": declared.tricks}
        )
    if tricks and not played.costs:
        told.append(_("What each card cost is not worked out yet."))
    return told


def _leads(played: LinePlayed, board: Sequence[LinePlayed]) -> list[LeadsTable]:
    declared = played.declared
    if declared is None or played.leads is None:
        return []
    return [leads_table(declared.declarer, declared.contract.strain, played.leads, board)]
