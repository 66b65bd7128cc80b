"""A result as phones send it and are sent it: plain values of JSON.

``{"level": 4, "strain": "S", "doubled": "", "declarer": "N", "tricks": 11, "lead": "HQ"}``, or
``{"pass": true}``, or ``{"np": true}``. In answers ``score_ns`` is added.
"""

from collections.abc import Mapping
from typing import Any

from clubscore.problems import Refused, gettext_noop, sentence
from events.sessions.domain.adjustments import NOT_PLAYED
from events.sessions.domain.card import Card, read_card
from events.sessions.domain.contract import PASS, Contract, Doubling, PassedOut, Seat, Strain
from events.sessions.domain.line_result import LineResult, result_on_board
from events.sessions.domain.played_contract import Played

Wire = dict[str, Any]


def read_wire(data: Mapping[str, Any], board: int) -> LineResult:
    """The result on a board of what a phone sent. Raises :class:`Refused`."""
    if data.get("np") is True:
        return LineResult(adjustment=NOT_PLAYED)
    if data.get("pass") is True:
        if data.get("lead"):
            raise Refused(sentence(gettext_noop("A board that was passed out has no lead.")))
        return result_on_board(PASS, board)
    return result_on_board(_played(data), board, lead=_lead(data.get("lead", "")))


def _played(data: Mapping[str, Any]) -> Played:
    level, tricks = _number(data.get("level")), _number(data.get("tricks"))
    try:
        contract = Contract(
            level, Strain(str(data.get("strain"))), Doubling(str(data.get("doubled") or ""))
        )
        return Played(contract, Seat(str(data.get("declarer"))), tricks)
    except ValueError as error:
        impossible = gettext_noop(
            "This is no possible result: a level from 1 to 7, a strain, a declarer, and 0 to 13 "
            "tricks."
        )
        raise Refused(sentence(impossible)) from error


def _number(value: object) -> int:
    # True is an int, and 7.0 was never sent by a keypad.
    return value if isinstance(value, int) and not isinstance(value, bool) else -1


def _lead(text: object) -> Card | None:
    if text in ("", None):
        return None
    return read_card(str(text)[:4].replace("10", "T"))


def as_wire(result: LineResult) -> Wire | None:
    """The values of a result; ``None`` for an empty line. A ruling has its text alone, and a score
    that was entered without a contract only ``score_ns``."""
    if result.adjustment is not None:
        if result.adjustment == NOT_PLAYED:
            return {"np": True, "score_ns": None}
        return {"ruling": str(result.adjustment), "score_ns": None}
    if result.score_ns is None:
        return None
    return _table_values(result) | {"score_ns": result.score_ns}


def _table_values(result: LineResult) -> Wire:
    match result.played:
        case Played(contract, declarer, tricks):
            return {
                "level": contract.level,
                "strain": str(contract.strain),
                "doubled": str(contract.doubling),
                "declarer": str(declarer),
                "tricks": tricks,
                "lead": str(result.lead).replace("T", "10") if result.lead else "",
            }
        case PassedOut():
            return {"pass": True}
    return {}
