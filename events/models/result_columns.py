"""The result of a line as the columns that store it: texts and numbers to a value, and back.

No other module parses these texts. The same few occur in thousands of lines, so that each is
parsed once and then cached.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from events.sessions.domain.adjustments import read_adjustment
from events.sessions.domain.card import read_card
from events.sessions.domain.contract import PassedOut, Seat, read_contract
from events.sessions.domain.line_result import LineResult
from events.sessions.domain.played_contract import Played

_EMPTY: Mapping[str, Any] = {
    "score_ns": None,
    "contract": "",
    "declarer": "",
    "tricks": None,
    "adjustment": "",
    "lead": "",
}
RESULT_FIELDS = tuple(_EMPTY)
"""The columns of a result, in the order in which :func:`read_columns` takes them."""


@lru_cache(maxsize=20_000)
def read_columns(
    score_ns: int | None,
    contract: str,
    declarer: str,
    tricks: int | None,
    adjustment: str,
    lead: str,
) -> LineResult:
    """The result that the columns hold. Raises :class:`clubscore.problems.Refused` for a text
    that was never written by :func:`columns_of`.
    """
    return LineResult(
        score_ns,
        _read_played(contract, declarer, tricks),
        read_adjustment(adjustment) if adjustment else None,
        read_card(lead) if lead else None,
    )


def _read_played(contract: str, declarer: str, tricks: int | None) -> Played | PassedOut | None:
    if not contract:
        return None
    value = read_contract(contract)
    if isinstance(value, PassedOut):
        return value
    # For the type checker: a constraint of the database allows no contract without tricks.
    return None if tricks is None else Played(value, Seat(declarer), tricks)


def columns_of(result: LineResult) -> dict[str, Any]:
    """The columns that store a result."""
    columns = {
        **_EMPTY,
        "score_ns": result.score_ns,
        "adjustment": "" if result.adjustment is None else str(result.adjustment),
        "lead": "" if result.lead is None else str(result.lead),
    }
    match result.played:
        case Played(contract, declarer, tricks):
            columns |= {"contract": str(contract), "declarer": str(declarer), "tricks": tricks}
        case PassedOut():
            columns["contract"] = str(result.played)
    return columns


def result_of_state(state: Mapping[str, Any]) -> LineResult:
    """The result in a logged state of a line, which leaves blank columns out."""
    return read_columns(*(state.get(name, empty) for name, empty in _EMPTY.items()))
