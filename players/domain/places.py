"""Clubs and countries: any text of one line, as typed, or none; the strict register file has rules
of its own (:mod:`players.domain.strict_places`).
"""

from clubscore.problems import Problem, Refused, gettext_noop, sentence
from players.domain.characters import described
from players.domain.names import contracted, is_control

MAX_CLUB_LENGTH = 120
MAX_COUNTRY_LENGTH = 60


def read_club(text: str) -> str:
    """The club, its blanks contracted; empty for none. Raises :class:`Refused`."""
    too_long = gettext_noop("A club has at most %(most)s characters, not %(length)s.")
    return _read("club", text, MAX_CLUB_LENGTH, too_long)


def read_country(text: str) -> str:
    """The country, its blanks contracted; empty for none. Raises :class:`Refused`."""
    too_long = gettext_noop("A country has at most %(most)s characters, not %(length)s.")
    return _read("country", text, MAX_COUNTRY_LENGTH, too_long)


def _read(field: str, text: str, most: int, too_long: str) -> str:
    place = contracted(text)
    odd = next(filter(is_control, place), None)
    if odd:
        control = gettext_noop("Leave the character %(character)s out.")
        message = sentence(control, character=described(odd))
        raise Refused(Problem(message, column=field, value=text))
    if len(place) > most:
        message = sentence(too_long, most=most, length=len(place))
        raise Refused(Problem(message, column=field, value=text))
    return place
