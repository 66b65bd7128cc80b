"""The results of a BWS file: the rows of ``ReceivedData`` as lines."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from clubscore.problems import gettext_noop
from events.exchange.domain.results_file import FileLine, Number
from events.exchange.formats.problems import Findings
from events.exchange.formats.words import (
    NOTHING,
    PASS,
    contract_of,
    contract_value,
    lead_of,
    score_of,
    seat_of,
)

_BAD_CONTRACT = gettext_noop("Section %(section)s, board %(board)s: “%(text)s” is not a contract.")
_BAD_RESULT = gettext_noop(
    "Section %(section)s, board %(board)s: “%(text)s” is not a result of %(contract)s."
)
_BAD_SEAT = gettext_noop("Section %(section)s, board %(board)s: “%(text)s” is not a declarer.")
_SWITCHED = gettext_noop(
    "Section %(section)s, board %(board)s: pairs %(ns)s and %(ew)s had exchanged seats."
)
_GIVEN = re.compile(r"(\d{2,3})%\s*-\s*(\d{2,3})%", re.ASCII)
_BAD_NUMBER = gettext_noop("“%(text)s” in column %(column)s of %(table)s is not a number.")

Row = Mapping[str, Any]


def read_lines(rows: Sequence[Row], letter: str, found: Findings) -> Iterator[tuple[int, FileLine]]:
    """The results that count, each board of a table once."""
    last: dict[tuple[Any, Any, Any], Row] = {}
    for row in sorted(rows, key=lambda row: row.get("ID") or 0):
        key = (row.get("Table"), row.get("Round"), row.get("Board"))
        last.pop(key, None)
        if not row.get("Erased"):
            last[key] = row
    for row in last.values():
        board = number_in(row, "Board", "ReceivedData", found)
        if board > 0:
            yield board, _line(row, board, letter, found)


def _line(row: Row, board: int, letter: str, found: Findings) -> FileLine:
    remark = text_in(row, "Remarks")
    ns, ew = _pairs(row)
    place = {"section": letter, "board": board}
    base = FileLine(
        ns=ns,
        ew=ew,
        round=number_in(row, "Round", "ReceivedData", found),
        table=number_in(row, "Table", "ReceivedData", found),
    )
    if remark.lower() == "wrong direction" or _is_switched(row):
        base = replace(base, ns=ew, ew=ns)
        found.note(_SWITCHED, None, "ReceivedData", **place, ns=ns, ew=ew)
    if given := _GIVEN.fullmatch(remark):
        return replace(base, artificial=(int(given[1]), int(given[2])))
    written = text_in(row, "Contract")
    if written in NOTHING:
        return replace(base, not_played=True)
    contract = contract_of(written)
    if contract is None:
        found.wrong(_BAD_CONTRACT, None, "Contract", written, **place, text=written)
        return base
    if contract == PASS:
        return replace(base, contract=contract, score_ns=0)
    declarer, tricks = _declarer(row, place, found), _tricks(row, contract, place, found)
    return replace(
        base,
        contract=contract,
        declarer=declarer,
        tricks=tricks,
        lead=lead_of(text_in(row, "LeadCard")),
        score_ns=score_of(contract, declarer, tricks, board, None),
    )


def _pairs(row: Row) -> tuple[Number, Number]:
    """Who is entered as North–South and East–West; four players in an individual."""
    north, east = str(row.get("PairNS") or 0), str(row.get("PairEW") or 0)
    if row.get("South") and row.get("West"):
        return (north, str(row["South"])), (east, str(row["West"]))
    return north, east


def _is_switched(row: Row) -> bool:
    """Whether the declarer's pair is the one that should have sat the other way."""
    if row.get("South"):
        return False
    ns, ew, declarer = row.get("PairNS"), row.get("PairEW"), row.get("Declarer")
    seat = seat_of(text_in(row, "NS/EW"))
    if not declarer or seat is None or ns == ew:
        return False
    return bool(declarer == (ew if seat in "NS" else ns))


def _declarer(row: Row, place: Mapping[str, Any], found: Findings) -> str | None:
    text = text_in(row, "NS/EW")
    seat = seat_of(text)
    if seat is None:
        found.wrong(_BAD_SEAT, None, "NS/EW", text, **place, text=text)
    return seat


def _tricks(row: Row, contract: str, place: Mapping[str, Any], found: Findings) -> int | None:
    text = text_in(row, "Result")
    match = re.fullmatch(r"=|[+-]\d{1,2}", text, re.ASCII)
    if match:
        over = 0 if text == "=" else int(text)
        tricks = contract_value(contract).tricks_needed + over
        if 0 <= tricks <= 13:
            return tricks
    found.wrong(_BAD_RESULT, None, "Result", text, **place, text=text, contract=contract)
    return None


def text_in(row: Row, column: str) -> str:
    return str(row.get(column) or "").strip()


def number_in(row: Row, column: str, table: str, found: Findings) -> int:
    value = row.get(column)
    if value is None or isinstance(value, bool):
        return 0
    if isinstance(value, int):
        return value
    text = str(value)
    found.wrong(_BAD_NUMBER, None, column, text, text=text, column=column, table=table)
    return 0
