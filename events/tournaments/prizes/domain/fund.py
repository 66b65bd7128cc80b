"""The prizes of a tournament and the players, as values; how they are written as JSON.

A *category* has prizes, the largest first, and says who may win them; a player has one prize of
each *group* of categories. Amounts are whole numbers of the smallest unit that is paid.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

from clubscore.text.numbers import integer_of
from clubscore.text.problems import Number, Refused, gettext_noop, sentence
from events.tournaments.core.domain.results import read_points

MAX_PLAYERS, MAX_PRIZES, MAX_CATEGORIES = 2000, 100, 100
MAX_TEXT = 100
MAX_AMOUNT = 10**9


class Method(StrEnum):
    """How prizes are divided."""

    PLACE = "place"
    EQUAL = "equal"
    HORT = "hort"
    US32B = "us32b"


UNITS: Final = {"0.01": 100, "1": 1}
"""How many units are one of the money, by the word of the unit."""


@dataclass(frozen=True, slots=True)
class Player:
    """A line of the standings; a fact that is not known is empty, or ``None``."""

    number: int
    place: int
    name: str
    points: Fraction
    rating: int | None = None
    born: int | None = None
    sex: str = ""
    federation: str = ""
    club: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Who:
    """Whom something is for: everything given has to hold, and who lacks a fact is not among
    them. Years are those of birth."""

    rating_below: int | None = None
    rating_from: int | None = None
    unrated: bool | None = None
    born_from: int | None = None
    born_until: int | None = None
    sex: str = ""
    federation: str = ""
    club: str = ""
    title: tuple[str, ...] = ()

    def has(self, player: Player) -> bool:
        """Whether a player is among them."""
        rating, born = player.rating, player.born
        is_rated = self.rating_below is not None or self.rating_from is not None
        is_born = self.born_from is not None or self.born_until is not None
        if (is_rated and rating is None) or (is_born and born is None):
            return False
        rating, born = rating or 0, born or 0
        return (
            (self.rating_below is None or rating < self.rating_below)
            and (self.rating_from is None or rating >= self.rating_from)
            and (self.unrated is None or self.unrated is (player.rating is None))
            and (self.born_from is None or born >= self.born_from)
            and (self.born_until is None or born <= self.born_until)
            and all(
                not wanted or wanted.casefold() == has.casefold()
                for wanted, has in (
                    (self.sex, player.sex),
                    (self.federation, player.federation),
                    (self.club, player.club),
                )
            )
            and (not self.title or player.title.upper() in self.title)
        )


@dataclass(frozen=True, slots=True)
class Category:
    """``prizes`` in units, the largest first; ``group`` is empty where there is one alone."""

    name: str
    prizes: tuple[int, ...]
    who: Who = field(default_factory=Who)
    group: str = ""


@dataclass(frozen=True, slots=True)
class Limit:
    """The most, in units, that one of these players gets of all groups together."""

    who: Who
    most: int


@dataclass(frozen=True, slots=True)
class Fund:
    """What there is to win; ``scale`` is how many units are one of the money."""

    method: Method
    categories: tuple[Category, ...]
    limits: tuple[Limit, ...] = ()
    scale: int = 100

    @property
    def total(self) -> int:
        return sum(sum(category.prizes) for category in self.categories)

    def text(self, units: int) -> str:
        """An amount, with two decimals where the unit has them."""
        if self.scale == 1:
            return str(units)
        return f"{units // self.scale}.{units % self.scale:02}"

    def shortest(self, units: int) -> str:
        """An amount as it is typed: without decimals where they are none."""
        return self.text(units).removesuffix(".00")


_NO_OBJECT = gettext_noop("%(where)s: an object is expected.")
_NO_LIST = gettext_noop("%(where)s: a list is expected.")
_NO_TEXT = gettext_noop("%(where)s: a text of 1 to %(most)s characters is expected.")
_NO_NUMBER = gettext_noop("%(where)s: “%(value)s” is no whole number from %(least)s to %(most)s.")
_NO_POINTS = gettext_noop("%(where)s: “%(value)s” is no number of points.")
_NO_AMOUNT = gettext_noop(
    "%(where)s: “%(value)s” is not an amount in steps of %(unit)s, such as 20."
)
_UNKNOWN = gettext_noop("%(where)s: “%(value)s” is not known. Known are %(known)s.")
_MISSING = gettext_noop("%(where)s is missing.")
_TOO_MANY = gettext_noop("%(where)s: there are %(count)s; at most %(most)s are divided.")
_RISING = gettext_noop("%(where)s: a prize is larger than the one before it.")
_TWICE = gettext_noop("%(where)s: “%(value)s” is there twice.")
_NO_CHOICE = gettext_noop("%(where)s: true or false is expected.")


def read_prizes(data: object) -> tuple[Fund, tuple[Player, ...]]:
    """The fund and the players of JSON that was read. Raises :class:`Refused` with a sentence that
    names the place."""
    top = _object(data, "JSON", {"method", "unit", "players", "categories", "limits"})
    players = _list(_wanted(top, "players", ""), "players", MAX_PLAYERS)
    found = tuple(_player(each, f"players {place}") for place, each in enumerate(players, 1))
    _refuse_twice((str(each.number) for each in found), "players")
    return read_fund({key: value for key, value in top.items() if key != "players"}), found


def read_fund(data: object) -> Fund:
    """The fund alone. Raises as :func:`read_prizes`."""
    top = _object(data, "JSON", {"method", "unit", "categories", "limits"})
    method = _one_of(_wanted(top, "method", ""), "method", [each.value for each in Method])
    unit = _one_of(top.get("unit", "0.01"), "unit", list(UNITS))
    categories = _list(_wanted(top, "categories", ""), "categories", MAX_CATEGORIES)
    found = tuple(
        _category(each, f"categories {place}", unit) for place, each in enumerate(categories, 1)
    )
    _refuse_twice((each.name.casefold() for each in found), "categories")
    prizes = sum(len(each.prizes) for each in found)
    if prizes > MAX_PRIZES:
        raise Refused(sentence(_TOO_MANY, where="prizes", count=prizes, most=MAX_PRIZES))
    limits = _list(top.get("limits") or [], "limits", MAX_CATEGORIES)
    return Fund(
        Method(method),
        found,
        tuple(_limit(each, f"limits {place}", unit) for place, each in enumerate(limits, 1)),
        UNITS[unit],
    )


def _player(data: object, where: str) -> Player:
    known = _object(data, where, set(Player.__dataclass_fields__))
    points = _wanted(known, "points", where)
    read = None if isinstance(points, bool) else read_points(str(points))
    if read is None:
        raise Refused(sentence(_NO_POINTS, where=where, value=str(points)))
    born = known.get("born")
    if isinstance(born, str):
        # A day of birth says the year.
        born = born[:4]
    return Player(
        number=_number(_wanted(known, "number", where), where, 1, 9999),
        place=_number(_wanted(known, "place", where), where, 1, 9999),
        name=_text(_wanted(known, "name", where), where),
        points=read,
        rating=_number(known.get("rating") or 0, where, 0, 3999) or None,
        born=_number(born or 0, where, 0, 2100) or None,
        sex=_word(known.get("sex"), where),
        federation=_word(known.get("federation"), where),
        club=_word(known.get("club"), where),
        title=_word(known.get("title"), where),
    )


def _category(data: object, where: str, unit: str) -> Category:
    known = _object(data, where, {"name", "prizes", "who", "group"})
    name = _text(_wanted(known, "name", where), where)
    amounts = _list(_wanted(known, "prizes", where), where, MAX_PRIZES)
    prizes = tuple(_amount(each, where, unit) for each in amounts)
    if list(prizes) != sorted(prizes, reverse=True):
        raise Refused(sentence(_RISING, where=where))
    group = _word(known.get("group"), where)
    return Category(name, prizes, _who(known.get("who") or {}, where), group)


def _limit(data: object, where: str, unit: str) -> Limit:
    known = _object(data, where, {"who", "most"})
    most = _amount(_wanted(known, "most", where), where, unit)
    return Limit(_who(known.get("who") or {}, where), most)


def _who(data: object, where: str) -> Who:
    known = _object(data, f"{where}, who", set(Who.__dataclass_fields__))
    found: dict[str, Any] = {}
    for key, value in known.items():
        if value is None:
            continue
        found[key] = _FACTS[key](value, f"{where}, {key}")
    return Who(**found)


def _titles(value: object, where: str) -> tuple[str, ...]:
    titles = value if isinstance(value, list) else [value]
    return tuple(_text(title, where).upper() for title in titles)


def _choice(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise Refused(sentence(_NO_CHOICE, where=where))
    return value


_FACTS: Final[Mapping[str, Callable[[object, str], object]]] = {
    "rating_below": lambda value, where: _number(value, where, 0, 9999),
    "rating_from": lambda value, where: _number(value, where, 0, 9999),
    "unrated": _choice,
    "born_from": lambda value, where: _number(value, where, 1000, 9999),
    "born_until": lambda value, where: _number(value, where, 1000, 9999),
    "sex": lambda value, where: _text(value, where),
    "federation": lambda value, where: _text(value, where),
    "club": lambda value, where: _text(value, where),
    "title": _titles,
}


def _object(data: object, where: str, known: set[str]) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise Refused(sentence(_NO_OBJECT, where=where))
    for key in data:
        if key not in known:
            values = {"value": str(key), "known": ", ".join(sorted(known))}
            raise Refused(sentence(_UNKNOWN, where=where, **values))
    return data


def _wanted(data: Mapping[str, Any], key: str, where: str) -> object:
    if data.get(key) is None:
        raise Refused(sentence(_MISSING, where=f"{where}, {key}" if where else key))
    return data[key]


def _list(data: object, where: str, most: int) -> list[object]:
    if not isinstance(data, list):
        raise Refused(sentence(_NO_LIST, where=where))
    if len(data) > most:
        raise Refused(sentence(_TOO_MANY, where=where, count=len(data), most=most))
    return data


def _text(data: object, where: str) -> str:
    if not isinstance(data, str) or not 1 <= len(data.strip()) <= MAX_TEXT:
        raise Refused(sentence(_NO_TEXT, where=where, most=MAX_TEXT))
    return data.strip()


def _word(data: object, where: str) -> str:
    return _text(data, where) if data else ""


def _number(data: object, where: str, least: int, most: int) -> int:
    number: int | None = data if isinstance(data, int) and not isinstance(data, bool) else None
    if isinstance(data, str) and data.strip().isascii() and data.strip().isdigit():
        number = integer_of(data.strip()[:9])
    if number is None or not least <= number <= most:
        raise Refused(sentence(_NO_NUMBER, where=where, value=str(data), least=least, most=most))
    return number


def _amount(data: object, where: str, unit: str) -> int:
    """An amount in units; as text or as a number."""
    read = None
    if isinstance(data, str | int | float) and not isinstance(data, bool):
        read = read_points(str(data))
    units = None if read is None else read * UNITS[unit]
    if units is None or units.denominator != 1 or not 0 <= units <= MAX_AMOUNT:
        raise Refused(sentence(_NO_AMOUNT, where=where, value=str(data), unit=Number(unit)))
    return int(units)


def _one_of(data: object, where: str, known: list[str]) -> str:
    text = str(data)
    if isinstance(data, bool) or text not in known:
        raise Refused(sentence(_UNKNOWN, where=where, value=text, known=", ".join(known)))
    return text


def _refuse_twice(names: Iterable[str], where: str) -> None:
    for name, count in Counter(names).items():
        if count > 1:
            raise Refused(sentence(_TWICE, where=where, value=name))
