"""Go rounds, McMahon and Swiss: the bye, the matching of the largest weight, handicap, colours.

Perfect matchings of the largest weight, of many players among neighbours in the standings.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction

from clubscore.text.problems import Number, Refused, Sentence, gettext_noop, sentence
from events.common.engines import heaviest_matching
from events.tournaments.core.domain.results import write_points
from events.tournaments.go.domain.event import GoEvent, GoTask
from events.tournaments.pairing.domain.go_groups import Paired, paired_players
from events.tournaments.pairing.domain.go_handicaps import handicap_of, strength
from events.tournaments.pairing.domain.go_weights import fixed_random, weight_of, weights_of
from events.tournaments.pairing.domain.proposal import NOBODY, Pair, Proposal

_BYE = gettext_noop("Who had the fewest byes; among these the lowest by grade and score.")

_NO_PERFECT = gettext_noop("The players of round %(round)s cannot all be paired.")

_EVEN = gettext_noop("Score %(white)s against %(black)s; even game.")

_CAPPED = gettext_noop("%(why)s For the handicap, scores above %(most)s count as %(most)s.")

_STONES = gettext_noop("Score %(white)s against %(black)s; handicap %(stones)s.")


def pair_go(task: GoTask) -> Proposal:
    """The round by the event's weights. Raises :class:`Refused` when nobody takes part."""
    if not task.present:
        raise Refused(sentence(NOBODY, round=task.round))
    everybody = paired_players(task.event, task.round, task.present)
    bye = bye_of(task.event, everybody) if len(everybody) % 2 else None
    players = {number: player for number, player in everybody.items() if number != bye}

    def weight(one: int, other: int) -> int | None:
        if task.wishes.forbids(one, other):
            return None
        return weight_of(task.event, task.round, task.wishes, players[one], players[other])

    def order(one: int, other: int) -> int:
        return fixed_random(1023, players[one], players[other])

    found = matching(list(players), weight, order)
    if found is None:
        raise Refused(sentence(_NO_PERFECT, round=task.round))
    pairs = (_pair(task.event, players[one], players[other]) for one, other in found)
    if bye is None:
        return Proposal(tuple(pairs))
    return Proposal(tuple(pairs), (bye,), Sentence(_BYE))


def bye_of(event: GoEvent, players: Mapping[int, Paired]) -> int:
    """Who has the bye: the weakest of those who had the fewest, the last of equal ones."""
    had = [number for _round, number in event.byes]

    def key(number: int) -> tuple[int, int]:
        each = players[number]
        # Scores are doubled: 40 times the wins, twice the McMahon score.
        points = 20 * each.wins if event.settings.swiss else each.mms
        place = list(players).index(number)
        return 1000 * had.count(number) + each.player.rank + points, -place

    return min(players, key=key)


def pair_weights(task: GoTask) -> list[tuple[int, int, Mapping[str, int]]]:
    """The weights of all possible pairs, the lower number first."""
    everybody = paired_players(task.event, task.round, task.present)
    if len(everybody) % 2:
        del everybody[bye_of(task.event, everybody)]
    numbers: Collection[int] = sorted(everybody)
    return [
        (one, other, weights_of(task.event, task.round, everybody[one], everybody[other]))
        for one in numbers
        for other in numbers
        if one < other
    ]


def _pair(event: GoEvent, one: Paired, other: Paired) -> Pair:
    stones = handicap_of(event, one, other)
    if stones:
        is_first = strength(event, one) > strength(event, other)
    elif one.balance != other.balance:
        is_first = one.balance < other.balance
    else:
        names = sorted((one, other), key=lambda each: each.player.full_name)
        is_first = names[fixed_random(1, one, other)] is one
    white, black = (one, other) if is_first else (other, one)
    why = _why(event, white, black, stones)
    return Pair(white.player.number, black.player.number, why, stones)


def _why(event: GoEvent, white: Paired, black: Paired, stones: int) -> Sentence:
    settings = event.settings
    # The group is the whole score; what is shown is the score itself.
    white_score, black_score = (
        Number(write_points(Fraction(each.wins if settings.swiss else each.mms, 2)))
        for each in (white, black)
    )
    values = {"white": white_score, "black": black_score}
    why = sentence(_STONES, stones=stones, **values) if stones else sentence(_EVEN, **values)
    if settings.handicap_by_mms and any(
        strength(event, each) < each.mms // 2 + settings.zero for each in (white, black)
    ):
        most = settings.handicap_threshold - settings.zero
        why = sentence(_CAPPED, why=why, most=most)
    if black.player.number in white.met:
        return sentence("%(why)s They have met before: nothing else was possible.", why=why)
    return why


MAX_FULL = 120
"""Among more players than this only neighbours in the standings may meet at first."""

NEIGHBOURS = 40

_SCALE = 2**20
"""Room below the smallest unit of a weight for the order among equal matchings."""

_MAX_ORDER = 2**10 - 1

Weight = Callable[[int, int], int | None]
"""The weight of two players, ``None`` where they may not meet."""

Order = Callable[[int, int], int]


def matching(numbers: Sequence[int], weight: Weight, order: Order) -> list[tuple[int, int]] | None:
    """The pairs of players, given in the order of their standings, ``None`` where no perfect
    matching exists.

    ``order`` gives a number from 0 to 1,023 that decides between matchings of equal weight.
    """
    reach = len(numbers) if len(numbers) <= MAX_FULL else NEIGHBOURS
    while True:
        found = _matching(numbers, weight, order, reach)
        if found is not None or reach >= len(numbers):
            return found
        reach *= 2


def _matching(
    numbers: Sequence[int], weight: Weight, order: Order, reach: int
) -> list[tuple[int, int]] | None:
    weights = {}
    for place, one in enumerate(numbers):
        for other in numbers[place + 1 : place + 1 + reach]:
            value = weight(one, other)
            if value is not None:
                extra = min(order(one, other), _MAX_ORDER)
                weights[one, other] = value * _SCALE + extra
    found = heaviest_matching(weights, numbers)
    places = {number: place for place, number in enumerate(numbers)}
    pairs = [tuple(sorted(pair, key=places.__getitem__)) for pair in found]
    if 2 * len(pairs) != len(numbers):
        return None
    return sorted(((one, other) for one, other in pairs), key=lambda pair: places[pair[0]])
