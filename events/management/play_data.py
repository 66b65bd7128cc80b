"""Played boards as the plain values that ``manage.py play`` prints."""

from collections.abc import Iterable, Sequence
from typing import Any

from events.exchange.figures.exporting_lines import number_of
from events.exchange.figures.played_boards import Analysis, PlayedBoard, has_identity
from events.exchange.figures.stored_play import SessionPlay, names_of_sides
from events.management.file_command import problem_data
from events.sessions.cardplay.domain.costs import lost, turn_of
from events.sessions.cardplay.domain.tricks import End, end_of
from events.sessions.cardplay.domain.verdicts import Verdict, judge
from events.sessions.core.domain.contract import Contract
from events.sessions.hands.domain import SEATS, par


def played_data(board: PlayedBoard, analysis: Analysis) -> dict[str, Any]:
    """A played board; ``null`` stands for what is not known."""
    line, play, tricks = board.line, board.play, board.tricks
    contract, declarer = board.contract
    auction = line.auction
    return {
        "board": board.board,
        "line": line.line,
        "room": line.room,
        "names": {seat.value: board.names.get(seat, "") for seat in SEATS},
        "dealer": board.dealer.value,
        "deal": str(board.deal) if board.deal else None,
        "auction": list(auction.calls) if auction else None,
        "explanations": {
            str(place): text for place, text in (auction.explanations if auction else ())
        },
        "contract": None if contract is None else str(contract),
        "declarer": declarer.value if declarer else None,
        "cards": [str(card) for card in play.cards],
        "seats": "".join(tricks.seats) if tricks else "",
        "winners": "".join(tricks.winners) if tricks else "",
        "claimed": play.claim,
        "end": end_of(play, tricks.revoke if tricks else None).value,
        **_costs_data(board, analysis),
        "leads": (
            {str(card): count for card, count in analysis.leads.items()} if analysis.leads else None
        ),
        **_bidding_data(board, analysis),
        "problems": problem_data(line.problems),
    }


def _costs_data(board: PlayedBoard, analysis: Analysis) -> dict[str, Any]:
    costs, tricks = analysis.costs, board.tricks
    contract, declarer = board.contract
    if costs is None or tricks is None or declarer is None or not isinstance(contract, Contract):
        return {"double_dummy": None, "lost": None, "identity": None, "turn": None}
    given = lost(costs, tricks.seats, declarer)
    place = turn_of(costs, contract.tricks_needed)
    turn = None
    if place is not None:
        turn = {
            "trick": place // 4 + 1,
            "card": place % 4 + 1,
            "seat": tricks.seats[place].value,
            "played": str(board.play.cards[place]),
            "kept_by": [str(card) for card in analysis.kept],
        }
    return {
        "double_dummy": list(costs),
        "lost": {"declarer": given.declarer, "defence": given.defence, "lead": given.lead},
        "identity": has_identity(board, costs),
        "turn": turn,
    }


def _bidding_data(board: PlayedBoard, analysis: Analysis) -> dict[str, Any]:
    contract, declarer = board.contract
    makeable = analysis.makeable
    if makeable is None or contract is None:
        return {"table": None, "par": None, "bidding": None}
    judged = judge(makeable, board.board, contract, declarer)
    return {
        "table": str(makeable),
        "par": par(makeable, board.board).score_ns,
        "bidding": {side.value: answer.verdict.value for side, answer in judged.items()},
    }


def session_data(session_id: int, play: SessionPlay) -> dict[str, Any]:
    """The lines of a stored session, and the figures of its contestants."""
    return {
        "session": session_id,
        "lines": [
            {
                **played_data(board.played, board.analysis),
                "pk": board.pk,
                "section": board.section,
                **dict(zip(("ns", "ew"), names_of_sides(board), strict=True)),
            }
            for board in play.boards
        ],
        "figures": [
            {
                "section": record.section,
                "contestant": number_of(record),
                "direction": record.direction,
                "declared": {
                    "boards": sums.declared.boards,
                    "sum": sums.declared.sum,
                    "squares": sums.declared.squares,
                },
                "leads": {
                    "boards": sums.leads.boards,
                    "cost": sums.leads.cost,
                    "free": sums.leads.free,
                },
                "bidding": {verdict.value: sums.bidding[verdict] for verdict in Verdict},
            }
            for record, sums in play.figures
        ],
    }


def totals_data(boards: Sequence[PlayedBoard], analyses: Iterable[Analysis]) -> dict[str, int]:
    """How many boards there are of each kind."""
    ends = [
        end_of(board.play, tricks.revoke if (tricks := board.tricks) else None) for board in boards
    ]
    return {
        "boards": len(boards),
        "auctions": sum(board.line.auction is not None for board in boards),
        "plays": sum(bool(board.play.cards) for board in boards),
        **{end.value: ends.count(end) for end in End if end is not End.NONE},
        "identities": sum(
            analysis.costs is not None and has_identity(board, analysis.costs)
            for board, analysis in zip(boards, analyses, strict=True)
        ),
    }
