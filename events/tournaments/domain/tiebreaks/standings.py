"""The standings of a round-by-round tournament: points, then tie-breaks, places shared at last.

Each tie-break divides the groups that are still tied and leaves the others alone (C.07 4.2). Who
is tied after the last one shares a place, and is listed by starting number.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from events.tournaments.domain.tiebreaks.catalogue import DIRECT_ENCOUNTER, TieBreak, chosen
from events.tournaments.domain.tiebreaks.encounter import direct_encounter
from events.tournaments.domain.tiebreaks.rules import Values
from events.tournaments.domain.tiebreaks.stage import Record, Stage, stage
from events.tournaments.domain.tiebreaks.value import Value
from events.tournaments.domain.tournament import Tournament

Group = Sequence[Record]


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings.

    ``place`` is ``3``, or ``2=`` where it is shared. ``values`` are those of the tie-breaks, in
    their order; ``None`` where one says nothing about the player. ``provisional``: a game is
    still to be played, anybody's, so that everything may change.
    """

    number: int
    place: str
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
            place = f"{len(found) + 1}{'=' if len(group) > 1 else ''}"
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
    :class:`clubscore.problems.Refused` for a code that is not known.
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
    if not (tie_breaks and tie_breaks[0].leads and at.go):
        groups = _divide(groups, points, ascending=False)
    columns, tied = [], []
    for tie_break in tie_breaks:
        tied.append(tuple(groups))
        column: dict[int, Value] = {}
        # It depends on who is still tied here, so that it is computed group by group.
        if tie_break.code == DIRECT_ENCOUNTER:
            for group in groups:
                column |= direct_encounter(at, group)
        else:
            # Of everybody, tied or not: the standings show the whole column.
            column = {record.number: values.of(tie_break, record) for record in everybody}
        columns.append(column)
        groups = _divide(groups, column, ascending=tie_break.ascending)
    return Ranking(at, tuple(tie_breaks), tuple(groups), tuple(columns), tuple(tied))


def _divide(groups: Iterable[Group], column: dict[int, Value], *, ascending: bool) -> list[Group]:
    """Each group divided by the values; whoever has none comes last."""
    found: list[Group] = []
    for group in groups:
        by_amount: defaultdict[Fraction | None, list[Record]] = defaultdict(list)
        for record in group:
            by_amount[column[record.number].amount].append(record)
        without = by_amount.pop(None, [])
        amounts = sorted(
            (amount for amount in by_amount if amount is not None), reverse=not ascending
        )
        found.extend(by_amount[amount] for amount in amounts)
        if without:
            found.append(without)
    return found
