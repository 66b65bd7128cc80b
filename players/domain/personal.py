"""Facts about a player beside the name: birth, telephone, numbers, title, rating.

One reader for each field, for the form, the admin and every importer; a reader gives the text as
it is stored, and an empty text stays empty.

Which facts about players a club uses: all there are, and what follows from what it plays.
"""

import re
from collections.abc import Collection
from datetime import date
from decimal import Decimal
from enum import StrEnum

from clubscore.text.numbers import integer_of, whole_number
from clubscore.text.problems import Problem, Refused, Sentence, sentence

EARLIEST = 1850
"""The first year in which a player may be born."""

MAX_RATING = 4000

MAX_TITLE_LENGTH = 20

MAX_NUMBER_LENGTH = 20
"""The most characters of a number of a member."""

_BORN = re.compile(r"(\d{4})(?:[-./](\d{1,2})[-./](\d{1,2}))?", re.ASCII)

_TELEPHONE = re.compile(r"\+?[0-9 ()/.-]{3,39}", re.ASCII)

_NUMBER = re.compile(rf"[0-9A-Za-z][-./0-9A-Za-z]{{0,{MAX_NUMBER_LENGTH - 1}}}", re.ASCII)

_EGD_PIN = re.compile(r"[0-9]{1,10}", re.ASCII)

_FEDERATION = re.compile(r"[A-Za-z]{3}", re.ASCII)

_HANDICAP = re.compile(r"[-+]?[0-9]{1,3}(?:[.,][0-9]{1,2})?", re.ASCII)

_GENDERS = {
    **dict.fromkeys(("m", "male", "man", "mr", "dhr", "heer"), "m"),
    **dict.fromkeys(("w", "f", "v", "female", "woman", "vrouw", "mrs", "ms", "mw", "dame"), "w"),
    **dict.fromkeys(("x", "other", "anders"), "x"),
}

_FIDE_NUMBER = re.compile(r"[1-9][0-9]{0,10}", re.ASCII)


def read_born(text: str, *, today: date) -> str:
    """A date of birth as ``yyyy-mm-dd``, or the year alone as ``yyyy``.

    Raises :class:`Refused` for anything else, and for a day after ``today``.
    """
    text = text.strip()
    if not text:
        return ""
    match = _BORN.fullmatch(text)
    if not match:
        raise _refused(
            "born",
            text,
            sentence(
                "“%(text)s” is not a date of birth. Write the year, or year, month and day:"
                " 1958 or 1958-03-21.",
                text=text,
            ),
        )
    year, month, day = match.groups()
    try:
        born = date(integer_of(year), integer_of(month or "1"), integer_of(day or "1"))
    except ValueError as error:
        raise _refused(
            "born", text, sentence("There is no such date as “%(text)s”.", text=text)
        ) from error
    if born.year < EARLIEST or born > today:
        raise _refused(
            "born",
            text,
            sentence(
                "A date of birth is between %(earliest)s and today, not %(text)s.",
                earliest=EARLIEST,
                text=text,
            ),
        )
    # The year alone is stored as it is: a made-up day would look like a real one.
    return born.isoformat() if month else year


def read_telephone(text: str) -> str:
    """A telephone number: digits, with ``+`` in front and spaces, ``-``, ``/``, ``.``, ``()``
    between them. Raises :class:`Refused` for anything else."""
    text = " ".join(text.split())
    if text and not _TELEPHONE.fullmatch(text):
        raise _refused(
            "telephone",
            text,
            sentence(
                "“%(text)s” is not a telephone number. Write digits, with + in front for another"
                " country.",
                text=text,
            ),
        )
    return text


def read_fide_number(text: str) -> str:
    """A FIDE number: digits alone. Raises :class:`Refused` for anything else."""
    text = text.strip()
    if text and not _FIDE_NUMBER.fullmatch(text):
        raise _refused(
            "fide_number",
            text,
            sentence("“%(text)s” is not a FIDE number: digits only, at most 11.", text=text),
        )
    return text


def read_national_number(text: str) -> str:
    """A number of the national federation: letters and digits, capitals made of letters.

    Raises :class:`Refused` for anything else.
    """
    return _read_number("national_number", text)


def read_club_number(text: str) -> str:
    """A member's number in the club; as :func:`read_national_number`."""
    return _read_number("club_number", text)


def read_egd_pin(text: str) -> str:
    """A pin of the European Go Database: digits alone. Raises :class:`Refused`."""
    text = text.strip()
    if text and not _EGD_PIN.fullmatch(text):
        raise _refused(
            "egd_pin",
            text,
            sentence("“%(text)s” is not an EGD pin: digits only, at most 10.", text=text),
        )
    return text


def read_rating(text: str, field: str = "rating") -> int | None:
    """A rating of 0 to 4000; ``None`` for an empty text. Raises :class:`Refused`."""
    text = text.strip()
    if not text:
        return None
    rating = whole_number(text, most=MAX_RATING)
    if rating is None:
        raise _refused(
            field,
            text,
            sentence(
                "“%(text)s” is not a rating: a whole number of 0 to %(most)s.",
                text=text,
                most=MAX_RATING,
            ),
        )
    return rating


def read_title(text: str) -> str:
    """A title such as ``FM`` or ``Life Master``; one of up to three letters in capitals.

    Raises :class:`Refused` when it is too long, or has what no line may have.
    """
    text = " ".join(text.split())
    if len(text) > MAX_TITLE_LENGTH or not text.isprintable():
        raise _refused(
            "title",
            text,
            sentence(
                "“%(text)s” is not a title: at most %(most)s letters.",
                text=text,
                most=MAX_TITLE_LENGTH,
            ),
        )
    return text.upper() if len(text) <= 3 else text


def read_federation(text: str) -> str:
    """A federation's code of three letters, in capitals. Raises :class:`Refused`."""
    text = text.strip()
    if text and not _FEDERATION.fullmatch(text):
        raise _refused(
            "federation",
            text,
            sentence("“%(text)s” is not a federation: three letters, such as NED.", text=text),
        )
    return text.upper()


def read_gender(text: str) -> str:
    """``m``, ``w`` or ``x`` from a letter or a word, in English or Dutch; empty stays empty.

    Raises :class:`Refused` for anything else.
    """
    text = text.strip()
    gender = _GENDERS.get(text.casefold().rstrip("."), "" if not text else None)
    if gender is None:
        raise _refused(
            "gender", text, sentence("“%(text)s” is not a gender. Write m, w or x.", text=text)
        )
    return gender


def read_handicap(text: str) -> Decimal | None:
    """A handicap of -999.99 to 999.99 with at most two decimals, with a point or a comma.

    ``None`` for an empty text. Raises :class:`Refused` for anything else.
    """
    text = text.strip()
    if not text:
        return None
    if not _HANDICAP.fullmatch(text):
        raise _refused(
            "handicap",
            text,
            sentence(
                "“%(text)s” is not a handicap: a number of at most 999.99, with two decimals at "
                "most.",
                text=text,
            ),
        )
    return Decimal(text.replace(",", "."))


def _read_number(field: str, text: str) -> str:
    text = "".join(text.split())
    if text and not _NUMBER.fullmatch(text):
        raise _refused(
            field,
            text,
            sentence(
                "“%(text)s” is not a member number: letters, digits and - . / only, at most "
                "%(most)s.",
                text=text,
                most=MAX_NUMBER_LENGTH,
            ),
        )
    return text.upper()


def _refused(field: str, text: str, message: Sentence) -> Refused:
    return Refused(Problem(message, column=field, value=text))


class Game(StrEnum):
    """What a club plays."""

    BRIDGE = "bridge"
    CHESS = "chess"
    GO = "go"


_ALWAYS = frozenset({"club_number", "club", "born", "email", "telephone", "note"})

RATINGS = ("rating", "rapid", "blitz")
"""The ratings of a player: the standard one, for want of which others are usually shown, and those
for short games."""

_OF_GAMES: dict[Game, frozenset[str]] = {
    Game.BRIDGE: frozenset({"national_number", "handicap"}),
    Game.CHESS: frozenset(
        {"national_number", "fide_number", "title", *RATINGS, "federation", "gender"}
    ),
    Game.GO: frozenset({"grade", "egd_pin", "country"}),
}

FACTS = (
    "club_number",
    "national_number",
    "fide_number",
    "egd_pin",
    "title",
    "rating",
    "rapid",
    "blitz",
    "grade",
    "handicap",
    "club",
    "federation",
    "country",
    "born",
    "gender",
    "email",
    "telephone",
    "note",
)
"""Every fact, in the order in which pages and files show them."""


def usual_facts(games: Collection[Game]) -> tuple[str, ...]:
    """The facts that clubs use that play these games, in the order of :data:`FACTS`."""
    used = _ALWAYS.union(*(_OF_GAMES[game] for game in games))
    return in_order(used)


def in_order(facts: Collection[str]) -> tuple[str, ...]:
    """The members of :data:`FACTS` that are among ``facts``, in that order."""
    return tuple(fact for fact in FACTS if fact in facts)
