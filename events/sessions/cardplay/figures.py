"""What the boards of a session add to the figures of its contestants: tricks as declarer, leads and
bidding against double dummy.

A line counts where its hands are solved, unless it is adjusted or its board fouled. Its figures are
those of the contestants on each side, of both partners in an individual.
"""

from collections.abc import Iterable, Mapping

from events.sessions.cardplay.domain.costs import Costs, Leads, lead_cost
from events.sessions.cardplay.domain.measures import (
    CardPlay,
    declared_board,
    judged_board,
    led_board,
)
from events.sessions.cardplay.domain.verdicts import judge
from events.sessions.cardplay.selectors import Contracts, StoredPlay
from events.sessions.core.domain.contract import Card, PassedOut, Played, Side
from events.sessions.hands.domain import Makeable
from events.sessions.hands.selectors import DealtBoard
from events.sessions.scoring.selectors.lines import LineRecord


def sums_of_lines(
    lines: Iterable[LineRecord],
    hands: Mapping[int, DealtBoard],
    leads: Mapping[Contracts, Leads],
    plays: Mapping[int, StoredPlay],
) -> dict[int, CardPlay]:
    """The sums of each contestant who played a line that counts."""
    sums: dict[int, CardPlay] = {}
    for line in lines:
        for side, own in sums_of_line(line, hands, leads, plays).items():
            for contestant in line.ns if side is Side.NS else line.ew:
                sums[contestant] = sums.get(contestant, CardPlay()) + own
    return sums


def sums_of_line(
    line: LineRecord,
    hands: Mapping[int, DealtBoard],
    leads: Mapping[Contracts, Leads],
    plays: Mapping[int, StoredPlay],
) -> dict[Side, CardPlay]:
    """What a line adds to both sides; nothing where it does not count."""
    dealt = hands.get(line.board)
    if dealt is None or dealt.makeable is None or line.deal or line.result.adjustment:
        return {}
    played = line.result.played
    if isinstance(played, PassedOut):
        return _bidding(dealt.makeable, line.board, played)
    if not isinstance(played, Played):
        return {}
    sums = _bidding(dealt.makeable, line.board, played)
    seat, strain = played.declarer, played.contract.strain
    double_dummy = dealt.makeable.of(seat, strain)
    sums[seat.side] += declared_board(played.tricks, double_dummy)
    stored = plays.get(line.pk)
    costs = stored.costs_of(played.contract, seat) if stored else ()
    cost = cost_of_lead(costs, leads.get((line.board, seat, strain)), line.result.lead)
    if cost is not None:
        sums[seat.side.opponents] += led_board(cost)
    return sums


def _bidding(makeable: Makeable, board: int, played: Played | PassedOut) -> dict[Side, CardPlay]:
    contract = played if isinstance(played, PassedOut) else played.contract
    declarer = None if isinstance(played, PassedOut) else played.declarer
    judged = judge(makeable, board, contract, declarer)
    return {side: judged_board(answer.verdict) for side, answer in judged.items()}


def cost_of_lead(costs: Costs, leads: Leads | None, lead: Card | None) -> int | None:
    """What a lead cost: by the play, else by the tricks after each lead; ``None`` where nobody
    knows."""
    if len(costs) >= 2:
        return costs[1] - costs[0]
    return lead_cost(leads, lead) if leads and lead else None
