"""Who sits in one place all the time: in a seat, in a direction, at a table."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from clubscore.problems import Sentence, gettext_noop, sentence
from movements.domain.findings import Finding, Level, called, listed
from movements.domain.movement import Movement, Place


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


def staying(movement: Movement) -> tuple[int, ...]:
    """Who is at one table in every round that is played, also when turning there."""
    found = []
    for contestant, places in _played(movement).items():
        tables = {place.table for place in places}
        if len(tables) == 1 and len(places) >= min(2, len(movement.rounds)):
            found.append(contestant)
    return tuple(found)


def never_moving(movement: Movement) -> Iterator[Finding]:
    """Contestants who keep one table, for those who cannot walk; and who of them turn there."""
    if len(movement.rounds) == 1:
        return
    played = _played(movement)
    still: list[int] = []
    turning: list[int] = []
    for contestant in staying(movement):
        seats = {place.seat or place.direction.value for place in played[contestant]}
        (still if len(seats) == 1 else turning).append(contestant)
    turns = _TURN_SEATS if movement.individual else _TURN
    for contestants, templates in ((still, _NEVER_MOVE), (turning, turns)):
        if contestants:
            shown = sentence(
                templates[len(contestants) > 1],
                who=called(movement, contestants),
                contestants=listed(contestants),
            )
            yield Finding(Level.INFORMATION, "never-moves", shown, contestants=tuple(contestants))


_NEVER_MOVE = (
    gettext_noop("%(who)s %(contestants)s never moves: a place for players who cannot walk."),
    gettext_noop("%(who)s %(contestants)s never move: a place for players who cannot walk."),
)
_TURN = (
    gettext_noop(
        "%(who)s %(contestants)s keeps its table all evening, turning between North-South and "
        "East-West: a place for players who cannot walk."
    ),
    gettext_noop(
        "%(who)s %(contestants)s keep their table all evening, turning between North-South and "
        "East-West: a place for players who cannot walk."
    ),
)
_TURN_SEATS = (
    gettext_noop(
        "%(who)s %(contestants)s keeps one table all evening, but changes seats there: a place "
        "for players who cannot walk."
    ),
    gettext_noop(
        "%(who)s %(contestants)s keep their table all evening, but change seats there: a place "
        "for players who cannot walk."
    ),
)


def _played(movement: Movement) -> dict[int, list[Place]]:
    """Where each contestant plays; at a half table nothing is played."""
    return {
        contestant: [place for place in schedule if place is not None and not place.sits_out]
        for contestant, schedule in movement.schedules.items()
    }


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
        message = sentence(template, contestants=listed(contestants), kept=Sentence(what))
        yield Finding(level, code, message, contestants=tuple(contestants))
