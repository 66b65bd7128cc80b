"""Auctions, card play and leads of a session, as far as somebody may see them.

They are shown with the hands once the session is finished, while its switch is on; directors see
them all the same. In one query each.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache

from events.models import LeadTricks, LinePlay, Session
from events.sessions.cardplay.domain.auction import Auction, read_auction
from events.sessions.cardplay.domain.costs import Costs, Leads, read_costs, read_kept, read_leads
from events.sessions.cardplay.domain.tricks import Play, first_fault, leader_of, read_cards
from events.sessions.core.domain.contract import Card, Contract, Seat, Strain
from events.sessions.hands.domain import Deal
from events.sessions.hands.selectors import DealtBoard

Contracts = tuple[int, Seat, Strain]
"""A board with the declarer and the strain of its results."""


@dataclass(frozen=True, slots=True)
class StoredPlay:
    """How a line was bid and played; what was worked out belongs to the contract ``solved``."""

    auction: Auction | None
    play: Play
    costs: Costs = ()
    kept: tuple[Card, ...] = ()
    solved: str = ""

    def fits(self, contract: Contract, declarer: Seat, deal: Deal | None) -> bool:
        """Whether the cards can have been played in this contract."""
        return first_fault(self.play.cards, deal, declarer, contract.strain) is None

    def costs_of(self, contract: Contract, declarer: Seat) -> Costs:
        """What was worked out for this contract, nothing while the line has another."""
        return self.costs if self.solved == solved_for(contract, declarer) else ()


def solved_for(contract: Contract, declarer: Seat) -> str:
    """How it is stored for which contract costs were worked out: ``3NTN``; doubles cost no
    tricks."""
    return f"{contract.level}{contract.strain}{declarer}"


def are_plays_shown(session: Session, *, director: bool) -> bool:
    """Whether somebody who may see the hands of a session sees its auctions, leads and play."""
    return session.is_finished and (session.show_play or director)


def session_plays(
    session_id: int, *, boards: Collection[int] | None = None
) -> Mapping[int, StoredPlay]:
    """How the lines of a session were bid and played, by line; of ``boards`` alone where they are
    given."""
    rows = LinePlay.objects.filter(line__section__session=session_id)
    if boards is not None:
        rows = rows.filter(line__board__in=boards)
    return {
        line: _stored(*texts)
        for line, *texts in rows.values_list("line", "auction", "cards", "costs", "kept", "solved")
    }


@lru_cache(maxsize=2_000)
def _stored(auction: str, cards: str, costs: str, kept: str, solved: str) -> StoredPlay:
    return StoredPlay(
        read_auction(auction) if auction else None,
        read_cards(cards),
        read_costs(costs),
        read_kept(kept),
        solved,
    )


def session_leads(
    session_id: int, hands: Mapping[int, DealtBoard], *, boards: Collection[int] | None = None
) -> Mapping[Contracts, Leads]:
    """The tricks after each lead, for each declarer and strain for which they are worked out, of
    the boards whose hands are given."""
    rows = LeadTricks.objects.filter(hands__hand_set__session=session_id).exclude(tricks="")
    if boards is not None:
        rows = rows.filter(hands__board__in=boards)
    leads = {}
    for board, declarer, strain, tricks in rows.values_list(
        "hands__board", "declarer", "strain", "tricks"
    ):
        if dealt := hands.get(board):
            seat = Seat(declarer)
            leads[board, seat, Strain(strain)] = read_leads(tricks, dealt.deal, leader_of(seat))
    return leads
