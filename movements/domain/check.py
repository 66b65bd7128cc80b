"""What a director wants to know of a movement before playing it.

A *finding* is about the movement, never about the file it came from. One of level error makes
the movement unusable; with a warning the director may go on. Here are the boards and the
meetings; the seats are in :mod:`movements.domain.seats`, the winners in
:mod:`movements.domain.winners`, the balance in :mod:`movements.domain.balance`.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import chain, combinations, product

from clubscore.problems import Sentence, gettext_noop, sentence
from movements.domain import balance, seats, winners
from movements.domain.findings import (
    Finding,
    Level,
    called,
    joined,
    listed,
    one,
    ranges,
    several,
)
from movements.domain.movement import Movement

MIN_SHARE = 70
"""A contestant should play at least so many per cent of the boards in play."""
MAX_SIT_OUTS = 3
"""Of so many contestants each has a finding of its own for sitting out; more share one."""


def check(movement: Movement) -> tuple[Finding, ...]:
    """Everything found of a movement: errors, then warnings, then information."""
    found = chain(
        _replayed_groups(movement),
        _meetings(movement),
        seats.one_seat(movement),
        _shared_groups(movement),
        _boards_played(movement),
        _sit_outs(movement),
        _groups_played(movement),
        seats.one_direction(movement),
        seats.never_moving(movement),
        winners.winners_finding(movement),
        balance.balance_finding(movement),
    )
    levels = list(Level)
    return tuple(sorted(found, key=lambda finding: levels.index(finding.level)))


def unusable(movement: Movement) -> tuple[Sentence, ...]:
    """Why a movement cannot be played; empty when it can."""
    return tuple(finding.message for finding in _replayed_groups(movement))


def _replayed_groups(movement: Movement) -> Iterator[Finding]:
    played: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for round_number, table, cell in movement.cells():
        if cell.is_played:
            for contestant in cell.contestants:
                played[contestant, cell.group].append((round_number, table))
    message = gettext_noop(
        "%(who)s %(contestant)s plays board group %(group)s more than once: in rounds %(rounds)s, "
        "at tables %(tables)s."
    )
    for (contestant, group), places in sorted(played.items()):
        if len(places) > 1:
            yield Finding(
                Level.ERROR,
                "group-replayed",
                sentence(
                    message,
                    who=one(movement),
                    contestant=contestant,
                    group=movement.group_name(group),
                    rounds=", ".join(str(round_number) for round_number, _ in places),
                    tables=", ".join(str(table) for _, table in places),
                ),
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
    played = Counter(dict.fromkeys(range(1, movement.contestants + 1), 0))
    groups = set()
    for _round, _table, cell in movement.cells():
        if cell.is_played:
            played.update(cell.contestants)
            groups.add(cell.group)
    numbers: dict[int, list[int]] = defaultdict(list)
    for contestant, count in played.items():
        numbers[count].append(contestant)
    most = max(numbers)
    for count, contestants in sorted(numbers.items(), reverse=True):
        values = {
            "who": called(movement, contestants),
            "contestants": listed(contestants),
            "count": count,
        }
        single = len(contestants) == 1
        about = tuple(contestants)
        if count < most:
            message = sentence(_UNEVEN[single], most=most, **values)
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


def _sit_outs(movement: Movement) -> Iterator[Finding]:
    """A finding for each contestant who sits out; one for all of them when they are many."""
    rounds: dict[int, list[int]] = defaultdict(list)
    for round_number in range(1, len(movement.rounds) + 1):
        for contestant in movement.sitting_out(round_number):
            rounds[contestant].append(round_number)
    when = dict(sorted(rounds.items()))
    told = [([contestant], _sits_out(movement, contestant, when)) for contestant in when]
    if len(when) > MAX_SIT_OUTS:
        told = [(list(when), _many_sit_out(movement, when))]
    for contestants, message in told:
        schedules = [movement.schedule(contestant) for contestant in contestants]
        places = [place for schedule in schedules for place in schedule if place is not None]
        yield Finding(
            Level.WARNING,
            "sit-out",
            message,
            min(when[contestant][0] for contestant in contestants),
            contestants=tuple(contestants),
            places=tuple((place.round, place.table) for place in places if place.sits_out),
        )


def _sits_out(movement: Movement, contestant: int, when: dict[int, list[int]]) -> Sentence:
    once = gettext_noop("%(who)s %(contestant)s sits out in round %(rounds)s.")
    often = gettext_noop("%(who)s %(contestant)s sits out in rounds %(rounds)s.")
    rounds = when[contestant]
    return sentence(
        once if len(rounds) == 1 else often,
        who=one(movement),
        contestant=contestant,
        rounds=listed(rounds),
    )


def _many_sit_out(movement: Movement, when: dict[int, list[int]]) -> Sentence:
    """Everybody with the rounds, in one sentence."""
    message = gettext_noop("%(who)s %(contestants)s sit out: %(each)s.")
    if all(len(rounds) == 1 for rounds in when.values()):
        message = gettext_noop("Each of the pairs %(contestants)s sits out once: %(each)s.")
        if movement.individual:
            message = gettext_noop("Each of the players %(contestants)s sits out once: %(each)s.")
    return sentence(
        message,
        who=several(movement),
        contestants=ranges(when),
        each=joined(
            [
                sentence(
                    _IN_ROUNDS[movement.individual, len(rounds) > 1],
                    contestant=contestant,
                    rounds=listed(rounds),
                )
                for contestant, rounds in when.items()
            ]
        ),
    )


_IN_ROUNDS = {
    (False, False): gettext_noop("pair %(contestant)s in round %(rounds)s"),
    (False, True): gettext_noop("pair %(contestant)s in rounds %(rounds)s"),
    (True, False): gettext_noop("player %(contestant)s in round %(rounds)s"),
    (True, True): gettext_noop("player %(contestant)s in rounds %(rounds)s"),
}


def _groups_played(movement: Movement) -> Iterator[Finding]:
    played = Counter(dict.fromkeys(range(1, movement.groups + 1), 0))
    played.update(cell.group for _round, _table, cell in movement.cells() if cell.is_played)
    names: dict[int, list[str]] = defaultdict(list)
    for group, count in played.items():
        names[count].append(movement.group_name(group))
    if len(names) > 1:
        message = gettext_noop(
            "The board groups are not played equally often (times: groups): %(counts)s."
        )
        counts = "; ".join(f"{n}: {', '.join(names[n])}" for n in sorted(names, reverse=True))
        yield Finding(Level.WARNING, "groups-uneven", sentence(message, counts=counts))
