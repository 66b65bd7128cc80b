"""The tables of results in a PBN game: ``ScoreTable`` of a board, ``TotalScoreTable`` of a session.

A table's header has the columns with their width, ``PairId_NS\\2R;Contract\\4L``; a row has words
apart by blanks, names in quotes. ``-`` is nothing, ``?`` unknown, ``^`` stands before what was
given instead of played.
"""

import re
from dataclasses import replace
from fractions import Fraction
from typing import Final

from clubscore.problems import gettext_noop
from events.exchange.domain.results_file import FileContestant, FileLine
from events.exchange.formats.checked_line import Words, read_words
from events.exchange.formats.pbn_games import Game, Tag
from events.exchange.formats.problems import Findings
from events.exchange.formats.words import NOTHING, signed_number

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
        names_ns=_names(row.get("Names_NS", "")),
        names_ew=_names(row.get("Names_EW", "")),
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
    found = re.fullmatch(r"\^?(\d{1,3}(?:\.\d{1,6})?)%?", text, re.ASCII)
    number = round(Fraction(found[1])) if found else 101
    return number if number <= 100 else None


def _names(text: str) -> tuple[str, ...]:
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
        players=_names(row.get("Names", "")),
        score=_value(row, column),
        place=_value(row, "Rank"),
        is_percentage="Percentage" in column,
    )
