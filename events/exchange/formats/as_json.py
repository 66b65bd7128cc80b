"""What was read of a file as the members of ``manage.py inspect``."""

import json
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from events.exchange.domain.results_file import (
    FileBoard,
    FileContestant,
    FileEvent,
    FileLine,
    FileSection,
)
from events.exchange.formats import bws, dlm, dup, lin, pbn, usebio
from events.sessions.hands.domain import Deal
from events.sessions.scoring.formats import traveller_sheet

Reading = (
    usebio.Reading
    | pbn.Reading
    | bws.Reading
    | lin.Reading
    | dup.Reading
    | dlm.Reading
    | traveller_sheet.Sheet
)


def members_of(reading: Reading) -> dict[str, Any]:
    """The members that a format has besides ``kind`` and ``problems``."""
    match reading:
        case usebio.Reading(events=events, club=club):
            return {"club": club, "events": [_event(event) for event in events]}
        case bws.Reading(sections=sections):
            return {
                "title": reading.title,
                "date": reading.date,
                "sections": [_bws_section(section) for section in sections],
            }
        case pbn.Reading(boards=boards):
            return {
                "title": reading.title,
                "date": reading.date,
                "boards": [_board(board) for board in boards],
            }
        case lin.Reading(boards=boards) | dup.Reading(boards=boards) | dlm.Reading(boards=boards):
            return {"boards": [_board(board) for board in boards]}
    return {}


def write(reading: Reading) -> bytes:
    """The members as a file of their own."""
    return (json.dumps(members_of(reading), ensure_ascii=False) + "\n").encode()


def line_data(line: FileLine) -> dict[str, Any]:
    """A result; numbers of contestants and points as they were printed."""
    data: dict[str, Any] = {
        "ns": _number(line.ns),
        "ew": _number(line.ew),
        "contract": line.contract,
        "declarer": line.declarer,
        "tricks": line.tricks,
        "lead": line.lead,
        "score_ns": line.score_ns,
        "artificial": [_number_of(each) for each in line.artificial] if line.artificial else None,
        "mp_ns": line.mp_ns,
        "mp_ew": line.mp_ew,
    }
    if line.imps_ns or line.imps_ew:
        data |= {"imps_ns": line.imps_ns, "imps_ew": line.imps_ew}
    if line.section:
        data["section"] = line.section
    if line.not_played:
        data["not_played"] = True
    if line.names_ns or line.names_ew:
        data |= {"names_ns": list(line.names_ns), "names_ew": list(line.names_ew)}
    return data


def _number_of(percentage: Fraction | int) -> int | float:
    return int(percentage) if percentage == int(percentage) else float(percentage)


def _number(number: str | tuple[str, ...] | None) -> str | list[str] | None:
    return list(number) if isinstance(number, tuple) else number


def _hands(hands: Mapping[int, Deal]) -> dict[str, str]:
    return {str(board): str(deal) for board, deal in sorted(hands.items())}


def _event(event: FileEvent) -> dict[str, Any]:
    return {
        "title": event.title,
        "date": event.date,
        "type": event.type,
        "scoring": event.scoring,
        "winners": event.winners,
        "sections": [_section(section) for section in event.sections],
        "hands": _hands(event.hands),
    }


def _section(section: FileSection) -> dict[str, Any]:
    return {
        "id": section.letter,
        "pairs": [
            {
                "number": contestant.number,
                "direction": contestant.direction,
                "players": list(contestant.players),
                "score": contestant.score,
                "place": contestant.place,
                **_stratum(contestant),
            }
            for contestant in section.contestants
        ],
        "boards": [{"board": each.board, "lines": _lines(each.lines)} for each in section.boards],
    }


def _stratum(contestant: FileContestant) -> dict[str, str | None]:
    """Its stratum and the place in it, where the file has strata."""
    if not contestant.stratum:
        return {}
    return {"stratum": contestant.stratum, "stratum_place": contestant.stratum_place}


def _lines(lines: Iterable[FileLine]) -> list[dict[str, Any]]:
    return [line_data(line) for line in lines if not line.is_record_alone]


def _board(board: FileBoard) -> dict[str, Any]:
    return {
        "board": board.board,
        "dealer": board.dealer,
        "vulnerable": board.vulnerable,
        "deal": str(board.deal) if board.deal else None,
        "double_dummy": board.double_dummy,
        "par": board.par,
        "lines": _lines(board.lines),
    }


def _bws_section(section: bws.BwsSection) -> dict[str, Any]:
    return {
        "letter": section.letter,
        "tables": section.tables,
        "scoring": section.scoring,
        "winners": section.winners,
        "missing_pair": section.missing_pair,
        "rounds": section.rounds,
        "lines": [
            {"board": board, **line_data(line), "round": line.round, "table": line.table}
            for board, line in section.lines
        ],
        "players": {key: list(names) for key, names in section.players.items()},
        "hands": _hands(section.hands),
    }
