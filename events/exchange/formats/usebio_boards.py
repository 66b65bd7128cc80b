"""The boards of a USEBIO file: traveller lines of pairs, individuals and matches, and hands.

The matches of a USEBIO file: who met whom in which round, and what both got.
"""

import re
from collections.abc import Iterable, Iterator, MutableMapping
from dataclasses import replace
from typing import Final

from clubscore.text.numbers import whole_number
from clubscore.text.problems import Refused, gettext_noop
from events.exchange.domain.results_file import (
    FileBoard,
    FileContestant,
    FileLine,
    FileMatch,
    Number,
)
from events.exchange.formats.findings import Findings
from events.exchange.formats.lin_data import ELEMENT, read_lin_data, with_records
from events.exchange.formats.records import Record
from events.exchange.formats.words import (
    WRITTEN_VULNERABLE,
    Words,
    artificial_of,
    average_of,
    is_not_played,
    read_words,
    seat_of,
    settled,
    signed_number,
    vulnerable_of,
)
from events.exchange.formats.xml_tree import Element
from events.sessions.core.domain.adjustment import (
    Artificial,
    Split,
    Weighted,
    read_adjustment,
    scores_of,
)
from events.sessions.core.domain.contract import MAX_SCORE, Seat
from events.sessions.hands.domain import Deal, deal_of_hands

MAX_BOARD: Final = 9_999

_NO_BOARD = gettext_noop("“%(text)s” is not the number of a board.")

_NO_PAIRS = gettext_noop("Board %(board)s: this line does not say who played; it is left out.")

_SAT_OUT = gettext_noop("Board %(board)s: %(number)s sat out; the line is left out.")

_NOBODY: Final = frozenset({"", "0", "-", "BYE", "SITOUT", "SIT-OUT", "SIT OUT", "PHANTOM"})
"""What stands in place of the number of a pair that is not there."""

_UNKNOWN_PAIR = gettext_noop("Board %(board)s: there is no contestant %(number)s.")

_TWO_DEALS = gettext_noop("Board %(board)s has two different deals.")

_SUITS: Final = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")


def read_boards(
    holder: Element,
    contestants: Iterable[FileContestant],
    hands: MutableMapping[int, Deal],
    found: Findings,
) -> tuple[FileBoard, ...]:
    """The boards of a section, those of its matches among them, by their number. The ``hands`` of
    boards of which only the lines have them are added."""
    known = {one.number for contestant in contestants for one in (contestant, *contestant.pairs)}
    lines: dict[int, list[FileLine]] = {}
    records: dict[int, list[Record | None]] = {}
    written: dict[int, str] = {}
    datums: dict[int, str] = {}
    for place, match, board in _boards(holder):
        number = _number(board, found)
        if not number:
            continue
        told = vulnerable_of(board.text("VULNERABILITY"))
        if told:
            written[number] = WRITTEN_VULNERABLE[told]
        if datum := board.text("BOARD_AVERAGE"):
            datums[number] = datum
        words = written.get(number, "")
        read = []
        for each in board.of("TRAVELLER_LINE"):
            line = _traveller_line(each, match, place, number, words, found)
            if line:
                read.append(line)
                record = read_lin_data(each.text(ELEMENT), number, each.line)
                records.setdefault(number, []).append(record)
        if known:
            _note_unknown(read, known, number, found)
        lines.setdefault(number, []).extend(read)
    for number, own in lines.items():
        lines[number] = with_records(own, records.get(number, []), number, hands, found)
    return tuple(
        FileBoard(
            number,
            tuple(settled(own, number, found)),
            vulnerable=written.get(number),
            datum=datums.get(number),
        )
        for number, own in sorted(lines.items())
    )


def _boards(holder: Element) -> Iterator[tuple[int | None, Element | None, Element]]:
    for board in holder.of("BOARD"):
        yield None, None, board
    for place, match in enumerate(holder.of("MATCH")):
        # Each line asks for facts of its match, among which its boards need not be looked through.
        own = [each for each in match.children if each.name != "BOARD"]
        facts = Element(match.name, match.attributes, match.line, own)
        for board in match.of("BOARD"):
            yield place, facts, board


def _number(board: Element, found: Findings) -> int:
    text = board.text("BOARD_NUMBER")
    number = whole_number(text, most=MAX_BOARD) or 0
    if not number:
        found.lost(_NO_BOARD, board.line, "BOARD_NUMBER", text, text=text)
    return number


def _note_unknown(lines: Iterable[FileLine], known: set[str], board: int, found: Findings) -> None:
    for line in lines:
        for number in (*numbers_of(line.ns), *numbers_of(line.ew)):
            if number not in known:
                found.note(_UNKNOWN_PAIR, line.line, "TRAVELLER_LINE", board=board, number=number)


def numbers_of(number: Number) -> tuple[str, ...]:
    if number is None:
        return ()
    return (number,) if isinstance(number, str) else number


def _traveller_line(
    line: Element,
    match: Element | None,
    place: int | None,
    board: int,
    vulnerable: str,
    found: Findings,
) -> FileLine | None:
    """A line, of a match with the place of that; ``None`` for one that does not say who played."""
    ns, ew = _sides(line, match)
    if ns is None or ew is None:
        there = "".join(map(str, numbers_of(ns) or numbers_of(ew)))
        if there and not signed_number(line.text("SCORE")):
            found.note(_SAT_OUT, line.line, "TRAVELLER_LINE", board=board, number=there)
        else:
            found.lost(_NO_PAIRS, line.line, "TRAVELLER_LINE", board=board)
        return None
    score = line.text("SCORE")
    artificial = artificial_of(score)
    average = average_of(score)
    if artificial is None and average == 50:
        artificial = (50, 50)
    notes = line.text("NOTES")
    ruling = None if score and not artificial else _ruling(notes)
    fouled = _FOULED.search(notes)
    unplayed = is_not_played(score) or is_not_played(line.text("CONTRACT"))
    is_unclear = artificial is None and average is not None
    is_given = artificial is not None or is_unclear or unplayed
    words = Words(
        board=board or 1,
        contract="" if is_given else line.text("CONTRACT"),
        declarer=line.text("PLAYED_BY"),
        tricks=line.text("TRICKS"),
        lead=line.text("LEAD"),
        score="" if is_given else score,
        vulnerable=vulnerable,
        line=line.line,
    )
    read = read_words(
        words,
        found,
        ns=ns,
        ew=ew,
        match=place,
        by_team=_is_by_team(line, match),
        artificial=artificial,
        is_unclear=is_unclear,
        adjustment=ruling,
        deal=fouled[1] if fouled else "",
        mp_ns=line.text("NS_MATCH_POINTS") or None,
        mp_ew=line.text("EW_MATCH_POINTS") or None,
        imps_ns=line.text("NS_BUTLER_POINTS", "NS_CROSS_IMP_POINTS") or None,
        imps_ew=line.text("EW_BUTLER_POINTS", "EW_CROSS_IMP_POINTS") or None,
        round=whole_number(match.text("ROUND_NUMBER"), most=999) if match else None,
        not_played=unplayed,
    )
    # An empty line was not played; one with a word that cannot be read is left to be settled.
    if read.score_ns is None and not (is_given or ruling or score or read.contract):
        return replace(read, not_played=True)
    return read


_PARTNERS: Final = tuple(f"{seat}_PLAYER_NUMBER" for seat in "NSEW")


def _sides(line: Element, match: Element | None) -> tuple[Number, Number]:
    """Who sat North–South and who East–West."""
    partners = [line.text(name) for name in _PARTNERS]
    if all(partners):
        return (partners[0], partners[1]), (partners[2], partners[3])
    ns, ew = (
        "" if text.upper() in _NOBODY else text
        for text in (line.text("NS_PAIR_NUMBER"), line.text("EW_PAIR_NUMBER"))
    )
    if match is not None and not (ns and ew):
        team, other = match.text("TEAM"), match.text("OPPOSING_TEAM")
        ns, ew = (other, team) if line.text("DIRECTION").upper() == "EW" else (team, other)
        ns = ns or match.text("NS_PAIR_NUMBER")
        ew = ew or match.text("EW_PAIR_NUMBER")
    return ns or None, ew or None


def _is_by_team(line: Element, match: Element | None) -> bool:
    return match is not None and not (line.text("NS_PAIR_NUMBER") and line.text("EW_PAIR_NUMBER"))


def _ruling(notes: str) -> str | None:
    """The adjusted score that clubscore notes beside its points, where USEBIO has no words for it;
    any other note is none."""
    told = _FOULED.sub("", notes)
    try:
        adjustment = read_adjustment(told) if ":" in told or told[:1] == "A" else None
    except Refused:
        return None
    if not isinstance(adjustment, Artificial | Weighted | Split):
        return None
    return (
        None if any(abs(score) > MAX_SCORE for score in scores_of(adjustment)) else str(adjustment)
    )


def read_hands(board: Element, hands: MutableMapping[int, Deal], found: Findings) -> None:
    """The hands of a board, where it has any, to the others of the event."""
    written = list(board.of("HAND"))
    number = whole_number(board.text("BOARD_NUMBER"), most=MAX_BOARD)
    if not written or not number:
        return
    held: dict[Seat, str] = {}
    for hand in written:
        seat = seat_of(hand.text("DIRECTION") or hand.attributes.get("DIRECTION", ""))
        if seat:
            held[Seat(seat)] = ".".join(hand.text(suit) for suit in _SUITS)
    try:
        deal = deal_of_hands(held)
    except Refused as refusal:
        found.refused(refusal, board.line, "HAND", " ".join(held.values()))
        return
    if hands.setdefault(number, deal) != deal:
        found.note(_TWO_DEALS, board.line, "HAND", board=number)


_FOULED = re.compile(r"(?:^|; )deal ([BC])$", re.ASCII)
"""What clubscore notes beside a line of a fouled board."""

MAX_ROUND = 50

MAX_BOARDS_OF_MATCH = 999

_POINTS = (
    ("NS_VICTORY_POINTS", "EW_VICTORY_POINTS"),
    ("TEAM_VICTORY_POINTS", "OPPOSING_TEAM_VICTORY_POINTS"),
    ("TEAM_SCORE", "OPPOSING_TEAM_SCORE"),
    ("NS_SCORE", "EW_SCORE"),
)
"""What both sides got, the first that is there."""

_NO_ROUND = gettext_noop("“%(text)s” is not the number of a round; the match is left out.")

_NO_SIDES = gettext_noop("This match does not say who met; it is left out.")

_NO_BOARDS = gettext_noop("“%(first)s” to “%(last)s” are not the boards of a match.")


def read_matches(holder: Element, found: Findings) -> tuple[FileMatch, ...]:
    """The matches of a section, in the order of the file, which the lines refer to; one without a
    round or a side is there to be left out."""
    return tuple(_match(each, found) for each in holder.of("MATCH"))


def _match(match: Element, found: Findings) -> FileMatch:
    text = match.text("ROUND_NUMBER")
    number = whole_number(text, most=MAX_ROUND) or 0
    if not number:
        found.lost(_NO_ROUND, match.line, "ROUND_NUMBER", text, text=text)
    home = match.text("TEAM", "NS_PAIR_NUMBER")
    away = match.text("OPPOSING_TEAM", "EW_PAIR_NUMBER")
    if not home or not away:
        found.lost(_NO_SIDES, match.line, "MATCH")
    told = ((match.text(ours), match.text(theirs)) for ours, theirs in _POINTS)
    points = next((both for both in told if all(both)), None)
    return FileMatch(number, home, away, _boards_of_match(match, found), points, match.line)


def _boards_of_match(match: Element, found: Findings) -> tuple[int, int] | None:
    """The first and the last board; where they are not told, those with results."""
    texts = match.text("START_BOARD_NUMBER"), match.text("END_BOARD_NUMBER")
    if not any(texts):
        played = [
            number
            for board in match.of("BOARD")
            if (number := whole_number(board.text("BOARD_NUMBER"), most=MAX_BOARDS_OF_MATCH))
        ]
        return (min(played), max(played)) if played else None
    first, last = (whole_number(text, most=MAX_BOARDS_OF_MATCH) or 0 for text in texts)
    if not 1 <= first <= last:
        found.lost(_NO_BOARDS, match.line, "START_BOARD_NUMBER", first=texts[0], last=texts[1])
        return None
    return first, last
