"""A tournament after one of its rounds, as tie-breaks see it.

Terms: a *round* of a record is what one player has from it, a *record* is all of them up to the
stage. A round that was never recorded is an absence, which FIDE treats as a zero-point bye (C.07
16.1.1). A pending game is no unplayed round: it counts nothing, and later it will be something.

Rounds that were not played, in a Swiss tournament: Article 16 of C.07.

Seen from the opponents, a player's score is *adjusted*: byes requested for the end of the
tournament count as draws. Seen from the player, an unplayed round is a game against a *dummy*.
In a round robin a forfeit is a game like any other (15.2), so that nothing is adjusted.

Standings during the tournament take the last round counted for the last one of all, and the
rounds counted for those of the tournament.

Exact numbers: their sum, several times faster than adding one by one, and their text.

A tie-break's value with the parts it is made of, so that pages can show how it came about.

Leaving out the least and the most significant parts: Articles 14 and 16.5 of C.07.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import Enum
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import NamedTuple

from events.common.domain import two_decimals
from events.tournaments.core.domain.ratings import rating_for_tie_breaks
from events.tournaments.core.domain.results import Code, Colour, PointSystem, Result, write_points
from events.tournaments.core.domain.tournament import (
    KEIZER,
    KNOCKOUT,
    Tournament,
    is_round_robin,
    kind_of,
    rounds_planned,
)
from events.tournaments.core.domain.withdrawals import cancelled, counted_results
from events.tournaments.go.domain.event import go_event
from events.tournaments.go.domain.scores import Scores
from events.tournaments.standings.domain.keizer import keizer
from events.tournaments.standings.domain.knockout import rounds_reached

IN_FORCE = date(2026, 3, 1)

Worth = Mapping[Code | None, tuple[Code, Fraction, bool, bool, bool, bool]]

_REQUESTED = frozenset({Code.HALF_BYE, Code.ZERO_BYE})

_VOLUNTARY = frozenset({Code.HALF_BYE, Code.ZERO_BYE, Code.FORFEIT_LOSS})

_DECIDED = frozenset(code for code in Code if code.played or code.is_forfeit)


class Edition(Enum):
    """Which text of C.07 holds: the one since 1 March 2026 limits a dummy's score (16.4)."""

    BEFORE_2026 = "before 2026"
    SINCE_2026 = "since 2026"

    @classmethod
    def of(cls, start: date | None) -> "Edition":
        """The edition by the tournament's first day; without one, the rules in force."""
        return cls.BEFORE_2026 if start and start < IN_FORCE else cls.SINCE_2026


class Round(NamedTuple):
    """``number`` counts from 1. ``opponent`` is the scheduled one, also of a forfeit.

    ``played``: at the board, rated or not. ``requested``: a bye that was asked for, or an absence
    (16.1.1); a full-point bye is none. ``voluntary``: the player was not there to play (16.1.2).
    """

    number: int
    opponent: int | None
    colour: Colour | None
    code: Code
    points: Fraction
    played: bool
    requested: bool
    voluntary: bool
    pending: bool


@dataclass(frozen=True, slots=True)
class Record:
    """``rounds[r]`` is round r + 1; ``counted`` are all but those with a pending game. ``awarded``
    are the points among the others that no round brought."""

    number: int
    rating: int | None
    rounds: tuple[Round, ...]
    points: Fraction
    counted: tuple[Round, ...]
    awarded: Fraction = Fraction(0)


@dataclass(frozen=True)
class Stage:
    """``rounds`` is how many are counted; ``final`` when that is all there will be.

    ``round_robin``: the pairings were made in advance, so that Article 15.2 holds and not 16.
    ``go``: the scores of a tournament of go. ``leading``: the scores of a Keizer or a
    knock-out. ``cancelled``: whose games count for nobody, after a
    withdrawal from a round robin.
    """

    records: Mapping[int, Record]
    rounds: int
    final: bool
    round_robin: bool
    edition: Edition
    system: PointSystem
    go: Scores | None = None
    cancelled: frozenset[int] = frozenset()
    leading: Mapping[int, "Value"] = field(default_factory=dict)
    external: Mapping[int, Fraction | None] = field(default_factory=dict)
    """What was computed elsewhere, by number."""
    without_rating: frozenset[int] = frozenset()
    """Who has none, though the settings may give one for tie-breaks."""
    forfeits_meet: bool = False
    """Whether forfeits are games for direct encounter in a Swiss, too."""

    @cached_property
    def provisional(self) -> bool:
        """Whether a game up to here is still to be played."""
        return any(round_.pending for record in self.records.values() for round_ in record.rounds)

    @cached_property
    def unrated(self) -> int:
        """How many players have no rating."""
        return sum(not record.rating for record in self.records.values())

    def rated_as(self, rating: int) -> "Stage":
        """The stage with this rating for everybody who has none."""
        records = {
            number: replace(record, rating=rating) if number in self.without_rating else record
            for number, record in self.records.items()
        }
        return replace(self, records=records)

    @cached_property
    def fore(self) -> "Stage":
        """The value as if every paired game of the last round of all had been drawn (8.3)."""
        if not self.final or not self.rounds:
            return self
        records = {number: self._drawn(record) for number, record in self.records.items()}
        return replace(self, records=records)

    def _drawn(self, record: Record) -> Record:
        last = record.rounds[-1]
        if last.opponent is None:
            return record
        draw = _round(last.number, Result(last.opponent, last.colour, Code.DRAW), self._worth)
        rounds = (*record.rounds[:-1], draw)
        return _record(record.number, record.rating, rounds, record.awarded)

    @cached_property
    def _worth(self) -> Worth:
        return _worth(self.system)


def _worth(system: PointSystem) -> Worth:
    """The fields of a :class:`Round` that follow from each code; ``None`` is absence (16.1.1)."""
    # Looked up for every result of a tournament, so that the rules are asked once for each code.
    return {
        code: (
            code,
            system.points(code) or ZERO,
            code.played,
            code in _REQUESTED,
            code in _VOLUNTARY,
            code is Code.PENDING,
        )
        for code in Code
    } | {None: (Code.ZERO_BYE, ZERO, False, True, True, False)}


def _round(number: int, result: Result | None, worth: Worth) -> Round:
    if result is None:
        return Round(number, None, None, *worth[None])
    return Round(number, result.opponent, result.colour, *worth[result.code])


def _record(
    number: int, rating: int | None, rounds: tuple[Round, ...], awarded: Fraction
) -> Record:
    points = exact_sum([round_.points for round_ in rounds])
    counted = tuple([round_ for round_ in rounds if not round_.pending])
    return Record(number, rating, rounds, points + awarded, counted, awarded)


ZERO = Fraction(0)


def exact_sum(values: Iterable[Fraction]) -> Fraction:
    """The sum."""
    # Whole numbers of one unit, such as quarters: adding fractions takes a gcd for every value.
    total_, unit = 0, 1
    for value in values:
        over, under = value.as_integer_ratio()
        if under != unit:
            if unit % under:
                larger = lcm(unit, under)
                total_, unit = total_ * (larger // unit), larger
            over *= unit // under
        total_ += over
    return Fraction(total_, unit)


def times(score: Fraction, points: Fraction) -> Fraction:
    """The product; of a game that was won or lost it is the score or nothing."""
    over, under = points.as_integer_ratio()
    if over == under:
        return score
    return score * points if over else ZERO


def stage(tournament: Tournament, through: int | None = None) -> Stage:
    """The tournament after round ``through``, by default after the last one that was begun."""
    counted = rounds_counted(tournament, through)
    gone = cancelled(tournament, counted)
    tournament = counted_results(tournament, counted)
    leading = _leading(tournament, counted)
    worth = _worth(tournament.system)
    ratings = own_ratings = rating_for_tie_breaks(tournament)
    if tournament.unrated_as is not None:
        own_ratings = rating_for_tie_breaks(replace(tournament, unrated_as=None))
    records = {}
    for entrant in tournament.entrants:
        results = entrant.results[:counted] + (None,) * (counted - len(entrant.results))
        rounds = tuple(_round(number, result, worth) for number, result in enumerate(results, 1))
        awarded = ZERO
        if tournament.awards:
            through = None if counted == rounds_planned(tournament) else counted
            awarded = tournament.awarded_to(entrant.number, through)
        records[entrant.number] = _record(entrant.number, ratings[entrant.number], rounds, awarded)
    return Stage(
        records=records,
        rounds=counted,
        final=counted == rounds_planned(tournament),
        round_robin=is_round_robin(tournament),
        edition=Edition.of(tournament.start),
        system=tournament.system,
        go=Scores(go_event(tournament, counted), counted) if tournament.go else None,
        cancelled=frozenset(number for number, is_cancelled in gone.items() if is_cancelled),
        leading=leading,
        external={entrant.number: entrant.external for entrant in tournament.entrants},
        without_rating=frozenset(number for number, rating in own_ratings.items() if not rating),
    )


def _leading(tournament: Tournament, counted: int) -> dict[int, "Value"]:
    """The scores by which a Keizer or a knock-out goes."""
    kind = kind_of(tournament.kind)
    if kind == KNOCKOUT:
        reached = rounds_reached(tournament, counted)
        return {number: Value(amount) for number, amount in reached.items()}
    if kind != KEIZER:
        return {}
    lines = keizer(tournament, counted)
    values = {line.number: line.value for line in lines}
    results = {entrant.number: entrant.results for entrant in tournament.entrants}
    return {
        line.number: Value(
            line.total,
            tuple(
                Part(
                    round_,
                    opponent := result.opponent if result else None,
                    amount,
                    score=values.get(opponent) if opponent else None,
                    points=tournament.system.points(result.code) if result else None,
                )
                for round_, amount in enumerate(line.earned, start=1)
                for result in [
                    results[line.number][round_ - 1]
                    if round_ <= len(results[line.number])
                    else None
                ]
            ),
        )
        for line in lines
    }


def rounds_counted(tournament: Tournament, through: int | None = None) -> int:
    """How many rounds standings after round ``through`` count, by default all that were begun."""
    if through is None:
        return rounds_begun(tournament)
    return max(0, min(through, rounds_planned(tournament)))


def rounds_begun(tournament: Tournament) -> int:
    """The last round in which something was decided.

    That is a game, at the board or by forfeit; or, where no game waits for its result, a bye from
    the pairing, or a bye for everybody. Other byes begin no round: they are asked for in advance.
    """
    # Results end with each player's last one, and so differ in length.
    all_results = [entrant.results for entrant in tournament.entrants]
    for number in range(max(map(len, all_results), default=0), 0, -1):
        codes = {
            result.code if len(results) >= number and (result := results[number - 1]) else None
            for results in all_results
        }
        only_byes = Code.PENDING not in codes and (Code.PAIRING_BYE in codes or None not in codes)
        if only_byes or not codes.isdisjoint(_DECIDED):
            return number
    return 0


def adjusted_scores(stage: Stage) -> dict[int, Fraction]:
    """Every player's score as the opponents' tie-breaks count it (16.3)."""
    return {number: adjusted_score(record, stage) for number, record in stage.records.items()}


def adjusted_score(record: Record, stage: Stage) -> Fraction:
    """The points, with the requested byes that only voluntary unplayed rounds follow, and one in
    the last round, counted as draws (16.2.5, 16.3.2)."""
    if stage.round_robin:
        return record.points
    return record.points + exact_sum(
        stage.system.draw - round_.points for round_ in closing_byes(record)
    )


def closing_byes(record: Record) -> list[Round]:
    """The requested byes after which the player was never again there to play."""
    rounds: list[Round] = []
    for round_ in reversed(record.rounds):
        # Somebody who came back to play was not away for good (16.2.5).
        if not round_.voluntary:
            break
        if round_.requested:
            rounds.append(round_)
    return rounds[::-1]


def dummy_score(
    record: Record, round_: Round, stage: Stage, adjusted: dict[int, Fraction]
) -> Fraction:
    """The score of the dummy in a round that was not played: the player's own.

    Since 2026 it is at most the scheduled opponent's adjusted score, for a forfeit (16.4.1), and
    at most a draw in every round, for any other unplayed round (16.4.2).
    """
    if stage.edition is Edition.BEFORE_2026:
        return record.points
    if round_.opponent is not None:
        return min(record.points, adjusted[round_.opponent])
    return min(record.points, stage.system.draw * stage.rounds)


def written(value: Fraction) -> str:
    """A value as the standings show it: ``7½``, ``17.25``; a long one with two decimals."""
    return two_decimals(value) if 100 % value.denominator else write_points(value)


class Cut(Enum):
    """Why a part is left out of the sum."""

    LOWEST = "lowest"
    AWAY = "away"
    HIGHEST = "highest"
    EARLY = "early"
    BELOW_LIMIT = "below limit"


class Part(NamedTuple):
    """What one round gives to a value.

    ``score`` is what counts of the opponent: points, Buchholz or rating; ``points`` is what the
    player took from the round. ``dummy``: nobody was met, and a dummy replaces the opponent
    (16.4). ``voluntary``: the player was not there to play.
    """

    round: int
    opponent: int | None
    amount: Fraction
    score: Fraction | None = None
    points: Fraction | None = None
    dummy: bool = False
    voluntary: bool = False
    cut: Cut | None = None


class Value(NamedTuple):
    """``amount`` is ``None`` where the tie-break has no value for the player."""

    amount: Fraction | None
    parts: tuple[Part, ...] = ()


def total(parts: Iterable[Part]) -> Value:
    """The parts and their sum, without those that are cut."""
    parts = tuple(parts)
    return Value(exact_sum(part.amount for part in parts if part.cut is None), parts)


def cut(parts: Sequence[Part], *, low: int = 0, high: int = 0) -> Sequence[Part]:
    """Mark the parts to leave out, first the low ones, then the high ones (14.3)."""
    for choose in [_least] * low + [_most] * high:
        left = [part for part in parts if part.cut is None]
        if left:
            part, why = choose(left)
            index = parts.index(part)
            parts = [*parts[:index], part._replace(cut=why), *parts[index + 1 :]]
    return parts


def _least(parts: Sequence[Part]) -> tuple[Part, Cut]:
    """The part of the opponent with the lowest score, of several such the lowest part (14.1.2).

    When the player was away, the lowest part of such a round instead, unless it is even lower
    than the other one (16.5.1).
    """
    least = min(parts, key=_significance)
    away = [part for part in parts if part.voluntary]
    if not away:
        return least, Cut.LOWEST
    # Here the part itself is compared first, and the opponent's score decides between equals.
    lowest = min(away, key=lambda part: _significance(part)[::-1])
    if lowest.amount < least.amount:
        return least, Cut.LOWEST
    return lowest, Cut.AWAY


def _most(parts: Sequence[Part]) -> tuple[Part, Cut]:
    return max(parts, key=_significance), Cut.HIGHEST


def _significance(part: Part) -> tuple[Fraction, Fraction]:
    return ZERO if part.score is None else part.score, part.amount
