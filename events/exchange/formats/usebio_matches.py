"""Writing matches as USEBIO 1.2: teams and Swiss events, each match once with both of its rooms
(spec: exchange, section 1)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from xml.etree.ElementTree import Element, SubElement

from events.exchange.domain.results_file import FileLine
from events.exchange.formats.usebio_writer import (
    EventHead,
    add,
    event_of,
    traveller_line,
    written_file,
)

TEAM_EVENTS: Final = ("TEAMS", "SWISS_TEAMS")


@dataclass(frozen=True, slots=True)
class WrittenPair:
    """A pair of a team, or of Swiss pairs: number, boards played, players."""

    number: str
    boards: int
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WrittenSide:
    """A team with its pairs, or one pair by itself, its points and its place."""

    number: str
    name: str
    points: str
    place: str
    pairs: tuple[WrittenPair, ...]
    added: str = ""
    """What the director added or took away."""


@dataclass(frozen=True, slots=True)
class WrittenBoard:
    """A board of a match: the home team's IMPs, signed, and the lines with the direction in which
    the home team sat."""

    number: int
    imps: str | None
    lines: tuple[tuple[str, FileLine], ...]


@dataclass(frozen=True, slots=True)
class WrittenMatch:
    """A match by the numbers of its sides, with the points of both."""

    round: int
    home: str
    away: str
    boards: tuple[int, int]
    points: tuple[str, str]
    played: tuple[WrittenBoard, ...]


def write_matches(
    head: EventHead,
    method: str,
    sides: Iterable[WrittenSide],
    matches: Iterable[WrittenMatch],
) -> bytes:
    """The file; ``method`` is what a match counts: ``VPS``, ``IMPS`` or ``PAB``."""
    root, event = event_of(head)
    add(event, "MATCH_SCORING_METHOD", method)
    session = SubElement(event, "SESSION", {"SESSION_ID": "1"})
    participants = SubElement(session, "PARTICIPANTS")
    is_teams = head.type in TEAM_EVENTS
    for side in sides:
        if is_teams:
            _team(participants, side)
        else:
            _pair(participants, side)
    for match in matches:
        _match(SubElement(session, "MATCH"), match, head, is_teams=is_teams)
    return written_file(root)


def _team(participants: Element, side: WrittenSide) -> None:
    node = SubElement(participants, "TEAM", {"TEAM_ID": side.number, "TEAM_NAME": side.name})
    add(node, "TOTAL_SCORE", side.points)
    add(node, "PLACE", side.place)
    if side.added:
        add(node, "ADJUSTMENT", side.added)
    for pair in side.pairs:
        one = SubElement(node, "PAIR")
        add(one, "PAIR_NUMBER", pair.number)
        add(one, "BOARDS_PLAYED", pair.boards)
        _players(one, pair)


def _pair(participants: Element, side: WrittenSide) -> None:
    node = SubElement(participants, "PAIR")
    add(node, "PAIR_NUMBER", side.number)
    add(node, "TOTAL_SCORE", side.points)
    add(node, "PLACE", side.place)
    if side.added:
        add(node, "ADJUSTMENT", side.added)
    for pair in side.pairs:
        add(node, "BOARDS_PLAYED", pair.boards)
        _players(node, pair)


def _players(node: Element, pair: WrittenPair) -> None:
    for name in pair.players:
        add(SubElement(node, "PLAYER"), "PLAYER_NAME", name)


def _match(node: Element, match: WrittenMatch, head: EventHead, *, is_teams: bool) -> None:
    names = (
        ("TEAM", "OPPOSING_TEAM", "TEAM_SCORE", "OPPOSING_TEAM_SCORE")
        if is_teams
        else ("NS_PAIR_NUMBER", "EW_PAIR_NUMBER", "NS_SCORE", "EW_SCORE")
    )
    add(node, "ROUND_NUMBER", match.round)
    add(node, names[0], match.home)
    add(node, names[1], match.away)
    add(node, "START_BOARD_NUMBER", match.boards[0])
    add(node, "END_BOARD_NUMBER", match.boards[1])
    add(node, names[2], match.points[0])
    add(node, names[3], match.points[1])
    for board in match.played:
        one = SubElement(node, "BOARD")
        add(one, "BOARD_NUMBER", board.number)
        if board.imps is not None:
            add(one, "IMPS", board.imps)
        for direction, line in board.lines:
            own = SubElement(one, "TRAVELLER_LINE")
            add(own, "DIRECTION", direction)
            traveller_line(own, line, head.scoring)
