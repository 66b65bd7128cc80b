"""A player's record: what was played over the years, with whom, and how well.

An *outing* is a session of bridge; percentages are 0 to 100, exact, and ``None`` for a session
without tops, such as one scored by IMPs.
"""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from clubscore.text.problems import Sentence


@dataclass(frozen=True, slots=True)
class Tally:
    """Boards in one role: how many, the sum of the percentages of those ``rated``, and how many
    contracts were made; the others went down."""

    boards: int = 0
    rated: int = 0
    percentages: Fraction = Fraction(0)
    made: int = 0

    @classmethod
    def of_board(cls, percentage: Fraction | None, *, is_made: bool) -> "Tally":
        """The tally of one board, with its percentage where there is one."""
        return cls(1, int(percentage is not None), percentage or Fraction(0), int(is_made))

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.boards + other.boards,
            self.rated + other.rated,
            self.percentages + other.percentages,
            self.made + other.made,
        )

    @property
    def down(self) -> int:
        """How many contracts went down."""
        return self.boards - self.made

    @property
    def average(self) -> Fraction | None:
        """The mean percentage of the boards that have one."""
        return self.percentages / self.rated if self.rated else None


NO_BOARDS = Tally()


def total(tallies: Iterable[Tally]) -> Tally:
    """The sum of some tallies."""
    rows = list(tallies)
    return Tally(
        sum(row.boards for row in rows),
        sum(row.rated for row in rows),
        exact_sum(row.percentages for row in rows),
        sum(row.made for row in rows),
    )


def exact_sum(fractions: Iterable[Fraction]) -> Fraction:
    """Their sum: those of one denominator are added as whole numbers."""
    numerators: dict[int, int] = {}
    for fraction in fractions:
        numerators[fraction.denominator] = (
            numerators.get(fraction.denominator, 0) + fraction.numerator
        )
    return sum((Fraction(top, below) for below, top in numerators.items()), Fraction(0))


@dataclass(frozen=True, slots=True)
class Outing:
    """A session: when, what, with whom (numbers and names), and the own figures in it; ``claim`` is
    where the player says that a result is wrong, while that can be said."""

    date: datetime.date
    title: str
    url: str
    partners: tuple[tuple[int, str], ...] = ()
    place: str = ""
    result: str = ""
    percentage: Fraction | None = None
    declaring: Tally = NO_BOARDS
    defending: Tally = NO_BOARDS
    claim: str = ""


@dataclass(frozen=True, slots=True)
class TournamentResult:
    """A tournament: ``points`` and ``place`` as texts, ``among`` how many players, and the
    performance rating, where everybody has a rating. Where a ``team`` is named, the place is its
    own among the teams."""

    date: datetime.date | None
    title: str
    url: str
    place: str = ""
    among: int = 0
    team: str = ""
    points: str = ""
    performance: int | None = None


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure of a player beside that of everybody in the same sessions, both in words."""

    name: Sentence
    own: Sentence
    everybody: Sentence


@dataclass(frozen=True, slots=True)
class Measures:
    """The figures of a ``year``, 0 for all the sessions of a record."""

    year: int
    measures: tuple[Measure, ...]


@dataclass(frozen=True, slots=True)
class Average:
    """Sessions of one year, or with one partner: how many, and of those with a percentage the mean
    and the best."""

    sessions: int
    mean: Fraction | None
    best: Fraction | None


@dataclass(frozen=True, slots=True)
class Record:
    """What was played, the latest first; ``earlier`` is how many older sessions are not in it."""

    outings: tuple[Outing, ...] = ()
    tournaments: tuple[TournamentResult, ...] = ()
    earlier: int = 0
    measures: tuple[Measures, ...] = ()
    """Play and bidding against double dummy: all sessions first, then the last years."""

    def __add__(self, other: "Record") -> "Record":
        return Record(
            self.outings + other.outings,
            self.tournaments + other.tournaments,
            self.earlier + other.earlier,
            self.measures + other.measures,
        )

    @property
    def declaring(self) -> Tally:
        """All boards that the own side played."""
        return total(outing.declaring for outing in self.outings)

    @property
    def defending(self) -> Tally:
        """All boards that the opponents played."""
        return total(outing.defending for outing in self.outings)

    def years(self) -> list[tuple[int, Average]]:
        """The years with their averages, the latest first."""
        years: dict[int, list[Outing]] = {}
        for outing in self.outings:
            years.setdefault(outing.date.year, []).append(outing)
        return [(year, average(years[year])) for year in sorted(years, reverse=True)]

    def partners(self) -> list[tuple[int, str, Average]]:
        """Number and name of every partner with the average of the common sessions, whom one played
        with most often first."""
        shared: dict[int, list[Outing]] = {}
        names: dict[int, str] = {}
        for outing in self.outings:
            # With more than one, somebody took over during the session, or it was an individual.
            for number, name in outing.partners:
                shared.setdefault(number, []).append(outing)
                names[number] = name
        found = [(number, names[number], average(shared[number])) for number in shared]
        return sorted(found, key=lambda each: (-each[2].sessions, each[1]))


def average(outings: Sequence[Outing]) -> Average:
    """The mean and the best percentage of some sessions, each counting once."""
    percentages = [outing.percentage for outing in outings if outing.percentage is not None]
    mean = exact_sum(percentages) / len(percentages) if percentages else None
    return Average(len(outings), mean, max(percentages, default=None))


def percent_text(percentage: Fraction | None) -> str:
    """A percentage with two decimals, halves up: ``49.09 %``; empty for none."""
    if percentage is None:
        return ""
    numerator, denominator = percentage.numerator * 100, percentage.denominator
    size = (2 * abs(numerator) + denominator) // (2 * denominator)
    sign = "-" if numerator < 0 and size else ""
    return f"{sign}{size // 100}.{size % 100:02d} %"


def moving_average(values: Iterable[Fraction], window: int) -> list[Fraction]:
    """The mean, at each value, of it and of those before it, at most ``window`` in all."""
    seen: list[Fraction] = []
    means = []
    for value in values:
        seen = [*seen, value][-window:]
        means.append(exact_sum(seen) / len(seen))
    return means
