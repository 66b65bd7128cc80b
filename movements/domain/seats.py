"""Who sits where all the time, and how many winners there are.

Contestants are *compared* when they sat in the same direction with the same boards; the sets
into which these comparisons fall have a winner each.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from clubscore.problems import gettext_noop, sentence
from movements.domain.findings import Finding, Level, called, listed
from movements.domain.movement import Movement, Place


def winners(movement: Movement) -> int | None:
    """How many sets of contestants there are, none compared with another's.

    ``None`` where nobody is compared. Partners of an individual movement are.
    """
    sets: dict[int, set[int]] = {}
    sides: dict[tuple[int, bool], list[int]] = defaultdict(list)
    for _round, _table, cell in movement.cells():
        if cell.is_played:
            sides[cell.group, True] += cell.ns
            sides[cell.group, False] += cell.ew
    for side in sides.values():
        if len(side) > 1:
            merged = set(side).union(
                *(sets[contestant] for contestant in side if contestant in sets)
            )
            sets.update(dict.fromkeys(merged, merged))
    return len({id(each) for each in sets.values()}) or None


def winners_finding(movement: Movement) -> Iterator[Finding]:
    number = winners(movement)
    message = gettext_noop(
        "There are %(number)s winners: so many sets of contestants, none of whom is compared with "
        "those of another set."
    )
    if number == 1:
        message = gettext_noop("There is one winner: everybody is compared in one ranking list.")
    if number is not None:
        yield Finding(Level.INFORMATION, "winners", sentence(message, number=number))


def one_seat(movement: Movement) -> Iterator[Finding]:
    """Players of an individual movement who keep one seat."""
    if movement.individual:
        single = gettext_noop("Player %(contestants)s sits in seat %(kept)s only.")
        plural = gettext_noop("Players %(contestants)s sit in seat %(kept)s only.")
        kept = _keeping(movement, lambda place: place.seat)
        yield from _kept(Level.WARNING, "one-seat", (single, plural), kept)


def one_direction(movement: Movement) -> Iterator[Finding]:
    """Pairs that always sit in one direction."""
    if not movement.individual:
        single = gettext_noop("Pair %(contestants)s always sits %(kept)s.")
        plural = gettext_noop("Pairs %(contestants)s always sit %(kept)s.")
        kept = _keeping(movement, lambda place: place.direction.value)
        yield from _kept(Level.INFORMATION, "one-direction", (single, plural), kept)


def never_moving(movement: Movement) -> Iterator[Finding]:
    """Contestants who keep one table and direction, for those who cannot walk."""
    kept = _keeping(movement, lambda place: f"{place.table} {place.seat or place.direction}")
    staying = sorted(contestant for group in kept.values() for contestant in group)
    if staying:
        message = gettext_noop(
            "%(who)s %(contestants)s never move: a place for players who cannot walk."
        )
        if len(staying) == 1:
            message = gettext_noop(
                "%(who)s %(contestants)s never moves: a place for players who cannot walk."
            )
        shown = sentence(message, who=called(movement, staying), contestants=listed(staying))
        yield Finding(Level.INFORMATION, "never-moves", shown, contestants=tuple(staying))


def _keeping(movement: Movement, what: Callable[[Place], str]) -> dict[str, list[int]]:
    """Who keeps the same all the time, by what is kept; being there once is no keeping."""
    kept: dict[str, list[int]] = defaultdict(list)
    for contestant, schedule in movement.schedules.items():
        places = [what(place) for place in schedule if place is not None]
        if len(places) > 1 and len(set(places)) == 1:
            kept[places[0]].append(contestant)
    return kept


def _kept(
    level: Level, code: str, templates: tuple[str, str], kept: dict[str, list[int]]
) -> Iterable[Finding]:
    for what, contestants in kept.items():
        template = templates[len(contestants) > 1]
        message = sentence(template, contestants=listed(contestants), kept=what)
        yield Finding(level, code, message, contestants=tuple(contestants))
