"""Who sits in one place all the time, in a seat, a direction or at a table; and who sits out."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from clubscore.text.problems import Sentence, gettext_noop, sentence
from movements.domain.findings import Finding, Level, called, joined, listed, one, ranges, several
from movements.domain.movement import Movement, Place

MAX_SIT_OUTS = 3
"""Up to so many contestants each have a finding of their own for sitting out; more share one."""


def sit_outs(movement: Movement) -> Iterator[Finding]:
    """A finding for each contestant who sits out; one for all of them when they are many."""
    rounds: dict[int, list[int]] = defaultdict(list)
    for round_number in range(1, len(movement.rounds) + 1):
        for contestant in movement.sitting_out(round_number):
            rounds[contestant].append(round_number)
    when = dict(sorted(rounds.items()))
    found = [([contestant], _sits_out(movement, contestant, when)) for contestant in when]
    if len(when) > MAX_SIT_OUTS:
        found = [(list(when), _many_sit_out(movement, when))]
    for contestants, message in found:
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


def one_seat(movement: Movement) -> Iterator[Finding]:
    """Players of an individual movement who keep one seat."""
    if movement.individual:
        single = gettext_noop("Player %(contestants)s sits in seat %(kept)s only.")
        plural = gettext_noop("Players %(contestants)s sit in seat %(kept)s only.")
        seats = _always_same(movement, lambda place: place.seat)
        yield from _findings(Level.WARNING, "one-seat", (single, plural), seats)


def one_direction(movement: Movement) -> Iterator[Finding]:
    """Pairs that always sit in one direction."""
    if not movement.individual:
        single = gettext_noop("Pair %(contestants)s always sits %(kept)s.")
        plural = gettext_noop("Pairs %(contestants)s always sit %(kept)s.")
        directions = _always_same(movement, lambda place: place.direction.value)
        yield from _findings(Level.INFORMATION, "one-direction", (single, plural), directions)


def staying(movement: Movement) -> tuple[int, ...]:
    """Who is at one table in every round that is played, also when turning there."""
    found = []
    for contestant, places in _played(movement).items():
        tables = {place.table for place in places}
        # Playing once is at one table too, but no staying, unless there is only one round.
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


def _always_same(movement: Movement, what: Callable[[Place], str]) -> dict[str, list[int]]:
    """Who has the same seat or direction all the time, by it; once alone does not count."""
    found: dict[str, list[int]] = defaultdict(list)
    for contestant, schedule in movement.schedules.items():
        places = [what(place) for place in schedule if place is not None]
        if len(places) > 1 and len(set(places)) == 1:
            found[places[0]].append(contestant)
    return found


def _findings(
    level: Level, code: str, templates: tuple[str, str], by_value: dict[str, list[int]]
) -> Iterable[Finding]:
    for what, contestants in by_value.items():
        template = templates[len(contestants) > 1]
        message = sentence(template, contestants=listed(contestants), kept=Sentence(what))
        yield Finding(level, code, message, contestants=tuple(contestants))
