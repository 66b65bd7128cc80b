"""How many winners a movement has, and which contestants are ranked together.

The two are not the same. A session ranks everybody in one *ranking list*, or NS and EW in one
each: these are two exactly where nobody ever changes direction. A movement has more *winners* than
lists where a list holds sets of contestants who are not compared with each other.
"""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator
from itertools import chain
from typing import TypeVar

from clubscore.text.problems import gettext_noop, sentence
from movements.domain.findings import Finding, Level
from movements.domain.movement import Cell, Movement

C = TypeVar("C", bound=Hashable)


def directions(tables: Iterable[tuple[Collection[C], Collection[C]]]) -> tuple[set[C], set[C]]:
    """Who played NS and who played EW, from the two sides of every table."""
    ns: set[C] = set()
    ew: set[C] = set()
    for north_south, east_west in tables:
        ns.update(north_south)
        ew.update(east_west)
    return ns, ew


def ranking_lists(movement: Movement) -> tuple[frozenset[int], ...]:
    """Who plays, by ranking list: NS and EW separately where nobody changes direction.

    An individual has one list, since partners change.
    """
    ns, ew = directions((cell.ns, cell.ew) for cell in _played(movement))
    if movement.individual or ns & ew:
        return (frozenset(ns | ew),)
    return frozenset(ns), frozenset(ew)


def winners(movement: Movement) -> int:
    """How many winners there are, 1 at least: the sets of contestants with no link between them.

    Linked are those who sat in the same direction with the same boards. The empty seat of a half
    table breaks no link: whoever sits out there counts as seated. Where somebody changes
    direction, those who met are linked too; where nobody does, NS and EW never are.
    """
    tables: dict[tuple[int, bool], list[tuple[int, ...]]] = defaultdict(list)
    for _round, _table, cell in movement.cells():
        tables[cell.group, True].append(cell.ns)
        tables[cell.group, False].append(cell.ew)
    links = [tuple(chain.from_iterable(sides)) for sides in tables.values()]
    ns, ew = directions((cell.ns, cell.ew) for cell in _played(movement))
    if ns & ew:
        return _separate_sets([*links, *(cell.contestants for cell in _played(movement))])
    # Each group played once: two partners alone are nobody's rivals.
    compared = any(sum(map(bool, sides)) > 1 for sides in tables.values())
    return max(2, _separate_sets(links) if compared else 0)


def is_compared(movement: Movement) -> bool:
    """Whether any two contestants played the same boards in the same direction."""
    sides: set[tuple[int, bool]] = set()
    for cell in _played(movement):
        ns, ew = (cell.group, True), (cell.group, False)
        if len(cell.ns) > 1 or ns in sides or ew in sides:
            return True
        sides |= {ns, ew}
    return False


def winners_finding(movement: Movement) -> Iterator[Finding]:
    """How many winners there are, where anybody is compared with anybody."""
    if not is_compared(movement):
        return
    number = winners(movement)
    message = gettext_noop(
        "There are %(number)s winners: the contestants form that many groups, and none is "
        "compared with another group."
    )
    if number == 1:
        message = gettext_noop("There is one winner: everybody is compared in one ranking list.")
    yield Finding(Level.INFORMATION, "winners", sentence(message, number=number))


def _played(movement: Movement) -> Iterator[Cell]:
    return (cell for _round, _table, cell in movement.cells() if cell.is_played)


def _separate_sets(links: Iterable[tuple[int, ...]]) -> int:
    """The number of sets into which the links join the contestants who have any."""
    sets: dict[int, set[int]] = {}
    for linked in links:
        # Most links are within one set already, and merging copies both.
        if len(linked) < 2 or sets.get(linked[0], _NOBODY).issuperset(linked):
            continue
        merged = set(linked).union(*(sets[each] for each in linked if each in sets))
        sets.update(dict.fromkeys(merged, merged))
    # All contestants of a set share one object.
    return len({id(each) for each in sets.values()})


_NOBODY: frozenset[int] = frozenset()
