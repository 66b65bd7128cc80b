"""Tie-breaks from the opponents' points: Buchholz and its variants, Sonneborn-Berger, Koya.

Articles 8 and 9 of C.07. In a round robin a forfeit counts as a game against the scheduled
opponent, and a round without one counts nothing (15.2).
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property

from events.tournaments.standings.domain.stage import (
    ZERO,
    Cut,
    Part,
    Record,
    Stage,
    Value,
    adjusted_scores,
    cut,
    dummy_score,
    exact_sum,
    times,
    total,
)


class OpponentScores:
    """The tie-breaks at a stage; what all players have in common is computed once."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._adjusted = adjusted_scores(stage)
        self._parts_by_record: dict[tuple[int, bool], tuple[Part, ...]] = {}

    @cached_property
    def fore(self) -> "OpponentScores":
        """The same at the stage where the last round is drawn (8.3)."""
        return OpponentScores(self._stage.fore)

    def buchholz(self, record: Record, *, low: int = 0, high: int = 0) -> Value:
        """The opponents' scores (8.1)."""
        return total(cut(self._parts(record, times_points=False), low=low, high=high))

    def fore_buchholz(self, record: Record, *, low: int = 0, high: int = 0) -> Value:
        """Buchholz at the stage where the last round is drawn (8.3)."""
        return self.fore.buchholz(self._stage.fore.records[record.number], low=low, high=high)

    def average_buchholz(self, record: Record) -> Value:
        """The average Buchholz of those met at the board (8.2)."""
        parts = []
        for round_ in record.rounds:
            if round_.played and round_.opponent is not None:
                theirs = self._buchholz_of_all[round_.opponent]
                parts.append(Part(round_.number, round_.opponent, theirs, theirs, round_.points))
        amount = exact_sum(part.amount for part in parts) / len(parts) if parts else None
        return Value(amount, tuple(parts))

    def sonneborn_berger(self, record: Record, *, low: int = 0, high: int = 0) -> Value:
        """The opponents' scores, each times the points taken (9.1)."""
        return total(cut(self._parts(record, times_points=True), low=low, high=high))

    def koya(self, record: Record, halves: int = 0) -> Value:
        """The points taken from opponents with half of the greatest possible score, and so many
        half points more (9.2, 14.3).

        The greatest score is a win in every round; in a round robin in every round that the
        player with the most opponents had one, so that the free rounds of an odd field do not
        raise it. A forfeit brings its points as a game does.
        """
        parts = []
        limit = self.koya_limit + Fraction(halves, 2)
        for round_ in record.counted:
            if round_.opponent is not None:
                score = self._stage.records[round_.opponent].points
                parts.append(
                    Part(
                        round_.number,
                        round_.opponent,
                        round_.points,
                        score,
                        round_.points,
                        cut=None if score >= limit else Cut.BELOW_LIMIT,
                    )
                )
        return total(parts)

    @cached_property
    def koya_limit(self) -> Fraction:
        rounds = self._stage.rounds
        if self._stage.round_robin:
            rounds = max(
                sum(round_.opponent is not None for round_ in record.rounds)
                for record in self._stage.records.values()
            )
        return self._stage.system.win * rounds / 2

    @cached_property
    def _buchholz_of_all(self) -> dict[int, Fraction]:
        return {
            number: self.buchholz(record).amount or ZERO
            for number, record in self._stage.records.items()
        }

    def _parts(self, record: Record, *, times_points: bool) -> tuple[Part, ...]:
        """The opponents' scores, cached."""
        # Buchholz, its cuts and the average of the opponents' are all made of the same parts.
        key = record.number, times_points
        if key not in self._parts_by_record:
            self._parts_by_record[key] = tuple(self._made_parts(record, times_points))
        return self._parts_by_record[key]

    def _made_parts(self, record: Record, times_points: bool) -> Iterator[Part]:
        for round_ in record.counted:
            as_game = round_.played
            if self._stage.round_robin:
                as_game = round_.opponent is not None
            # A free round of an odd field is nobody's choice: no dummy for it (15.2).
            if not as_game and self._stage.round_robin:
                continue
            if as_game and round_.opponent is not None:
                score = self._adjusted[round_.opponent]
            else:
                score = dummy_score(record, round_, self._stage, self._adjusted)
            yield Part(
                round_.number,
                round_.opponent,
                times(score, round_.points) if times_points else score,
                score,
                round_.points,
                not as_game,
                not as_game and round_.voluntary,
            )
