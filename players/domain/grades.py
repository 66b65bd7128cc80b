"""Grades of go players: ``1p``–``9p``, ``1d``–``7d``, ``1k``–``99k``, and ``0p 0d 0k``, unknown
until the registration closes. Stored in lower case. Source: the register file's grammar (GRADE).
"""

import re

from clubscore.problems import Problem, Refused, gettext_noop, sentence

_GRADE = re.compile(r"0[pdk]|[1-9]p|[1-7]d|[1-9][0-9]?k", re.ASCII | re.IGNORECASE)


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
