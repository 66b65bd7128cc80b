"""Writing USEBIO 1.2: what every reader of it takes, in the order of the EBU's example.

UTF-8; one session with its sections; numbers that no two pairs of a section share; ``PASS``,
doubles in capitals, leads with the suit first and ``10`` for the ten. No auction and no play: some
programs refuse files that have them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from xml.etree.ElementTree import Element, SubElement, tostring

from events.exchange.domain.results_file import FileEvent, FileLine, FileSection

CHARGE: Final = "10"
"""A normal club session (EBU)."""
_DOCTYPE: Final = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<!DOCTYPE USEBIO SYSTEM "http://www.ebu.co.uk/usebio/usebio_v1_2.dtd">\n'
)
_POINTS: Final = {
    "BUTLER_IMPS": "BUTLER_POINTS",
    "CROSS_IMPS": "CROSS_IMP_POINTS",
}


@dataclass(frozen=True, slots=True)
class Written:
    """An event with what only a writer knows: the club, the program, the boards played."""

    event: FileEvent
    club: str
    version: str
    boards_played: dict[tuple[str, str], int]
    """By section and number."""


def write(written: Written) -> bytes:
    """The file."""
    event = written.event
    root = Element("USEBIO", {"Version": "1.2"})
    club = SubElement(root, "CLUB")
    _add(club, "CLUB_NAME", written.club)
    _add(club, "CLUB_ID_NUMBER", "")
    node = SubElement(root, "EVENT", {"EVENT_TYPE": event.type})
    _head(node, written)
    session = SubElement(node, "SESSION", {"SESSION_ID": "1"})
    for section in event.sections:
        _section(session, section, written)
    if event.hands:
        handset = SubElement(session, "HANDSET")
        for number, deal in sorted(event.hands.items()):
            board = SubElement(handset, "BOARD")
            _add(board, "BOARD_NUMBER", number)
            for name, hand in zip(("North", "East", "South", "West"), deal.hands, strict=True):
                one = SubElement(board, "HAND")
                _add(one, "DIRECTION", name)
                suits = zip(("SPADES", "HEARTS", "DIAMONDS", "CLUBS"), hand.split("."), strict=True)
                for suit, ranks in suits:
                    _add(one, suit, ranks)
    return (_DOCTYPE + tostring(root, encoding="unicode")).encode()


def _add(parent: Element, name: str, value: object) -> None:
    text = "".join(sign for sign in str(value) if sign.isprintable())
    SubElement(parent, name).text = text


def _head(node: Element, written: Written) -> None:
    event = written.event
    year, month, day = (event.date or "0000-00-00").split("-")
    pairs = sum(len(section.contestants) for section in event.sections)
    for name, value in (
        ("BOARD_SCORING_METHOD", event.scoring),
        ("PROGRAM_NAME", "clubscore"),
        ("PROGRAM_VERSION", written.version),
        ("EVENT_DESCRIPTION", event.title),
        ("DATE", f"{day}/{month}/{year}"),
        ("SESSION_COUNT", 1),
        ("SECTION_COUNT", len(event.sections)),
        ("PAIRS", pairs),
        ("WINNER_TYPE", event.winners),
        ("P2P_CHARGE_RATE", CHARGE),
        ("MPS_AWARDED_FLAG", "N"),
    ):
        _add(node, name, value)


def _section(session: Element, section: FileSection, written: Written) -> None:
    node = SubElement(session, "SECTION", {"SECTION_ID": section.letter})
    participants = SubElement(node, "PARTICIPANTS")
    single = written.event.type == "INDIVIDUAL"
    for each in section.contestants:
        one = SubElement(participants, "PLAYER" if single else "PAIR")
        _add(one, "PLAYER_NUMBER" if single else "PAIR_NUMBER", each.number)
        if each.direction and not single:
            _add(one, "DIRECTION", each.direction)
        if single:
            _add(one, "PLAYER_NAME", "".join(each.players[:1]))
        if each.score is not None:
            _add(one, "PERCENTAGE" if each.is_percentage else "TOTAL_SCORE", each.score)
        if each.place:
            _add(one, "PLACE", each.place)
        if not single:
            played = written.boards_played.get((section.letter, each.number), 0)
            _add(one, "BOARDS_PLAYED", played)
            for name in each.players:
                _add(SubElement(one, "PLAYER"), "PLAYER_NAME", name)
    for board in section.boards:
        node_of_board = SubElement(node, "BOARD")
        _add(node_of_board, "BOARD_NUMBER", board.board)
        for line in board.lines:
            _line(SubElement(node_of_board, "TRAVELLER_LINE"), line, written.event.scoring)


def _line(node: Element, line: FileLine, scoring: str | None) -> None:
    if isinstance(line.ns, tuple) and isinstance(line.ew, tuple):
        for seat, number in zip("NSEW", (*line.ns, *line.ew), strict=True):
            _add(node, f"{seat}_PLAYER_NUMBER", number)
    else:
        _add(node, "NS_PAIR_NUMBER", line.ns or "")
        _add(node, "EW_PAIR_NUMBER", line.ew or "")
    if line.contract:
        passed = line.contract == "PASS"
        _add(node, "CONTRACT", line.contract)
        _add(node, "PLAYED_BY", "N" if passed else line.declarer)
        _add(node, "LEAD", line.lead or "")
        _add(node, "TRICKS", 0 if passed else line.tricks)
    _add(node, "SCORE", _score(line))
    kind = _POINTS.get(scoring or "", "MATCH_POINTS")
    for side, mp, imps in (("NS", line.mp_ns, line.imps_ns), ("EW", line.mp_ew, line.imps_ew)):
        points: Sequence[str | None] = (mp, imps)
        value = next((each for each in points if each is not None), None)
        if value is not None:
            _add(node, f"{side}_{kind}", value)


def _score(line: FileLine) -> str:
    if line.artificial:
        return "A" + "".join(f"{each:02d}" for each in line.artificial)
    return "" if line.score_ns is None else str(line.score_ns)
