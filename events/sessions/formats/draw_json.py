"""The contestants of a Swiss round, and its draw, as JSON (spec: teams, section 2)."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from clubscore.problems import Problem, Refused, gettext_noop, refuse_if, sentence
from events.sessions.domain.teams.draw import BYE, TRIANGLE, Contestant, Draw

MAX_CONTESTANTS: Final = 2000
_MAX: Final = 10**6
_NUMBERS: Final = ("imps", "byes", "ns", "ew")


@dataclass(frozen=True, slots=True)
class DrawOrder:
    """What is to be drawn: the contestants, and what an odd one does."""

    contestants: tuple[Contestant, ...]
    odd: str


def read_draw(data: bytes) -> DrawOrder:
    """The contestants; :class:`Refused` with all that is wrong."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:
        template = gettext_noop("The file is not JSON: %(reason)s.")
        raise Refused(sentence(template, reason=str(error))) from error
    found = value.get("contestants") if isinstance(value, dict) else None
    if not isinstance(found, list) or not 2 <= len(found) <= MAX_CONTESTANTS:
        template = gettext_noop("The file has no list of 2 to %(most)s contestants.")
        raise Refused(sentence(template, most=MAX_CONTESTANTS))
    odd = value.get("odd", BYE)
    if odd not in (BYE, TRIANGLE):
        template = gettext_noop("“%(value)s” is neither bye nor triangle.")
        raise Refused(sentence(template, value=str(odd)))
    problems = [
        each for place, item in enumerate(found, start=1) for each in _problems(item, place)
    ]
    refuse_if(problems)
    contestants = tuple(map(_contestant, found))
    refuse_if(_contradictions(contestants))
    return DrawOrder(contestants, odd)


def _problems(item: Any, place: int) -> Iterator[Problem]:
    template = gettext_noop("Contestant %(place)s of the file: “%(field)s” is %(value)s.")

    def wrong(field: str, value: object) -> Problem:
        return Problem(sentence(template, place=place, field=field, value=repr(value)))

    if not isinstance(item, dict):
        yield wrong("contestant", item)
        return
    if not _is_number(item.get("number"), least=1):
        yield wrong("number", item.get("number"))
    for field in _NUMBERS:
        if not _is_number(item.get(field, 0), least=-_MAX if field == "imps" else 0):
            yield wrong(field, item[field])
    met = item.get("met", [])
    if not isinstance(met, list) or not all(_is_number(each, least=1) for each in met):
        yield wrong("met", met)
    if _vp(item) is None:
        yield wrong("vp", item.get("vp"))


def _is_number(value: object, *, least: int) -> bool:
    return type(value) is int and least <= value <= _MAX


def _vp(item: Mapping[str, Any]) -> Fraction | None:
    try:
        value = Fraction(str(item.get("vp", 0))[:20])
    except (ValueError, ZeroDivisionError):
        return None
    return value if abs(value) <= _MAX else None


def _contestant(item: Mapping[str, Any]) -> Contestant:
    numbers = {field: item.get(field, 0) for field in _NUMBERS}
    vp = _vp(item) or Fraction(0)
    return Contestant(item["number"], vp=vp, met=tuple(item.get("met", ())), **numbers)


def _contradictions(contestants: tuple[Contestant, ...]) -> Iterator[Problem]:
    seen: set[int] = set()
    for each in contestants:
        if each.number in seen:
            template = gettext_noop("Number %(number)s is there twice.")
            yield Problem(sentence(template, number=each.number))
        if each.number in each.met:
            template = gettext_noop("Number %(number)s has met itself.")
            yield Problem(sentence(template, number=each.number))
        seen.add(each.number)


def draw_data(draw: Draw) -> dict[str, Any]:
    """``{"pairs": [[1, 4]], "bye": 7, "triangle": null, "repeats": []}``"""
    return {
        "pairs": [list(pair) for pair in draw.pairs],
        "bye": draw.bye,
        "triangle": list(draw.triangle) or None,
        "repeats": [list(pair) for pair in draw.repeats],
    }
