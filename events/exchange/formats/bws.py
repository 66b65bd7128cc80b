"""BWS files: the database that Bridgemates, BridgePads and TabScore fill in.

Knows the tables of the database as columns of values; the database itself is read by an engine.
A table becomes sections with their results, players and hands. Later entries replace earlier ones
of the same board; erased ones do not count. Raises :class:`Refused` with every mistake.

The results of a BWS file: the rows of ``ReceivedData`` as lines.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from clubscore.text.numbers import integer_of
from clubscore.text.problems import Problem, Refused, gettext_noop, sentence
from events.exchange.domain.results_file import FileLine, Number
from events.exchange.formats.findings import Findings
from events.exchange.formats.words import (
    NOTHING,
    PASS,
    contract_of,
    is_not_played,
    lead_of,
    score_of,
    seat_of,
    tricks_told,
)
from events.sessions.core.domain.contract import Seat
from events.sessions.hands.domain import Deal, deal_of_hands

MAX_TABLES: Final = 200

_PAGES: Final = {0: 2_048, 1: 4_096, 2: 4_096, 3: 4_096, 4: 4_096, 5: 4_096}

_TRUNCATED = gettext_noop(
    "The file has %(size)s bytes, which are no whole pages of %(page)s: it was cut off."
)

_NOTHING = gettext_noop("There is no table of results (ReceivedData) in this database.")

_NO_SECTION = gettext_noop("There is no section in this database.")

_MISSING = gettext_noop(
    "Section %(section)s: %(count)s results of %(expected)s that the movement has."
)

_UNPLANNED = gettext_noop(
    "Section %(section)s: the movement has no board %(board)s for pairs %(ns)s and %(ew)s in round"
    " %(round)s."
)

_BAD_HAND = gettext_noop("Section %(section)s, board %(board)s: %(problem)s")

_SUITS: Final = ("Spades", "Hearts", "Diamonds", "Clubs")

_SEATS: Final = {"North": Seat.N, "East": Seat.E, "South": Seat.S, "West": Seat.W}

Columns = Mapping[str, Sequence[Any]]


@dataclass(frozen=True, slots=True)
class BwsSection:
    """A section with its results in the order of entry."""

    letter: str
    tables: int
    scoring: int
    winners: int
    missing_pair: int
    rounds: int
    lines: tuple[tuple[int, FileLine], ...]
    """The number of the board, and its result."""
    players: Mapping[str, tuple[str, ...]]
    hands: Mapping[int, Deal]


@dataclass(frozen=True, slots=True)
class Reading:
    sections: tuple[BwsSection, ...]
    title: str = ""
    date: str | None = None
    notices: tuple[Problem, ...] = ()
    losses: tuple[Problem, ...] = ()


def looks_like_bws(data: bytes) -> bool:
    return data[4:15] in {b"Standard Je", b"Standard AC"}


def refuse_cut_off(data: bytes) -> None:
    """Raise :class:`Refused` for a length that is no multiple of the database's page: what is
    missing then would be missing without a word."""
    page = _PAGES.get(data[0x14] if len(data) > 0x14 else 0, 4_096)
    if len(data) % page:
        raise Refused(sentence(_TRUNCATED, size=f"{len(data):,}", page=f"{page:,}"))


def read(tables: Mapping[str, Columns]) -> Reading:
    """The sections of a database. Raises :class:`Refused` with everything that is wrong."""
    findings = Findings()
    if "ReceivedData" not in tables:
        findings.wrong(_NOTHING, None, "ReceivedData")
    rows = {name: _by_section(tables, name) for name in _OF_SECTIONS}
    names = {text_in(row, "strID"): text_in(row, "Name") for row in _rows(tables, "PlayerNames")}
    # A section that is there again has the same results.
    once = {str(row.get("ID")): row for row in _rows(tables, "Section") if _letter(row)}
    sections = tuple(_section(row, rows, names, findings) for row in once.values())
    if not sections and not findings.mistakes:
        findings.wrong(_NO_SECTION, None, "Section")
    findings.refuse(
        unless=any(
            section.hands or any(line.is_settled for _board, line in section.lines)
            for section in sections
        )
    )
    session = next(_rows(tables, "Session"), {})
    date = str(session.get("Date") or "")[:10]
    return Reading(
        sections,
        text_in(session, "Name"),
        date if re.fullmatch(r"\d{4}-\d\d-\d\d", date, re.ASCII) else None,
        tuple(findings.notices),
        findings.left_out(),
    )


Row = Mapping[str, Any]
RowsBySection = Mapping[str, Sequence[Row]]

_OF_SECTIONS: Final = ("RoundData", "ReceivedData", "PlayerNumbers", "HandRecord")


def _rows(tables: Mapping[str, Columns], name: str) -> Iterator[Row]:
    columns = tables.get(name, {})
    names = list(columns)
    for values in zip(*columns.values(), strict=False):
        yield dict(zip(names, values, strict=True))


def _letter(row: Row) -> str:
    return text_in(row, "Letter") or text_in(row, "ID")


def _by_section(tables: Mapping[str, Columns], name: str) -> RowsBySection:
    rows: defaultdict[str, list[Row]] = defaultdict(list)
    for row in _rows(tables, name):
        rows[str(row.get("Section"))].append(row)
    return rows


def _section(
    section: Row, rows: Mapping[str, RowsBySection], names: Mapping[str, str], found: Findings
) -> BwsSection:
    letter = _letter(section)
    own = {name: rows[name].get(str(section.get("ID")), ()) for name in _OF_SECTIONS}
    plan = own["RoundData"]
    count = number_in(section, "Tables", "Section", found)
    lines = tuple(read_lines(own["ReceivedData"], letter, found))
    _compare(lines, plan, letter, found)
    winners = number_in(section, "Winners", "Section", found)
    return BwsSection(
        letter=letter,
        tables=count,
        scoring=number_in(section, "ScoringType", "Section", found),
        winners=winners if winners in {1, 2} else _winners(plan, count),
        missing_pair=number_in(section, "MissingPair", "Section", found),
        rounds=max((number_in(row, "Round", "RoundData", found) for row in plan), default=0),
        lines=lines,
        players=_players(own["PlayerNumbers"], plan, names),
        hands=_hands(own["HandRecord"], letter, found),
    )


def _winners(plan: Sequence[Row], tables: int) -> int:
    """One list where more pairs sit in a direction than a Mitchell would have there."""
    sides = ({row.get(side) for row in plan if row.get(side)} for side in ("NSPair", "EWPair"))
    most = max(len(side) for side in sides)
    return 1 if most > (tables if tables == 2 else tables + 1) else 2


def _compare(
    lines: Sequence[tuple[int, FileLine]], plan: Sequence[Row], letter: str, found: Findings
) -> None:
    """Note what the movement expects and nobody entered, and the other way round."""
    expected = set(_expected(plan))
    if not expected:
        return
    found_lines = {(line.round, line.table, board) for board, line in lines}
    if len(found_lines & expected) < len(expected):
        count = len(found_lines & expected)
        found.note(_MISSING, None, "RoundData", section=letter, count=count, expected=len(expected))
    for board, line in lines:
        if (line.round, line.table, board) not in expected:
            values = {"section": letter, "board": board, "round": line.round}
            found.note(_UNPLANNED, None, "ReceivedData", **values, ns=line.ns, ew=line.ew)


def _expected(plan: Sequence[Row]) -> Iterator[tuple[int, int, int]]:
    for row in plan:
        if not row.get("NSPair") or not row.get("EWPair"):
            continue
        own = re.findall(r"\d{1,3}", str(row.get("CustomBoards") or ""), re.ASCII)
        low, high = row.get("LowBoard") or 0, row.get("HighBoard") or 0
        boards = map(integer_of, own) if own else range(low, min(high, low + 99) + 1)
        for board in boards:
            yield row.get("Round") or 0, row.get("Table") or 0, board


def _players(
    rows: Sequence[Row], plan: Sequence[Row], names: Mapping[str, str]
) -> dict[str, tuple[str, ...]]:
    """The names of every pair, by its number and the side at which it began."""
    seats = {(row.get("Table"), row.get("Round")): row for row in plan}
    found: dict[str, dict[str, str]] = {}
    for row in sorted(rows, key=lambda row: row.get("Round") or 0):
        direction = seat_of(text_in(row, "Direction"))
        seat = seats.get((row.get("Table"), row.get("Round") or 1))
        if direction is None or seat is None:
            continue
        side = "NS" if direction in "NS" else "EW"
        name = text_in(row, "Name") or names.get(text_in(row, "Number"), "")
        own = found.setdefault(f"{seat.get(f'{side}Pair')}{side}", {})
        if name:
            own.setdefault(direction, name)
    return {key: tuple(own[seat] for seat in "NSEW" if seat in own) for key, own in found.items()}


def _hands(rows: Sequence[Row], letter: str, found: Findings) -> dict[int, Deal]:
    hands: dict[int, Deal] = {}
    for row in rows:
        board = number_in(row, "Board", "HandRecord", found)
        held = {
            seat: ".".join(text_in(row, f"{name}{suit}") for suit in _SUITS)
            for name, seat in _SEATS.items()
        }
        if not any(hand.strip(".") for hand in held.values()):
            # Some programs write a row for every board, dealt or not.
            continue
        try:
            hands[board] = deal_of_hands(held)
        except Refused as refusal:
            for problem in refusal.problems:
                found.lost(
                    _BAD_HAND,
                    None,
                    "HandRecord",
                    section=letter,
                    board=board,
                    problem=problem.message,
                )
    return hands


_BAD_CONTRACT = gettext_noop("Section %(section)s, board %(board)s: “%(text)s” is not a contract.")

_BAD_RESULT = gettext_noop(
    "Section %(section)s, board %(board)s: “%(text)s” is not a result of %(contract)s."
)

_BAD_SEAT = gettext_noop("Section %(section)s, board %(board)s: “%(text)s” is not a declarer.")

_SWITCHED = gettext_noop(
    "Section %(section)s, board %(board)s: pairs %(ns)s and %(ew)s had exchanged seats."
)

_REMARK = gettext_noop(
    "Section %(section)s, board %(board)s: pairs %(ns)s and %(ew)s have the remark “%(text)s”, but"
    " no score; the line is left to be settled."
)

_REMARK_BESIDE = gettext_noop(
    "Section %(section)s, board %(board)s: pairs %(ns)s and %(ew)s have the remark “%(text)s” and a"
    " result, which is kept."
)

_GIVEN = re.compile(
    r"(\d{1,3}(?:[.,]\d{1,2})?)\s?%?\s*[-–/:]\s*(\d{1,3}(?:[.,]\d{1,2})?)\s?%?", re.ASCII
)

_PLAIN_REMARKS: Final = frozenset({"", "wrong direction"})

_BAD_NUMBER = gettext_noop("“%(text)s” in column %(column)s of %(table)s is not a number.")


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
    if given := _percentages(remark):
        return replace(base, artificial=given)
    written = text_in(row, "Contract")
    if is_not_played(remark):
        return replace(base, not_played=True)
    if remark.lower() not in _PLAIN_REMARKS:
        template = _REMARK if written in NOTHING else _REMARK_BESIDE
        found.note(template, None, "Remarks", **place, ns=base.ns, ew=base.ew, text=remark)
    if written in NOTHING:
        return replace(base, not_played=remark.lower() in _PLAIN_REMARKS)
    contract = contract_of(written)
    if contract is None:
        found.lost(_BAD_CONTRACT, None, "Contract", written, **place, text=written)
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


def _percentages(remark: str) -> tuple[Fraction, Fraction] | None:
    given = _GIVEN.fullmatch(remark)
    if given is None:
        return None
    ns, ew = (Fraction(text.replace(",", ".")) for text in given.groups())
    return (ns, ew) if max(ns, ew) <= 100 else None


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
        found.lost(_BAD_SEAT, None, "NS/EW", text, **place, text=text)
    return seat


def _tricks(row: Row, contract: str, place: Mapping[str, Any], found: Findings) -> int | None:
    text = text_in(row, "Result")
    tricks = tricks_told(text, contract, None) if text[:1] in {"=", "+", "-"} else None
    if tricks is None:
        found.lost(_BAD_RESULT, None, "Result", text, **place, text=text, contract=contract)
    return tricks


def text_in(row: Row, column: str) -> str:
    return str(row.get(column) or "").strip()


def number_in(row: Row, column: str, table: str, found: Findings) -> int:
    value = row.get(column)
    if value is None or isinstance(value, bool):
        return 0
    if isinstance(value, int):
        return value
    text = str(value)
    found.lost(_BAD_NUMBER, None, column, text, text=text, column=column, table=table)
    return 0
