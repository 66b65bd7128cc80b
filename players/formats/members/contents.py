"""Which fact a column holds, as its cells show: e-mails, dates, grades, names, numbers.

For columns without a name that is known. Where two facts look alike, none is found: the director
chooses.
"""

import re
from collections.abc import Callable, Sequence

from players.formats.members.facts import Fact

SAMPLE = 200
"""How many filled cells of a column are looked at."""
_MOST = 0.9
"""The share of them that must look like the fact."""

TITLES = frozenset({"GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"})
_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_DATE = re.compile(
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}([ T].*)?|\d{1,2}[-/. ](\d{1,2}|[a-z]{3,9})[-/. ]\d{4}",
    re.IGNORECASE,
)
_GRADE = re.compile(r"\d{1,2} ?(e|th)? ?(k|d|p|kyu|dan)", re.IGNORECASE)
_PHONE = re.compile(r"(\+|0)[0-9 ()/.-]{7,24}")
_DIGITS = re.compile(r"[0-9]+", re.ASCII)
_CODE = re.compile(r"[A-Z]{3}")
_LETTERS = re.compile(r"[^\W\d_]")
_NOT_IN_NAMES = re.compile(r"[\d@:;<>/\\|_=+*&%$€£#!?\[\]{}]")
_FAMILY_FIRST = re.compile(r"[^,]+,[^,]+")


def fact_of(cells: Sequence[str]) -> Fact | None:
    """The fact that these filled cells of one column show; ``None`` when it is not clear."""
    sample = [cell.strip() for cell in cells[:SAMPLE]]
    if not sample:
        return None
    return next((fact for fact, looks_so in _LOOKS if looks_so(sample)), None)


def is_counter(cells: Sequence[str]) -> bool:
    """Whether the cells are 1, 2, 3 and so on."""
    counted = (cell == str(number) for number, cell in enumerate(cells, start=1))
    return len(cells) > 1 and all(counted)


def is_of_codes(cells: Sequence[str]) -> bool:
    """Whether the cells are codes of federations: ``NED``."""
    return _most(cells, lambda cell: _CODE.fullmatch(cell.upper()))


def is_of_words(cells: Sequence[str]) -> bool:
    """Whether the cells may be names, or parts of names."""
    return _most(cells, _is_words)


def is_of_letters(cells: Sequence[str]) -> bool:
    """Whether most cells have a letter."""
    return bool(cells) and 2 * sum(bool(_LETTERS.search(cell)) for cell in cells) > len(cells)


def is_of_whole_names(cells: Sequence[str]) -> bool:
    """Whether most cells have several words."""
    return is_of_words(cells) and 2 * sum(" " in cell.strip() for cell in cells) > len(cells)


def _most(cells: Sequence[str], looks_so: Callable[[str], object]) -> bool:
    return bool(cells) and sum(1 for cell in cells if looks_so(cell)) >= _MOST * len(cells)


def _all_match(pattern: re.Pattern[str]) -> Callable[[Sequence[str]], bool]:
    return lambda cells: _most(cells, pattern.fullmatch)


def _is_words(cell: str) -> bool:
    return bool(_LETTERS.search(cell)) and not _NOT_IN_NAMES.search(cell)


def _are_names(cells: Sequence[str]) -> bool:
    """Family names, a comma and given names, in nearly every cell."""
    return _most(cells, lambda cell: _is_words(cell) and _FAMILY_FIRST.fullmatch(cell))


def _are_titles(cells: Sequence[str]) -> bool:
    return _most(cells, lambda cell: cell.upper() in TITLES)


def _are_genders(cells: Sequence[str]) -> bool:
    known = ({"m", "f"}, {"m", "v"}, {"m", "w"}, {"man", "vrouw"}, {"male", "female"})
    found = {cell.casefold() for cell in cells}
    return len(found) > 1 and any(found <= each for each in known)


def _are_ratings(cells: Sequence[str]) -> bool:
    """Numbers like those of ratings, not all of which could be years of birth."""
    return _most(cells, _is_rating) and not _are_years(cells)


def _is_rating(cell: str) -> bool:
    digits = re.sub(r"[.,]0+$", "", cell)
    return bool(_DIGITS.fullmatch(digits)) and len(digits) <= 4 and 100 <= int(digits) <= 3000


def _are_years(cells: Sequence[str]) -> bool:
    return _most(cells, lambda cell: _DIGITS.fullmatch(cell) and "1900" <= cell <= "2029")


def _are_fide_numbers(cells: Sequence[str]) -> bool:
    return _most(cells, lambda cell: _DIGITS.fullmatch(cell) and 6 <= len(cell) <= 8)


_LOOKS: tuple[tuple[Fact, Callable[[Sequence[str]], bool]], ...] = (
    (Fact.EMAIL, _all_match(_EMAIL)),
    (Fact.BORN, _all_match(_DATE)),
    (Fact.GRADE, _all_match(_GRADE)),
    (Fact.TITLE, _are_titles),
    (Fact.GENDER, _are_genders),
    (Fact.TELEPHONE, _all_match(_PHONE)),
    (Fact.BORN, lambda cells: len(cells) > 1 and _are_years(cells)),
    (Fact.RATING, lambda cells: len(cells) > 1 and _are_ratings(cells)),
    (Fact.FIDE_NUMBER, _are_fide_numbers),
    (Fact.FEDERATION, _all_match(_CODE)),
    (Fact.NAME, _are_names),
)
