"""Auctions, tricks and leads as ready strings: for the page of a line, of a board, and cards."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, ngettext, pgettext

from clubscore.text.problems import Sentence
from clubscore.text.sentences import language, translate
from events.sessions.cardplay.domain.auction import Auction
from events.sessions.cardplay.domain.costs import Leads, by_tricks, card_costs, in_words
from events.sessions.cardplay.domain.verdicts import VERDICT_NAMES, Verdict
from events.sessions.cardplay.figures import LinePlayed
from events.sessions.core.domain.contract import Card, Contract, Seat, Side, Strain, dealer
from events.sessions.core.domain.letters import letters_of
from events.sessions.hands.domain import SEATS, STRAINS, SUITS, Deal
from events.sessions.pages.views.results import (
    AREAS,
    card_text,
    seat_name,
    shown_contract,
    strain_text,
    suit_symbol,
)

AUCTION_SEATS: Final = (Seat.W, Seat.N, Seat.E, Seat.S)
"""The columns of an auction; those of the tricks begin with North."""


def plain_card(card: Card) -> str:
    """The same as text, to be read aloud."""
    return f"{card.suit.symbol}{letters_of(language()).write_rank(card.rank)}"


def cards_text(cards: Sequence[Card], marked: Collection[Card | None]) -> SafeString:
    """Cards one behind the other, those that are ``marked`` in bold."""
    letters = letters_of(language())
    shown = {card: card_text(card, letters) for card in cards}
    return format_html_join(
        " ",
        "{}",
        (
            (format_html("<strong>{}</strong>", text) if card in marked else text,)
            for card, text in shown.items()
        ),
    )


def lead_mark(played: LinePlayed | None) -> SafeString | str:
    """What a lead cost, beside it: ``−1``; empty where it cost nothing."""
    cost = played.cost_of_lead if played else None
    if not cost:
        return ""
    return format_html('<abbr class="lead-cost" title="{}">−{}</abbr>', cost_in_words(cost), cost)


def cost_in_words(count: int) -> str:
    return ngettext(
        "cost one trick, double dummy", "cost %(count)s tricks, double dummy", count
    ) % {"count": count}


def play_words(played: LinePlayed | None) -> str:
    """What a file has of a line: empty where nothing."""
    if played is None or played.record is None:
        return ""
    if not played.record.play.cards:
        return _("Auction")
    return _("Auction and play") if played.record.auction else pgettext("cards", "Play")


def in_short(played: LinePlayed, side: Side) -> str:
    """A board on a card, for one side: “lead cost 1 · one below double dummy · overbid”."""
    parts = []
    declared, makeable = played.declared, played.dealt.makeable
    if declared and declared.declarer.side is side and makeable:
        over = declared.tricks - makeable.of(declared.declarer, declared.contract.strain)
        if over:
            text = (
                _("%(count)s below double dummy") if over < 0 else _("%(count)s above double dummy")
            )
            parts.append(text % {"count": translate(in_words(abs(over)))})
    elif declared and declared.declarer.side is not side and (cost := played.cost_of_lead):
        parts.append(_("lead cost %(count)s") % {"count": cost})
    judged = played.verdicts.get(side)
    if judged and judged.verdict is not Verdict.CORRECT:
        parts.append(translate(Sentence(VERDICT_NAMES[judged.verdict])))
    return " · ".join(parts)


# The auction -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CallCell:
    """A call as it is read; ``note`` is the number of its explanation, 0 where there is none."""

    text: SafeString | str
    note: int = 0


@dataclass(frozen=True, slots=True)
class AuctionTable:
    """The rows of four calls, West first; a cell before the dealer or behind the last call is
    ``None``. An explanation is empty where a call was alerted without a word."""

    seats: list[str]
    rows: list[list[CallCell | None]]
    explanations: list[str]


def auction_table(auction: Auction, board: int) -> AuctionTable:
    """The calls of an auction in their columns."""
    alerted = dict(auction.explanations)
    numbers = {place: number for number, place in enumerate(alerted, 1)}
    before = AUCTION_SEATS.index(dealer(board))
    cells: list[CallCell | None] = [None] * before
    cells += [
        CallCell(_call(call), numbers.get(place, 0)) for place, call in enumerate(auction.calls)
    ]
    cells += [None] * (-len(cells) % 4)
    return AuctionTable(
        [seat_name(seat) for seat in AUCTION_SEATS],
        [cells[start : start + 4] for start in range(0, len(cells), 4)],
        list(alerted.values()),
    )


def _call(call: str) -> SafeString | str:
    if call == "P":
        return pgettext("call", "Pass")
    if call in ("X", "XX"):
        return {"X": pgettext("call", "Dbl"), "XX": pgettext("call", "Rdbl")}[call]
    return shown_contract(Contract(int(call[0]), Strain(call[1:])), language())


# The tricks --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TrickCell:
    """A card that was played: its ``place`` from 1, its address ``5.2``, its text, and what is
    said when the replay comes to it."""

    place: int
    address: str
    code: str
    seat: str
    text: SafeString
    is_led: bool
    is_winner: bool
    say: str
    score: str


@dataclass(frozen=True, slots=True)
class TrickRow:
    """A trick: the cards of North, East, South and West, the tricks of both sides after it (empty
    where it is not full), and what its cards cost."""

    number: int
    cells: list[TrickCell | None]
    declarer: str
    defence: str
    costs: list[SafeString]


def trick_rows(played: LinePlayed) -> list[TrickRow]:
    """The table of tricks; empty where no play is known or fits."""
    tricks, record, declared = played.every_trick, played.record, played.declared
    if tricks is None or record is None or declared is None:
        return []
    costs = card_costs(played.costs, tricks.seats, declared.declarer)
    cards = record.play.cards[: len(tricks.seats)]
    rows = []
    for start in range(0, len(cards), 4):
        number = start // 4
        winner = tricks.winners[number] if number < len(tricks.winners) else None
        won = tricks.won_before(start)
        cells: dict[Seat, TrickCell] = {}
        lost = []
        for place in range(start, min(start + 4, len(cards))):
            card, seat = cards[place], tricks.seats[place]
            cost = costs[place] if place < len(costs) else 0
            is_last = place == start + 3 and winner is not None
            after = won + (is_last and winner is not None and winner.side is declared.declarer.side)
            cells[seat] = TrickCell(
                place + 1,
                f"{number + 1}.{place - start + 1}",
                str(card),
                str(seat),
                card_text(card, letters_of(language())),
                is_led=place == start,
                is_winner=seat is winner,
                say=_said(seat, card, cost),
                score=score_in_words(after, number + is_last - after),
            )
            if cost:
                lost.append(_lost(card, seat, cost))
        own = won + (winner is not None and winner.side is declared.declarer.side)
        rows.append(
            TrickRow(
                number + 1,
                [cells.get(seat) for seat in SEATS],
                str(own) if winner else "",
                str(number + 1 - own) if winner else "",
                lost,
            )
        )
    return rows


def _said(seat: Seat, card: Card, cost: int) -> str:
    text = _("%(seat)s: %(card)s.") % {"seat": seat_name(seat), "card": plain_card(card)}
    if not cost:
        return text
    lost = ngettext("Cost one trick.", "Cost %(count)s tricks.", cost) % {"count": cost}
    return f"{text} {lost}"


def score_in_words(declarer: int, defence: int) -> str:
    """The tricks of both sides so far."""
    return _("Declarer %(declarer)s, defence %(defence)s.") % {
        "declarer": declarer,
        "defence": defence,
    }


def _lost(card: Card, seat: Seat, cost: int) -> SafeString:
    count = ngettext("%(count)s trick", "%(count)s tricks", cost) % {"count": cost}
    by = _("by %(seat)s") % {"seat": seat_name(seat)}
    return format_html("{} {}: {}", card_text(card, letters_of(language())), by, count)


# The leads ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LeadsRow:
    """The leads that leave the declarer so many tricks, in bold those that were led, and at how
    many tables that was."""

    tricks: int
    cards: SafeString
    tables: int


@dataclass(frozen=True, slots=True)
class LeadsTable:
    """The leads to a declarer's contracts in one strain, fewest tricks first."""

    heading: SafeString
    rows: list[LeadsRow]


def leads_table(
    declarer: Seat, strain: Strain, leads: Leads, lines: Sequence[LinePlayed]
) -> LeadsTable:
    """What each lead to this declarer and strain leaves; ``lines`` are all of the board."""
    led = [
        line.lead
        for line in lines
        if line.declared
        and (line.declared.declarer, line.declared.contract.strain) == (declarer, strain)
    ]
    heading = format_html(
        _("{strain} by {seat}"), strain=strain_text(strain), seat=seat_name(declarer)
    )
    return LeadsTable(
        heading,
        [
            LeadsRow(tricks, cards_text(cards, led), sum(card in cards for card in led))
            for tricks, cards in by_tricks(leads)
        ],
    )


def leads_of_board(lines: Sequence[LinePlayed]) -> list[LeadsTable]:
    """The leads to each declarer and strain that was played on a board."""
    tables = {
        (line.declared.declarer, line.declared.contract.strain): line.leads
        for line in lines
        if line.declared and line.leads
    }
    return [
        leads_table(declarer, strain, tables[declarer, strain], lines)
        for declarer, strain in sorted(
            tables, key=lambda key: (SEATS.index(key[0]), STRAINS.index(key[1]))
        )
    ]


# The replay --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReplayHand:
    """A hand of the replay: its place, and of each suit the cards with their ranks."""

    seat: str
    area: str
    letter: str
    suits: list[tuple[SafeString, list[tuple[str, str]]]]


def replay_hands(deal: Deal) -> Iterator[ReplayHand]:
    """The four hands, each card with the text by which the tricks name it."""
    letters = letters_of(language())
    for seat in SEATS:
        ranks = deal.hand(seat).split(".")
        yield ReplayHand(
            seat_name(seat),
            AREAS[seat],
            str(seat),
            [
                (suit_symbol(suit), [(f"{suit}{rank}", letters.write_rank(rank)) for rank in own])
                for suit, own in zip(map(Strain, SUITS), ranks, strict=True)
            ],
        )
