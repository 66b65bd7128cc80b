"""Adjusted scores (Law 12): values and their text. What they are worth is scored elsewhere.

============  ==========================================================================
``A6040``     artificial: NS 60 %, EW 40 % of the board's top; ``A100/0`` and ``A62.5/37.5``
``A+-``       artificial: average plus to NS, average minus to EW; ``=`` is average
``A=``        average to both sides
``60:420/40:-50``  weighted: 60 % of +420 and 40 % of −50, scores signed to NS
``100:420(4SN=)``  assigned: another score than the table's, with its contract where it is known
``100:420|100:-50``  split: the score for NS, and the one for EW; one side may have ``A+``,
                   ``A60`` or ``NP`` instead
``NP``        not played: the board counts for neither side
============  ==========================================================================

An assigned score is a weighted one with one component, or simply the line's score.

Adjusted scores in the notation that players know: ``A60/40``, ``60 % 4♠N= +420, 40 % …``.

The laws that a director may name with a ruling or a penalty.

Source: Laws of Duplicate Bridge 2017.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, StrEnum
from fractions import Fraction
from typing import Final

from clubscore.text.numbers import integer_of
from clubscore.text.problems import (
    Localized,
    Number,
    Refused,
    Sentence,
    gettext_noop,
    sentence,
    verbatim,
    with_decimals,
)
from events.common.domain import at_most_two_decimals
from events.sessions.core.domain.contract import (
    Card,
    Contract,
    PassedOut,
    Played,
    Side,
    read_played,
    signed,
)
from events.sessions.core.domain.letters import letters_of

MAX_COMPONENTS = 5

MAX_LENGTH = 1_000
"""Characters of an adjusted score, blanks among them; without them it has some two hundred."""


class Average(StrEnum):
    """An artificial award whose size the rules know (Law 12C2)."""

    PLUS = "+"
    EQUAL = "="
    MINUS = "-"

    @property
    def percentage(self) -> Fraction:
        """The percentage before the contestant's on its other boards is considered."""
        return Fraction({"+": 60, "=": 50, "-": 40}[self.value])


Award = Average | Fraction
"""What one side gets: an average, or a fixed percentage."""


@dataclass(frozen=True, slots=True)
class Artificial:
    """Each side gets its award, whatever happened at the table."""

    ns: Award
    ew: Award

    def __str__(self) -> str:
        if self.ns is Average.EQUAL and self.ew is Average.EQUAL:
            return "A="
        awards = (self.ns, self.ew)
        # The short form has two digits a side; A1000 and A62.537.5 could not be read back.
        if all(isinstance(a, Average) or (a.denominator == 1 and a < 100) for a in awards):
            return "A" + "".join(a if isinstance(a, Average) else f"{int(a):02d}" for a in awards)
        return "A" + "/".join(map(_award_text, awards))


@dataclass(frozen=True, slots=True)
class Component:
    """A score to North–South with its weight, a part of 1, and its contract where that is known.

    Whether the contract gives the score is not checked here: that needs the board.
    """

    weight: Fraction
    score_ns: int
    played: Played | PassedOut | None = None

    def __str__(self) -> str:
        contract = "" if self.played is None else f"({self.played})"
        return f"{_decimal(self.weight * 100)}:{self.score_ns}{contract}"


def _award_text(award: Award) -> str:
    return award if isinstance(award, Average) else _decimal(award)


def _decimal(value: Fraction) -> str:
    """At most two decimals, as they were typed; other values have no text."""
    if (value * 100).denominator != 1:
        raise ValueError(f"{value} has no text with two decimals")
    return at_most_two_decimals(value)


@dataclass(frozen=True, slots=True)
class Weighted:
    """One to five scores whose weights add up to 1."""

    components: tuple[Component, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.components) <= MAX_COMPONENTS:
            raise ValueError("one to five components")
        if any(component.weight <= 0 for component in self.components):
            raise ValueError("weights are positive")
        if sum(component.weight for component in self.components) != 1:
            raise ValueError("weights add up to 1")

    def __str__(self) -> str:
        return "/".join(map(str, self.components))

    @property
    def assigned(self) -> Component | None:
        """The one score that replaces the table's; ``None`` where there are several."""
        return self.components[0] if len(self.components) == 1 else None


class NotPlayed(Enum):
    """The type of :data:`NOT_PLAYED`."""

    NOT_PLAYED = "NP"

    def __str__(self) -> str:
        return self.value


NOT_PLAYED: Final = NotPlayed.NOT_PLAYED

Outcome = Weighted | Award | NotPlayed
"""What counts for one side."""


@dataclass(frozen=True, slots=True)
class Split:
    """A score for one side, and another, an award or nothing for the other; scores are signed to
    North–South."""

    ns: Outcome
    ew: Outcome

    def __post_init__(self) -> None:
        if not (isinstance(self.ns, Weighted) or isinstance(self.ew, Weighted)):
            raise ValueError("one side has a score")

    def __str__(self) -> str:
        return "|".join(map(_outcome_text, (self.ns, self.ew)))


def _outcome_text(outcome: Outcome) -> str:
    if isinstance(outcome, Average | Fraction):
        return f"A{_award_text(outcome)}"
    return str(outcome)


Adjustment = Artificial | Weighted | Split | NotPlayed


def read_adjustment(text: str) -> Adjustment:
    """An adjustment from its text; case and blanks never matter.

    Raises :class:`Refused`, saying what is wrong, for anything else.
    """
    if len(text) > MAX_LENGTH:
        raise Refused.because("An adjusted score has at most %(most)s characters.", most=MAX_LENGTH)
    letters = "".join(text.split()).upper().replace("−", "-").replace(",", ".")
    if letters == "NP":
        return NOT_PLAYED
    if "|" in letters:
        return _read_split(letters, text)
    if letters.startswith("A"):
        return _read_artificial(letters, text)
    if ":" in letters:
        return _read_weighted(letters, text)
    raise Refused(_unknown(text))


def outcome_of(adjustment: Adjustment, side: Side) -> Outcome:
    """What counts for a side by an adjustment."""
    match adjustment:
        case Artificial(ns, ew) | Split(ns, ew):
            return ns if side is Side.NS else ew
    return adjustment


def award_of(adjustment: Adjustment | None, side: Side) -> Award | None:
    """The award of a side, where it has one."""
    outcome = None if adjustment is None else outcome_of(adjustment, side)
    return outcome if isinstance(outcome, Average | Fraction) else None


def components_of(adjustment: Adjustment | None) -> Iterator[Component]:
    """All scores that an adjustment names, with their weights and contracts."""
    match adjustment:
        case Weighted(components):
            yield from components
        case Split(ns, ew):
            for outcome in (ns, ew):
                if isinstance(outcome, Weighted):
                    yield from outcome.components


def scores_of(adjustment: Adjustment | None) -> Iterator[int]:
    """All scores to North–South that an adjustment names."""
    return (component.score_ns for component in components_of(adjustment))


def is_generous(
    adjustment: Adjustment | None, ns: Fraction | None, ew: Fraction | None, top: Fraction | None
) -> bool:
    """Whether both sides together get more than the board has: allowed, and worth a warning."""
    return isinstance(adjustment, Artificial | Split) and (ns or 0) + (ew or 0) > (top or 0)


def _unknown(text: str) -> Sentence:
    return sentence(
        "“%(text)s” is not an adjusted score: A6040, A+- (NS average plus, EW average"
        " minus), A=, 60:420/40:-50 (weights and scores to NS) or NP (not played).",
        text=text,
    )


_AWARD = r"[-+=]|\d{1,3}(?:\.\d{1,2})?"

_ARTIFICIAL = (
    re.compile(r"A([-+=]|\d\d)([-+=]|\d\d)", re.ASCII),
    re.compile(rf"A({_AWARD})/({_AWARD})", re.ASCII),
)

_COMPONENT = re.compile(
    r"(\d{1,3}(?:\.\d{1,2})?)%?:([-+]?\d{1,6})(?:\(([A-Z0-9=+-]{1,12})\))?", re.ASCII
)


def _read_artificial(letters: str, text: str) -> Artificial:
    if letters == "A=":
        return Artificial(Average.EQUAL, Average.EQUAL)
    for pattern in _ARTIFICIAL:
        if match := pattern.fullmatch(letters):
            ns, ew = (_read_award(award, text) for award in match.groups())
            return Artificial(ns, ew)
    raise Refused(_unknown(text))


def _read_split(letters: str, text: str) -> Split:
    sides = [_read_side(side, text) for side in letters.split("|")]
    if len(sides) != 2 or not any(isinstance(side, Weighted) for side in sides):
        raise Refused(_unknown(text))
    return Split(*sides)


def _read_side(letters: str, text: str) -> Outcome:
    if letters == NOT_PLAYED.value:
        return NOT_PLAYED
    if award := re.fullmatch(rf"A({_AWARD})", letters, re.ASCII):
        return _read_award(award[1], text)
    return _read_weighted(letters, text)


def _read_award(letters: str, text: str) -> Award:
    if letters in {"+", "=", "-"}:
        return Average(letters)
    percentage = Fraction(letters)
    if percentage > 100:
        raise Refused.because("“%(text)s” gives a side more than 100 %% of the board.", text=text)
    return percentage


def _read_weighted(letters: str, text: str) -> Weighted:
    parts = [_COMPONENT.fullmatch(part) for part in letters.split("/")]
    components = tuple(
        Component(
            Fraction(part[1]) / 100, integer_of(part[2]), read_played(part[3]) if part[3] else None
        )
        for part in parts
        if part is not None
    )
    if len(components) != len(parts):
        raise Refused(_unknown(text))
    if len(components) > MAX_COMPONENTS:
        raise Refused.because("“%(text)s” has more than five weighted scores.", text=text)
    total = sum((component.weight for component in components), Fraction(0))
    if total != 1 or any(component.weight == 0 for component in components):
        wrong = gettext_noop("The weights of “%(text)s” add up to %(total)s %%, not 100 %%.")
        if total == 1:
            wrong = gettext_noop("“%(text)s” has a score of weight 0.")
        raise Refused(sentence(wrong, text=text, total=Number(_decimal(total * 100))))
    return Weighted(components)


@dataclass(frozen=True, slots=True)
class Notation(Localized):
    """What is written with letters or decimals, in those of each language."""

    value: Artificial | Weighted | Award | Contract | Played | Card

    def in_language(self, language: str) -> str:
        letters = letters_of(language)
        match self.value:
            case Artificial(ns, ew):
                return _artificial(ns, ew, language)
            case Weighted():
                return _weighted(self.value, language)
            case Average() | Fraction():
                return f"A{_award(self.value, language)}"
            case Contract():
                return letters.show_contract(self.value)
            case Played():
                return letters.show_played(self.value)
        return letters.show_card(self.value)


def notation(adjustment: Adjustment) -> Sentence:
    """The usual notation; a word only where there is none."""
    match adjustment:
        case Artificial() | Weighted():
            return verbatim(Notation(adjustment))
        case Split(ns, ew):
            return sentence("NS %(ns)s; EW %(ew)s", ns=_notation_of(ns), ew=_notation_of(ew))
    return sentence("not played")


def _notation_of(outcome: Outcome) -> Sentence:
    return sentence("not played") if isinstance(outcome, NotPlayed) else verbatim(Notation(outcome))


def _artificial(ns: Award, ew: Award, language: str) -> str:
    """``A60/40``, ``A+/A−``, ``A+/A40``; ``A=`` for average to both."""
    if ns is Average.EQUAL and ew is Average.EQUAL:
        return "A="
    if isinstance(ns, Average) or isinstance(ew, Average):
        return f"A{_award(ns, language)}/A{_award(ew, language)}"
    return f"A{_award(ns, language)}/{_award(ew, language)}"


def _weighted(weighted: Weighted, language: str) -> str:
    """``4♠N= +420`` for an assigned score, ``60 % 4♠N= +420, 40 % −50`` for a weighted one."""
    if weighted.assigned:
        return _component(weighted.assigned, language)
    return ", ".join(
        f"{with_decimals(at_most_two_decimals(part.weight * 100), language)} %"
        f" {_component(part, language)}"
        for part in weighted.components
    )


def _component(component: Component, language: str) -> str:
    """The score, after its contract where that is known."""
    score = signed(component.score_ns)
    if isinstance(component.played, Played):
        return f"{letters_of(language).show_played(component.played)} {score}"
    return score


def _award(award: Award, language: str) -> str:
    if isinstance(award, Average):
        return award.value.replace("-", "−")
    return with_decimals(at_most_two_decimals(award), language)


@dataclass(frozen=True, slots=True)
class Law:
    """A law of the 2017 code by its number, and what a director looks it up for."""

    number: str
    topic: Sentence


LAWS = tuple(
    Law(number, Sentence(topic))
    for number, topic in (
        ("12C1", gettext_noop("assigned adjusted score")),
        ("12C1(c)", gettext_noop("weighted score")),
        ("12C1(e)", gettext_noop("damage of one’s own making: the sides apart")),
        ("12C2", gettext_noop("artificial adjusted score")),
        ("16", gettext_noop("unauthorised information")),
        ("21", gettext_noop("misinformation")),
        ("25", gettext_noop("change of call")),
        ("27", gettext_noop("insufficient bid")),
        ("31", gettext_noop("bid out of turn")),
        ("40", gettext_noop("partnership understandings")),
        ("45", gettext_noop("card played")),
        ("55", gettext_noop("lead out of turn by declarer")),
        ("57", gettext_noop("premature lead or play")),
        ("64", gettext_noop("revoke")),
        ("69", gettext_noop("claim or concession")),
        ("73", gettext_noop("communication, tempo and deception")),
        ("74", gettext_noop("conduct and etiquette")),
        ("79", gettext_noop("tricks won; error in the score")),
        ("81", gettext_noop("duties and powers of the director")),
        ("82", gettext_noop("errors of procedure; the director’s error")),
        ("87", gettext_noop("fouled board")),
        ("90", gettext_noop("procedural penalty")),
        ("91", gettext_noop("disciplinary penalty")),
    )
)
"""The usual ones; any other text is a law, too."""
