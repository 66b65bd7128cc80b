"""A scored field as data for JSON: exact numbers are texts such as ``123/7``."""

from collections.abc import Hashable
from typing import Any

from events.common.domain import at_most_two_decimals, two_decimals
from events.sessions.scoring.domain.board_score import BoardScore, LineScore
from events.sessions.scoring.domain.field import FieldScore
from events.sessions.scoring.domain.ranking import Standing
from events.sessions.scoring.domain.settings import Method
from events.sessions.scoring.formats.traveller_sheet import SectionPair


def score_data(field: FieldScore, method: Method) -> dict[str, Any]:
    """``boards`` with their lines, and ``standings``, list by list, best first.

    Matchpoints have ``of`` and ``percentage``; the other methods have a ``total``.
    """
    return {
        "boards": [_board(board) for board in field.boards],
        "standings": [_standing(standing, method) for standing in field.standings],
    }


def _board(board: BoardScore) -> dict[str, Any]:
    section = {"section": board.section} if board.section else {}
    return {"board": board.board, **section, "lines": [_line(line) for line in board.lines]}


def _line(score: LineScore) -> dict[str, Any]:
    line = score.line
    section = {"section": line.section} if isinstance(line.ns[0], SectionPair) else {}
    return {
        **section,
        "ns": _pair(line.ns[0]),
        "ew": _pair(line.ew[0]),
        "score": line.score_ns,
        "ns_points": _text(score.ns_points),
        "ew_points": _text(score.ew_points),
        "top": _text(score.top),
    }


def _standing(standing: Standing, method: Method) -> dict[str, Any]:
    contestant = standing.contestant
    section = {"section": contestant.section} if isinstance(contestant, SectionPair) else {}
    values: dict[str, Any]
    if method is Method.MATCHPOINTS:
        percentage = standing.percentage
        values = {
            "points": _text(standing.points),
            "of": _text(standing.of),
            "percentage": None if percentage is None else two_decimals(percentage),
            "exact": _text(percentage),
        }
    else:
        values = {
            "points": _text(standing.points),
            "total": at_most_two_decimals(standing.points),
            "exact": _text(standing.points),
        }
    return {
        "direction": None if standing.direction is None else standing.direction.value,
        **section,
        "pair": _pair(contestant),
        **values,
        "place": str(standing.place),
    }


def _pair(contestant: Hashable) -> str:
    return contestant.pair if isinstance(contestant, SectionPair) else str(contestant)


def _text(value: object) -> str | None:
    return None if value is None else str(value)
