"""Grades of go players: ``1p``–``9p``, ``1d``–``7d``, ``1k``–``99k``, and ``0p 0d 0k``, unknown
until the registration closes. Stored in lower case. Source: the register file's grammar (GRADE).
"""

import re

from clubscore.problems import Problem, Refused, gettext_noop, sentence

_GRADE = re.compile(r"0[pdk]|[1-9]p|[1-7]d|[1-9][0-9]?k", re.ASCII | re.IGNORECASE)

NO_GRADE = 999
"""Where a player without a grade stands among all."""


def read_grade(text: str) -> str:
    """The grade, in lower case. Raises :class:`Refused` for anything else."""
    grade = text.strip()
    if not _GRADE.fullmatch(grade):
        wrong = gettext_noop(
            "“%(text)s” is not a grade. Grades are 99k–1k, 1d–7d, 1p–9p,"
            " and 0k, 0d or 0p while it is not known."
        )
        raise Refused(Problem(sentence(wrong, text=text), column="grade", value=text))
    return grade.lower()


def grade_order(grade: str) -> int:
    """A number by which grades are sorted, the strongest first: 1 for ``9p``, 120 for ``0k``,
    and 999 where there is none."""
    if not _GRADE.fullmatch(grade):
        return NO_GRADE
    number, kind = int(grade[:-1]), grade[-1].lower()
    if kind == "k":
        return 20 + number if number else 120
    return (10 if kind == "p" else 20) - number
