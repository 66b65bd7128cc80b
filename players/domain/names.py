"""Names of players: the grammar, the capitals, and when two names are one player's.

One rule for the form, the register file, the admin and a visitor added at the table. Terms: a
*part* is letters, with single apostrophes or hyphens between them; a *name* is
``[given [middle]] family``, where given and family are one part and middle is any number.
Source: the register file's grammar (NAME, NAME-GF).
"""

import re
import unicodedata
from dataclasses import dataclass

from clubscore.problems import Problem, Refused, gettext_noop, sentence

LONGEST = 80
"""The most characters of one field of a name."""

_MARK = re.compile(r"['-]")
_COMBINING = re.compile(r"[\u0300-\u036f]")


@dataclass(frozen=True, slots=True)
class Name:
    """A player's name: given and family are one part each, middle none or more; family is
    never empty."""

    given: str
    middle: str
    family: str

    def __str__(self) -> str:
        return " ".join(part for part in (self.given, self.middle, self.family) if part)

    @property
    def key(self) -> str:
        """Equal for two names of one player: case does not matter."""
        return str(self).casefold()

    @property
    def search_text(self) -> str:
        """The name as it is searched: without case and accents."""
        return search_key(str(self))

    @property
    def sort_key(self) -> str:
        """What names are sorted by: the family name first, without case and accents."""
        return search_key(f"{self.family} {self.given} {self.middle}")

    @property
    def initials(self) -> str:
        """The first letter of every part: ``C. F.``."""
        parts = f"{self.given} {self.middle} {self.family}".split()
        return " ".join(f"{part[0].upper()}." for part in parts)

    @property
    def public(self) -> "Name":
        """The name of somebody who is shown by initials: nothing of it is left but these."""
        return Name("", "", self.initials)


def read_name(text: str) -> Name:
    """The name from ``[given [middle]] family``; one word is the family name.

    Raises :class:`Refused`, saying which word is none of a name.
    """
    words = clean(text).split()
    if not words:
        raise Refused(Problem(sentence(gettext_noop("A name is missing.")), value=text))
    return make_name(
        given=words[0] if len(words) > 1 else "",
        middle=" ".join(words[1:-1]),
        family=words[-1],
    )


def make_name(*, given: str, middle: str, family: str) -> Name:
    """The name from its three fields, each cleaned, checked and with its capital.

    Raises :class:`Refused` with a problem for each field that is wrong; its ``column`` is
    ``given``, ``middle`` or ``family``.
    """
    fields = {"given": clean(given), "middle": clean(middle), "family": clean(family)}
    problems = []
    for field, text in fields.items():
        problem = _problem_of(field, text)
        if problem:
            problems.append(problem)
    if problems:
        raise Refused(*problems)
    return Name(**{field: _with_capital(text) for field, text in fields.items()})


def clean(text: str) -> str:
    """NFC, the typographer's apostrophe made plain, spaces trimmed and contracted to one."""
    return " ".join(unicodedata.normalize("NFC", text).replace("\u2019", "'").split())


def search_key(text: str) -> str:
    """A text as it is searched: without case and accents, spaces contracted."""
    decomposed = unicodedata.normalize("NFKD", clean(text))
    return _COMBINING.sub("", decomposed).casefold()


def _with_capital(text: str) -> str:
    """The first character made a capital, where it has one of a single character."""
    capital = text[:1].upper()
    return capital + text[1:] if len(capital) == 1 else text


def _problem_of(field: str, text: str) -> Problem | None:
    if not text:
        if field != "family":
            return None
        return Problem(sentence(gettext_noop("The family name is missing.")), column=field)
    words = text.split()
    if field != "middle" and len(words) > 1:
        one_word = gettext_noop(
            "“%(text)s” is more than one word; put all but the first and the last part of a name"
            " into the middle name, or join them with a hyphen."
        )
        return Problem(sentence(one_word, text=text), column=field, value=text)
    for word in words:
        if not all(part.isalpha() for part in _MARK.split(word)):
            not_a_part = gettext_noop(
                "“%(word)s” cannot be part of a name: letters only, with single hyphens or"
                " apostrophes between them."
            )
            return Problem(sentence(not_a_part, word=word), column=field, value=text)
    # Without case, or without accents, a few letters become several: ß, ŉ, ﬃ.
    length = max(map(len, (text, text.casefold(), search_key(text))))
    if length > LONGEST:
        too_long = gettext_noop("A name has at most %(most)s characters, not %(length)s.")
        return Problem(sentence(too_long, length=length, most=LONGEST), column=field, value=text)
    return None
