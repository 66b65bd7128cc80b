"""The value of each fact from a cell: tidied, and read by the register's own readers."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from functools import partial

from clubscore.problems import Problem, Refused, gettext_noop, sentence
from players.domain import grades, notes, personal, places
from players.domain.characters import shown
from players.formats.members import tidying
from players.formats.members.facts import Fact

Reader = Callable[[str], str]
"""The text of a cell as the player's field holds it. Raises :class:`Refused`."""

MAX_EMAIL_LENGTH = 254
_EMAIL = re.compile(r"[^\s@,;<>()\"]{1,64}@(?:[\w-]{1,63}\.)+[^\W_]{2,63}")


def readers(today: date) -> Mapping[Fact, Reader]:
    """The readers of the facts of a player beside the name."""
    return {
        Fact.NATIONAL_NUMBER: _tidied(tidying.tidy_number, personal.read_national_number),
        Fact.CLUB_NUMBER: _tidied(tidying.tidy_number, personal.read_club_number),
        Fact.FIDE_NUMBER: _tidied(_tidy_fide_number, personal.read_fide_number),
        Fact.EGD_PIN: _tidied(tidying.tidy_number, personal.read_egd_pin),
        Fact.RATING: _tidied(tidying.tidy_rating, _read_rating),
        Fact.GRADE: _tidied(tidying.tidy_grade, grades.read_grade),
        Fact.TITLE: personal.read_title,
        Fact.CLUB: places.read_club,
        Fact.COUNTRY: places.read_country,
        Fact.FEDERATION: personal.read_federation,
        Fact.BORN: partial(_read_born, today=today),
        Fact.GENDER: _tidied(tidying.tidy_gender, personal.read_gender),
        Fact.EMAIL: _tidied(tidying.tidy_email, read_email),
        Fact.TELEPHONE: _tidied(tidying.tidy_telephone, personal.read_telephone),
        Fact.HANDICAP: _read_handicap,
        Fact.NOTE: notes.read_note,
    }


def read_email(text: str) -> str:
    """An e-mail address; Raises :class:`Refused` for anything else."""
    if text and (not _EMAIL.fullmatch(text) or len(text) > MAX_EMAIL_LENGTH):
        wrong = gettext_noop('"%(text)s" is not an e-mail address, such as ann@example.org.')
        raise Refused(Problem(sentence(wrong, text=shown(text)), column="email", value=text))
    return text


def _tidied(tidy: Reader, read: Reader) -> Reader:
    return lambda text: read(tidy(text))


def _tidy_fide_number(text: str) -> str:
    """Without the 0 that lists of federations have for nobody's number."""
    return tidying.tidy_number(text).lstrip("0")


def _read_rating(text: str) -> str:
    rating = personal.read_rating(text)
    return str(rating) if rating else ""


def _read_handicap(text: str) -> str:
    handicap = personal.read_handicap(text.strip())
    # Without zeros at the end, which the database adds.
    return "" if handicap is None else f"{handicap.normalize():f}"


def _read_born(text: str, *, today: date) -> str:
    tidy = tidying.tidy_date(text, today=today)
    try:
        return personal.read_born(tidy, today=today)
    except Refused as refusal:
        # As it was typed: “31-2-1958”, and not what it was taken for.
        raise Refused(*(_as_typed(each, text) for each in refusal.problems)) from refusal


def _as_typed(problem: Problem, text: str) -> Problem:
    values = dict(problem.message.values) | {"text": shown(text)}
    return replace(problem, message=sentence(problem.message.template, **values), value=text)
