"""A round-by-round tournament as a value: who plays, and every player's result of every round.

What a file of any format is read into, what is stored and read back, and what tie-breaks and the
crosstable are computed from. A *starting number* names an entrant for the whole tournament.
Source: the Krause/TRF file format, Records.

What kind of tournament it is, as far as the rules ask: whether everyone meets everyone, and in
how many rounds.

The rounds that a player does not attend, and the bye asked for in some of them, as typed:
``2 5h 6f`` is absent in round 2, a half-point bye in round 5, a full-point bye in round 6.

The order of a round's games on the boards, where none is given: the leaders first.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Final

from clubscore.text.numbers import integer_of
from clubscore.text.problems import Problem, Refused, sentence
from events.tournaments.core.domain.breaches import Breach
from events.tournaments.core.domain.go_settings import GoRules
from events.tournaments.core.domain.results import Code, Colour, PointSystem, Result
from events.tournaments.core.domain.team_facts import TeamFacts


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player in a tournament. ``results[r]`` is the result of round r + 1, ``None`` where the
    player was absent. ``born`` is ``yyyy``, ``yyyy-mm-dd`` or empty. ``grade``, ``club`` and
    ``correction`` (of the McMahon score before round 1) matter in go; ``absent`` are rounds that
    the player does not attend, ``left_after`` is the last round before a withdrawal."""

    number: int
    family: str
    given: str = ""
    sex: str = ""
    title: str = ""
    rating: int | None = None
    federation: str = ""
    identity: str = ""
    born: str = ""
    rank: int | None = None
    results: tuple[Result | None, ...] = ()
    grade: str = ""
    club: str = ""
    correction: int = 0
    absent: tuple[int, ...] = ()
    left_after: int | None = None
    egd_pin: str = ""
    fide_rating: int | None = None
    national_rating: int | None = None
    external: Fraction | None = None
    """The value of a tie-break that was computed elsewhere."""
    later_ratings: tuple[tuple[int, int], ...] = ()
    """Ratings that came later in a long tournament, with the round from which they are known."""


@dataclass(frozen=True, slots=True)
class Team:
    """``number`` is the one of its matches, ``None`` for its place; ``short`` is a short name."""

    name: str
    members: tuple[int, ...]
    number: int | None = None
    short: str = ""
    strength: int | None = None


def team_numbers(teams: Iterable[Team]) -> list[int]:
    """The teams' numbers. One without a number of its own gets its place, or the next that is
    free."""
    numbers: dict[int, None] = {}
    for place, team in enumerate(teams, start=1):
        number = team.number or place
        while number in numbers:
            number += 1
        numbers[number] = None
    return list(numbers)


@dataclass(frozen=True, slots=True)
class Forbidden:
    """Entrants who are not to be paired with each other in the rounds ``first`` to ``last``,
    without these in the whole tournament."""

    numbers: tuple[int, ...]
    first: int | None = None
    last: int | None = None


@dataclass(frozen=True, slots=True)
class Wish:
    """Entrants who are to be paired with each other if possible, or rather not."""

    numbers: tuple[int, ...]
    prefer: bool


@dataclass(frozen=True, slots=True)
class VirtualPoints:
    """Points that those with the starting numbers ``first`` to ``last``, or the teams of these
    numbers, are given for the pairing of some rounds: of a match, and of a game."""

    match: Fraction
    game: Fraction
    first_round: int
    last_round: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Award:
    """Points that an arbiter gives, or with a minus takes, besides the games of a round; a round
    behind the last one counts at the end alone."""

    number: int
    round: int
    points: Fraction


@dataclass(frozen=True, slots=True)
class KeizerRules:
    """The values of a Keizer: that of the first, by default as many steps as there are players,
    and how much less each next one is worth; the share of the opponent's value that a loss earns;
    the shares of the own value that a round without a game earns, by its kind; and how many rounds
    away are paid."""

    top: int | None = None
    step: Fraction = Fraction(1)
    loss: Fraction = Fraction(0)
    bye: Fraction = Fraction(1, 2)
    full: Fraction = Fraction(7, 10)
    half: Fraction = Fraction(35, 100)
    absent: Fraction = Fraction(35, 100)
    zero: Fraction = Fraction(0)
    paid: int = 5


@dataclass(frozen=True, slots=True)
class PreservedLine:
    """A line of the tournament's file as it was, for the writer of files alone: it decides nothing.

    ``after`` names the record that a comment followed; empty is the top of the file.
    """

    text: str
    after: str = ""


@dataclass(frozen=True, slots=True)
class Tournament:
    """``rounds`` is how many are planned, at least as many as have results. ``tie_breaks`` are
    the codes of :mod:`events.tournaments.domain.tiebreaks`, in their order. ``go`` are the settings
    of a tournament of go, ``is_accelerated`` is Baku acceleration; ``same_club`` and
    ``same_federation`` are values of
    :class:`events.tournaments.core.domain.wishes.Apart`. ``by_place``: the numbers are those of
    lines of a file by place, and not starting numbers. ``lot`` is the colour of number 1 in round
    1, where it was drawn; ``forbidden_teams`` are named by the numbers of the teams."""

    name: str
    start: date | None = None
    finish: date | None = None
    city: str = ""
    federation: str = ""
    kind: str = ""
    time_control: str = ""
    chief_arbiter: str = ""
    deputies: tuple[str, ...] = ()
    rounds: int = 0
    round_dates: tuple[date, ...] = ()
    entrants: tuple[Entrant, ...] = ()
    teams: tuple[Team, ...] = ()
    system: PointSystem = field(default_factory=PointSystem)
    tie_breaks: tuple[str, ...] = ()
    forbidden: tuple[Forbidden, ...] = ()
    preserved: tuple[PreservedLine, ...] = ()
    go: GoRules | None = None
    wishes: tuple[Wish, ...] = ()
    same_club: str = ""
    same_federation: str = ""
    by_place: bool = False
    lot: Colour | None = None
    virtual_points: tuple[VirtualPoints, ...] = ()
    team_facts: TeamFacts = field(default_factory=TeamFacts)
    forbidden_teams: tuple[Forbidden, ...] = ()
    is_accelerated: bool = False
    awards: tuple[Award, ...] = ()
    keizer: KeizerRules = field(default_factory=KeizerRules)
    rating_method: str = "FIDON"
    unrated_as: int | None = None
    """What tie-breaks take for who has no rating; 0 is the lowest of all."""
    ratings_of_round: int = 0
    """The round of whose ratings tie-breaks go by, 0 the first ones."""
    breaches: tuple[Breach, ...] = ()
    """What broke the rules, as its file tells; see :mod:`.breaches`."""
    has_third_place: bool = False
    """Whether a knock-out has a game for the third place, beside the final."""

    def points_of(self, entrant: Entrant, through: int | None = None) -> Fraction:
        """The entrant's points after a round, by default after the last."""
        codes = (result.code for result in entrant.results[:through] if result)
        points = sum((self.system.points(code) or Fraction(0) for code in codes), Fraction(0))
        return points + self.awarded_to(entrant.number, through)

    def awarded_to(self, number: int, through: int | None = None) -> Fraction:
        """The points that somebody is given besides the games, after a round."""
        here = (
            award.points
            for award in self.awards
            if award.number == number and (through is None or award.round <= through)
        )
        return sum(here, Fraction(0))


SWISS, MCMAHON, KEIZER = "Swiss", "McMahon", "Keizer"

ROUND_ROBIN, DOUBLE_ROUND_ROBIN = "Round robin", "Double round robin"

KNOCKOUT, SCHEVENINGEN = "Knockout", "Scheveningen"

BY_TABLE = frozenset({ROUND_ROBIN, DOUBLE_ROUND_ROBIN, KNOCKOUT, SCHEVENINGEN, KEIZER})
"""Kinds of which points make no groups."""

_DOUBLE = ("double", "two rounds", "doppelrundig", "dubbel")

_SWISS = ("swiss", "schweiz", "suisse", "suizo", "suíço", "svizzer", "mcmahon")

_ROUND_ROBIN = ("robin", "berger", "rundenturnier", "all play all", "all-play-all")


def rounds_planned(tournament: Tournament) -> int:
    """How many rounds there will be, at least as many as have results."""
    return max(tournament.rounds, *(len(entrant.results) for entrant in tournament.entrants), 0)


def is_round_robin(tournament: Tournament) -> bool:
    """Whether everyone meets everyone: by the tournament's type, or else by the pairings, when all
    have been paired with all equally often."""
    kind = tournament.kind.casefold()
    if any(word in kind for word in _SWISS):
        return False
    if round_robin_named(kind):
        return True
    numbers = sorted(entrant.number for entrant in tournament.entrants)
    meetings = [
        sorted(result.opponent for result in entrant.results if result and result.opponent)
        for entrant in sorted(tournament.entrants, key=lambda entrant: entrant.number)
    ]
    times = len(meetings[0]) // (len(numbers) - 1) if len(numbers) > 1 else 0
    return times > 0 and all(
        met == sorted(times * [other for other in numbers if other != number])
        for number, met in zip(numbers, meetings, strict=True)
    )


def round_robin_named(kind: str) -> str:
    """The round robin, single or double, that the words of a type mean; empty for another."""
    kind = kind.casefold().replace("_", " ")
    if any(word in kind for word in _SWISS):
        return ""
    # "rr" only as a word, for names of systems may hold these letters.
    words = any(word in kind for word in _ROUND_ROBIN) or "rr" in re.findall(r"\w+", kind)
    if not words:
        return ""
    return DOUBLE_ROUND_ROBIN if any(word in kind for word in _DOUBLE) else ROUND_ROBIN


MissedRounds = Mapping[int, Code | None]
"""The bye of each round that is not attended, ``None`` for an absence without points."""

_WORD: Final = re.compile(r"([1-9][0-9]{0,2})([hfz]?)", re.ASCII | re.IGNORECASE)

_BYES: Final = {"h": Code.HALF_BYE, "f": Code.FULL_BYE}


def read_missed_rounds(text: str) -> dict[int, Code | None]:
    """What is typed, in the order of the rounds; ``z`` is an absence.

    Raises :class:`Refused` for a word that is no round, and for a round that is there twice.
    """
    found: dict[int, Code | None] = {}
    for word in text.replace(",", " ").split():
        read = _WORD.fullmatch(word)
        if not read:
            raise Refused(
                Problem(
                    sentence(
                        "“%(word)s” is not a round. Type round numbers separated by spaces: 2 5, "
                        "with h or "
                        "f behind one for a half-point or a full-point bye: 5h.",
                        word=word,
                    ),
                    value=word,
                )
            )
        number, bye = integer_of(read[1]), _BYES.get(read[2].lower())
        if found.setdefault(number, bye) is not bye:
            raise Refused(
                Problem(
                    sentence(
                        "Round %(number)s is there twice, with two kinds of bye.", number=number
                    ),
                    value=word,
                )
            )
    return dict(sorted(found.items()))


def write_missed_rounds(missed: MissedRounds) -> str:
    """``2 5h``, as :func:`read_missed_rounds` reads it."""
    return " ".join(f"{number}{bye.value.lower() if bye else ''}" for number, bye in missed.items())


def kind_of(words: str) -> str:
    """The kind that names a system, by the words of a type; every other is a Swiss."""
    return words if words in BY_TABLE or words == MCMAHON else round_robin_named(words) or SWISS


Game = tuple[int, int]
"""The starting numbers of the first and the second side."""


def games_of_round(tournament: Tournament, number: int) -> list[Game]:
    """The games of a round, in the order of boards: by the higher score before the round, then
    by both scores, then by the lower starting number.

    The first side has White; where no colour is known, it is the lower number.
    """
    entrants = {entrant.number: entrant for entrant in tournament.entrants}
    # A set: either side's result gives the same game.
    games = {_sides(entrant, number - 1) for entrant in tournament.entrants} - {None}
    scores = {
        key: tournament.points_of(entrant, through=number - 1) for key, entrant in entrants.items()
    }

    def place(game: Game) -> tuple[Fraction, Fraction, int]:
        one, other = (scores[side] for side in game)
        return (-max(one, other), -(one + other), min(game))

    return sorted((game for game in games if game), key=place)


def _sides(entrant: Entrant, index: int) -> Game | None:
    result = entrant.results[index] if index < len(entrant.results) else None
    if result is None or result.opponent is None:
        return None
    if result.colour is None:
        return (min(entrant.number, result.opponent), max(entrant.number, result.opponent))
    is_first = result.colour == "w"
    return (entrant.number, result.opponent) if is_first else (result.opponent, entrant.number)
