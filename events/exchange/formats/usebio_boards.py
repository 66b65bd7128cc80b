"""The boards of a USEBIO file: traveller lines of pairs, individuals and matches, and hands."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from clubscore.numbers import whole_number
from clubscore.problems import Refused, gettext_noop
from events.exchange.domain.results_file import FileBoard, FileContestant, FileLine, Number
from events.exchange.formats.checked_line import Words, read_words
from events.exchange.formats.problems import Findings
from events.exchange.formats.words import WRITTEN_VULNERABLE, seat_of, vulnerable_of
from events.exchange.formats.xml_tree import Element
from events.sessions.domain.adjustments import Split, Weighted, read_adjustment, scores_of
from events.sessions.domain.contract import Seat
from events.sessions.domain.hands.deal import Deal, deal_of_hands
from events.sessions.domain.scoring.contract_score import MAX_SCORE

MAX_BOARD: Final = 9_999
_ARTIFICIAL = re.compile(r"A\s*(\d\d|100)\s*/?\s*(\d\d|100)", re.ASCII | re.IGNORECASE)
_AVERAGES: Final = {"+": 60, "=": 50, "-": 40}
_NO_BOARD = gettext_noop("“%(text)s” is not the number of a board.")
_NO_PAIRS = gettext_noop("Board %(board)s: this line does not say who played.")
_UNKNOWN_PAIR = gettext_noop("Board %(board)s: there is no contestant %(number)s.")
_TWO_DEALS = gettext_noop("Board %(board)s has two different deals.")
_SUITS: Final = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")


def read_boards(
    holder: Element, contestants: Iterable[FileContestant], found: Findings
) -> tuple[FileBoard, ...]:
    """The boards of a section, those of its matches among them, by their number."""
    known = {one.number for each in contestants for one in (each, *each.pairs)}
    lines: dict[int, list[FileLine]] = {}
    written: dict[int, str] = {}
    for place, match, board in _boards(holder):
        number = _number(board, found)
        told = vulnerable_of(board.text("VULNERABILITY"))
        if told:
            written[number] = WRITTEN_VULNERABLE[told]
        read = [
            replace(_line(each, match, number, written.get(number, ""), found), match=place)
            for each in board.of("TRAVELLER_LINE")
        ]
        if known:
            _note_unknown(read, known, number, found)
        lines.setdefault(number, []).extend(read)
    return tuple(
        FileBoard(number, tuple(own), vulnerable=written.get(number))
        for number, own in sorted(lines.items())
    )


def _boards(holder: Element) -> Iterator[tuple[int | None, Element | None, Element]]:
    for board in holder.of("BOARD"):
        yield None, None, board
    for place, match in enumerate(holder.of("MATCH")):
        for board in match.of("BOARD"):
            yield place, match, board


def _number(board: Element, found: Findings) -> int:
    text = board.text("BOARD_NUMBER")
    number = whole_number(text, most=MAX_BOARD) or 0
    if not number:
        found.wrong(_NO_BOARD, board.line, "BOARD_NUMBER", text, text=text)
    return number


def _note_unknown(lines: Iterable[FileLine], known: set[str], board: int, found: Findings) -> None:
    for line in lines:
        for number in (*_numbers(line.ns), *_numbers(line.ew)):
            if number not in known:
                found.note(_UNKNOWN_PAIR, line.line, "TRAVELLER_LINE", board=board, number=number)


def _numbers(number: Number) -> tuple[str, ...]:
    if number is None:
        return ()
    return (number,) if isinstance(number, str) else number


def _line(
    line: Element, match: Element | None, board: int, vulnerable: str, found: Findings
) -> FileLine:
    ns, ew = _sides(line, match)
    if ns is None or ew is None:
        found.wrong(_NO_PAIRS, line.line, "TRAVELLER_LINE", board=board)
    score = line.text("SCORE")
    artificial = _artificial(score)
    ruling = None if score and not artificial else _ruling(line.text("NOTES"))
    words = Words(
        board=board or 1,
        contract="" if artificial else line.text("CONTRACT"),
        declarer=line.text("PLAYED_BY"),
        tricks=line.text("TRICKS"),
        lead=line.text("LEAD"),
        score="" if artificial else score,
        vulnerable=vulnerable,
        line=line.line,
    )
    read = read_words(words, found)
    return replace(
        read,
        ns=ns,
        ew=ew,
        by_team=_is_by_team(line, match),
        artificial=artificial,
        adjustment=ruling,
        mp_ns=line.text("NS_MATCH_POINTS") or None,
        mp_ew=line.text("EW_MATCH_POINTS") or None,
        imps_ns=line.text("NS_BUTLER_POINTS", "NS_CROSS_IMP_POINTS") or None,
        imps_ew=line.text("EW_BUTLER_POINTS", "EW_CROSS_IMP_POINTS") or None,
        round=whole_number(match.text("ROUND_NUMBER"), most=999) if match else None,
        not_played=read.score_ns is None and artificial is None and ruling is None,
    )


def _sides(line: Element, match: Element | None) -> tuple[Number, Number]:
    """Who sat North–South and who East–West."""
    partners = [line.text(f"{seat}_PLAYER_NUMBER") for seat in "NSEW"]
    if all(partners):
        return (partners[0], partners[1]), (partners[2], partners[3])
    ns, ew = line.text("NS_PAIR_NUMBER"), line.text("EW_PAIR_NUMBER")
    if match is not None and not (ns and ew):
        team, other = match.text("TEAM"), match.text("OPPOSING_TEAM")
        ns, ew = (other, team) if line.text("DIRECTION").upper() == "EW" else (team, other)
        ns = ns or match.text("NS_PAIR_NUMBER")
        ew = ew or match.text("EW_PAIR_NUMBER")
    return ns or None, ew or None


def _is_by_team(line: Element, match: Element | None) -> bool:
    return match is not None and not (line.text("NS_PAIR_NUMBER") and line.text("EW_PAIR_NUMBER"))


def _artificial(score: str) -> tuple[int, int] | None:
    if given := _ARTIFICIAL.fullmatch(score):
        return int(given[1]), int(given[2])
    letters = score.strip().upper()
    if len(letters) == 3 and letters[0] == "A" and all(sign in _AVERAGES for sign in letters[1:]):
        return _AVERAGES[letters[1]], _AVERAGES[letters[2]]
    return None


def _ruling(notes: str) -> str | None:
    """The weighted or split score that clubscore notes beside its points; any other note is
    none."""
    try:
        adjustment = read_adjustment(notes) if ":" in notes else None
    except Refused:
        return None
    if not isinstance(adjustment, Weighted | Split):
        return None
    return None if any(abs(each) > MAX_SCORE for each in scores_of(adjustment)) else str(adjustment)


def read_hands(board: Element, hands: dict[int, Deal], found: Findings) -> None:
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
