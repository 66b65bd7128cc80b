"""Direct encounter: the tied players' games among themselves, Article 6 of C.07.

Forfeits count only in a round robin (6.1.1, 15.2); of several games between two players the
average counts (6.1.2). When all have met, the table of these games ranks them, and whoever is
still tied is taken by themselves again (6.2). When some games are missing, in a Swiss tournament,
whoever will be alone at the top however these games might end comes first, then the next one in
the same way, and those who are left are taken by themselves again (6.3).
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from events.tournaments.standings.domain.stage import Part, Record, Round, Stage, Value, exact_sum


@dataclass(frozen=True, slots=True)
class Mutual:
    """What a player has from the games against the others, and how many of these were not met."""

    record: Record
    points: Fraction
    missing: int


def direct_encounter(
    stage: Stage, tied: Sequence[Record], *, with_forfeits: bool = False
) -> dict[int, Value]:
    """Every tied player's place among them, shared by equals; no value where nothing is decided.
    ``with_forfeits`` (14.5): a forfeit counts as a game."""
    if with_forfeits and not stage.round_robin:
        stage = replace(stage, forfeits_meet=True)
    groups = order(stage, tied)
    places: dict[int, Value] = {}
    place = 1
    for group in groups:
        amount = Fraction(place) if len(groups) > 1 else None
        for record in group:
            places[record.number] = Value(amount, tuple(parts(stage, record, tied)))
        place += len(group)
    return places


def order(stage: Stage, tied: Sequence[Record]) -> list[Sequence[Record]]:
    """The tied players in groups, best first; a group of several could not be divided."""
    if len(tied) < 2:
        return [tied]
    table = [_mutual(stage, record, tied) for record in tied]
    if not any(line.missing for line in table):
        return _by_points(stage, table)
    # 6.3 is for Swiss tournaments alone; in a round robin the missing game will be played.
    if stage.round_robin:
        return [tied]
    return _by_certainty(stage, table)


def parts(stage: Stage, record: Record, tied: Sequence[Record]) -> Iterator[Part]:
    """The player's games against the others; each brings its share of the average."""
    others = {other.number for other in tied} - {record.number}
    games = [round_ for round_ in record.rounds if _counts(stage, round_, others)]
    times: defaultdict[int | None, int] = defaultdict(int)
    for round_ in games:
        times[round_.opponent] += 1
    for round_ in games:
        # The average of several games with one opponent (6.1.2).
        amount = round_.points / times[round_.opponent]
        yield Part(round_.number, round_.opponent, amount, points=round_.points)


def _counts(stage: Stage, round_: Round, others: set[int]) -> bool:
    if round_.opponent not in others:
        return False
    counts_all = stage.round_robin or stage.forfeits_meet
    return round_.played or (counts_all and not round_.pending)


def _mutual(stage: Stage, record: Record, tied: Sequence[Record]) -> Mutual:
    games = list(parts(stage, record, tied))
    met = {part.opponent for part in games}
    points = exact_sum(part.amount for part in games)
    return Mutual(record, points, len(tied) - 1 - len(met))


def _by_points(stage: Stage, table: Sequence[Mutual]) -> list[Sequence[Record]]:
    by_points: defaultdict[Fraction, list[Record]] = defaultdict(list)
    for line in table:
        by_points[line.points].append(line.record)
    # Nobody is ahead: dividing the same players again would never end.
    if len(by_points) == 1:
        return [[line.record for line in table]]
    return [
        group
        for points in sorted(by_points, reverse=True)
        for group in order(stage, by_points[points])
    ]


def _by_certainty(stage: Stage, table: Sequence[Mutual]) -> list[Sequence[Record]]:
    first: list[Sequence[Record]] = []
    rest = list(table)
    while len(rest) > 1 and (leader := _certain_leader(stage, rest)):
        first.append([leader.record])
        rest.remove(leader)
    left = [line.record for line in rest]
    # Fewer are left than before, or it would be the same question again without end.
    return [*first, *order(stage, left)] if first else [left]


def _certain_leader(stage: Stage, table: Sequence[Mutual]) -> Mutual | None:
    """Who is ahead of all even with every missing game lost, and theirs won."""
    win, loss = stage.system.win, stage.system.loss
    leader = max(table, key=lambda line: line.points + line.missing * loss)
    least = leader.points + leader.missing * loss
    others = (line for line in table if line is not leader)
    return leader if all(least > line.points + line.missing * win for line in others) else None
