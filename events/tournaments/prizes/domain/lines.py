"""The prizes of a tournament as a director types them, a line for each category.

    Open: 300 200 100
    Under 1800: 80 40; rating below 1800
    Best junior: 50; born from 2008; group youth
    limit 100: unrated

Amounts stand behind the colon, and behind semicolons who may win them. The words are taken in
Dutch, too.
"""

import re
from typing import Any, Final

from clubscore.text.problems import Problem, Refused, gettext_noop, sentence
from events.tournaments.prizes.domain.fund import Fund, read_fund

MAX_LINES = 120

_LIMIT = re.compile(r"(?:limit|limiet)\s+(\S+)\s*:(.*)", re.IGNORECASE)
_NUMBERS: Final = {
    "rating below": "rating_below", "rating from": "rating_from", "born from": "born_from",
    "born until": "born_until",
}  # fmt: skip
_WORDS: Final = {"sex": "sex", "federation": "federation", "club": "club", "group": "group"}
_ALONE: Final[dict[str, tuple[str, object]]] = {
    "unrated": ("unrated", True), "rated": ("unrated", False), "women": ("sex", "w"),
    "men": ("sex", "m"),
}  # fmt: skip

_DUTCH: Final = {
    "rating below": "rating onder", "rating from": "rating vanaf", "born from": "geboren vanaf",
    "born until": "geboren t/m", "unrated": "zonder rating", "rated": "met rating",
    "women": "vrouwen", "men": "mannen", "sex": "geslacht", "federation": "bond",
    "club": "vereniging", "group": "groep", "title": "titel", "limit": "limiet",
}  # fmt: skip
"""The words in Dutch."""

_NO_LINE = gettext_noop(
    "“%(line)s” is no line of prizes. Write a name, a colon and the amounts: Under 1800: 80 40;"
    " rating below 1800"
)
_NO_CONDITION = gettext_noop(
    "“%(text)s” says nobody who may win. Known are rating below 1800, rating from 1600, unrated,"
    " rated, born from 2008, born until 1960, women, men, federation NED, club Mill Lane, title GM"
    " IM, group youth."
)
_TOO_MANY = gettext_noop("There are %(count)s lines; at most %(most)s are read.")


def read_lines(text: str, *, method: str, unit: str) -> dict[str, Any]:
    """The JSON of a fund, checked. Raises :class:`Refused` with the lines that cannot be read."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line]
    if len(lines) > MAX_LINES:
        raise Refused(sentence(_TOO_MANY, count=len(lines), most=MAX_LINES))
    categories: list[dict[str, Any]] = []
    limits: list[dict[str, Any]] = []
    problems: list[Problem] = []
    for number, line in lines:
        try:
            if limit := _LIMIT.fullmatch(line):
                known = _conditions(limit[2])
                known.pop("group", None)
                limits.append({"who": known, "most": limit[1]})
            else:
                categories.append(_category(line))
        except Refused as refusal:
            problems += [Problem(each.message, line=number) for each in refusal.problems]
    if problems:
        raise Refused(*problems)
    data = {"method": method, "unit": unit, "categories": categories, "limits": limits}
    read_fund(data)
    return data


def _category(line: str) -> dict[str, Any]:
    name, colon, rest = line.partition(":")
    amounts, _semicolon, conditions = rest.partition(";")
    if not colon or not name.strip() or not amounts.split():
        raise Refused(sentence(_NO_LINE, line=line))
    known = _conditions(conditions)
    group = known.pop("group", "")
    found = {"name": name.strip(), "prizes": amounts.split(), "who": known}
    return found | ({"group": group} if group else {})


def _conditions(text: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for condition in filter(None, (part.strip() for part in text.split(";"))):
        key, value = _condition(condition)
        found[key] = value
    return found


def _condition(text: str) -> tuple[str, object]:
    words = _in_english(text).split()
    plain = " ".join(words).casefold()
    if plain in _ALONE:
        return _ALONE[plain]
    two = " ".join(words[:2]).casefold()
    if two in _NUMBERS and len(words) == 3:
        return _NUMBERS[two], words[2]
    first, rest = words[0].casefold(), " ".join(words[1:])
    if first in _WORDS and rest:
        return _WORDS[first], rest
    if first == "title" and rest:
        return "title", rest.replace(",", " ").split()
    raise Refused(sentence(_NO_CONDITION, text=text))


def _in_english(text: str) -> str:
    """A condition with its Dutch words in English."""
    text = " ".join(text.split())
    for english, dutch in _DUTCH.items():
        if f"{text} "[: len(dutch) + 1].casefold() == f"{dutch} ":
            return english + text[len(dutch) :]
    return text


def stored_fund(data: object) -> Fund | None:
    """The fund that is stored; ``None`` where there is none."""
    return read_fund(data) if data else None
