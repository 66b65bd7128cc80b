"""Grades of go players: ``1p``–``9p``, ``1d``–``7d``, ``1k``–``99k``, and ``0p 0d 0k``, unknown
until the registration closes. Stored in lower case. Source: the register file's grammar (GRADE).
"""

import re

from clubscore.text.numbers import integer_of
from clubscore.text.problems import Problem, Refused, Sentence, sentence
from players.domain.characters import shown

_GRADE = re.compile(r"0[pdk]|[1-9]p|[1-7]d|[1-9][0-9]?k", re.ASCII | re.IGNORECASE)
_TYPED = re.compile(r"\s*([0-9]{1,2})\s*(kyu|dan|pro|[kdp])\s*", re.ASCII | re.IGNORECASE)
_HIGH_DAN = {"8d", "9d"}
_UNKNOWN = {"0k", "0d", "0p"}
_MEANT_AS_UNKNOWN = {"0", "?", "-", "_", "none", "unknown", "n/a"}

NO_GRADE = 999
"""The order of a player without a grade: behind all others."""


def read_grade(text: str, *, closed: bool = False) -> str:
    """The grade, in lower case; ``closed`` once the registration is, and grades must be known.

    Raises :class:`Refused` for anything else.
    """
    grade = text.strip(" ")
    if not _GRADE.fullmatch(grade):
        raise _refused(text, _not_a_grade(grade, closed))
    if closed and grade.lower() in _UNKNOWN:
        raise _refused(
            text,
            sentence(
                '"%(text)s" is for a grade that is not known, and the registration is closed. '
                "Grades"
                " are 99k–1k, 1d–7d, 1p–9p.",
                text=grade,
            ),
        )
    return grade.lower()


def read_typed_grade(text: str, *, closed: bool = False) -> str:
    """The same as people write it: ``3 dan``, ``5 Kyu``."""
    match = _TYPED.fullmatch(text)
    return read_grade(match[1] + match[2][0] if match else text, closed=closed)


def read_event_grade(text: str) -> str:
    """The same in a tournament of go: also ``8d`` and ``9d``, which its files know."""
    match = _TYPED.fullmatch(text)
    grade = (match[1] + match[2][0] if match else text.strip(" ")).lower()
    if grade in _HIGH_DAN:
        return grade
    try:
        return read_grade(grade)
    except Refused:
        raise _refused(
            text,
            sentence(
                '"%(text)s" is not a grade. Grades are 99k–1k, 1d–9d, 1p–9p, and 0k while it is not'
                " known.",
                text=shown(text.strip(" ")),
            ),
        ) from None


def grade_order(grade: str) -> int:
    """A number by which grades are sorted, the strongest first: 1 for ``9p``, 11 for ``9d``, 120
    for ``0k``, and 999 where there is none."""
    if not _GRADE.fullmatch(grade) and grade.lower() not in _HIGH_DAN:
        return NO_GRADE
    number, kind = integer_of(grade[:-1]), grade[-1].lower()
    # The unknown 0k comes behind 99k, which is 119.
    if kind == "k":
        return 20 + number if number else 120
    return (10 if kind == "p" else 20) - number


def _not_a_grade(grade: str, closed: bool) -> Sentence:
    if not closed and not grade:
        return sentence(
            "The grade is missing. Grades are 99k–1k, 1d–7d, 1p–9p, and 0k while it is not known."
        )
    if not closed and grade.lower() in _MEANT_AS_UNKNOWN:
        return sentence(
            '"%(text)s" is not a grade. Grades are 99k–1k, 1d–7d, 1p–9p, and 0k while it is not'
            " known.",
            text=grade,
        )
    if not grade:
        return sentence("The grade is missing. Grades are 99k–1k, 1d–7d, 1p–9p.")
    return sentence(
        '"%(text)s" is not a grade. Grades are 99k–1k, 1d–7d, 1p–9p.', text=shown(grade)
    )


def _refused(text: str, message: Sentence) -> Refused:
    return Refused(Problem(message, column="grade", value=text))
