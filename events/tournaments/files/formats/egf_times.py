"""The times of a tournament of go by the rules of the EGF: adjusted time, and class."""

import re
from dataclasses import dataclass

from clubscore.text.numbers import integer_of


@dataclass(frozen=True, slots=True)
class EgfTimes:
    """The adjusted time in minutes, and the class of a tournament by its times."""

    adjusted: int
    egf_class: str


CLASSES = frozenset("ABCD")

_BASIC = re.compile(r"\b([0-9]{1,3}) ?(?:min(?:utes?)?\b|m\b|['’])", re.IGNORECASE | re.ASCII)

_FISCHER = re.compile(r"\+ ?([0-9]{1,3}) ?(?:s|\")", re.IGNORECASE | re.ASCII)

_BYO_YOMI = re.compile(r"byo-?yomi\D{0,9}([0-9]{1,3}) ?s", re.IGNORECASE | re.ASCII)

_CANADIAN = re.compile(
    r"([0-9]{1,3}) ?(?:moves|stones) in ([0-9]{1,4}) ?(s|min)", re.IGNORECASE | re.ASCII
)

_OF_CLASS = re.compile(r"class ([ABCD])\b", re.IGNORECASE)


def egf_times(text: str) -> EgfTimes | None:
    """The adjusted time of a time control in words, and its class: the one that the words name,
    else by the basic and the adjusted time. Source: EGF tournament system rules."""
    canadian = _CANADIAN.search(text)
    words = text.replace(canadian[0], "") if canadian else text
    basic = _BASIC.search(words)
    if basic is None:
        return None
    seconds = adjusted = 60 * integer_of(basic[1])
    fischer = _FISCHER.search(words)
    if fischer:
        adjusted += 120 * integer_of(fischer[1])
    elif byo_yomi := _BYO_YOMI.search(words):
        adjusted += 45 * integer_of(byo_yomi[1])
    elif canadian and integer_of(canadian[1]):
        unit = 60 if canadian[3].lower() == "min" else 1
        adjusted += 60 * unit * integer_of(canadian[2]) // integer_of(canadian[1])
    named = _OF_CLASS.search(text)
    return EgfTimes(
        adjusted // 60, named[1].upper() if named else _class(seconds, adjusted, bool(fischer))
    )


def _class(basic: int, adjusted: int, fischer: bool) -> str:
    least = {"A": (2700, 4500), "B": (1800, 3000), "C": (1200, 1800)}
    if not fischer:
        least = {"A": (3600, 4500), "B": (2400, 3000), "C": (1500, 1800)}
    return next(
        (name for name, (own, all_) in least.items() if basic >= own and adjusted >= all_), "X"
    )
