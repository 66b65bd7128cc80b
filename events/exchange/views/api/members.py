"""The members of the API's answers, made of values: no query is made here.

Numbers that must not lose their last digit are texts with two decimals (``"54.17"``); contestants
are named by their code (``A5``, ``ANS3``), which is that of the results' pages.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from events.common.domain import Place
from events.exchange.domain.plan_comparison import rounded
from events.models import Session
from events.sessions.core.domain.adjustment import Artificial, Average, Split, Weighted, notation
from events.sessions.core.domain.contract import (
    Doubling,
    PassedOut,
    Played,
    Seat,
    Vulnerability,
    dealer,
    vulnerability,
)
from events.sessions.core.domain.line_result import LineResult
from events.sessions.hands.domain import SUITS, par
from events.sessions.hands.selectors import DealtBoard
from events.sessions.scoring.domain.board_score import LineScore
from events.sessions.scoring.domain.ranking import Standing
from events.sessions.scoring.selectors.contestants import ContestantRecord, Contestants
from events.sessions.scoring.selectors.lines import LineRecord, PenaltyRecord

Data = dict[str, Any]

_VULNERABLE: Final = {
    Vulnerability.NONE: "None",
    Vulnerability.NS: "NS",
    Vulnerability.EW: "EW",
    Vulnerability.BOTH: "All",
}
_RISKS: Final = {Doubling.UNDOUBLED: 0, Doubling.DOUBLED: 1, Doubling.REDOUBLED: 2}


def decimal(value: Fraction | None) -> str | None:
    """The value with two decimals, halves rounded away from zero."""
    return None if value is None else rounded(value, 2)


def pair_of(record: ContestantRecord) -> str:
    """The number as results name it: ``7``, or ``7NS`` where both directions count from 1."""
    return f"{record.number}{record.direction}"


def contestant_members(record: ContestantRecord) -> Data:
    """Who a contestant is; a player who is shown by initials has no other name here."""
    return {
        "pair": pair_of(record),
        "code": record.code,
        "section": record.section,
        "number": record.number,
        "direction": record.direction or None,
        "stratum": record.stratum or None,
        "players": [{"name": str(name)} for name in record.names],
    }


def standing_members(
    session: Session,
    standing: Standing,
    contestants: Contestants,
    penalties: Sequence[PenaltyRecord],
    *,
    place: Place,
    within: Mapping[str, Place],
) -> Data:
    """A line of the ranking; ``within`` are its places in the strata below A."""
    by_percentage = session.method == Session.Method.MATCHPOINTS
    points = decimal(standing.points)
    return {
        "place": str(place) or None,
        "place_number": place.number or None,
        "places_in_strata": [
            {"stratum": letter, "place": str(own), "place_number": own.number}
            for letter, own in within.items()
            if own
        ],
        **contestant_members(contestants[_pk(standing)]),
        "score": {
            "matchpoints": points if by_percentage else None,
            "maximum": decimal(standing.of) if by_percentage else None,
            "percentage": decimal(standing.percentage) if by_percentage else None,
            "imps": points if _with_imps(session) else None,
            "points": points if session.method == Session.Method.TOTAL else None,
        },
        "boards_played": standing.boards,
        "penalty": decimal(standing.penalty),
        "adjustments": [
            {"kind": penalty.kind, "amount": f"{penalty.amount:.2f}", "law": penalty.law or None}
            for penalty in penalties
            if penalty.contestant == standing.contestant
        ],
        # The unions award their own.
        "masterpoints": None,
    }


def _pk(standing: Standing) -> int:
    found = standing.contestant
    if not isinstance(found, int):
        raise TypeError(found)
    return found


def _with_imps(session: Session) -> bool:
    return session.method in {Session.Method.BUTLER, Session.Method.CROSS_IMPS}


def board_members(number: int, dealt: DealtBoard | None, results: list[Data]) -> Data:
    """A board with its results; hands and what can be made are null until everybody may see
    them."""
    best = par(dealt.makeable, number) if dealt and dealt.makeable else None
    return {
        "board": number,
        "dealer": str(dealer(number)),
        "vulnerability": _VULNERABLE[vulnerability(number)],
        "deal": _deal(dealt) if dealt else None,
        "double_dummy": str(dealt.makeable) if dealt and dealt.makeable else None,
        "par": (
            {
                "score_ns": best.score_ns,
                "contracts": [_par_text(contract) for contract in best.contracts],
            }
            if best
            else None
        ),
        "results": results,
    }


def _deal(dealt: DealtBoard) -> Data:
    return {
        str(seat): dict(zip(SUITS, dealt.deal.hand(seat).split("."), strict=True)) for seat in Seat
    }


def _par_text(played: Played) -> str:
    return f"{played.contract}".upper() + f"{played.declarer}{played.over}"


def result_members(
    session: Session,
    line: LineRecord,
    points: LineScore | None,
    contestants: Contestants,
    *,
    is_corrected: bool,
) -> Data:
    """A result: who met, what was played, and what it brought."""
    result = line.result
    counting = result.counting
    by_percentage = session.method == Session.Method.MATCHPOINTS
    ns, ew = (points.ns_points, points.ew_points) if points else (None, None)
    top = points.top if points else None
    played = counting.declared
    return {
        "ns": _side(line.ns, contestants),
        "ew": _side(line.ew, contestants),
        "codes": {
            "ns": [contestants[pk].code for pk in line.ns],
            "ew": [contestants[pk].code for pk in line.ew],
        },
        "section": line.section,
        "round": line.round,
        "table": line.table,
        "contract": _contract(counting),
        "declarer": str(played.declarer) if played else None,
        "tricks": played.tricks if played else None,
        "lead": str(counting.lead).replace("T", "10") if counting.lead else None,
        "score_ns": counting.score_ns,
        "artificial": _artificial(result),
        "adjustment": str(notation(result.adjustment)) if result.adjustment else None,
        "mp_ns": decimal(ns) if by_percentage else None,
        "mp_ew": decimal(ew) if by_percentage else None,
        "percentage_ns": _part(ns, top) if by_percentage else None,
        "percentage_ew": _part(ew, top) if by_percentage else None,
        "imps_ns": decimal(ns) if _with_imps(session) else None,
        "imps_ew": decimal(ew) if _with_imps(session) else None,
        "flags": list(_flags(line, is_corrected=is_corrected)),
        "revision": line.version,
    }


def _side(pks: Sequence[int], contestants: Contestants) -> str | list[str]:
    """A pair's number, or those of two partners in an individual."""
    numbers = [pair_of(contestants[pk]) for pk in pks]
    return numbers[0] if len(numbers) == 1 else numbers


def _contract(result: LineResult) -> Data | None:
    if isinstance(result.played, PassedOut):
        return {"text": "PASS", "level": 0, "strain": None, "risk": 0}
    if result.declared is None:
        return None
    contract = result.declared.contract
    return {
        "text": str(contract).upper(),
        "level": contract.level,
        "strain": str(contract.strain),
        "risk": _RISKS[contract.doubling],
    }


def _artificial(result: LineResult) -> Data | None:
    match result.adjustment:
        case Artificial(ns, ew):
            sides = (each.percentage if isinstance(each, Average) else each for each in (ns, ew))
            return dict(zip(("ns", "ew"), map(_number, map(Fraction, sides)), strict=True))
    return None


def _number(value: Fraction) -> int | float:
    """The number as JSON writes it, with at most two decimals."""
    return value.numerator if value.denominator == 1 else float(rounded(value, 2))


def _part(points: Fraction | None, top: Fraction | None) -> str | None:
    return decimal(100 * points / top) if points is not None and top else None


def _flags(line: LineRecord, *, is_corrected: bool) -> list[str]:
    ruling = line.result.adjustment
    is_assigned = isinstance(ruling, Weighted) and ruling.assigned
    found = {
        "corrected": is_corrected,
        "weighted": isinstance(ruling, Weighted) and not is_assigned,
        "assigned": is_assigned,
        "split": isinstance(ruling, Split),
        "other-deal": bool(line.deal),
        "not-as-scheduled": not line.is_as_scheduled,
    }
    return [name for name, is_set in found.items() if is_set]
