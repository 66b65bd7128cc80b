"""The standings of a round-by-round tournament: points, then tie-breaks, places shared at last.

Each tie-break divides the groups that are still tied and leaves the others alone (C.07 4.2). Who
is tied after the last one shares a place, and is listed by starting number.

The crosstable of a round-by-round tournament: who met whom, with which colour and result.

Rows are in the order of the standings or of the starting numbers, and cells name the opponent by
the row, so that ``12w1`` is a win with White against the player of row 12. A round robin has a
square table as well, where the column is the opponent.

What a change of a result does to the standings: who moves from which place to which.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate, zip_longest

from events.common.domain import Place
from events.tournaments.core.domain.results import PointSystem, Result, write_points
from events.tournaments.core.domain.tournament import Entrant, Tournament, is_round_robin
from events.tournaments.core.domain.withdrawals import counted_results
from events.tournaments.standings.domain.catalogue import (
    DIRECT_ENCOUNTER,
    ENCOUNTERS,
    TieBreak,
    chosen,
)
from events.tournaments.standings.domain.rules.direct_encounter import direct_encounter
from events.tournaments.standings.domain.rules.values import Values
from events.tournaments.standings.domain.stage import (
    ZERO,
    Record,
    Stage,
    Value,
    rounds_counted,
    stage,
)

Group = Sequence[Record]


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings.

    ``values`` are those of the tie-breaks, in
    their order; ``None`` where one says nothing about the player. ``provisional``: a game is
    still to be played, anybody's, so that everything may change.
    """

    number: int
    place: Place
    points: Fraction
    values: tuple[Fraction | None, ...]
    provisional: bool


@dataclass(frozen=True, slots=True)
class Ranking:
    """``groups``: best first, a group of several shares a place. ``columns``: the values of each
    tie-break by starting number. ``tied``: the groups that each tie-break found tied."""

    stage: Stage
    tie_breaks: tuple[TieBreak, ...]
    groups: tuple[Group, ...]
    columns: tuple[dict[int, Value], ...]
    tied: tuple[tuple[Group, ...], ...]

    def lines(self) -> tuple[Standing, ...]:
        """Everybody, best first."""
        found: list[Standing] = []
        for group in self.groups:
            place = Place(len(found) + 1, is_shared=len(group) > 1)
            found.extend(
                Standing(
                    number=record.number,
                    place=place,
                    points=record.points,
                    values=tuple(column[record.number].amount for column in self.columns),
                    provisional=self.stage.provisional,
                )
                for record in sorted(group, key=lambda record: record.number)
            )
        return tuple(found)


def standings(
    tournament: Tournament, *, tie_breaks: Iterable[str], through: int | None = None
) -> tuple[Standing, ...]:
    """Everybody, best first, after a round, by default after the last one that was begun.

    ``tie_breaks`` are codes; points always come first and need not be among them. Raises
    :class:`clubscore.text.problems.Refused` for a code that is not known.
    """
    return rank(stage(tournament, through), chosen(tie_breaks)).lines()


def rank(at: Stage, tie_breaks: Sequence[TieBreak]) -> Ranking:
    """Divide everybody by points, and then by each tie-break in turn."""
    values = Values(at)
    everybody = tuple(at.records.values())
    points = {record.number: Value(record.points) for record in everybody}
    # Whose games count for nobody comes last.
    counting = [record for record in everybody if record.number not in at.cancelled]
    cancelled = [record for record in everybody if record.number in at.cancelled]
    groups: list[Group] = [group for group in (counting, cancelled) if group]
    # In a McMahon tournament the places go by the McMahon score, of which the points are a part.
    if not leads(at, tie_breaks):
        groups = _divide(groups, points, ascending=False)
    columns, tied = [], []
    for tie_break in tie_breaks:
        tied.append(tuple(groups))
        column: dict[int, Value] = {}
        # It depends on who is still tied here, so that it is computed group by group.
        if tie_break.code in ENCOUNTERS:
            for group in groups:
                column |= direct_encounter(
                    at, group, with_forfeits=tie_break.code != DIRECT_ENCOUNTER
                )
        else:
            # Of everybody, tied or not: the standings show the whole column.
            column = {record.number: values.of(tie_break, record) for record in everybody}
        columns.append(column)
        groups = _divide(groups, column, ascending=tie_break.ascending)
    return Ranking(at, tuple(tie_breaks), tuple(groups), tuple(columns), tuple(tied))


def leads(at: Stage, tie_breaks: Sequence[TieBreak]) -> bool:
    """Whether the first of these comes before the points: the score of go, of a Keizer, of a
    knock-out, where it is played."""
    return bool(tie_breaks and tie_breaks[0].leads and (at.go or at.leading))


def _divide(groups: Iterable[Group], column: dict[int, Value], *, ascending: bool) -> list[Group]:
    """Each group divided by the values; whoever has none comes last."""
    found: list[Group] = []
    for group in groups:
        if len(group) == 1:
            found.append(group)
            continue
        # By two whole numbers, which are found faster than a fraction.
        by_amount: defaultdict[tuple[int, int] | None, list[Record]] = defaultdict(list)
        for record in group:
            amount = column[record.number].amount
            by_amount[None if amount is None else amount.as_integer_ratio()].append(record)
        without = by_amount.pop(None, [])
        ratios = [ratio for ratio in by_amount if ratio is not None]
        ratios.sort(key=lambda ratio: Fraction(*ratio), reverse=not ascending)
        found.extend(by_amount[ratio] for ratio in ratios)
        if without:
            found.append(without)
    return found


@dataclass(frozen=True, slots=True)
class Cell:
    """``row`` is the opponent's, from 1, ``None`` without one. ``points`` are ``None`` while the
    game is still to be played. What does not count was cancelled by a withdrawal."""

    result: Result
    row: int | None
    points: Fraction | None
    counts: bool = True

    @property
    def text(self) -> str:
        """``12w1``, ``7b½``, ``3w+``, ``28b1h2`` with a handicap; ``*`` where the game is to be
        played, ``–½`` for a bye; ``(12w1)`` for what does not count."""
        return self._text if self.counts else f"({self._text})"

    @property
    def _text(self) -> str:
        points = "*" if self.points is None else write_points(self.points)
        if self.row is None:
            return f"–{points}"
        # With its sign, for the points alone would look like those of a game that was played.
        score = self.result.code.value if self.result.code.is_forfeit else points
        stones = f"h{self.result.handicap}" if self.result.handicap else ""
        return f"{self.row}{self.result.colour or ''}{score}{stones}"


@dataclass(frozen=True, slots=True)
class Row:
    """``row`` counts from 1. ``cells`` and ``progress``, the points after each round, are by
    round; a cell is ``None`` where the player was absent."""

    row: int
    number: int
    place: Place
    points: Fraction
    values: tuple[Fraction | None, ...]
    cells: tuple[Cell | None, ...]
    progress: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Crosstable:
    """``square[r][c]`` are the cells of row r + 1 against row c + 1, in the order of the rounds;
    empty when this is no round robin."""

    rows: tuple[Row, ...]
    rounds: int
    provisional: bool
    square: tuple[tuple[tuple[Cell, ...], ...], ...] = ()


def crosstable(
    tournament: Tournament,
    *,
    tie_breaks: Iterable[str],
    through: int | None = None,
    by_number: bool = False,
    lines: tuple[Standing, ...] | None = None,
) -> Crosstable:
    """The table after a round, by default after the last one that was begun.

    Rows are in the order of the standings, or ``by_number`` in that of the starting numbers;
    ``lines`` are the standings where they are known.
    """
    rounds = rounds_counted(tournament, through)
    if lines is None:
        lines = standings(tournament, tie_breaks=tie_breaks, through=rounds)
    if by_number:
        lines = tuple(sorted(lines, key=lambda line: line.number))
    row_of = {line.number: row for row, line in enumerate(lines, start=1)}
    counting = counted_results(tournament, rounds)
    results_of = {
        entrant.number: _shown(entrant, counted, rounds)
        for entrant, counted in zip(tournament.entrants, counting.entrants, strict=True)
    }
    awards: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for award in tournament.awards:
        awards[award.number, award.round] += award.points
    rows = []
    for row, line in enumerate(lines, start=1):
        cells = tuple(
            _cell(result, row_of, tournament.system, counts=counts)
            for result, counts in results_of[line.number]
        )
        # A game that is still to be played has no points yet, and adds nothing.
        points = (
            ((cell and cell.counts and cell.points) or ZERO) + awards.get((line.number, number), 0)
            for number, cell in enumerate(cells, start=1)
        )
        rows.append(
            Row(
                row=row,
                number=line.number,
                place=line.place,
                points=line.points,
                values=line.values,
                cells=cells,
                progress=tuple(accumulate(points)),
            )
        )
    return Crosstable(
        rows=tuple(rows),
        rounds=rounds,
        provisional=any(line.provisional for line in lines),
        # In a Swiss nearly all of the square would be empty.
        square=_square(rows) if is_round_robin(tournament) else (),
    )


def _shown(entrant: Entrant, counted: Entrant, rounds: int) -> list[tuple[Result | None, bool]]:
    """The results of every round as they count, and those that do not, with whether they do."""
    # Results end with the player's last one: whoever left early has fewer than the others.
    pairs = zip_longest(entrant.results[:rounds], counted.results[:rounds])
    shown = [
        (result, True) if result or not original else (original, False)
        for original, result in pairs
    ]
    return shown + [(None, True)] * (rounds - len(shown))


def _cell(
    result: Result | None, row_of: dict[int, int], system: PointSystem, *, counts: bool
) -> Cell | None:
    if result is None:
        return None
    row = None if result.opponent is None else row_of[result.opponent]
    return Cell(result, row, system.points(result.code), counts)


def _square(rows: Iterable[Row]) -> tuple[tuple[tuple[Cell, ...], ...], ...]:
    rows = tuple(rows)
    return tuple(
        tuple(
            tuple(cell for cell in row.cells if cell and cell.row == column.row) for column in rows
        )
        for row in rows
    )


@dataclass(frozen=True, slots=True)
class Move:
    """A player whose place or points change."""

    number: int
    place_before: Place
    place_after: Place
    points_before: Fraction
    points_after: Fraction


def with_results(
    tournament: Tournament, number: int, results: Mapping[int, Result | None]
) -> Tournament:
    """The tournament with these results of round ``number``, by starting number."""

    def with_result(entrant: Entrant) -> Entrant:
        if entrant.number not in results:
            return entrant
        # Results end with the player's last one, which may be before this round.
        changed = list(entrant.results) + [None] * (number - len(entrant.results))
        changed[number - 1] = results[entrant.number]
        return replace(entrant, results=tuple(changed))

    return replace(
        tournament, entrants=tuple(with_result(entrant) for entrant in tournament.entrants)
    )


def moves(before: Iterable[Standing], after: Iterable[Standing]) -> tuple[Move, ...]:
    """Everybody whose place or points differ afterwards, in the order of the new standings."""
    old = {line.number: line for line in before}
    return tuple(
        Move(line.number, was.place, line.place, was.points, line.points)
        for line in after
        for was in [old[line.number]]
        if (was.place, was.points) != (line.place, line.points)
    )
