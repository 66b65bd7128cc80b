r"""PBN files: hands with what they make, and results in either of the two styles.

A board has one game with a ``ScoreTable``, or a game for each result that repeats its ``Board``
and ``Deal``. A table of double-dummy tricks is ``DoubleDummyTricks`` or ``OptimumResultTable``.
Raises :class:`Refused` with every mistake; what is odd is a notice.

The tables of results in a PBN game: ``ScoreTable`` of a board, ``TotalScoreTable`` of a session.

A table's header has the columns with their width, ``PairId_NS\2R;Contract\4L``; a row has words
apart by blanks, names in quotes. ``-`` is nothing, ``?`` unknown, ``^`` stands before what was
given instead of played.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from clubscore.text.numbers import integer_of, whole_number
from clubscore.text.problems import Problem, Refused, gettext_noop
from events.exchange.domain.results_file import FileBoard, FileContestant, FileLine
from events.exchange.formats.pbn_games import Game, Tag, read_games
from events.exchange.formats.words import (
    NOTHING,
    WRITTEN_VULNERABLE,
    Findings,
    Words,
    read_words,
    seat_of,
    signed_number,
    tricks_of,
    vulnerable_of,
)
from events.sessions.core.domain.contract import dealer, vulnerability
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
    findings = Findings()
    games = read_games(text, findings)
    boards: dict[tuple[int, str | None], FileBoard] = {}
    totals: list[FileContestant] = []
    for game in games:
        number = _number(game, findings)
        board = _board(game, number, findings)
        totals = read_totals(game, findings) or totals
        if number:
            _add(boards, board)
    played = next((game for game in games if _is_match(game)), None)
    if played:
        findings.note(_MATCHES, played.line_of("Competition"), "Competition")
    if not games and not findings.mistakes:
        findings.wrong(_NO_GAME, 1)
    findings.refuse()
    first = games[0]
    return Reading(
        tuple(boards.values()),
        first.text("Event"),
        _date(first.text("Date")),
        first.text("Scoring"),
        tuple(totals),
        tuple(findings.notices),
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
    match = re.match(r"(?:(NS|EW)\s+)?([+-]?\d+)", game.text("Score"), re.ASCII)
    if match is None or match[1] is None:
        return ""
    return match[2] if match[1] == "NS" else str(-integer_of(match[2][:6]))


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
    match = re.fullmatch(r"(\d{4})\.(\d\d)\.(\d\d)", text, re.ASCII)
    return "-".join(match.groups()) if match else None


_WORD = re.compile(r'"((?:[^"\\]|\\.)*)"|(\S+)')

_WIDTH = re.compile(r"\\\d+[LR]?$", re.IGNORECASE | re.ASCII)

_TOO_SHORT = gettext_noop("This line has %(count)s values; the table has %(columns)s columns.")

_TOTALS: Final = ("TotalPercentage", "MeanPercentage", "TotalMP", "TotalIMP", "TotalScore")

Row = dict[str, str]


def read_score_table(game: Game, board: int, vulnerable: str, found: Findings) -> list[FileLine]:
    """The results of a board, one for each row of its table."""
    tag = game.tags.get("ScoreTable")
    return (
        []
        if tag is None
        else [_line(row, line, board, vulnerable, found) for line, row in _rows(tag, found)]
    )


def _rows(tag: Tag, found: Findings) -> list[tuple[int, Row]]:
    columns = [_WIDTH.sub("", name.strip()).lstrip("+-") for name in tag.value.split(";")]
    rows = []
    for line, text in tag.table:
        values = [
            re.sub(r"\\(.)", r"\1", quoted) if quoted else plain
            for quoted, plain in _WORD.findall(text)
        ]
        if len(values) < len(columns):
            found.wrong(_TOO_SHORT, line, None, text, count=len(values), columns=len(columns))
            continue
        rows.append((line, dict(zip(columns, values, strict=False))))
    return rows


def _line(row: Row, line: int, board: int, vulnerable: str, found: Findings) -> FileLine:
    artificial = _artificial(row)
    score = _score(row)
    words = Words(
        board=board,
        contract="" if artificial else row.get("Contract", "").lstrip("^"),
        declarer=row.get("Declarer", "").lstrip("^"),
        tricks=row.get("Result", "").lstrip("^"),
        lead=row.get("Lead", ""),
        score="" if artificial else score,
        vulnerable=vulnerable,
        line=line,
    )
    return replace(
        read_words(words, found),
        artificial=artificial,
        ns=_value(row, "PairId_NS") or _value(row, "PairId_North"),
        ew=_value(row, "PairId_EW"),
        names_ns=_names_in_table(row.get("Names_NS", "")),
        names_ew=_names_in_table(row.get("Names_EW", "")),
        mp_ns=_value(row, "MP_NS"),
        mp_ew=_value(row, "MP_EW"),
        imps_ns=_value(row, "IMP_NS"),
        imps_ew=_value(row, "IMP_EW"),
    )


def _value(row: Row, column: str) -> str | None:
    text = row.get(column, "").lstrip("^")
    return None if text in NOTHING else text


def _score(row: Row) -> str:
    """The score to North–South; of the two columns, that of the losing side may be empty."""
    ns, ew = (row.get(f"Score_{side}", "").lstrip("^") for side in ("NS", "EW"))
    if ns not in NOTHING:
        return ns
    number = signed_number(ew)
    return "" if number is None else str(-number)


def _artificial(row: Row) -> tuple[int, int] | None:
    """The percentages of an artificial score: no contract, and ``^`` before what was given."""
    if row.get("Contract", "-") not in NOTHING:
        return None
    values = [row.get(f"{kind}_{side}", "") for kind in _GIVEN for side in ("NS", "EW")]
    if not any(value.startswith("^") for value in (*values, *_scores(row))):
        return None
    percentages = [_percentage(row.get(f"Percentage_{side}", "")) for side in ("NS", "EW")]
    if None in percentages:
        percentages = [_percentage(text) for text in _scores(row)]
    ns, ew = percentages
    if ns is None or ew is None:
        return None
    return ns, ew


_GIVEN: Final = ("Percentage", "MP", "IMP")


def _scores(row: Row) -> list[str]:
    return [row.get(f"Score_{side}", "") for side in ("NS", "EW")]


def _percentage(text: str) -> int | None:
    match = re.fullmatch(r"\^?(\d{1,3}(?:\.\d{1,6})?)%?", text, re.ASCII)
    number = round(Fraction(match[1])) if match else 101
    return number if number <= 100 else None


def _names_in_table(text: str) -> tuple[str, ...]:
    if text in NOTHING:
        return ()
    return tuple(name.strip() for name in text.split(";") if name.strip())


def read_totals(game: Game, found: Findings) -> list[FileContestant]:
    """The standings that the file publishes."""
    tag = game.tags.get("TotalScoreTable")
    if tag is None:
        return []
    return [_total(row) for _, row in _rows(tag, found)]


def _total(row: Row) -> FileContestant:
    column = next((name for name in _TOTALS if _value(row, name)), "")
    number = _value(row, "PairId") or _value(row, "PlayerId") or ""
    direction = re.search(r"(NS|EW)$", number.upper())
    return FileContestant(
        number=number,
        direction=direction[1] if direction else None,
        players=_names_in_table(row.get("Names", "")),
        score=_value(row, column),
        place=_value(row, "Rank"),
        is_percentage="Percentage" in column,
    )
