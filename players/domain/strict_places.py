"""Clubs and countries of the strict register file: letters, with single hyphens or spaces between
them, as typed.

A club is never empty; an empty country is ``UK``. Source: the register file's grammar (CLUB,
COUNTRY).
"""

from dataclasses import dataclass

from clubscore.problems import Problem, Refused, Sentence, gettext_noop, sentence
from players.domain.characters import contract, described, is_joined, shown, stranger
from players.domain.places import MAX_CLUB_LENGTH, MAX_COUNTRY_LENGTH

USUAL_COUNTRY = "UK"

_MARKS = "- "
_DROPPED = {ord(each): None for each in "'.\u2019`\u00b4"}


def read_strict_club(text: str) -> str:
    """The club, its spaces contracted. Raises :class:`Refused`, also when there is none."""
    club = contract(text)
    if not club:
        missing = gettext_noop("The club is missing; every player needs one.")
        raise Refused(Problem(sentence(missing), column="club", value=text))
    return _checked(club, _CLUB)


def read_strict_country(text: str) -> str:
    """The country, its spaces contracted; ``UK`` when there is none. Raises :class:`Refused`."""
    country = contract(text)
    return _checked(country, _COUNTRY) if country else USUAL_COUNTRY


@dataclass(frozen=True, slots=True)
class _Kind:
    """The sentences of a field, and the most characters of it."""

    field: str
    max_length: int
    too_long: str
    letters: str
    marks: str


_CLUB = _Kind(
    "club",
    MAX_CLUB_LENGTH,
    gettext_noop("A club has at most %(most)s characters, not %(length)s."),
    gettext_noop(
        '"%(text)s" is not a club: %(character)s is not a letter. Clubs have letters only, with'
        " single hyphens or spaces between them."
    ),
    gettext_noop('"%(text)s" is not a club: a hyphen must be between two letters.'),
)
_COUNTRY = _Kind(
    "country",
    MAX_COUNTRY_LENGTH,
    gettext_noop("A country has at most %(most)s characters, not %(length)s."),
    gettext_noop(
        '"%(text)s" is not a country: %(character)s is not a letter. Countries have letters only,'
        " with single hyphens or spaces between them."
    ),
    gettext_noop('"%(text)s" is not a country: a hyphen must be between two letters.'),
)


def _checked(text: str, kind: _Kind) -> str:
    message = _message_for(text, kind)
    if message:
        raise Refused(Problem(message, column=kind.field, value=text))
    return text


def _message_for(text: str, kind: _Kind) -> Sentence | None:
    character = stranger(text, _MARKS)
    if character is not None:
        message = sentence(kind.letters, text=shown(text), character=described(character))
        return _with_suggestion(message, text)
    if not is_joined(text, _MARKS):
        return _with_suggestion(sentence(kind.marks, text=shown(text)), text)
    if len(text) > kind.max_length:
        return sentence(kind.too_long, most=kind.max_length, length=len(text))
    return None


def _with_suggestion(message: Sentence, text: str) -> Sentence:
    """The message, and what could be written instead where that is clear."""
    # Dropping a digit would make another place of it: "Paris 5".
    if any(each.isdigit() for each in text):
        words = gettext_noop("%(message)s Leave a number out, or write it as a word.")
        return sentence(words, message=message)
    suggestion = _suggestion(text)
    if not is_joined(suggestion, _MARKS):
        return message
    instead = gettext_noop('%(message)s Write "%(mended)s".')
    return sentence(instead, message=message, mended=shown(suggestion))


def _suggestion(text: str) -> str:
    """Without apostrophes and full stops, spaces for other marks, hyphens where allowed."""
    dropped = text.translate(_DROPPED)
    letters = "".join(each if each.isalpha() or each == "-" else " " for each in dropped)
    parts = ("-".join(filter(None, word.split("-"))) for word in letters.split(" "))
    return " ".join(filter(None, parts))
