"""Writing USEBIO 1.2: what every reader of it takes, in the order of the EBU's example; 1.3 where
there are strata, of which 1.2 knows nothing.

UTF-8; one session with its sections; numbers that no two pairs of a section share; ``PASS``,
doubles in capitals, leads with the suit first and ``10`` for the ten. No auction and no play: some
programs refuse files that have them.

Writing matches as USEBIO: teams and Swiss events, each match once with both of its rooms
(spec: exchange, section 1).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final
from xml.etree.ElementTree import Element, SubElement, tostring

from events.exchange.domain.results_file import FileContestant, FileEvent, FileLine, FileSection
from events.sessions.scoring.domain.strata import STRATA

_DOCTYPE: Final = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<!DOCTYPE USEBIO SYSTEM "http://www.ebu.co.uk/usebio/usebio_v{version}.dtd">\n'
)

_PLAIN, _WITH_STRATA = "1.2", "1.3"
"""The versions that are written: only 1.3 has strata."""

_POINTS: Final = {"BUTLER_IMPS": "BUTLER_POINTS", "CROSS_IMPS": "CROSS_IMP_POINTS"}


@dataclass(frozen=True, slots=True)
class Written:
    """An event with what only a writer knows: the club, the program, the boards played."""

    event: FileEvent
    club: "WrittenClub"
    version: str
    boards_played: dict[tuple[str, str], int]
    """How many boards each contestant played, by section and number."""


@dataclass(frozen=True, slots=True)
class WrittenClub:
    """The club as the union knows it."""

    name: str
    number: str = ""
    charge: str = "10"


@dataclass(frozen=True, slots=True)
class EventHead:
    """What stands before the results; ``counts`` are sections, contestants and winners where the
    event has them."""

    title: str
    date: str | None
    type: str
    scoring: str | None
    club: WrittenClub
    version: str
    counts: tuple[tuple[str, object], ...] = ()


def write(written: Written) -> bytes:
    """The file."""
    event = written.event
    pairs = sum(len(section.contestants) for section in event.sections)
    root, node = event_of(
        EventHead(
            event.title,
            event.date,
            event.type,
            event.scoring,
            written.club,
            written.version,
            (
                ("SECTION_COUNT", len(event.sections)),
                ("PAIRS", pairs),
                ("WINNER_TYPE", event.winners),
            ),
        )
    )
    _strata(root, node, event)
    session = SubElement(node, "SESSION", {"SESSION_ID": "1"})
    for section in event.sections:
        _section(session, section, written)
    if event.hands:
        handset = SubElement(session, "HANDSET")
        for number, deal in sorted(event.hands.items()):
            board = SubElement(handset, "BOARD")
            add(board, "BOARD_NUMBER", number)
            for name, hand in zip(("North", "East", "South", "West"), deal.hands, strict=True):
                one = SubElement(board, "HAND")
                add(one, "DIRECTION", name)
                suits = zip(("SPADES", "HEARTS", "DIAMONDS", "CLUBS"), hand.split("."), strict=True)
                for suit, ranks in suits:
                    add(one, suit, ranks)
    return written_file(root)


def _strata(root: Element, node: Element, event: FileEvent) -> None:
    """The strata, where the event has them: how many are ranked in each, and its limit."""
    own = [each.stratum for section in event.sections for each in section.contestants]
    if not any(own):
        return
    root.set("Version", _WITH_STRATA)
    stratification = SubElement(node, "STRATIFICATION")
    strata = SubElement(stratification, "STRATS")
    limits = dict(event.limits)
    for number, letter in enumerate(STRATA, start=1):
        ranked = sum(stratum >= letter for stratum in own)
        if not ranked:
            break
        one = SubElement(strata, "STRAT")
        add(one, "STRAT_NUMBER", number)
        add(one, "STRAT_LABEL", letter)
        if letter in limits:
            add(one, "UPPER_LIMIT", limits[letter])
        add(one, "NUMBER_OF_PAIRS", ranked)


def event_of(head: EventHead) -> tuple[Element, Element]:
    """The root of a file and its event, to which the results are added."""
    root = Element("USEBIO", {"Version": _PLAIN})
    club = SubElement(root, "CLUB")
    add(club, "CLUB_NAME", head.club.name)
    add(club, "CLUB_ID_NUMBER", head.club.number)
    node = SubElement(root, "EVENT", {"EVENT_TYPE": head.type})
    _head(node, head)
    return root, node


def written_file(root: Element) -> bytes:
    """The bytes of a file."""
    doctype = _DOCTYPE.format(version=root.attrib["Version"].replace(".", "_"))
    return (doctype + tostring(root, encoding="unicode")).encode()


def add(parent: Element, name: str, value: object) -> None:
    """Add an element with a text."""
    text = "".join(sign for sign in str(value) if sign.isprintable())
    SubElement(parent, name).text = text


def _head(node: Element, head: EventHead) -> None:
    year, month, day = (head.date or "0000-00-00").split("-")
    for name, value in (
        ("BOARD_SCORING_METHOD", head.scoring),
        ("PROGRAM_NAME", "clubscore"),
        ("PROGRAM_VERSION", head.version),
        ("EVENT_DESCRIPTION", head.title),
        ("DATE", f"{day}/{month}/{year}"),
        ("SESSION_COUNT", 1),
        *head.counts,
        ("P2P_CHARGE_RATE", head.club.charge),
        ("MPS_AWARDED_FLAG", "N"),
    ):
        add(node, name, value)


def _section(session: Element, section: FileSection, written: Written) -> None:
    node = SubElement(session, "SECTION", {"SECTION_ID": section.letter})
    participants = SubElement(node, "PARTICIPANTS")
    single = written.event.type == "INDIVIDUAL"
    for contestant in section.contestants:
        one = SubElement(participants, "PLAYER" if single else "PAIR")
        add(one, "PLAYER_NUMBER" if single else "PAIR_NUMBER", contestant.number)
        if contestant.direction and not single:
            add(one, "DIRECTION", contestant.direction)
        if single:
            _add_player(one, "".join(contestant.players[:1]), "".join(contestant.numbers[:1]))
        _add_score(one, contestant)
        if not single:
            played = written.boards_played.get((section.letter, contestant.number), 0)
            add(one, "BOARDS_PLAYED", played)
            _players(one, contestant.players, contestant.numbers)
    for board in section.boards:
        node_of_board = SubElement(node, "BOARD")
        add(node_of_board, "BOARD_NUMBER", board.board)
        for line in board.lines:
            traveller_line(SubElement(node_of_board, "TRAVELLER_LINE"), line, written.event.scoring)


def _add_player(node: Element, name: str, number: str) -> None:
    add(node, "PLAYER_NAME", name)
    if number:
        # Only of whom the union knows it grades the results.
        node.set("RATEABLE", "Y")
        add(node, "NATIONAL_ID_NUMBER", number)


def _add_score(node: Element, contestant: FileContestant) -> None:
    total = "PERCENTAGE" if contestant.is_percentage else "TOTAL_SCORE"
    for name, text in (
        (total, contestant.score),
        ("PLACE", contestant.place),
        ("ADJUSTMENT", contestant.adjustment),
        ("STRAT_NUMBER", STRATA.index(contestant.stratum) + 1 if contestant.stratum else None),
        ("STRAT_PLACE", contestant.stratum_place),
    ):
        if text:
            add(node, name, text)


def traveller_line(node: Element, line: FileLine, scoring: str | None) -> None:
    """Fill the element of a result."""
    if isinstance(line.ns, tuple) and isinstance(line.ew, tuple):
        for seat, number in zip("NSEW", (*line.ns, *line.ew), strict=True):
            add(node, f"{seat}_PLAYER_NUMBER", number)
    else:
        add(node, "NS_PAIR_NUMBER", line.ns or "")
        add(node, "EW_PAIR_NUMBER", line.ew or "")
    if line.contract:
        passed = line.contract == "PASS"
        add(node, "CONTRACT", line.contract)
        add(node, "PLAYED_BY", "N" if passed else line.declarer)
        add(node, "LEAD", line.lead or "")
        add(node, "TRICKS", 0 if passed else line.tricks)
    add(node, "SCORE", _score(line))
    kind = _POINTS.get(scoring or "", "MATCH_POINTS")
    for side, mp, imps in (("NS", line.mp_ns, line.imps_ns), ("EW", line.mp_ew, line.imps_ew)):
        points: Sequence[str | None] = (mp, imps)
        value = next((point for point in points if point is not None), None)
        if value is not None:
            add(node, f"{side}_{kind}", value)
    notes = [line.adjustment or "", f"deal {line.deal}" if line.deal else ""]
    if any(notes):
        add(node, "NOTES", "; ".join(note for note in notes if note))


def _score(line: FileLine) -> str:
    if line.artificial:
        return "A" + "".join(f"{round(each):02d}" for each in line.artificial)
    return "" if line.score_ns is None else str(line.score_ns)


TEAM_EVENTS: Final = ("TEAMS", "SWISS_TEAMS")


@dataclass(frozen=True, slots=True)
class WrittenPair:
    """A pair of a team, or of Swiss pairs: number, boards played, players."""

    number: str
    boards: int
    players: tuple[str, ...]
    numbers: tuple[str, ...] = ()


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
    head: EventHead, method: str, sides: Iterable[WrittenSide], matches: Iterable[WrittenMatch]
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
        _players(one, pair.players, pair.numbers)


def _pair(participants: Element, side: WrittenSide) -> None:
    node = SubElement(participants, "PAIR")
    add(node, "PAIR_NUMBER", side.number)
    add(node, "TOTAL_SCORE", side.points)
    add(node, "PLACE", side.place)
    if side.added:
        add(node, "ADJUSTMENT", side.added)
    for pair in side.pairs:
        add(node, "BOARDS_PLAYED", pair.boards)
        _players(node, pair.players, pair.numbers)


def _players(node: Element, names: tuple[str, ...], numbers: tuple[str, ...]) -> None:
    for name, number in zip_longest(names, numbers[: len(names)], fillvalue=""):
        _add_player(SubElement(node, "PLAYER"), name, number)


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
