"""A tournament after one of its rounds, as tie-breaks see it.

Terms: a *round* of a record is what one player has from it, a *record* is all of them up to the
stage. A round that was never recorded is an absence, which FIDE treats as a zero-point bye (C.07
16.1.1). A pending game is no unplayed round: it counts nothing, and later it will be something.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum
from fractions import Fraction
from functools import cached_property
from itertools import zip_longest
from typing import NamedTuple

from events.tournaments.domain.go.from_tournament import go_event
from events.tournaments.domain.go.scores import Scores
from events.tournaments.domain.kind import is_round_robin, rounds_planned
from events.tournaments.domain.results import Code, Colour, PointSystem, Result
from events.tournaments.domain.tiebreaks.exact import ZERO, exact_sum
from events.tournaments.domain.tournament import Tournament
from events.tournaments.domain.withdrawals import cancelled, counted_results

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
        """By the tournament's first day; without one, the rules in force."""
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
    """``rounds[r]`` is round r + 1; ``counted`` are all but those with a pending game."""

    number: int
    rating: int | None
    rounds: tuple[Round, ...]
    points: Fraction
    counted: tuple[Round, ...]


@dataclass(frozen=True)
class Stage:
    """``rounds`` is how many are counted; ``final`` when that is all there will be.

    ``round_robin``: the pairings were made in advance, so that Article 15.2 holds and not 16.
    ``go``: the scores of a tournament of go. ``cancelled``: whose games count for nobody, after a
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

    @cached_property
    def provisional(self) -> bool:
        """Whether a game up to here is still to be played."""
        return any(round_.pending for record in self.records.values() for round_ in record.rounds)

    @cached_property
    def unrated(self) -> int:
        """How many players have no rating."""
        return sum(not record.rating for record in self.records.values())

    @cached_property
    def fore(self) -> "Stage":
        """As if every paired game of the last round of all had been drawn (8.3)."""
        if not self.final or not self.rounds:
            return self
        records = {number: self._drawn(record) for number, record in self.records.items()}
        return replace(self, records=records)

    def _drawn(self, record: Record) -> Record:
        last = record.rounds[-1]
        if last.opponent is None:
            return record
        draw = _round(last.number, Result(last.opponent, last.colour, Code.DRAW), self._worth)
        return _record(record.number, record.rating, (*record.rounds[:-1], draw))

    @cached_property
    def _worth(self) -> Worth:
        return _worth(self.system)


def stage(tournament: Tournament, through: int | None = None) -> Stage:
    """The tournament after round ``through``, by default after the last one that was begun."""
    counted = rounds_counted(tournament, through)
    gone = cancelled(tournament, counted)
    tournament = counted_results(tournament, counted)
    worth = _worth(tournament.system)
    records = {}
    for entrant in tournament.entrants:
        results = entrant.results[:counted] + (None,) * (counted - len(entrant.results))
        rounds = tuple(_round(number, result, worth) for number, result in enumerate(results, 1))
        records[entrant.number] = _record(entrant.number, entrant.rating, rounds)
    return Stage(
        records=records,
        rounds=counted,
        final=counted == rounds_planned(tournament),
        round_robin=is_round_robin(tournament),
        edition=Edition.of(tournament.start),
        system=tournament.system,
        go=Scores(go_event(tournament, counted), counted) if tournament.go else None,
        cancelled=frozenset(number for number, is_cancelled in gone.items() if is_cancelled),
    )


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
    found = 0
    # Results end with each player's last one, and so differ in length.
    columns = zip_longest(*(entrant.results for entrant in tournament.entrants))
    for number, results in enumerate(columns, start=1):
        codes = {result and result.code for result in results}
        only_byes = Code.PENDING not in codes and (Code.PAIRING_BYE in codes or None not in codes)
        if only_byes or not codes.isdisjoint(_DECIDED):
            found = number
    return found


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


def _record(number: int, rating: int | None, rounds: tuple[Round, ...]) -> Record:
    points = exact_sum([round_.points for round_ in rounds])
    counted = tuple([round_ for round_ in rounds if not round_.pending])
    return Record(number, rating, rounds, points, counted)
