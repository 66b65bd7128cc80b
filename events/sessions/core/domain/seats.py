"""Who sat at the table of a line, typed where the slip differs from the movement.

=============  =================================================================
``3*8``        number 3 sat North–South, number 8 East–West
``1+4*2+3``    the same in an individual: both partners of a side
``NS3*EW5``    where both directions count from 1; ``NZ3*OW5`` too
``*``          North–South and East–West changed places
=============  =================================================================

The star occurs in no result, so that nothing typed has two meanings. Case and blanks never matter.
"""

import re
from dataclasses import dataclass

from clubscore.text.numbers import integer_of
from clubscore.text.problems import Localized, Refused, Sentence, sentence
from events.sessions.core.domain.contract import Side
from events.sessions.core.domain.letters import DUTCH, letters_of

STAR = "*"

_LABEL = re.compile(r"(NS|EW|NZ|OW)?0*([1-9]\d{0,3})", re.ASCII)
_DUTCH = {DUTCH.direction(str(side)): str(side) for side in Side}


@dataclass(frozen=True, slots=True)
class Label(Localized):
    """A contestant of a section as it is typed; ``direction`` only where it was given."""

    direction: str
    number: int

    def in_language(self, language: str) -> str:
        return f"{letters_of(language).direction(self.direction)}{self.number}"


@dataclass(frozen=True, slots=True)
class ShownNumber(Localized):
    """A contestant as pages show it: ``7``, ``NS 7``; of several sections ``A7``, ``NS A7``."""

    direction: str
    section: str
    number: int

    def in_language(self, language: str) -> str:
        direction = letters_of(language).direction(self.direction)
        return f"{direction} {self.section}{self.number}".strip()


@dataclass(frozen=True, slots=True)
class Together(Localized):
    """A side in words: ``3``, ``1 + 4``."""

    labels: tuple[Label | ShownNumber, ...]

    def in_language(self, language: str) -> str:
        return " + ".join(label.in_language(language) for label in self.labels)


@dataclass(frozen=True, slots=True)
class Seats:
    """Who sat North–South and East–West, as on the slip."""

    ns: tuple[Label, ...]
    ew: tuple[Label, ...]

    def __str__(self) -> str:
        return STAR.join("+".join(map(str, side)) for side in (self.ns, self.ew))

    @property
    def swapped(self) -> "Seats":
        """The same with the sides changed."""
        return Seats(self.ew, self.ns)

    def of(self, side: Side) -> tuple[Label, ...]:
        """The labels of one side."""
        return self.ns if side is Side.NS else self.ew


def names_seats(text: str) -> bool:
    """Whether a text is about who sat at the table, and not a result."""
    # A reason behind a result may contain a star.
    return STAR in text.partition("!")[0]


def read_seats(text: str, *, present: Seats) -> Seats:
    """Who sat there, from what was typed; ``present`` is who sits there so far.

    Raises :class:`Refused` unless the text has two sides of as many numbers, nobody twice.
    """
    typed = re.sub(r"\s+", "", text).upper()
    if typed == STAR:
        return present.swapped
    sides = [[_LABEL.fullmatch(part) for part in side.split("+")] for side in typed.split(STAR)]
    read = [tuple(_label(found) for found in side if found) for side in sides]
    # Also a side with a part that is no number, even if the others are.
    if len(read) != 2 or any(None in side for side in sides):
        raise Refused(_not_understood(text))
    seats = Seats(*read)
    if len(seats.ns) != len(present.ns) or len(seats.ew) != len(present.ew):
        given = len(seats.ns) + len(seats.ew)
        wanted = len(present.ns) + len(present.ew)
        raise Refused.because(
            "“%(text)s” names %(given)s, but this table needs %(wanted)s.",
            text=text.strip(),
            given=given,
            wanted=wanted,
        )
    labels = seats.ns + seats.ew
    for label in labels:
        if labels.count(label) > 1:
            raise Refused.because(
                "“%(text)s” names %(number)s twice.", text=text.strip(), number=label
            )
    return seats


def _label(found: re.Match[str]) -> Label:
    return Label(_DUTCH.get(found[1], found[1] or ""), integer_of(found[2]))


def _not_understood(text: str) -> Sentence:
    return sentence(
        "“%(text)s” does not say who sat there. Type * alone if North–South and East–West "
        "changed places, or both numbers, as in 3*8; then Enter, then the result.",
        text=text.strip(),
    )
