"""A player's figures over many boards: means and shares, each with how sure they are.

*Declared*: the declarer's tricks less double dummy's, *leads*: what they cost, *bidding*: how
often each verdict. Sums are whole numbers, and those of sessions are added.

A mean has ± 1.96 standard errors, a share Wilson's interval of 95 %; both are rounded exactly,
for all that is under the root is a fraction. Fewer than :data:`FEWEST` are too few to say.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt
from typing import Final

from clubscore.text.problems import Number, Sentence, gettext_noop, sentence
from events.sessions.cardplay.domain.verdicts import Verdict

FEWEST: Final = 20
_Z: Final = Fraction(196, 100)
"""Standard errors on both sides of which lie 95 %."""


@dataclass(frozen=True, slots=True)
class Declared:
    """Boards declared, with the sum and the sum of squares of the tricks over double dummy."""

    boards: int = 0
    sum: int = 0
    squares: int = 0

    def __add__(self, other: "Declared") -> "Declared":
        return Declared(
            self.boards + other.boards, self.sum + other.sum, self.squares + other.squares
        )


@dataclass(frozen=True, slots=True)
class Leads:
    """Leads, what they cost in all, and how many cost nothing."""

    boards: int = 0
    cost: int = 0
    free: int = 0

    def __add__(self, other: "Leads") -> "Leads":
        return Leads(self.boards + other.boards, self.cost + other.cost, self.free + other.free)


_NO_VERDICTS: Final = dict.fromkeys(Verdict, 0)


@dataclass(frozen=True, slots=True)
class CardPlay:
    """The sums of a contestant."""

    declared: Declared = Declared()
    leads: Leads = Leads()
    bidding: Mapping[Verdict, int] = field(default_factory=lambda: dict(_NO_VERDICTS))

    def __add__(self, other: "CardPlay") -> "CardPlay":
        return CardPlay(
            self.declared + other.declared,
            self.leads + other.leads,
            {verdict: self.bidding[verdict] + other.bidding[verdict] for verdict in Verdict},
        )

    @property
    def judged(self) -> int:
        """The contracts with a verdict."""
        return sum(self.bidding.values())


NO_PLAY: Final = CardPlay()


def total(parts: Iterable[CardPlay]) -> CardPlay:
    """The sums of all."""
    return sum((part for part in parts if part is not NO_PLAY), NO_PLAY)


def declared_board(tricks: int, double_dummy: int) -> CardPlay:
    """A board that somebody declared."""
    over = tricks - double_dummy
    return CardPlay(declared=Declared(1, over, over * over))


def led_board(cost: int) -> CardPlay:
    """A board to which somebody led."""
    return CardPlay(leads=Leads(1, cost, int(cost == 0)))


def judged_board(verdict: Verdict) -> CardPlay:
    """A board with a verdict."""
    return CardPlay(bidding={**_NO_VERDICTS, verdict: 1})


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean as it is printed: ``-0.3`` with ``0.3`` on both sides, which is empty where all were
    equal."""

    value: str
    margin: str
    boards: int


@dataclass(frozen=True, slots=True)
class Share:
    """A share and its interval, in whole per cent."""

    percent: int
    low: int
    high: int
    boards: int


def mean_of(declared: Declared) -> Mean | None:
    """The mean of the tricks over double dummy; ``None`` of fewer than :data:`FEWEST`."""
    boards = declared.boards
    if boards < FEWEST:
        return None
    mean = Fraction(declared.sum, boards)
    deviations = Fraction(declared.squares) - Fraction(declared.sum**2, boards)
    if deviations == 0:
        return Mean(_decimal(mean, 2), "", boards)
    # The square of 1.96 s/√n, with s² of n − 1.
    square = _Z**2 * deviations / (boards - 1) / boards
    digit, decimals = _one_digit_up(square)
    if decimals < 0:
        return Mean(_decimal(mean, 0), str(digit * 10**-decimals), boards)
    return Mean(_decimal(mean, decimals), _decimal(Fraction(digit, 10**decimals), decimals), boards)


def _one_digit_up(square: Fraction) -> tuple[int, int]:
    """The least ``digit / 10**decimals`` of one digit that is not below the root of a square."""
    decimals = 0
    while square > Fraction(81) * Fraction(100) ** -decimals:
        decimals -= 1
    while square <= Fraction(81) * Fraction(100) ** -(decimals + 1):
        decimals += 1
    scaled = square * Fraction(100) ** decimals
    return next(digit for digit in range(1, 10) if digit * digit >= scaled), decimals


def _decimal(value: Fraction, decimals: int) -> str:
    """A number with so many decimals, half away from zero; never minus nothing."""
    scale = 10**decimals
    number = (2 * abs(value.numerator) * scale + value.denominator) // (2 * value.denominator)
    sign = "-" if value < 0 and number else ""
    whole, rest = divmod(number, scale)
    return f"{sign}{whole}.{rest:0{decimals}}" if decimals else f"{sign}{whole}"


def share_of(count: int, boards: int) -> Share | None:
    """A share with Wilson's interval; ``None`` of fewer than :data:`FEWEST`."""
    if boards < FEWEST:
        return None
    share = Fraction(count, boards)
    square = _Z**2
    below = 1 + square / boards
    middle = (share + square / (2 * boards)) / below
    half_square = square * (share * (1 - share) / boards + square / (4 * boards**2)) / below**2
    return Share(
        _percent(share, Fraction(0), 1),
        _percent(middle, half_square, -1),
        _percent(middle, half_square, 1),
        boards,
    )


def _percent(middle: Fraction, square: Fraction, sign: int) -> int:
    """``middle`` ± the root of ``square`` in whole per cent, half up."""
    # floor(100 x + 1/2), the root over a common denominator.
    rest = 100 * middle + Fraction(1, 2)
    square *= 10_000
    number = square.numerator * square.denominator * rest.denominator**2
    below = square.denominator * rest.denominator
    over = rest.numerator * square.denominator
    root = isqrt(number)
    if sign > 0:
        return (over + root) // below
    return (over - root - (root * root != number)) // below


_TOO_FEW = {
    True: gettext_noop("%(count)s board: too few to say"),
    False: gettext_noop("%(count)s boards: too few to say"),
}
_TRICKS = gettext_noop("%(mean)s ± %(margin)s tricks a board (%(count)s boards)")
_ALL_EQUAL = gettext_noop("%(mean)s tricks a board (%(count)s boards)")
_OF_LEADS = gettext_noop("%(percent)s %% (%(low)s–%(high)s %%), %(count)s leads")
_OF_CONTRACTS = gettext_noop("%(percent)s %% (%(low)s–%(high)s %%), %(count)s contracts")


def _too_few(boards: int) -> Sentence:
    return sentence(_TOO_FEW[boards == 1], count=boards)


def mean_in_words(declared: Declared) -> Sentence:
    """“−0.3 ± 0.3 tricks a board (84 boards)”."""
    mean = mean_of(declared)
    if mean is None:
        return _too_few(declared.boards)
    value = Number(mean.value.replace("-", "−"))
    if not mean.margin:
        return sentence(_ALL_EQUAL, mean=value, count=mean.boards)
    return sentence(_TRICKS, mean=value, margin=Number(mean.margin), count=mean.boards)


def leads_in_words(leads: Leads) -> Sentence:
    """“62 % (48–74 %), 50 leads”: those that cost nothing."""
    return _share_in_words(_OF_LEADS, leads.free, leads.boards)


def bidding_in_words(play: CardPlay) -> Sentence:
    """“62 % (48–74 %), 50 contracts”: those that were bid correctly."""
    return _share_in_words(_OF_CONTRACTS, play.bidding[Verdict.CORRECT], play.judged)


def _share_in_words(template: str, count: int, boards: int) -> Sentence:
    share = share_of(count, boards)
    if share is None:
        return _too_few(boards)
    return sentence(
        template, percent=share.percent, low=share.low, high=share.high, count=share.boards
    )


MEASURES: Final = (
    (
        gettext_noop("Declarer tricks against double dummy"),
        lambda play: mean_in_words(play.declared),
    ),
    (gettext_noop("Leads that cost nothing"), lambda play: leads_in_words(play.leads)),
    (gettext_noop("Contracts bid correctly"), bidding_in_words),
)
"""The figures of a player: the name of each, and how its sums are told."""
