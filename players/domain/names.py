"""Names of people, as they are typed: any text of one line, with parts for sorting and for little
room.

The parts are *given*, *particle* (``van der``) and *family*; given or family may be empty, not
both. They are recognised (:mod:`players.domain.name_parts`) and can be corrected, so a name need
not have its parts in the order of its text: ``Li Wei`` with the family name Li.

The name of somebody whose given and family names a tournament file splits at a comma: ``van der
Berg,Jan Willem``, ``O’Neill, Mary-Jane``, ``Smith jr.,A.``.

Names where there is little room, such as a traveller: the family name, and as much more as
tells people apart.

``Van der Berg``; two Smiths are ``J. Smith`` and ``K. Smith``, two J. Smiths ``John Smith`` and
``Jane Smith``.

The name of a player who was erased: unique, and valid by the rules of every register file, so
that results still have a name that can be typed and read.

Clubs and countries: any text of one line, as typed, or none; the strict register file has rules
of its own (:mod:`players.domain.strict`).

A note on a player: any text of one line. Source: the register file's grammar (NOTE).
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from clubscore.text.numbers import integer_of
from clubscore.text.problems import Problem, Refused, Sentence, gettext_noop, sentence
from players.domain.characters import described, match_key, search_key
from players.domain.name_parts import (
    GENERATIONS,
    is_title,
    recognise,
    split_last_particle,
    split_particle,
)

MAX_LENGTH = 80
"""The most characters of a name, and of each of its parts."""

TWO_PEOPLE = sentence("Give two people different names, for example with a second initial.")
"""How to go on where a name is somebody else’s already."""

MAX_STORED_LENGTH = 3 * MAX_LENGTH + 2
"""Registers had names of three such parts once, which are longer than a new one may be; and
without case, one character of a name becomes three at most."""

_BLANKS = re.compile(r"[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")

_JOINERS = "\u200c\u200d"
"""Invisible, and letters of some scripts join or part at them."""

_BEFORE_SORTING = re.compile("^['\u2019\u2018][sS]-")
"""’s-Gravesande is sorted under G."""


@dataclass(frozen=True, slots=True)
class Name:
    """A person's name: the text as typed, and its parts."""

    text: str
    given: str = ""
    particle: str = ""
    family: str = ""

    def __str__(self) -> str:
        return self.text

    @property
    def surname(self) -> str:
        """The family name with its particle; the given name of somebody who has no other."""
        return f"{self.particle} {self.family}".strip() or self.given

    @property
    def forenames(self) -> str:
        """The given name beside the surname; empty when it is the surname."""
        return self.given if self.family else ""

    @property
    def is_doubtful(self) -> bool:
        """Whether the parts are a guess that is worth a question."""
        guess = recognise(self.text)
        found = (guess.given, guess.particle, guess.family)
        return guess.is_doubtful and found == (self.given, self.particle, self.family)

    @property
    def key(self) -> str:
        """Equal for two texts of the same name: case does not matter."""
        return self.text.casefold()

    @property
    def match_key(self) -> str:
        """Equal where two spellings may be one person's: without case, accents, blanks, hyphens
        and apostrophes."""
        return match_key(self.text)[:MAX_STORED_LENGTH]

    @property
    def search_text(self) -> str:
        """The name as it is searched: without case and accents."""
        return search_key(self.text)[:MAX_STORED_LENGTH]

    def sort_key(self, by_particle: bool) -> str:
        """What names are sorted by: the family name first, without case and accents, its particle
        in front (``by_particle``) or at the end."""
        family = _BEFORE_SORTING.sub("", self.family)
        if by_particle:
            return search_key(f"{self.particle} {family} {self.given}")[:MAX_STORED_LENGTH]
        return search_key(f"{family} {self.given} {self.particle}")[:MAX_STORED_LENGTH]

    def listed(self, by_particle: bool) -> str:
        """The name in a sorted list: ``Berg, Jan van der``, or ``van der Berg, Jan``."""
        if not self.family:
            return self.given
        first = self.surname if by_particle else self.family
        rest = (self.given, "" if by_particle else self.particle)
        return ", ".join(filter(None, (first, " ".join(filter(None, rest))))) + self._mark

    @property
    def _mark(self) -> str:
        """What tells the name apart, which is in none of its parts: `` (Oxford)``."""
        return "" if self.family.endswith(")") else self.text.removeprefix(without_mark(self.text))

    @property
    def initials(self) -> str:
        """The first letter or digit of every word: ``C. F.``."""
        first = (next(filter(str.isalnum, word), "") for word in self.text.split(" "))
        return " ".join(f"{each.upper()}." for each in first if each)

    @property
    def public(self) -> "Name":
        """The name of somebody who is shown by initials: these, and nothing else."""
        return Name(self.initials, family=self.initials)


def read_name(text: str) -> Name:
    """The name of a text, with its parts as recognised; ``Smith, Ann`` is ``Ann Smith``.

    Raises :class:`Refused` for what no name may be: nothing, more than 80 characters, a line end.
    """
    typed = _checked(text)
    if (name := given_first(typed)) != typed:
        return _by_comma(typed)
    parts = recognise(name)
    return Name(name, parts.given, parts.particle, parts.family)


def _by_comma(typed: str) -> Name:
    """The name of ``Berg, Jan van der``, ``van der Berg, Jan``, ``Berg van der, Jan`` and
    ``Smit-van 't Hof, Els``: the comma says which words are the family name; a particle in front of
    it or behind it stands apart."""
    before, _comma, behind = (part.strip() for part in typed.partition(","))
    in_front, family = split_particle(before)
    given, particle = split_last_particle(behind)
    family, at_end = split_last_particle(family)
    if not family:
        family, at_end = at_end, ""
    if not given:
        # "Al" is a given name, too.
        given, particle = particle, ""
    particle = " ".join(filter(None, (particle, in_front, at_end)))
    return Name(" ".join(filter(None, (given, particle, family))), given, particle, family)


def make_name(*, given: str, particle: str, family: str, text: str = "") -> Name:
    """The name of these parts; its text is theirs in this order unless given.

    Parts that have not the words of the text, such as none at all, are recognised in it. Raises
    :class:`Refused` as :func:`read_name` does.
    """
    parts = [contracted(part) for part in (given, particle, family)]
    joined = " ".join(filter(None, parts))
    whole = given_first(_checked(text)) if contracted(text) else _checked(joined)
    of_parts = any(has_words(joined, words) for words in (whole, without_mark(whole)))
    if not of_parts or not (parts[0] or parts[2]):
        return read_name(whole)
    if not parts[2]:
        # A particle belongs to a family name, and alone it is one.
        parts = [parts[0], "", parts[1]]
    return Name(whole, *parts)


def without_mark(text: str) -> str:
    """A name without what tells it apart from another, which is in none of its parts: ``Jan
    Jansen`` of ``Jan Jansen (Oxford)``."""
    name, bracket, _ = text.removesuffix(")").rpartition(" (")
    return name if bracket and text.endswith(")") and name else text


def has_words(text: str, other: str) -> bool:
    """Whether two texts have the same words, in any order."""
    return sorted(contracted(text).split(" ")) == sorted(contracted(other).split(" "))


def given_first(text: str) -> str:
    """``Finch, Clara``, as lists show it, as ``Clara Finch``; else the text."""
    family, _comma, given = (part.strip() for part in text.partition(","))
    is_listed = family and given and "," not in given
    return text if not is_listed or given.casefold() in GENERATIONS else f"{given} {family}"


def contracted(text: str) -> str:
    """NFC, without blanks at the ends, every run of blanks one space."""
    return _BLANKS.sub(" ", unicodedata.normalize("NFC", text)).strip(" ")


def _checked(text: str) -> str:
    name = contracted(text)
    message = _message_for(name)
    if message:
        raise Refused(Problem(message, column="name", value=text))
    return name


def _message_for(name: str) -> Sentence | None:
    if not name:
        return sentence("The name is missing.")
    if len(name) > MAX_LENGTH:
        too_long = gettext_noop("A name has at most %(most)s characters, not %(length)s.")
        return sentence(too_long, most=MAX_LENGTH, length=len(name))
    odd = next(filter(is_control, name), None)
    if odd:
        return sentence(
            "A name cannot have the character %(character)s: leave it out.",
            character=described(odd),
        )
    if not any(map(str.isalnum, name)):
        return sentence("“%(name)s” is not a name: it has no letter and no digit.", name=name)
    return None


def is_control(character: str) -> bool:
    """Whether a character is a control character, a tab, the end of a line, or cannot be seen or
    stored."""
    kind = unicodedata.category(character)
    return kind in {"Cc", "Cs", "Zl", "Zp"} or (kind == "Cf" and character not in _JOINERS)


def written_name(*, given: str, family: str) -> Name | None:
    """The name of these two; without a given name its parts are recognised.

    ``None`` for what no name may be, such as more than 80 characters.
    """
    try:
        if not contracted(given) or not contracted(family):
            return read_name(given + family)
        particle, rest = split_particle(contracted(family))
        return make_name(given=given, particle=particle, family=rest)
    except Refused:
        return None


def short_names(names: Sequence[Name]) -> list[str]:
    """The short name of each, unlike that of everybody else among them."""
    people = {name.key: name for name in names}
    short: dict[str, str] = {}
    remaining = list(people.values())
    for write in (_surname, _with_initial, _with_initials, _with_given):
        written = [(name, write(name)) for name in remaining]
        count = Counter(text.casefold() for _, text in written)
        short |= {name.key: text for name, text in written if count[text.casefold()] == 1}
        remaining = [name for name, text in written if count[text.casefold()] > 1]
    short |= {name.key: str(name) for name in remaining}
    _tell_apart(short, people)
    return [short[name.key] for name in names]


def _tell_apart(short: dict[str, str], people: dict[str, Name]) -> None:
    """Write whole names where a short one is another's, shortened otherwise."""
    alike: defaultdict[str, list[str]] = defaultdict(list)
    for key, text in short.items():
        alike[text.casefold()].append(key)
    for keys in alike.values():
        if len(keys) > 1:
            short |= {key: str(people[key]) for key in keys}


def _surname(name: Name) -> str:
    return name.surname[:1].upper() + name.surname[1:]


def _with_initial(name: Name) -> str:
    return _joined(name, _initials, slice(1))


def _with_initials(name: Name) -> str:
    return _joined(name, _initials, slice(None))


def _with_given(name: Name) -> str:
    return _joined(name, str.split, slice(None))


def _joined(name: Name, split: Callable[[str], Iterable[str]], which: slice) -> str:
    words = list(split(name.forenames))[which]
    return " ".join((*words, name.surname)) if words else _surname(name)


def _initials(given: str) -> list[str]:
    """Titles as they are, and the first letter of every other word."""
    return [
        word if is_title(word) or "." in word else f"{word[:1].upper()}." for word in given.split()
    ]


PUBLIC_MARKS = ("club", "fide_number", "egd_pin")
"""What tells two people of one name apart where everybody reads it, the first in which they differ.
Years of birth and numbers of members are for directors alone."""


def public_marks(facts: Mapping[str, str], *, other: Mapping[str, str]) -> Iterator[str]:
    """The marks of somebody that an ``other`` of the same name does not have, the best first."""
    for fact in PUBLIC_MARKS:
        mark = facts.get(fact, "")
        if mark and match_key(mark) != match_key(other.get(fact, "")):
            yield mark


def with_mark(name: Name, mark: str) -> Name:
    """The name with what tells it apart: ``Jan Jansen (Oxford)``."""
    end = f" ({mark[: MAX_LENGTH // 2]})"
    text = f"{name.text[: MAX_LENGTH - len(end)].rstrip()}{end}"
    return Name(text, name.given, name.particle, name.family)


ERASED = sentence("Erased Zero One Two Three Four Five Six Seven Eight Nine")
"""What the name of an erased player is put together of."""


def erased_name(number: int, words: str = str(ERASED)) -> Name:
    """The name given to the erased player of a number: ``Erased-One-Two`` for 12; of ``words``,
    which are :data:`ERASED` in the language of whoever erases."""
    # In words, for the strict register file has no digits in names.
    erased, *digits = words.split()
    text = "-".join((erased, *(digits[integer_of(digit)] for digit in str(number))))
    return Name(text, family=text)


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
        message = sentence("Leave the character %(character)s out.", character=described(odd))
        raise Refused(Problem(message, column=field, value=text))
    if len(place) > most:
        message = sentence(too_long, most=most, length=len(place))
        raise Refused(Problem(message, column=field, value=text))
    return place


_BREAKS = re.compile(r"[\t\n\r]+")

# No database, or no encoding, has room for these.
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


def read_note(text: str) -> str:
    """The note, spaces at its ends trimmed; a tab or a line end within becomes a space.

    Raises :class:`Refused` for what no text may hold.
    """
    odd = _UNSTORABLE.search(text)
    if odd:
        message = sentence(
            "A note cannot have the character %(character)s.", character=described(odd[0])
        )
        raise Refused(Problem(message, column="note", value=text))
    return _BREAKS.sub(" ", text).strip(" ")
