r"""The tables of a PBN game: ``ScoreTable`` of a board, ``TotalScoreTable`` of a session.

A table's header has the columns with their width, ``PairId_NS\2R;Contract\4L``; a row has words
apart by blanks, names in quotes. ``-`` is nothing, ``?`` unknown, ``^`` stands before what was
given instead of played.
"""

import re
from fractions import Fraction
from typing import Final

from clubscore.text.numbers import integer_of, whole_number
from clubscore.text.problems import gettext_noop
from events.exchange.domain.results_file import FileContestant, FileLine, Number
from events.exchange.formats.findings import Findings
from events.exchange.formats.pbn_games import Game, Tag
from events.exchange.formats.words import (
    NOTHING,
    Words,
    artificial_of,
    average_of,
    contract_of,
    is_not_played,
    read_words,
    signed_number,
)

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
