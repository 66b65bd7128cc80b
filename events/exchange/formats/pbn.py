"""PBN files: hands with what they make, and results in either of the two styles.

A board has one game with a ``ScoreTable``, or a game for each result that repeats its ``Board``
and ``Deal``. A table of double-dummy tricks is ``DoubleDummyTricks`` or ``OptimumResultTable``.
Raises :class:`Refused` with every mistake; what is odd is a notice.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from clubscore.numbers import whole_number
from clubscore.problems import Problem, Refused, gettext_noop
from events.exchange.domain.results_file import FileBoard, FileContestant, FileLine
from events.exchange.formats.checked_line import Words, read_words
from events.exchange.formats.pbn_games import Game, read_games
from events.exchange.formats.pbn_scores import read_score_table, read_totals
from events.exchange.formats.problems import Findings
from events.exchange.formats.words import (
    WRITTEN_VULNERABLE,
    seat_of,
    tricks_of,
    vulnerable_of,
)
from events.sessions.domain.board import dealer, vulnerability
from events.sessions.domain.hands.deal import Deal, read_deal
from events.sessions.domain.hands.makeable import DECLARERS, STRAINS, Makeable, read_makeable

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


@dataclass(frozen=True, slots=True)
class Reading:
    """The boards in the order of the file, the totals that it publishes, and notices."""

    boards: tuple[FileBoard, ...]
    title: str = ""
    date: str | None = None
    scoring: str = ""
    totals: tuple[FileContestant, ...] = ()
    notices: tuple[Problem, ...] = ()


def looks_like_pbn(text: str) -> bool:
    """Whether a text begins as PBN does: with a tag, after lines that do not count."""
    for line in text.split("\n"):
        if line.strip() and not line.startswith(("%", ";", "{", "<PBN>")):
            return bool(re.match(r'\[\w+\s+"', line))
    return text.startswith("% PBN")


def read(text: str) -> Reading:
    """Read a file. Raises :class:`Refused` with everything that is wrong."""
    found = Findings()
    games = read_games(text, found)
    boards: dict[tuple[int, str | None], FileBoard] = {}
    totals: list[FileContestant] = []
    for game in games:
        number = _number(game, found)
        board = _board(game, number, found)
        totals = read_totals(game, found) or totals
        if number:
            _add(boards, board)
    played = next((each for each in games if _is_match(each)), None)
    if played:
        found.note(_MATCHES, played.line_of("Competition"), "Competition")
    if not games and not found.mistakes:
        found.wrong(_NO_GAME, 1)
    found.refuse()
    first = games[0]
    return Reading(
        tuple(boards.values()),
        first.text("Event"),
        _date(first.text("Date")),
        first.text("Scoring"),
        tuple(totals),
        tuple(found.notices),
    )


def _add(boards: dict[tuple[int, str | None], FileBoard], board: FileBoard) -> None:
    """A game to the board of its number and deal."""
    deal = str(board.deal) if board.deal else None
    known = boards.get((board.board, deal))
    if known is None:
        boards[board.board, deal] = board
        return
    boards[board.board, deal] = replace(
        known,
        lines=(*known.lines, *board.lines),
        double_dummy=known.double_dummy or board.double_dummy,
        par=known.par or board.par,
    )


def _is_match(game: Game) -> bool:
    """Whether a game is of a match of teams, or of a Swiss event."""
    told = f"{game.text('Competition')} {game.text('Scoring')}".upper()
    words = any(word in told for word in ("TEAM", "SWISS", "KNOCKOUT", "BAM"))
    return words or any(game.text(tag) for tag in ("HomeTeam", "VisitTeam", "Room"))


def _number(game: Game, found: Findings) -> int:
    text = game.text("Board")
    number = whole_number(text, most=MAX_BOARD) or 0
    if not number:
        found.wrong(_NO_BOARD, game.line_of("Board"), "Board", text, text=text)
    return number


def _board(game: Game, number: int, found: Findings) -> FileBoard:
    board = number or 1
    dealt = game.text("Dealer")
    seat = seat_of(dealt) if dealt else None
    if dealt and seat is None:
        found.wrong(_NO_DEALER, game.line_of("Dealer"), "Dealer", dealt, text=dealt)
    told = game.text("Vulnerable")
    vulnerable = vulnerable_of(told) if told else None
    if told and vulnerable is None:
        line = game.line_of("Vulnerable")
        found.wrong(_NO_VULNERABLE, line, "Vulnerable", told, text=told)
    written = WRITTEN_VULNERABLE[vulnerable or vulnerability(board)]
    lines = read_score_table(game, board, written, found)
    if not lines:
        lines = list(_own_result(game, board, written, found))
    par = _PAR.fullmatch(game.text("OptimumScore"))
    return FileBoard(
        board=number,
        lines=tuple(lines),
        deal=_deal(game, found),
        dealer=seat or dealer(board),
        vulnerable=written,
        double_dummy=_makeable(game, board, found),
        par=f"{par[1]} {int(par[2])}" if par else None,
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
            found.wrong(_NO_ROW, line, "OptimumResultTable", row, text=row)
        else:
            tricks[seat, strain] = number
    if len(tricks) < 20:
        return None
    return Makeable(tuple(tricks[seat, strain] for seat in DECLARERS for strain in STRAINS))


def _own_result(game: Game, board: int, vulnerable: str, found: Findings) -> Iterator[FileLine]:
    """The result of a game that is itself one."""
    contract = game.text("Contract")
    score = _game_score(game)
    if not contract and not score:
        return
    tricks = game.text("Result").lstrip("^").strip()
    words = Words(
        board=board,
        contract=contract,
        declarer=game.text("Declarer").lstrip("^"),
        tricks=tricks,
        lead=_first_card(game),
        score=score,
        vulnerable=vulnerable,
        line=game.line_of("Contract"),
    )
    names = {side: _names(game, side) for side in ("ns", "ew")}
    yield replace(
        read_words(words, found),
        ns=_pair(game, "ns"),
        ew=_pair(game, "ew"),
        names_ns=names["ns"],
        names_ew=names["ew"],
        round=whole_number(game.text("Round"), most=999),
        table=whole_number(game.text("Table"), most=999),
    )


def _game_score(game: Game) -> str:
    """``Score`` as a number to North–South: ``NS 420``, ``EW 50``, ``EW 50 NS -50``."""
    found = re.match(r"(?:(NS|EW)\s+)?([+-]?\d+)", game.text("Score"), re.ASCII)
    if found is None or found[1] is None:
        return ""
    return found[2] if found[1] == "NS" else str(-int(found[2][:6]))


def _first_card(game: Game) -> str:
    """The lead: the first card of the play, when the leader's hand stands first."""
    tag = game.tags.get("Play")
    if tag is None or not tag.table:
        return ""
    cards = tag.table[0][1].split()
    return cards[0] if cards and len(cards[0]) == 2 else ""


def _pair(game: Game, side: str) -> str | None:
    return next((game.text(name) for name in _PAIR_TAGS[side] if game.text(name)), None)


def _names(game: Game, side: str) -> tuple[str, ...]:
    seats = ("North", "South") if side == "ns" else ("East", "West")
    return tuple(name for seat in seats if (name := game.text(seat)))


def _date(text: str) -> str | None:
    found = re.fullmatch(r"(\d{4})\.(\d\d)\.(\d\d)", text, re.ASCII)
    return "-".join(found.groups()) if found else None
