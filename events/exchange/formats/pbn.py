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
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from clubscore.text.days import day_told
from clubscore.text.numbers import integer_of, whole_number
from clubscore.text.problems import Problem, Refused, gettext_noop
from events.exchange.domain.results_file import FileBoard, FileContestant, FileLine, Number
from events.exchange.formats.pbn_games import Game, Tag, read_games
from events.exchange.formats.words import (
    LETTERS,
    NOTHING,
    WRITTEN_VULNERABLE,
    Findings,
    Words,
    artificial_of,
    average_of,
    contract_of,
    is_not_played,
    read_words,
    seat_of,
    section_and_number,
    settled,
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
    for game, number in _numbered(games, findings):
        _add(boards, _board(game, number, findings))
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


def _board(game: Game, board: int, found: Findings) -> FileBoard:
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
    lines = read_score_table(game, board, written, found)
    if not lines:
        lines = list(_own_result(game, board, written, found))
    par = _PAR.fullmatch(game.text("OptimumScore"))
    return FileBoard(
        board=board,
        lines=tuple(settled(lines, board, found)),
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
        lead=_first_card(game),
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


_WORD = re.compile(r'"((?:[^"\\]|\\.)*)"|(\S+)')

_WIDTH = re.compile(r"\\(\d{1,4})[LR]?$", re.IGNORECASE | re.ASCII)

_NAMES: Final = ("Names_NS", "Names_EW", "Names")

_TOO_LONG = gettext_noop(
    "This line has %(count)s values; the table has %(columns)s columns. It is left out."
)

_NO_NAMES = gettext_noop("Where “%(text)s” ends one name and begins another is not clear.")

_APART = gettext_noop(
    "“%(text)s” is taken for two partners, %(first)s and %(second)s; all others alike."
)

_MANY = gettext_noop("Board %(board)s: this row stands for %(count)s results.")

_TOO_SHORT = gettext_noop("This line has %(count)s values; the table has %(columns)s columns.")

_TOTALS: Final = ("TotalPercentage", "MeanPercentage", "TotalMP", "TotalIMP", "TotalScore")

Row = dict[str, str]


def read_score_table(game: Game, board: int, vulnerable: str, found: Findings) -> list[FileLine]:
    """The results of a board, one for each row of its table."""
    tag = game.tags.get("ScoreTable")
    if tag is None:
        return []
    section = game.text("Section")
    return [_line(row, line, board, vulnerable, section, found) for line, row in _rows(tag, found)]


def _rows(tag: Tag, found: Findings) -> list[tuple[int, Row]]:
    written = [name.strip() for name in tag.value.split(";")]
    columns = [_WIDTH.sub("", name).lstrip("+-") for name in written]
    widths = [integer_of(width[1]) if (width := _WIDTH.search(name)) else 0 for name in written]
    last = max((place for place, name in enumerate(columns) if name not in _NAMES), default=0)
    rows = []
    for line, text in tag.table:
        matches = list(_WORD.finditer(text))
        values = [_value_of_word(match) for match in matches]
        if len(values) > len(columns):
            values = _with_names(text, matches, values, columns, widths) or values
        if len(values) > len(columns):
            found.lost(_TOO_LONG, line, None, text, count=len(values), columns=len(columns))
        elif len(values) <= last:
            found.lost(_TOO_SHORT, line, None, text, count=len(values), columns=len(columns))
        else:
            # Names at the end may be left out.
            rows.append((line, dict(zip(columns, values, strict=False))))
    return rows


class _Quoted(str):
    """A word that stood in quotes: of names, the standard's sign apart is in it where it has
    one."""

    __slots__ = ()


def _value_of_word(match: re.Match[str]) -> str:
    if match[1] is None:
        return match[2]
    text = match[1]
    return _Quoted(re.sub(r"\\(.)", r"\1", text) if "\\" in text else text)


def _with_names(
    text: str, words: list[re.Match[str]], values: list[str], columns: list[str], widths: list[int]
) -> list[str] | None:
    """The values of a row whose names have blanks and no quotes: by the width of their columns, or
    two blanks between them. ``None`` where that does not tell them apart."""
    places = [place for place, name in enumerate(columns) if name in _NAMES]
    if not places or places != list(range(places[0], places[-1] + 1)):
        return None
    behind = len(columns) - places[-1] - 1
    end = words[-behind].start() if behind else len(text)
    names = text[words[places[0]].start() : end].rstrip()
    if len(places) == 1:
        cut = [names]
    else:
        width = widths[places[0]]
        has_room = width and len(names) > width and (names[width] == " " or names[width - 1] == " ")
        cut = (
            [names[:width].strip(), names[width:].strip()]
            if has_room
            else re.split(r"\s{2,}", names)
        )
    if len(cut) != len(places):
        return None
    return [*values[: places[0]], *cut, *(values[-behind:] if behind else [])]


def _line(
    row: Row, line: int, board: int, vulnerable: str, section: str, found: Findings
) -> FileLine:
    contract = row.get("Contract", "").lstrip("^")
    score = _score(row)
    artificial, is_unclear, unplayed = None, False, False
    # A contract beside a number is what was played: there is no word to look for.
    if not (contract_of(contract) and signed_number(score) is not None):
        artificial, is_unclear = _artificial(row)
        unplayed = any(map(_says_not_played, (*_scores(row), contract)))
    is_given = bool(artificial) or is_unclear or unplayed
    words = Words(
        board=board,
        contract="" if is_given else contract,
        declarer=row.get("Declarer", "").lstrip("^"),
        tricks=row.get("Result", "").lstrip("^"),
        lead=row.get("Lead", ""),
        score="" if is_given else score,
        vulnerable=vulnerable,
        line=line,
    )
    many = whole_number(row["Multiplicity"]) if "Multiplicity" in row else None
    if many and many > 1:
        found.note(_MANY, line, "Multiplicity", board=board, count=many)
    return read_words(
        words,
        found,
        artificial=artificial,
        is_unclear=is_unclear,
        not_played=unplayed,
        section=_value(row, "Section") or section,
        ns=partners_of(_value(row, "PairId_NS") or _value(row, "PairId_North")),
        ew=partners_of(_value(row, "PairId_EW")),
        names_ns=_names_in_table(row, "Names_NS", line, found),
        names_ew=_names_in_table(row, "Names_EW", line, found),
        mp_ns=_value(row, "MP_NS"),
        mp_ew=_value(row, "MP_EW"),
        imps_ns=_value(row, "IMP_NS"),
        imps_ew=_value(row, "IMP_EW"),
    )


_PARTNERS = re.compile(r"\d{1,4}\+\d{1,4}", re.ASCII)


def partners_of(text: str | None) -> Number:
    """A pair's number; ``3+7`` are two players of an individual."""
    if text is None or "+" not in text or not _PARTNERS.fullmatch(text):
        return text
    first, _, second = text.partition("+")
    return first, second


def _says_not_played(text: str) -> bool:
    return is_not_played(text.lstrip("^"))


def _value(row: Row, column: str) -> str | None:
    text = row.get(column)
    if text is None or (text := text.lstrip("^")) in NOTHING:
        return None
    return text


def _score(row: Row) -> str:
    """The score to North–South; of the two columns, that of the losing side may be empty."""
    ns, ew = (row.get(f"Score_{side}", "").lstrip("^") for side in ("NS", "EW"))
    if ns not in NOTHING:
        return ns
    number = signed_number(ew)
    return "" if number is None else str(-number)


def _artificial(row: Row) -> tuple[tuple[int, int] | None, bool]:
    """The percentages of an artificial score, by its words, or by ``^`` before what was given where
    there is no contract; and whether there is a word that does not say enough."""
    scores = [text.lstrip("^") for text in _scores(row)]
    for text in (*scores, row.get("Contract", "")):
        if given := artificial_of(text):
            return given, False
    averages = [average_of(text) for text in scores]
    ns, ew = averages
    if ns is not None and ew is not None:
        return (ns, ew), False
    told = ns if ns is not None else ew
    if told is None and row.get("Contract", "-") not in NOTHING:
        told = average_of(row.get("Contract", ""))
    if told is not None:
        return ((50, 50), False) if told == 50 else (None, True)
    if row.get("Contract", "-") not in NOTHING:
        return None, False
    values = [row.get(f"{kind}_{side}", "") for kind in _GIVEN for side in ("NS", "EW")]
    if not any(value.startswith("^") for value in (*values, *_scores(row))):
        return None, False
    percentages = [_percentage(row.get(f"Percentage_{side}", "")) for side in ("NS", "EW")]
    if None in percentages:
        percentages = [_percentage(text) for text in _scores(row)]
    ns, ew = percentages
    return ((ns, ew), False) if ns is not None and ew is not None else (None, True)


_GIVEN: Final = ("Percentage", "MP", "IMP")


def _scores(row: Row) -> list[str]:
    return [row.get(f"Score_{side}", "") for side in ("NS", "EW")]


def _percentage(text: str) -> int | None:
    match = re.fullmatch(r"\^?(\d{1,3}(?:\.\d{1,6})?)%?", text, re.ASCII)
    number = round(Fraction(match[1])) if match else 101
    return number if number <= 100 else None


def _names_in_table(row: Row, column: str, line: int, found: Findings) -> tuple[str, ...]:
    """The players of a pair; in a table partners stand apart by ``;``, or in programs that do not
    go by the standard by a hyphen, with points for blanks."""
    text = row.get(column, "")
    if text in NOTHING:
        return ()
    names = [name for part in text.split(";") if (name := " ".join(part.split()))]
    if len(names) == 1:
        names = _joined(names[0], is_quoted=isinstance(text, _Quoted))
        if not names:
            found.lost(_NO_NAMES, line, column, text, text=text)
        elif len(names) == 2:
            found.note_once(_APART, line, column, text=text, first=names[0], second=names[1])
    return tuple(names)


def _joined(text: str, *, is_quoted: bool) -> list[str]:
    """Two partners that a hyphen joins, or one name; nothing where more than one hyphen may be
    it. Between quotes “Ann Lee-Moss” is one person."""
    plain = text if " " in text else re.sub(r"[._]+", " ", text).strip()
    cuts = [match.start() for match in re.finditer(r"(?<=\w)\.?\s?[-/&]\s?(?=\w)", plain)]
    pairs = [(plain[:cut].strip(), re.sub(r"^\W+", "", plain[cut:]).strip()) for cut in cuts]
    if not pairs:
        return [plain]
    whole = [pair for pair in pairs if all(" " in name for name in pair)]
    if len(whole) == 1:
        return list(whole[0])
    if len(pairs) > 1:
        return []
    is_one = is_quoted and len({" " in name for name in pairs[0]}) == 2
    return [plain] if is_one else list(pairs[0])


def read_totals(game: Game, found: Findings) -> list[FileContestant]:
    """The standings that the file publishes."""
    tag = game.tags.get("TotalScoreTable")
    if tag is None:
        return []
    return [_total(row, line, found) for line, row in _rows(tag, found)]


def _total(row: Row, line: int, found: Findings) -> FileContestant:
    column = next((name for name in _TOTALS if _value(row, name)), "")
    number = _value(row, "PairId") or _value(row, "PlayerId") or ""
    direction = re.search(r"(NS|EW)$", number.upper())
    return FileContestant(
        number=number,
        direction=direction[1] if direction else None,
        section=_value(row, "Section") or "",
        players=_names_in_table(row, "Names", line, found),
        score=_value(row, column),
        place=_value(row, "Rank"),
        is_percentage="Percentage" in column,
    )
