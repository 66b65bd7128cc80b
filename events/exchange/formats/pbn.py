r"""PBN files: hands with what they make, and results in either of the two styles.

A board has one game with a ``ScoreTable``, or a game for each result that repeats its ``Board``
and ``Deal``. A table of double-dummy tricks is ``DoubleDummyTricks`` or ``OptimumResultTable``.
Raises :class:`Refused` with every mistake; what is odd is a notice.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from clubscore.text.days import day_told
from clubscore.text.numbers import integer_of, whole_number
from clubscore.text.problems import Problem, Refused, gettext_noop
from events.exchange.domain.results_file import FileBoard, FileContestant, FileLine, Number
from events.exchange.formats.findings import Findings
from events.exchange.formats.pbn_games import Game, read_games
from events.exchange.formats.pbn_play import has_record, with_play
from events.exchange.formats.pbn_tables import read_score_table, read_totals
from events.exchange.formats.words import (
    LETTERS,
    WRITTEN_VULNERABLE,
    Words,
    read_words,
    seat_of,
    section_and_number,
    settled,
    tricks_of,
    vulnerable_of,
)
from events.sessions.core.domain.contract import Seat, dealer, vulnerability
from events.sessions.hands.domain import (
    DECLARERS,
    STRAINS,
    Deal,
    Makeable,
    read_deal,
    read_makeable,
)

MAX_BOARD = 9_999

_NO_GAME = gettext_noop('There is no game in this file: no tag such as [Board "1"].')

_NO_BOARD = gettext_noop("“%(text)s” is not the number of a board.")

_NO_DEALER = gettext_noop("“%(text)s” is not a dealer: N, E, S or W.")

_NO_VULNERABLE = gettext_noop("“%(text)s” is not a vulnerability: None, NS, EW or All.")

_NO_ROW = gettext_noop("“%(text)s” is not a declarer, a denomination and a number of tricks.")

_TWO_TABLES = gettext_noop(
    "Board %(board)s: DoubleDummyTricks and OptimumResultTable differ; the first is taken."
)

_MATCHES = gettext_noop(
    "The file is of teams or of a Swiss event. PBN has no place for their matches: teams, rounds,"
    " IMPs of the matches and VPs are not kept. The results become a session of pairs; USEBIO has"
    " the matches."
)

_PAR = re.compile(r"(NS|EW) (-?\d{1,5})", re.ASCII)

_PAIR_TAGS = {"ns": ("PairId_NS", "PairNS", "NSPair"), "ew": ("PairId_EW", "PairEW", "EWPair")}


_SAME_BOARD = gettext_noop(
    "This game has neither a board nor a deal: it is taken as another result of the game before,"
    " board %(board)s."
)

_BY_PLACE = gettext_noop(
    "This game does not say which board it is; by its place in the file it is board %(board)s."
)

_NO_DAY = gettext_noop("“%(text)s” does not say which day it is.")

_DAYS = gettext_noop("The games are of several days, %(days)s; the first is taken.")

_TITLE = re.compile(r'^%HRTitle(Date|Event)\s+"?([^"\n]{1,200}?)"?\s*$', re.MULTILINE)
"""What BridgeComposer prints above its pages."""

_CONTENT: Final = (
    "Board", "Deal", "Contract", "Result", "Score", "ScoreTable", "OptimumResultTable",
    "DoubleDummyTricks", "Auction", "Play",
)  # fmt: skip
"""The tags without which a game has nothing but what others inherit."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The boards in the order of the file, the totals that it publishes, what is left out, and
    notices."""

    boards: tuple[FileBoard, ...]
    title: str = ""
    date: str | None = None
    scoring: str = ""
    totals: tuple[FileContestant, ...] = ()
    notices: tuple[Problem, ...] = ()
    losses: tuple[Problem, ...] = ()


def looks_like_pbn(text: str) -> bool:
    """Whether a text begins as PBN does: with a tag, after lines that do not count."""
    for line in text.split("\n"):
        if line.strip() and not line.startswith(("%", ";", "{", "<PBN>")):
            return bool(re.match(r'\[\w+\s+"', line))
    return text.startswith("% PBN")


def read(text: str) -> Reading:
    """Read a file: what cannot be read costs its cell, its row or its game. Raises
    :class:`Refused` where nothing is left."""
    findings = Findings()
    games = read_games(text, findings)
    boards: dict[tuple[int, str | None], FileBoard] = {}
    totals: list[FileContestant] = []
    deals: dict[int, Deal] = {}
    for game, number in _numbered(games, findings):
        board = _board(game, number, deals.get(number), findings)
        if board.deal:
            deals[number] = board.deal
        _add(boards, board)
    for game in games:
        totals = read_totals(game, findings) or totals
    played = next((game for game in games if _is_match(game)), None)
    if played:
        findings.note(_MATCHES, played.line_of("Competition"), "Competition")
    if not games and not findings.losses:
        findings.wrong(_NO_GAME, 1)
    findings.refuse(unless=not all(board.is_empty for board in boards.values()))
    titles = dict(_TITLE.findall(text[:100_000]))
    apart, totals = _sections_apart(list(boards.values()), totals, findings)
    return Reading(
        tuple(apart),
        _first(games, "Event") or titles.get("Event", ""),
        _date(games, titles.get("Date", ""), findings),
        _first(games, "Scoring"),
        tuple(totals),
        tuple(findings.notices),
        findings.left_out(),
    )


def _first(games: Iterable[Game], tag: str) -> str:
    return next((text for game in games if (text := game.text(tag))), "")


def _numbered(games: Iterable[Game], found: Findings) -> Iterator[tuple[Game, int]]:
    """The games that have something, each with the number of its board. Where it has none, a
    second room is the board before it, and a deal has its place in the file."""
    before: Game | None = None
    number = 0
    for game in games:
        if not any(game.text(tag) for tag in _CONTENT):
            continue
        text = game.text("Board")
        if text:
            written = re.fullmatch(r"(?:board\s*)?(\d{1,9})", text, re.ASCII | re.IGNORECASE)
            own = whole_number(written[1], most=MAX_BOARD) if written else None
            if not own:
                found.lost(_NO_BOARD, game.line_of("Board"), "Board", text, text=text)
                continue
            number = own
        else:
            deal = game.text("Deal")
            is_same = before is not None and deal in ("", before.text("Deal"))
            number = number or 1 if is_same else number + 1
            template = _SAME_BOARD if is_same else _BY_PLACE
            found.note_once(template, game.line, "Board", board=number)
            if is_same and before is not None:
                for tag in ("Deal", "Dealer", "Vulnerable"):
                    if tag in before.tags:
                        game.tags.setdefault(tag, before.tags[tag])
        before = game
        yield game, number


def _add(boards: dict[tuple[int, str | None], FileBoard], board: FileBoard) -> None:
    """A game to the board of its number and deal; without a deal to that of its number."""
    deal = str(board.deal) if board.deal else None
    key = (board.board, deal)
    if deal is None:
        key = next((each for each in reversed(boards) if each[0] == board.board), key)
    elif (board.board, None) in boards and key not in boards:
        without = boards.pop((board.board, None))
        boards[key] = replace(without, deal=board.deal)
    known = boards.get(key)
    if known is None:
        boards[key] = board
        return
    boards[key] = replace(
        known,
        lines=(*known.lines, *board.lines),
        double_dummy=known.double_dummy or board.double_dummy,
        par=known.par or board.par,
    )


def _sections_apart(
    boards: list[FileBoard], totals: list[FileContestant], found: Findings
) -> tuple[list[FileBoard], list[FileContestant]]:
    """The same with the sections in place of the letters before the numbers, where all of a file
    have one: both pairs of a line that of their section."""
    lines = [line for board in boards for line in board.lines]
    parts = [(_letter(line.ns), _letter(line.ew)) for line in lines]
    if not lines or any(
        line.section or ns is None or ew is None or ns[0] != ew[0]
        for line, (ns, ew) in zip(lines, parts, strict=True)
    ):
        return boards, totals
    letters = sorted({ns[0] for ns, _ in parts if ns})
    found.note(LETTERS, lines[0].line, sections=", ".join(letters))
    return (
        [
            replace(board, lines=tuple(_with_section(line) for line in board.lines))
            for board in boards
        ],
        [
            replace(total, section=own[0], number=own[1])
            if (own := section_and_number(total.number))
            else total
            for total in totals
        ],
    )


def _letter(number: Number) -> tuple[str, str] | None:
    return section_and_number(number) if isinstance(number, str) else None


def _with_section(line: FileLine) -> FileLine:
    ns, ew = _letter(line.ns), _letter(line.ew)
    return replace(line, section=ns[0], ns=ns[1], ew=ew[1]) if ns and ew else line


def _is_match(game: Game) -> bool:
    """Whether a game is of a match of teams, or of a Swiss event."""
    told = f"{game.text('Competition')} {game.text('Scoring')}".upper()
    words = any(word in told for word in ("TEAM", "SWISS", "KNOCKOUT", "BAM"))
    return words or any(game.text(tag) for tag in ("HomeTeam", "VisitTeam", "Room"))


def _board(game: Game, board: int, before: Deal | None, found: Findings) -> FileBoard:
    """The board of a game; without a deal its cards were those of the game ``before``."""
    dealt = game.text("Dealer")
    seat = seat_of(dealt) if dealt else None
    if dealt and seat is None:
        found.lost(_NO_DEALER, game.line_of("Dealer"), "Dealer", dealt, text=dealt)
    told = game.text("Vulnerable")
    vulnerable = vulnerable_of(told) if told else None
    if told and vulnerable is None:
        line = game.line_of("Vulnerable")
        found.lost(_NO_VULNERABLE, line, "Vulnerable", told, text=told)
    written = WRITTEN_VULNERABLE[vulnerable or vulnerability(board)]
    deal = _deal(game, found)
    first = Seat(seat or dealer(board))
    lines = read_score_table(game, board, written, found)
    if not lines:
        lines = list(_own_result(game, board, written, found))
        if not lines and has_record(game):
            lines = [FileLine(line=game.line)]
        lines = [with_play(line, game, board, first, deal or before, found) for line in lines]
    par = _PAR.fullmatch(game.text("OptimumScore"))
    return FileBoard(
        board=board,
        lines=tuple(settled(lines, board, found)),
        deal=deal,
        dealer=first,
        vulnerable=written,
        double_dummy=_makeable(game, board, found),
        par=f"{par[1]} {integer_of(par[2])}" if par else None,
    )


def _deal(game: Game, found: Findings) -> Deal | None:
    text = game.text("Deal")
    if not text:
        return None
    try:
        return read_deal(text)
    except Refused as refusal:
        found.refused(refusal, game.line_of("Deal"), "Deal", text)
        return None


def _makeable(game: Game, board: int, found: Findings) -> str | None:
    digits = game.text("DoubleDummyTricks")
    try:
        tricks = read_makeable(digits)
    except Refused as refusal:
        line = game.line_of("DoubleDummyTricks")
        found.refused(refusal, line, "DoubleDummyTricks", digits)
        tricks = None
    table = _optimum_table(game, found)
    if tricks and table and tricks != table:
        found.note(_TWO_TABLES, game.line_of("OptimumResultTable"), board=board)
    chosen = tricks or table
    return str(chosen) if chosen else None


def _optimum_table(game: Game, found: Findings) -> Makeable | None:
    tag = game.tags.get("OptimumResultTable")
    if tag is None or not tag.table:
        return None
    tricks: dict[tuple[str, str], int] = {}
    for line, row in tag.table:
        fields = row.upper().split()
        number = tricks_of(fields[2]) if len(fields) == 3 else None
        strain = "NT" if fields[1:2] == ["N"] else "".join(fields[1:2])
        seat = seat_of(fields[0])
        if number is None or seat is None or strain not in STRAINS:
            found.lost(_NO_ROW, line, "OptimumResultTable", row, text=row)
        else:
            tricks[seat, strain] = number
    if len(tricks) < 20:
        return None
    return Makeable(tuple(tricks[seat, strain] for seat in DECLARERS for strain in STRAINS))


def _own_result(game: Game, board: int, vulnerable: str, found: Findings) -> Iterator[FileLine]:
    """The result of a game that is itself one."""
    contract = game.text("Contract")
    declarer = game.text("Declarer").lstrip("^")
    score = _game_score(game, declarer)
    if not contract and not score:
        return
    words = Words(
        board=board,
        contract=contract,
        declarer=declarer,
        tricks=game.text("Result").lstrip("^").strip(),
        score=score,
        vulnerable=vulnerable,
        line=game.line_of("Contract"),
    )
    names = {side: _names(game, side) for side in ("ns", "ew")}
    yield read_words(
        words,
        found,
        ns=_pair(game, "ns"),
        ew=_pair(game, "ew"),
        names_ns=names["ns"],
        names_ew=names["ew"],
        section=game.text("Section"),
        round=whole_number(game.text("Round"), most=999),
        table=whole_number(game.text("Table"), most=999),
    )


def _game_score(game: Game, declarer: str) -> str:
    """``Score`` as a number to North–South: ``NS 420``, ``EW 50``, ``EW 50 NS -50``; without a side
    it is the declarer's."""
    text = game.text("Score").lstrip("^").replace("−", "-")
    match = re.match(r"(?:(NS|EW)\s+)?([+-]?\d+)", text, re.ASCII)
    if match is None:
        return ""
    side = match[1] or {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}.get(seat_of(declarer) or "", "")
    if not side:
        return ""
    return match[2] if side == "NS" else str(-integer_of(match[2][:6]))


def _pair(game: Game, side: str) -> str | None:
    return next((game.text(name) for name in _PAIR_TAGS[side] if game.text(name)), None)


def _names(game: Game, side: str) -> tuple[str, ...]:
    seats = ("North", "South") if side == "ns" else ("East", "West")
    return tuple(name for seat in seats if (name := game.text(seat)))


def _date(games: Iterable[Game], title: str, found: Findings) -> str | None:
    """The day of the games; where they have none, that of the title."""
    days: list[str] = []
    for game in games:
        text = game.text("Date")
        day = day_told(text)
        if day and day not in days:
            days.append(day)
        elif text and day is None and text.strip("?.") and not days:
            found.note(_NO_DAY, game.line_of("Date"), "Date", text=text)
            break
    if len(days) > 1:
        found.note(_DAYS, None, "Date", days=", ".join(days[:5]))
    return days[0] if days else day_told(title)
