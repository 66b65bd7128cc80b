"""Values as lists write them, as the register's readers take them.

A date is day, month and year or the other way round, a rating has decimals, a grade is *3 dan*, a
gender a word. Nothing is checked here: what is not recognised stays as it is, and the reader says
what is wrong with it.
"""

import re
from datetime import date, timedelta

from clubscore.problems import Problem, Refused, gettext_noop, sentence
from players.domain.characters import shown

_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\d.*)?", re.ASCII)
_DAY_FIRST = re.compile(r"(\d{1,2})[-/. ]+(\d{1,2})[-/. ]+(\d{4}|\d{2})(?: \d.*)?", re.ASCII)
_NAMED_MONTH = re.compile(
    r"(\d{1,2})[-. ]*([a-z]{3})[a-z]*[-., ]*(\d{4})", re.ASCII | re.IGNORECASE
)
_SERIAL = re.compile(r"\d{5}(?:\.0+)?", re.ASCII)
_DECIMALS = re.compile(r"([+-]?\d+)[.,]0+", re.ASCII)
_GRADE = re.compile(r"(\d{1,2}) ?-?(?:e|th|st|nd|rd)? ?-?(k|d|p)(?:yu|yū|an|ro)?\.?", re.IGNORECASE)
_MONTHS = {
    name: number
    for number, names in enumerate(
        [
            "jan",
            "feb",
            "mar mrt maa",
            "apr",
            "may mei",
            "jun",
            "jul",
            "aug",
            "sep",
            "oct okt",
            "nov",
            "dec",
        ],
        start=1,
    )
    for name in names.split()
}
_FIRST_SERIAL = date(1899, 12, 30)
"""Day 0 of spreadsheets."""

_GENDERS = {
    "m": "m male man mannelijk boy jongen heer dhr mr h",
    "w": "f v w female vrouw vrouwelijk woman girl meisje dame mw mevr mevrouw mrs ms",
    "x": "x other anders overig nonbinary divers d",
}
_GENDER_OF = {word: code for code, words in _GENDERS.items() for word in words.split()}
_NOTHING = frozenset({"-", "--", "—", "–", "?", "n/a", "n.v.t.", "nvt", "null", "none", "onbekend"})


def is_nothing(text: str) -> bool:
    """Whether a cell stands for a value that is not known."""
    return not text or text.casefold() in _NOTHING


def tidy_date(text: str, *, today: date) -> str:
    """A date as ``yyyy-mm-dd``, a year as ``yyyy``; the day comes first.

    A number of five digits is the day of a spreadsheet. Raises :class:`Refused` for a date with
    two digits for the year that could be of two centuries, and with the month first.
    """
    text = " ".join(text.split())
    if found := _ISO.fullmatch(text):
        return _iso(*found.groups())
    if _SERIAL.fullmatch(text):
        return (_FIRST_SERIAL + timedelta(days=int(text[:5]))).isoformat()
    if found := _NAMED_MONTH.fullmatch(text):
        day, month, year = found.groups()
        number = _MONTHS.get(month.casefold())
        return _iso(year, str(number), day) if number else text
    if found := _DAY_FIRST.fullmatch(text):
        day, month, year = found.groups()
        return _day_first(text, day, month, year, today)
    return _without_decimals(text)


def _day_first(text: str, day: str, month: str, year: str, today: date) -> str:
    if int(month) > 12 >= int(day):
        order = gettext_noop(
            '"%(text)s" has no month %(month)s: the day comes first, as in 21-3-1958, or write'
            " 1958-03-21."
        )
        raise Refused(Problem(sentence(order, text=shown(text), month=month), value=text))
    if len(year) == 2:
        if int(year) <= today.year % 100:
            century = gettext_noop('"%(text)s": write the year with four digits.')
            raise Refused(Problem(sentence(century, text=shown(text)), value=text))
        year = f"{today.year // 100 - 1}{year}"
    return _iso(year, month, day)


def _iso(year: str, month: str, day: str) -> str:
    return f"{year}-{int(month):02}-{int(day):02}"


def tidy_number(text: str) -> str:
    """A number that identifies somebody, without blanks and the decimals of a spreadsheet."""
    return _without_decimals("".join(text.split()))


def tidy_rating(text: str) -> str:
    """A rating without decimals that are zero; 0 and "unrated" are none."""
    rating = _without_decimals(text.strip())
    return (
        "" if rating.casefold() in {"0", "00", "000", "0000", "unr", "unr.", "unrated"} else rating
    )


def tidy_grade(text: str) -> str:
    """A grade as the register writes it: ``3d`` for *3 dan*."""
    found = _GRADE.fullmatch(text.strip())
    return f"{found[1].lstrip('0') or '0'}{found[2].lower()}" if found else text.strip()


def tidy_gender(text: str) -> str:
    """``m``, ``w`` or ``x`` for the words of English and Dutch lists."""
    return _GENDER_OF.get(text.strip().casefold().rstrip("."), text.strip())


def tidy_email(text: str) -> str:
    """An e-mail address without what programs write around it."""
    return text.strip().removeprefix("mailto:").strip("<>; ")


def tidy_telephone(text: str) -> str:
    """A telephone number with plain marks, and without a spreadsheet's decimals."""
    plain = _without_decimals(" ".join(text.split()))
    return plain.replace("\u2013", "-").replace("\u2011", "-").replace("\u2010", "-")


def _without_decimals(text: str) -> str:
    found = _DECIMALS.fullmatch(text)
    return found[1] if found else text
