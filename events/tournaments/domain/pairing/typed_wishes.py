"""Pairs that are not to meet, or are to, as a director types them: a line each.

``3 7`` are two starting numbers, ``3 7 9`` any two of three; ``r2-4`` behind them limits it to some
rounds. Among the wishes ``?`` behind the numbers means to be avoided, ``+`` preferred.
"""

import re
from collections.abc import Iterator
from typing import Any

from clubscore.problems import Problem, Refused, gettext_noop, sentence

MAX_LINES = 500
MAX_SHOWN = 40
_LINE = re.compile(
    r"(?P<numbers>[1-9][0-9]{0,3}(?:[ ,–-]+[1-9][0-9]{0,3})+)"
    r"(?:\s+r(?P<first>[0-9]{1,3})(?:-(?P<last>[0-9]{1,3}))?)?\s*(?P<sign>[?+])?",
    re.ASCII,
)
_NOT_A_PAIR = gettext_noop(
    "Line %(line)s: “%(text)s” is not a pair of starting numbers, such as 3 7."
)
_NO_SIGN = gettext_noop("Line %(line)s: ? or + is missing behind the numbers.")
_NO_WISH = gettext_noop("Line %(line)s: ? and + belong to the wishes.")
_NO_ROUNDS = gettext_noop("Line %(line)s: a wish holds in all rounds.")
_TWO = gettext_noop("Line %(line)s: a preferred pair has two players.")
_MANY = gettext_noop("At most %(most)s lines are read.")

Stored = dict[str, Any]


def read_forbidden(text: str) -> list[Stored]:
    """Who is not to meet, as it is stored. Raises :class:`Refused` with every problem."""
    problems: list[Problem] = []
    found: list[Stored] = []
    for line, match in _lines(text, problems):
        if match["sign"]:
            problems.append(Problem(sentence(_NO_WISH, line=line), line))
        first = int(match["first"]) if match["first"] else None
        last = int(match["last"]) if match["last"] else first
        found.append({"numbers": _numbers(match), "first": first, "last": last})
    if problems:
        raise Refused(*problems)
    return found


def read_wishes(text: str) -> list[Stored]:
    """Who is to be kept apart, or to meet, if possible. Raises :class:`Refused`."""
    problems: list[Problem] = []
    found: list[Stored] = []
    for line, match in _lines(text, problems):
        numbers, prefer = _numbers(match), match["sign"] == "+"
        if not match["sign"]:
            problems.append(Problem(sentence(_NO_SIGN, line=line), line))
        elif match["first"]:
            problems.append(Problem(sentence(_NO_ROUNDS, line=line), line))
        elif prefer and len(numbers) != 2:
            problems.append(Problem(sentence(_TWO, line=line), line))
        found.append({"numbers": numbers, "prefer": prefer})
    if problems:
        raise Refused(*problems)
    return found


def as_text(stored: list[Stored]) -> str:
    """What is stored, as it is typed."""
    return "\n".join(_as_line(each) for each in stored)


def _as_line(each: Stored) -> str:
    text = " ".join(map(str, each["numbers"]))
    if "prefer" in each:
        return f"{text} {'+' if each['prefer'] else '?'}"
    first, last = each["first"], each["last"]
    if first is None and last is None:
        return text
    return f"{text} r{first or 1}" + ("" if first == last else f"-{last or 999}")


def _lines(text: str, problems: list[Problem]) -> Iterator[tuple[int, re.Match[str]]]:
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        problems.append(Problem(sentence(_MANY, most=MAX_LINES)))
    for line, typed in enumerate(lines[:MAX_LINES], start=1):
        match = _LINE.fullmatch(typed.strip())
        if match and len(_numbers(match)) > 1:
            yield line, match
        elif typed.strip():
            message = sentence(_NOT_A_PAIR, line=line, text=typed.strip()[:MAX_SHOWN])
            problems.append(Problem(message, line))


def _numbers(match: re.Match[str]) -> list[int]:
    return sorted(set(map(int, re.findall(r"[0-9]+", match["numbers"]))))
