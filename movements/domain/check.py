"""What a director wants to know about a movement before playing it.

A *finding* is about the movement, never about the file it came from. One of level error makes
the movement unusable; with a warning the director may go on. Here are the boards, the meetings
and who sits in two places at once; the other seats are in :mod:`movements.domain.seats`, the
winners in :mod:`movements.domain.winners`, the balance in :mod:`movements.domain.balance`.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product

from clubscore.text.problems import Sentence, gettext_noop, sentence
from movements.domain import balance, seats, winners
from movements.domain.findings import Finding, Level, called, listed, one, several
from movements.domain.movement import Movement

MIN_SHARE = 70
"""The percentage of the boards in play that a contestant should play at least."""


def check(movement: Movement) -> tuple[Finding, ...]:
    """All findings about a movement: errors, then warnings, then information."""
    links = chain(
        _seated_twice(movement),
        _replayed_groups(movement),
        _meetings(movement),
        seats.one_seat(movement),
        _shared_groups(movement),
        _boards_played(movement),
        seats.sit_outs(movement),
        _groups_played(movement),
        seats.one_direction(movement),
        seats.never_moving(movement),
        winners.winners_finding(movement),
        balance.balance_finding(movement),
    )
    # Sorting is stable: within a level the order above stays.
    levels = list(Level)
    return tuple(sorted(links, key=lambda finding: levels.index(finding.level)))


def unusable(movement: Movement) -> tuple[Sentence, ...]:
    """Why a movement cannot be played; empty when it can."""
    return tuple(
        finding.message for finding in (*_seated_twice(movement), *_replayed_groups(movement))
    )


@dataclass(frozen=True, slots=True)
class SecondSeat:
    """A further seat of a contestant in a round: the table and the seat there, from 0.

    ``first`` is the table where the contestant sits already, perhaps the same one.
    """

    round: int
    table: int
    seat: int
    contestant: int
    first: int

    @property
    def message(self) -> Sentence:
        template = gettext_noop(
            "Round %(round)s: contestant %(contestant)s sits at table %(first)s and at table "
            "%(table)s."
        )
        if self.first == self.table:
            template = gettext_noop(
                "Round %(round)s, table %(table)s: contestant %(contestant)s meets itself."
            )
        places = {"round": self.round, "table": self.table, "first": self.first}
        return sentence(template, contestant=self.contestant, **places)


def second_seats(round_number: int, tables: Iterable[Sequence[int]]) -> Iterator[SecondSeat]:
    """Who sits in a round more than once, from the numbers at its tables; 0 is nobody."""
    first_tables: dict[int, int] = {}
    for table, contestants in enumerate(tables, 1):
        for seat, contestant in enumerate(contestants):
            if contestant in first_tables:
                first = first_tables[contestant]
                yield SecondSeat(round_number, table, seat, contestant, first)
            elif contestant:
                first_tables[contestant] = table


def _seated_twice(movement: Movement) -> Iterator[Finding]:
    for round_number, row in enumerate(movement.rounds, 1):
        for second in second_seats(round_number, [cell.contestants for cell in row]):
            tables = dict.fromkeys((second.first, second.table))
            yield Finding(
                Level.ERROR,
                "seated-twice",
                second.message,
                round_number,
                second.table,
                contestants=(second.contestant,),
                places=tuple((round_number, table) for table in tables),
            )


def _replayed_groups(movement: Movement) -> Iterator[Finding]:
    played: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for round_number, table, cell in movement.cells():
        if cell.is_played:
            for contestant in cell.contestants:
                played[contestant, cell.group].append((round_number, table))
    for (contestant, group), places in sorted(played.items()):
        if len(places) > 1:
            yield Finding(
                Level.ERROR,
                "group-replayed",
                sentence(
                    "%(who)s %(contestant)s plays board group %(group)s more than once: in rounds "
                    "%(rounds)s, "
                    "at tables %(tables)s.",
                    who=one(movement),
                    contestant=contestant,
                    group=movement.group_name(group),
                    rounds=", ".join(str(round_number) for round_number, _ in places),
                    tables=", ".join(str(table) for _, table in places),
                ),
                # The second place is where the mistake shows.
                *places[1],
                contestants=(contestant,),
                places=tuple(places),
            )


def _meetings(movement: Movement) -> Iterator[Finding]:
    """Contestants who meet, or partner each other, more often than they should."""
    partners: dict[tuple[int, ...], list[tuple[int, int]]] = defaultdict(list)
    opponents: dict[tuple[int, ...], list[tuple[int, int]]] = defaultdict(list)
    for round_number, table, cell in movement.cells():
        for side in (cell.ns, cell.ew):
            if len(side) == 2:
                partners[tuple(sorted(side))].append((round_number, table))
        for two in product(cell.ns, cell.ew):
            opponents[tuple(sorted(two))].append((round_number, table))
    again = gettext_noop(
        "%(who)s %(one)s and %(other)s are partners more than once: in rounds %(rounds)s."
    )
    yield from _too_often(movement, "partners-again", again, partners, often=2)
    often = 2
    # Individuals meet everybody several times: too often is more than the least that any two do.
    if movement.individual:
        everybody = combinations(range(1, movement.contestants + 1), 2)
        often = max(2, 1 + min(len(opponents.get(two, ())) for two in everybody))
    meet = gettext_noop("%(who)s %(one)s and %(other)s meet %(times)s times: in rounds %(rounds)s.")
    yield from _too_often(movement, "opponents-again", meet, opponents, often=often)


def _too_often(
    movement: Movement,
    code: str,
    template: str,
    meetings: dict[tuple[int, ...], list[tuple[int, int]]],
    *,
    often: int,
) -> Iterator[Finding]:
    for two, places in sorted(meetings.items()):
        if len(places) >= often:
            rounds = [round_number for round_number, _table in places]
            message = sentence(
                template,
                who=several(movement),
                one=two[0],
                other=two[1],
                times=len(rounds),
                rounds=listed(rounds),
            )
            yield Finding(
                Level.WARNING, code, message, rounds[1], contestants=two, places=tuple(places)
            )


def _shared_groups(movement: Movement) -> Iterator[Finding]:
    """A finding for each set of tables that play the same boards at the same time."""
    shared: dict[tuple[int, ...], list[tuple[int, str]]] = defaultdict(list)
    for round_number, row in enumerate(movement.rounds, 1):
        tables: dict[int, list[int]] = defaultdict(list)
        for table, cell in enumerate(row, 1):
            if cell.is_played:
                tables[cell.group].append(table)
        for group, together in tables.items():
            if len(together) > 1:
                name = movement.group_name(group)
                shared[tuple(together)].append((round_number, name))
    message = gettext_noop(
        "Tables %(tables)s have the same boards and share them or need copies: in rounds "
        "%(rounds)s, board groups %(groups)s."
    )
    in_one_round = gettext_noop(
        "Tables %(tables)s have the same boards and share them or need copies: in round "
        "%(rounds)s, board group %(groups)s."
    )
    for sharing, times in sorted(shared.items()):
        yield Finding(
            Level.WARNING,
            "group-shared",
            sentence(
                message if len(times) > 1 else in_one_round,
                tables=listed(sharing),
                rounds=", ".join(str(round_number) for round_number, _ in times),
                groups=", ".join(name for _, name in times),
            ),
            times[0][0],
            sharing[0],
            places=tuple((number, table) for number, _ in times for table in sharing),
        )


def _boards_played(movement: Movement) -> Iterator[Finding]:
    """Contestants with different numbers of boards, and those with too few."""
    # From 0, so that those who never play are found too.
    played = Counter(dict.fromkeys(range(1, movement.contestants + 1), 0))
    groups = set()
    for _round, _table, cell in movement.cells():
        if cell.is_played:
            played.update(cell.contestants)
            groups.add(cell.group)
    numbers: dict[int, list[int]] = defaultdict(list)
    for contestant, count in played.items():
        numbers[count].append(contestant)
    highest = max(numbers)
    for count, contestants in sorted(numbers.items(), reverse=True):
        values = {
            "who": called(movement, contestants),
            "contestants": listed(contestants),
            "count": count,
        }
        single = len(contestants) == 1
        about = tuple(contestants)
        if count < highest:
            message = sentence(_UNEVEN[single], most=highest, **values)
            yield Finding(Level.WARNING, "boards-uneven", message, contestants=about)
        if 100 * count < MIN_SHARE * len(groups):
            message = sentence(_FEW[single], share=MIN_SHARE, groups=len(groups), **values)
            yield Finding(Level.WARNING, "few-boards", message, contestants=about)


_UNEVEN = {
    True: gettext_noop(
        "%(who)s %(contestants)s plays only %(count)s board groups, others play %(most)s."
    ),
    False: gettext_noop(
        "%(who)s %(contestants)s play only %(count)s board groups, others play %(most)s."
    ),
}
_FEW = {
    True: gettext_noop(
        "%(who)s %(contestants)s plays fewer than %(share)s %% of the boards: %(count)s of "
        "%(groups)s board groups."
    ),
    False: gettext_noop(
        "%(who)s %(contestants)s play fewer than %(share)s %% of the boards: %(count)s of "
        "%(groups)s board groups."
    ),
}


def _groups_played(movement: Movement) -> Iterator[Finding]:
    played = Counter(dict.fromkeys(range(1, movement.groups + 1), 0))
    played.update(cell.group for _round, _table, cell in movement.cells() if cell.is_played)
    names: dict[int, list[str]] = defaultdict(list)
    for group, count in played.items():
        names[count].append(movement.group_name(group))
    if len(names) > 1:
        counts = "; ".join(f"{n}: {', '.join(names[n])}" for n in sorted(names, reverse=True))
        yield Finding(
            Level.WARNING,
            "groups-uneven",
            sentence(
                "The board groups are not played equally often (times: groups): %(counts)s.",
                counts=counts,
            ),
        )
