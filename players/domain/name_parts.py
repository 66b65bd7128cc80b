"""The parts of a name, recognised in its text: a proposal that people correct.

By the habits of Dutch, German, French, Italian, Spanish, Portuguese, Arabic, Irish, Nordic and
Chinese names. What could as well be otherwise, such as the two family names of ``María José
Garcia Lopez``, is *doubtful*: a page asks.

The words by which the parts of a name are recognised, without case; see
:mod:`players.domain.name_parts`.
"""

import re
import unicodedata
from dataclasses import dataclass

from players.domain.characters import search_key

__all__ = ["GENERATIONS", "Parts", "is_title", "recognise", "split_last_particle", "split_particle"]

_INITIALS = re.compile(r"(?:\w{1,4}\.-?)+|\w", re.UNICODE)

_DOTTED = re.compile(r"(?:\w\.-?)+", re.UNICODE)

_APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u02bc\u00b4`", "'"))

_FAMILY_FIRST_SCRIPTS = ("CJK", "HANGUL", "HIRAGANA", "KATAKANA")

Words = list[str]


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a name; together they have every word of it once."""

    given: str
    particle: str
    family: str
    is_doubtful: bool = False


def recognise(text: str) -> Parts:
    """The parts of a name's text, whose words are separated by single spaces."""
    words = text.split(" ")
    if len(words) == 1 or _is_placeholder(words):
        return Parts("", "", text)
    titles = _count_titles(words)
    given, family, is_doubtful = _split(words[titles:])
    given, particle, family = _with_particle(given, family)
    return Parts(
        " ".join((*words[:titles], *given)), " ".join(particle), " ".join(family), is_doubtful
    )


def split_particle(family: str) -> tuple[str, str]:
    """The particle in front of a family name, and the rest of it."""
    _, particle, rest = _with_particle([], family.split(" "))
    return " ".join(particle), " ".join(rest)


def split_last_particle(given: str) -> tuple[str, str]:
    """Given names and the particle behind them: ``Willem van der``; either may be empty."""
    words = given.split()
    start = len(words)
    while start and is_particle(words[start - 1]):
        start -= 1
    return " ".join(words[:start]), " ".join(words[start:])


def is_title(word: str) -> bool:
    """Whether a word is a form of address or a degree, such as ``Mw.``."""
    return word.casefold().rstrip(".") in TITLES


def _split(words: Words) -> tuple[Words, Words, bool]:
    """Given and family names, the particle in either, and whether that is a guess."""
    end = len(words)
    while end > 1 and words[end - 1].casefold() in GENERATIONS:
        end -= 1
    generation, words = words[end:], words[:end]
    if len(words) == 1:
        return [], words + generation, False
    given, family, is_doubtful = _by_order(words)
    return given, family + generation, is_doubtful


def _by_order(words: Words) -> tuple[Words, Words, bool]:
    if all(map(_is_family_first_script, words)):
        return words[1:], words[:1], False
    for find in (_by_capitals, _by_last_initials, _by_joiner, _by_hyphen, _by_prefix):
        if found := find(words):
            return (*found, False)
    return _by_particle(words) or _by_initials(words) or _by_count(words)


def _by_capitals(words: Words) -> tuple[Words, Words] | None:
    """``Ann SMITH``, ``SMITH Ann``: family names in capitals."""
    capitals = [_is_in_capitals(word) for word in words]
    if not any(long for long in map(_is_long_capitals, words)) or all(
        each or _is_initials(word) for each, word in zip(capitals, words, strict=True)
    ):
        return None
    count = sum(capitals)
    if all(capitals[-count:]):
        return words[:-count], words[-count:]
    return (words[count:], words[:count]) if all(capitals[:count]) else None


def _by_last_initials(words: Words) -> tuple[Words, Words] | None:
    """``Smith J.``"""
    first = len(words)
    while first > 1 and _DOTTED.fullmatch(words[first - 1]):
        first -= 1
    if first == len(words) or _is_initials(words[0]):
        return None
    return words[first:], words[:first]


def _by_joiner(words: Words) -> tuple[Words, Words] | None:
    """``José Ortega y Gasset``: two family names with a word between them."""
    for place in range(1, len(words) - 1):
        if words[place] in JOINERS:
            return words[: place - 1], words[place - 1 :]
    return None


def _by_hyphen(words: Words) -> tuple[Words, Words] | None:
    """``Anna Smit-de Vries``, ``Els Jansen - van Dam``: two family names, of which the second has a
    particle."""
    for place in range(1, len(words) - 1):
        first, hyphen, second = words[place].rpartition("-")
        if hyphen and first and is_particle(second):
            return words[:place], words[place:]
        if words[place] == "-" and place > 1:
            return words[: place - 1], words[place - 1 :]
    return None


def _by_prefix(words: Words) -> tuple[Words, Words] | None:
    """``Seán Ó Briain``: a prefix that belongs to the family name."""
    if words[0].casefold() in PREFIXES_ALONE:
        return [], words
    for place in range(1, len(words) - 1):
        if words[place].casefold() in PREFIXES:
            return words[:place], words[place:]
    return None


def _by_particle(words: Words) -> tuple[Words, Words, bool] | None:
    for place, word in enumerate(words[:-1]):
        if not is_particle(word) or (place == 0 and _may_be_given(word)):
            continue
        # Ana Silva dos Santos may have two family names, Jan Willem van der Berg has not.
        asked = place > 1 and _plain(word) in ROMANCE and not _is_initials(words[place - 1])
        return words[:place], words[place:], asked or _may_be_family_first(words)
    return None


def _by_initials(words: Words) -> tuple[Words, Words, bool] | None:
    """``J. P. Smith``, ``J. Garcia Lopez``."""
    count = next((n for n, word in enumerate(words[:-1]) if not _is_initials(word)), len(words) - 1)
    return (words[:count], words[count:], len(words) - count > 1) if count else None


def _by_count(words: Words) -> tuple[Words, Words, bool]:
    """The words divided: the last of two or three is the family name, of more the last two."""
    count = 1 if len(words) < 4 or all(map(_is_initials, words[1:-1])) else 2
    is_doubtful = not all(map(_is_initials, words[1:-1])) or _may_be_family_first(words)
    return words[:-count], words[-count:], is_doubtful


def _with_particle(given: Words, family: Words) -> tuple[Words, Words, Words]:
    """The particle at the end of the given or the beginning of the family names on its own."""
    end = len(given)
    while end > 1 and is_particle(given[end - 1]):
        end -= 1
    start = 0
    while start < len(family) - 1 and is_particle(family[start]):
        start += 1
    return given[:end], given[end:] + family[:start], family[start:]


def _count_titles(words: Words) -> int:
    if len(words) > 2 and words[0].casefold() == "de" and is_title(words[1]):
        return 2
    return next((n for n, word in enumerate(words[:-1]) if not is_title(word)), len(words) - 1)


def _is_placeholder(words: Words) -> bool:
    """``Guest 2``, ``Player B``: nobody's given and family name."""
    if any(each.isdigit() for word in words for each in word):
        return True
    return words[0].casefold() in PLACEHOLDERS and len(words) == 2 and len(words[1]) == 1


def _plain(word: str) -> str:
    return word.translate(_APOSTROPHES).casefold()


def is_particle(word: str) -> bool:
    """Whether a word stands between given and family name: ``van``, ``der``."""
    return _plain(word) in PARTICLES


def _may_be_given(word: str) -> bool:
    return word[:1].isupper() and _plain(word) in GIVEN_TOO


def _may_be_family_first(words: Words) -> bool:
    first = search_key(words[0])
    return first in OFTEN_FAMILY_FIRST or (first == "kim" and "-" in words[1])


def _is_initials(word: str) -> bool:
    return _INITIALS.fullmatch(word) is not None


def _is_in_capitals(word: str) -> bool:
    return word.isupper() and "." not in word and sum(map(str.isalpha, word)) > 1


def _is_long_capitals(word: str) -> bool:
    return _is_in_capitals(word) and sum(map(str.isalpha, word)) > 2


def _is_family_first_script(word: str) -> bool:
    return all(unicodedata.name(each, "").startswith(_FAMILY_FIRST_SCRIPTS) for each in word)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ROMANCE = _words("da das de del della dello dei degli di do dos du des la las le los lo les")

PARTICLES = ROMANCE | _words(
    "van von vom vd v.d. der den het 't 's 'n ten ter te tot thoe op aan bij in uit uijt over onder"
    " voor ver zu zum zur zer und af av al el bin ibn bint ben abu ould d' dal dalla ap ab"
)
"""Each word of them alone; ``van der`` and ``von und zu`` are two and three of them."""

GIVEN_TOO = _words("al ben bin di do la le el da lo in des abu ap ab bint das dal")
"""Particles that are given names as well, as the first word with a capital: ``Al Smith``."""

JOINERS = _words("y e i und et")
"""Between two family names, and never with a capital."""

PREFIXES_ALONE = _words("ó ní uí mhic")
"""Irish prefixes of family names that are never given names."""

PREFIXES = PREFIXES_ALONE | _words("mac mc nic ua o' o\u2019")

GENERATIONS = _words("jr jr. jun jun. junior sr sr. sen sen. senior ii iii iv zn. filho neto")
"""Words behind a family name."""

TITLES = _words(
    "mw mevr mevrouw dhr heer hr dr drs ir ing mr mrs ms miss prof herr frau mme mlle sra srta"
    " rev sir lady"
)
"""Forms of address and degrees, without their full stop."""

PLACEHOLDERS = _words("guest gast player speler visitor bezoeker substitute invaller sub")
"""Words for somebody without a name, with a letter behind them."""

OFTEN_FAMILY_FIRST = _words(
    "li wang zhang liu chen huang zhao wu zhou xu zhu guo luo park choi jung jeong kang yoon nguyen"
    " tran pham hoang phan vu dang bui"
)
"""Family names of East Asia, which are often written first."""
