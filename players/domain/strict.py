"""Names by the grammar of the old register file, for its strict format alone: the parts and their
capitals. Every other door takes names as they are (:mod:`players.domain.names`).

Terms: a *part* is letters, with single apostrophes or hyphens between them; a *name* is
``[given [middle]] family``, where given and family are one part and middle is any number; the
``[given [middle]]`` of it are its *forenames*.
Source: the register file's grammar (NAME, NAME-GF, NAME-FG, GIVEN, FAMILY).

Clubs and countries of the strict register file: letters, with single hyphens or spaces between
them, as typed.

A club is never empty; an empty country is ``UK``. Source: the register file's grammar (CLUB,
COUNTRY).
"""

from dataclasses import dataclass

from clubscore.text.problems import Problem, Refused, Sentence, gettext_noop, sentence
from players.domain.characters import (
    clean,
    contract,
    described,
    is_joined,
    search_key,
    shown,
    stranger,
)
from players.domain.name_parts import split_last_particle
from players.domain.names import MAX_CLUB_LENGTH, MAX_COUNTRY_LENGTH, MAX_LENGTH, Name, make_name

_MARKS = "'-"


@dataclass(frozen=True, slots=True)
class StrictName:
    """A name by the grammar: given and family are one part each, middle none or more; family is
    never empty."""

    given: str
    middle: str
    family: str

    def __str__(self) -> str:
        return " ".join(part for part in (self.given, self.middle, self.family) if part)

    @property
    def forenames(self) -> str:
        """Given and middle name."""
        return f"{self.given} {self.middle}".rstrip(" ")

    @property
    def key(self) -> str:
        """Equal for two names of the same player: case does not matter."""
        return str(self).casefold()

    def as_name(self) -> Name:
        """The name as the register stores it: what is a particle at the end of the middle name is
        one.

        Raises :class:`Refused` where the parts together are longer than a name.
        """
        given, particle = split_last_particle(self.middle)
        given = f"{self.given} {given}".rstrip(" ")
        return make_name(given=given, particle=particle, family=self.family, text=str(self))


def strict_name_of(name: Name) -> StrictName:
    """A name of the register by the grammar. Raises :class:`Refused` where it does not fit."""
    return read_strict_name(f"{name.given} {name.particle} {name.family}")


def read_strict_name(text: str) -> StrictName:
    """The name from ``[given [middle]] family``; one word is the family name.

    Raises :class:`Refused`, naming the word that cannot be part of a name.
    """
    *forenames, family = _words(text)
    return _checked(_first(forenames), _others(forenames), family)


def read_name_family_first(text: str) -> StrictName:
    """The name from ``family [given [middle]]``; refuses as :func:`read_strict_name` does."""
    family, *forenames = _words(text)
    return _checked(_first(forenames), _others(forenames), family)


def read_family(text: str) -> str:
    """A family name alone, with its capital. Raises :class:`Refused`; it is never empty."""
    return _read_field("family", text)


def read_forenames(text: str) -> tuple[str, str]:
    """Given and middle name from ``[given [middle]]``, each with its capital; empty without one.

    Raises :class:`Refused`, naming the word that cannot be part of a name.
    """
    forenames = clean(text).split(" ")
    return _read_field("given", _first(forenames)), _read_field("middle", _others(forenames))


def make_strict_name(*, given: str, middle: str, family: str) -> StrictName:
    """The name from its three fields, each cleaned, checked and with its capital.

    Raises :class:`Refused` with a problem for each field that is wrong; its ``column`` is
    ``given``, ``middle`` or ``family``.
    """
    return _checked(clean(given), clean(middle), clean(family))


def _checked(given: str, middle: str, family: str) -> StrictName:
    fields = {"given": given, "middle": middle, "family": family}
    problems = [problem for field, text in fields.items() if (problem := _problem_of(field, text))]
    # Written as one text, it would be read as the given name.
    if middle and not given:
        problems.append(
            Problem(
                sentence("A middle name needs a given name before it, and there is none."),
                column="middle",
                value=middle,
            )
        )
    if problems:
        raise Refused(*problems)
    return StrictName(*map(_with_capital, fields.values()))


def _words(text: str) -> list[str]:
    """The words of a whole name, at least one."""
    words = clean(text).split(" ")
    if words == [""]:
        raise Refused(
            Problem(
                sentence("The name is missing; the family name at least is needed."), value=text
            )
        )
    return words


def _first(words: list[str]) -> str:
    return words[0] if words else ""


def _others(words: list[str]) -> str:
    return " ".join(words[1:])


def _read_field(field: str, text: str) -> str:
    cleaned = clean(text)
    problem = _problem_of(field, cleaned)
    if problem:
        raise Refused(problem)
    return _with_capital(cleaned)


def _with_capital(text: str) -> str:
    """The first character made a capital, where that is a single character."""
    # Not for ß, ŉ or ﬁ, whose capitals are two letters; title case, for ǆ has one of its own.
    capital = text[:1].title()
    return capital + text[1:] if len(capital) == 1 else text


def _problem_of(field: str, text: str) -> Problem | None:
    message = _message_for(field, text)
    return Problem(message, column=field, value=text or None) if message else None


def _message_for(field: str, text: str) -> Sentence | None:
    if not text:
        return sentence("The family name is missing.") if field == "family" else None
    words = text.split(" ")
    for word in words:
        if not is_joined(word, _MARKS):
            return _wrong_word(word)
    if field != "middle" and len(words) > 1:
        return sentence(_ONE_WORD[field], text=shown(text))
    length = len(text)
    if not text.isascii():
        # Without case, or without accents, a few letters become several: ß, ŉ, ﬃ.
        length = max(length, len(text.casefold()), len(search_key(text)))
    if length > MAX_LENGTH:
        return sentence(
            "A name has at most %(most)s characters, not %(length)s.",
            length=length,
            most=MAX_LENGTH,
        )
    return None


_ONE_WORD = {
    "family": gettext_noop(
        '"%(text)s" is more than one word, and a family name is one: join the words with hyphens,'
        " or put all but the last into the middle name."
    ),
    "given": gettext_noop(
        '"%(text)s" is more than one word, and a given name is one: join the words with hyphens,'
        " or put all but the first into the middle name."
    ),
}


def _wrong_word(word: str) -> Sentence:
    """What is wrong with a word that cannot be part of a name, and how to fix it."""
    if not word.strip("_-?"):
        return sentence(
            '"%(word)s" does not stand for a missing name: leave it out. One word alone is the'
            " family name, which every player has.",
            word=shown(word),
        )
    if is_joined(word.removesuffix(","), _MARKS):
        return sentence(
            '"%(word)s" has a comma: leave it out. Where family names stand first, the column is'
            " NAME-FG.",
            word=shown(word),
        )
    character = stranger(word, _MARKS)
    if character is None:
        return sentence(
            '"%(word)s" cannot be part of a name: a hyphen or apostrophe must be between two'
            " letters.",
            word=shown(word),
        )
    return sentence(
        '"%(word)s" cannot be part of a name: %(character)s is not a letter. Names have letters'
        " only, with single hyphens or apostrophes between them.",
        word=shown(word),
        character=described(character),
    )


USUAL_COUNTRY = "UK"

_PLACE_MARKS = "- "

_DROPPED = {ord(each): None for each in "'.\u2019`\u00b4"}


def read_strict_club(text: str) -> str:
    """The club, its spaces contracted. Raises :class:`Refused`, also when there is none."""
    club = contract(text)
    if not club:
        raise Refused(
            Problem(
                sentence("The club is missing; every player needs one."), column="club", value=text
            )
        )
    return _checked_place(club, _CLUB)


def read_strict_country(text: str) -> str:
    """The country, its spaces contracted; ``UK`` when there is none. Raises :class:`Refused`."""
    country = contract(text)
    return _checked_place(country, _COUNTRY) if country else USUAL_COUNTRY


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


def _checked_place(text: str, kind: _Kind) -> str:
    message = _place_message(text, kind)
    if message:
        raise Refused(Problem(message, column=kind.field, value=text))
    return text


def _place_message(text: str, kind: _Kind) -> Sentence | None:
    character = stranger(text, _PLACE_MARKS)
    if character is not None:
        message = sentence(kind.letters, text=shown(text), character=described(character))
        return _with_suggestion(message, text)
    if not is_joined(text, _PLACE_MARKS):
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
    if not is_joined(suggestion, _PLACE_MARKS):
        return message
    return sentence(
        '%(message)s Write "%(suggestion)s".', message=message, suggestion=shown(suggestion)
    )


def _suggestion(text: str) -> str:
    """The text without apostrophes and full stops; spaces for other marks, hyphens where
    allowed."""
    dropped = text.translate(_DROPPED)
    letters = "".join(each if each.isalpha() or each == "-" else " " for each in dropped)
    parts = ("-".join(filter(None, word.split("-"))) for word in letters.split(" "))
    return " ".join(filter(None, parts))
