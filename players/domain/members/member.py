"""A member of a list, and a player of the register, as far as the two are compared.

*Facts* are texts by the name of the player's field, as the register's readers give them; what is
not known is not there.

When two values of a fact are the same, and which of a list's are worth storing.

A list never erases what is stored, and never makes it less exact: a year of birth leaves a date, a
name with initials a whole name, and a telephone number that a spreadsheet cut leaves the whole one.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from players.domain.characters import match_key
from players.domain.names import Name

IDENTITIES = ("national_number", "fide_number", "egd_pin", "club_number")
"""The numbers by which a player is found, in this order; no two players share one."""


@dataclass(frozen=True, slots=True)
class Member:
    """One of the people of a line of the list, ``which`` of them from 1; ``registered`` and what
    follows are for a tournament alone."""

    line: int
    name: Name
    facts: Mapping[str, str] = field(default_factory=dict)
    registered: bool = False
    rounds: tuple[int, ...] = ()
    group: str = ""
    team: str = ""
    team_place: int | None = None
    which: int = 1

    @property
    def key(self) -> str:
        """What this one is chosen by: the line, ``7``, and of a second on it ``7.2``."""
        return f"{self.line}.{self.which}" if self.which > 1 else str(self.line)

    @property
    def born(self) -> str:
        """The date or the year of birth."""
        return self.facts.get("born", "")


@dataclass(frozen=True, slots=True)
class Known:
    """A player of the register."""

    number: int
    name: Name
    facts: Mapping[str, str] = field(default_factory=dict)

    @property
    def born(self) -> str:
        """The date or the year of birth."""
        return self.facts.get("born", "")


Changes = Mapping[str, tuple[str, str]]
"""What differs: the stored value and that of the list, by field."""

_NOT_DIGITS = re.compile(r"\D", re.ASCII)

_INITIALS = re.compile(r"(?:\w\.?[ -]?)+", re.UNICODE)

_LONGEST_PREFIX = 4
"""Digits in front of a telephone number that a spreadsheet or a habit leaves out: 00, 31, 0."""


@lru_cache(maxsize=50_000)
def spelling(text: str) -> str:
    """A name, or a part of it, as names are compared: without case, accents, blanks and marks."""
    # Kept, because the same families, given names and initials come again and again.
    return match_key(text)


def changed_facts(known: Known, member: Member) -> dict[str, tuple[str, str]]:
    """The facts of the list that differ from those stored, in the order of the list."""
    stored = known.facts
    return {
        field: (stored.get(field, ""), value)
        for field, value in member.facts.items()
        if value and not is_same(field, stored.get(field, ""), value)
    }


def is_same(field: str, stored: str, value: str) -> bool:
    """Whether the list says nothing new of this fact."""
    if stored == value:
        return True
    same = _SAME.get(field)
    return bool(stored and same and same(stored, value))


def identity_key(number: str) -> str:
    """A number that identifies somebody, without the zeros that spreadsheets leave out."""
    return re.sub(r"[-./ ]", "", number).upper().lstrip("0")


def births_agree(one: str, other: str) -> bool:
    """Whether both are known, and either may be the other: a year agrees with its days."""
    return bool(one and other) and (one.startswith(other) or other.startswith(one))


def births_differ(one: str, other: str) -> bool:
    """Whether both are known, and they are of two people."""
    return bool(one and other) and not births_agree(one, other)


def are_two_people(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Whether a number or the birth shows that these are two people."""
    if births_differ(one.get("born", ""), other.get("born", "")):
        return True
    # A club may number its members anew.
    lasting = (field for field in IDENTITIES if field != "club_number")
    return any(
        one.get(field)
        and other.get(field)
        and identity_key(one[field]) != identity_key(other[field])
        for field in lasting
    )


def is_initials(given: str) -> bool:
    """Whether given names are initials: ``J.``, ``J. P.``, ``JP``."""
    plain = given.replace(".", "").replace(" ", "").replace("-", "")
    is_short = "." in given or len(plain) == 1 or (plain.isupper() and len(plain) < 4)
    return bool(plain) and is_short and bool(_INITIALS.fullmatch(given))


def is_less_exact(name: Name, than: Name) -> bool:
    """Whether a name has initials where the other, of the same family, has given names."""
    if not is_initials(name.given) or is_initials(than.given) or not than.given:
        return False
    same_family = _family_key(name) == _family_key(than)
    return same_family and name.given[0].casefold() == than.given[0].casefold()


def is_only_typed_worse(name: Name, than: Name) -> bool:
    """Whether two spellings of a name differ, and the other has capitals or accents instead."""
    if name.text.isupper() or name.text.islower():
        return not (than.text.isupper() or than.text.islower())
    return name.text.isascii() and not than.text.isascii()


def _family_key(name: Name) -> str:
    return spelling(name.surname)


def _same_telephone(stored: str, value: str) -> bool:
    one, other = (_NOT_DIGITS.sub("", each).lstrip("0") for each in (stored, value))
    short, long = sorted((one, other), key=len)
    # What the spreadsheet left out. A longer number replaces one that was cut; one with its 0 or +
    # is whole, and the same with or without the country.
    stays = long == one or stored.lstrip(" (").startswith(("0", "+"))
    return one == other or (long.endswith(short) and stays and _is_cut(short, long))


def _is_cut(short: str, long: str) -> bool:
    return len(long) - len(short) <= _LONGEST_PREFIX and len(short) > _LONGEST_PREFIX


def _same_born(stored: str, value: str) -> bool:
    """A year leaves the date; the date replaces the year."""
    return stored.startswith(value)


def _same_text(stored: str, value: str) -> bool:
    return stored.casefold() == value.casefold()


def _same_identity(stored: str, value: str) -> bool:
    return identity_key(stored) == identity_key(value)


_SAME: dict[str, Callable[[str, str], bool]] = {
    **dict.fromkeys(IDENTITIES, _same_identity),
    **dict.fromkeys(("email", "club", "country", "title"), _same_text),
    "telephone": _same_telephone,
    "born": _same_born,
}
