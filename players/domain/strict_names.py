"""Names by the grammar of the old register file, for its strict format alone: the parts and their
capitals. Every other door takes names as they are (:mod:`players.domain.names`).

Terms: a *part* is letters, with single apostrophes or hyphens between them; a *name* is
``[given [middle]] family``, where given and family are one part and middle is any number; the
``[given [middle]]`` of it are its *forenames*.
Source: the register file's grammar (NAME, NAME-GF, NAME-FG, GIVEN, FAMILY).
"""

from dataclasses import dataclass

from clubscore.problems import Problem, Refused, Sentence, gettext_noop, sentence
from players.domain.characters import clean, described, is_joined, shown, stranger
from players.domain.folding import search_key
from players.domain.name_parts import split_last_particle
from players.domain.names import MAX_LENGTH, Name, make_name

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
        first = gettext_noop("A middle name needs a given name before it, and there is none.")
        problems.append(Problem(sentence(first), column="middle", value=middle))
    if problems:
        raise Refused(*problems)
    return StrictName(*map(_with_capital, fields.values()))


def _words(text: str) -> list[str]:
    """The words of a whole name, at least one."""
    words = clean(text).split(" ")
    if words == [""]:
        missing = gettext_noop("The name is missing; the family name at least is needed.")
        raise Refused(Problem(sentence(missing), value=text))
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
        missing = gettext_noop("The family name is missing.")
        return sentence(missing) if field == "family" else None
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
        too_long = gettext_noop("A name has at most %(most)s characters, not %(length)s.")
        return sentence(too_long, length=length, most=MAX_LENGTH)
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
        nothing = gettext_noop(
            '"%(word)s" does not stand for a missing name: leave it out. One word alone is the'
            " family name, which every player has."
        )
        return sentence(nothing, word=shown(word))
    if is_joined(word.removesuffix(","), _MARKS):
        comma = gettext_noop(
            '"%(word)s" has a comma: leave it out. Where family names stand first, the column is'
            " NAME-FG."
        )
        return sentence(comma, word=shown(word))
    character = stranger(word, _MARKS)
    if character is None:
        marks = gettext_noop(
            '"%(word)s" cannot be part of a name: a hyphen or apostrophe must be between two'
            " letters."
        )
        return sentence(marks, word=shown(word))
    letters = gettext_noop(
        '"%(word)s" cannot be part of a name: %(character)s is not a letter. Names have letters'
        " only, with single hyphens or apostrophes between them."
    )
    return sentence(letters, word=shown(word), character=described(character))
