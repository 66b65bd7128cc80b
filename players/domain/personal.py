"""Personal data of a player beside the name: birth, telephone, FIDE number.

One reader for each field, for the form, the admin and every importer; a reader gives the text as
it is stored, and an empty text stays empty.
"""

import re
from datetime import date

from clubscore.problems import Problem, Refused, Sentence, gettext_noop, sentence

EARLIEST = 1850
"""The first year in which a player may be born."""

_BORN = re.compile(r"(\d{4})(?:[-./](\d{1,2})[-./](\d{1,2}))?", re.ASCII)
_TELEPHONE = re.compile(r"\+?[0-9 ()/.-]{3,39}", re.ASCII)
_FIDE_NUMBER = re.compile(r"[1-9][0-9]{0,10}", re.ASCII)


def read_born(text: str, *, today: date) -> str:
    """A date of birth as ``yyyy-mm-dd``, or the year alone as ``yyyy``.

    Raises :class:`Refused` for anything else, and for a day after ``today``.
    """
    text = text.strip()
    if not text:
        return ""
    found = _BORN.fullmatch(text)
    if not found:
        form = gettext_noop(
            "“%(text)s” is not a date of birth. Write the year, or year, month and day:"
            " 1958 or 1958-03-21."
        )
        raise _refused("born", text, sentence(form, text=text))
    year, month, day = found.groups()
    try:
        born = date(int(year), int(month or 1), int(day or 1))
    except ValueError as error:
        no_day = gettext_noop("There is no such date as “%(text)s”.")
        raise _refused("born", text, sentence(no_day, text=text)) from error
    if born.year < EARLIEST or born > today:
        range_ = gettext_noop("A date of birth is between %(earliest)s and today, not %(text)s.")
        raise _refused("born", text, sentence(range_, earliest=EARLIEST, text=text))
    # The year alone is stored as it is: a made-up day would look like a real one.
    return born.isoformat() if month else year


def read_telephone(text: str) -> str:
    """A telephone number: digits, with ``+`` in front and spaces, ``-``, ``/``, ``.``, ``()``
    between them. Raises :class:`Refused` for anything else."""
    text = " ".join(text.split())
    if text and not _TELEPHONE.fullmatch(text):
        wrong = gettext_noop(
            "“%(text)s” is not a telephone number. Write digits, with + in front for another"
            " country."
        )
        raise _refused("telephone", text, sentence(wrong, text=text))
    return text


def read_fide_number(text: str) -> str:
    """A FIDE number: digits alone. Raises :class:`Refused` for anything else."""
    text = text.strip()
    if text and not _FIDE_NUMBER.fullmatch(text):
        wrong = gettext_noop("“%(text)s” is not a FIDE number: digits only, at most 11.")
        raise _refused("fide_number", text, sentence(wrong, text=text))
    return text


def _refused(field: str, text: str, message: Sentence) -> Refused:
    return Refused(Problem(message, column=field, value=text))
