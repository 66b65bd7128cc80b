"""Auctions, card play and leads of sessions, as plain values, and who may see them."""

from collections.abc import Mapping
from dataclasses import dataclass

from events.models import LeadTricks, LinePlay, Session
from events.sessions.cardplay.domain.auction import Auction, read_auction
from events.sessions.cardplay.domain.costs import Costs, Leads, read_costs, read_kept, read_leads
from events.sessions.cardplay.domain.tricks import Play, leader_of, read_cards
from events.sessions.core.domain.contract import Card, Contract, Seat, Strain
from events.sessions.hands.domain import read_deal

LeadsTables = Mapping[tuple[int, Seat, Strain], Leads]
"""The declarer's tricks after each lead, by board, declarer and strain."""


@dataclass(frozen=True, slots=True)
class PlayRecord:
    """How a line was bid and played, as far as a file says it. The costs are of one contract and
    declarer: see :meth:`costs_of`."""

    auction: Auction | None
    play: Play
    kept: tuple[Card, ...]
    costs: Costs
    solved: str

    def costs_of(self, contract: Contract, declarer: Seat) -> Costs:
        """The declarer's double-dummy tricks before the first card and after each; none while
        they are not worked out, or are those of another contract."""
        return self.costs if self.solved == f"{contract.level}{contract.strain}{declarer}" else ()


def shows_play(session: Session) -> bool:
    """Whether its reader may see leads, auctions and play: once it is finished, and, but for
    directors, its switch is on. The hands have a rule of their own."""
    return session.is_finished and (session.show_play or session.reader_is_director)


def plays_of(session_id: int, board: int | None = None) -> dict[int, PlayRecord]:
    """What files say of the lines of a session, or of one ``board``, by line; in one query."""
    rows = LinePlay.objects.filter(line__section__session=session_id)
    if board is not None:
        rows = rows.filter(line__board=board)
    return {
        line: PlayRecord(
            read_auction(auction) if auction else None,
            read_cards(cards),
            read_kept(kept),
            read_costs(costs),
            solved,
        )
        for line, auction, cards, costs, kept, solved in rows.values_list(
            "line", "auction", "cards", "costs", "kept", "solved"
        )
    }


def leads_of(session_id: int, board: int | None = None) -> LeadsTables:
    """The leads to the boards of a session, or to one ``board``; in one query."""
    rows = LeadTricks.objects.filter(hands__hand_set__session=session_id).exclude(tricks="")
    if board is not None:
        rows = rows.filter(hands__board=board)
    tables: dict[tuple[int, Seat, Strain], Leads] = {}
    for number, deal, declarer, strain, tricks in rows.values_list(
        "hands__board", "hands__deal", "declarer", "strain", "tricks"
    ):
        seat, dealt = Seat(declarer), read_deal(deal)
        if dealt is not None:
            tables[number, seat, Strain(strain)] = read_leads(tricks, dealt, leader_of(seat))
    return tables
