"""The draw of a Swiss round: in the order of the ranking everybody meets the first whom he has not
met, as far as all others can then be paired.

Of all pairings without a repeated match it is the lexicographically first in the order of the
ranking. Where there is none, the one with the fewest repeats, of these the one whose repeats are
the longest ago, and again the first in the order of the ranking (spec: teams, section 3).

In a Danish draw the upper half are paired first with second, third with fourth, also again.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Final

from events.sessions.domain.teams.matching import Matching

BYE: Final = "bye"
TRIANGLE: Final = "triangle"

Pair = tuple[int, int]
Costs = Mapping[Pair, int]
"""What each pair costs, by places in the ranking, the better one first."""
CheapestPairs = Callable[[Costs], list[Pair]]
"""Pairs everybody at the lowest cost in all."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """Where a contestant stands before the draw.

    ``met`` are the numbers of its opponents, in the order of the rounds; ``byes`` the rounds
    without a match, or in a triangle; ``ns`` and ``ew`` the rounds played in each direction.
    """

    number: int
    vp: Fraction = Fraction(0)
    imps: int = 0
    met: tuple[int, ...] = ()
    byes: int = 0
    ns: int = 0
    ew: int = 0


@dataclass(frozen=True, slots=True)
class Draw:
    """``pairs`` in the order of the ranking, North–South first; ``repeats`` are those of them that
    met before. With an odd number one has a ``bye``, or three are the ``triangle``."""

    pairs: tuple[Pair, ...]
    bye: int | None = None
    triangle: tuple[int, ...] = ()
    repeats: tuple[Pair, ...] = ()


def ranking(contestants: Iterable[Contestant]) -> list[Contestant]:
    """By VPs, then IMPs, then number."""
    return sorted(contestants, key=lambda each: (-each.vp, -each.imps, each.number))


def upper_half(contestants: int) -> int:
    """How many are the upper half, an even number."""
    return 2 * -(-contestants // 4)


def draw_round(
    contestants: Iterable[Contestant],
    *,
    odd: str = BYE,
    danish: bool = False,
    cheapest: CheapestPairs,
) -> Draw:
    """The draw of the next round; ``cheapest`` pairs where repeats cannot be avoided."""
    ranked = ranking(contestants)
    out: tuple[Contestant, ...] = ()
    size = _left_over(len(ranked), odd)
    upper = upper_half(len(ranked) - size) if danish else 0
    if size:
        out = _left_out(ranked, size, upper, cheapest)
    playing = [each for each in ranked if each not in out]
    pairs = [(place, place + 1) for place in range(0, upper, 2)]
    pairs += [
        (upper + first, upper + second) for first, second in _paired(playing[upper:], cheapest)
    ]
    seated = tuple(_seated(playing[first], playing[second]) for first, second in pairs)
    repeats = tuple(
        seats
        for (first, second), seats in zip(pairs, seated, strict=True)
        if _last_met(playing[first], playing[second])
    )
    numbers = tuple(each.number for each in out)
    is_bye = len(numbers) == 1
    return Draw(seated, numbers[0] if is_bye else None, () if is_bye else numbers, repeats)


def _left_over(contestants: int, odd: str) -> int:
    """How many of so many play no usual match."""
    if contestants % 2 == 0:
        return 0
    return 3 if odd == TRIANGLE and contestants > 1 else 1


def _left_out(
    ranked: Sequence[Contestant], size: int, upper: int, cheapest: CheapestPairs
) -> tuple[Contestant, ...]:
    """Who does not play a usual match: the lowest ranked of those who did so the fewest times, of
    whom the others have the fewest repeats, not counting so many of the upper half. Best ranked
    first."""
    fewest = sorted(each.byes for each in ranked)[size - 1]
    sure = [each for each in ranked if each.byes < fewest]
    may = [each for each in reversed(ranked) if each.byes == fewest]
    best: tuple[Contestant, ...] = ()
    least: int | None = None
    for chosen in combinations(may, size - len(sure)):
        out = [each for each in ranked if each in chosen or each in sure]
        playing = [each for each in ranked if each not in out]
        found = _least_repeats(playing[upper:], cheapest)
        if least is None or found < least:
            best, least = tuple(out), found
        if not found:
            break
    return best


def _least_repeats(ranked: Sequence[Contestant], cheapest: CheapestPairs) -> int:
    if Matching(_not_met(ranked)).is_perfect:
        return 0
    costs = {pair: int(when > 0) for pair, when in _meetings(ranked).items()}
    return sum(costs[_ordered(*pair)] for pair in cheapest(costs))


def _paired(ranked: Sequence[Contestant], cheapest: CheapestPairs) -> list[Pair]:
    """Pairs of places in the ranking, by the better one."""
    graph = _not_met(ranked)
    matching = Matching(graph)
    if not matching.is_perfect:
        return _with_repeats(ranked, cheapest)
    pairs: list[Pair] = []
    free = dict.fromkeys(range(len(ranked)))
    while free:
        first = next(iter(free))
        second = next(
            other for other in graph[first] if other in free and matching.without(first, other)
        )
        del free[first], free[second]
        pairs.append((first, second))
    return pairs


def _with_repeats(ranked: Sequence[Contestant], cheapest: CheapestPairs) -> list[Pair]:
    """The same where somebody has to meet again: first of what costs least."""
    meetings = _meetings(ranked)
    # Any number of older repeats weighs less than a later one, and all of them less than another
    # repeat.
    base = len(ranked)
    weights = {when: base ** (when - 1) for when in set(meetings.values()) if when}
    one_more = base * max(weights.values(), default=1)
    costs = {pair: one_more + weights[when] if when else 0 for pair, when in meetings.items()}
    least = _cost(cheapest(costs), costs)
    pairs: list[Pair] = []
    while costs:
        first = min(costs)[0]
        for pair in sorted(pair for pair in costs if pair[0] == first):
            rest = {other: cost for other, cost in costs.items() if not {*other} & {*pair}}
            if costs[pair] + _cost(cheapest(rest), rest) == least:
                break
        least -= costs[pair]
        costs = rest
        pairs.append(pair)
    return pairs


def _cost(pairs: Iterable[Pair], costs: Costs) -> int:
    return sum(costs[_ordered(*pair)] for pair in pairs)


def _ordered(first: int, second: int) -> Pair:
    return (first, second) if first < second else (second, first)


def _not_met(ranked: Sequence[Contestant]) -> dict[int, list[int]]:
    """Whom each has not met, by places in the ranking, the best first."""
    met = {each.number: set(each.met) for each in ranked}
    return {
        place: [
            other
            for other, opponent in enumerate(ranked)
            if other != place
            and opponent.number not in met[each.number]
            and each.number not in met[opponent.number]
        ]
        for place, each in enumerate(ranked)
    }


def _meetings(ranked: Sequence[Contestant]) -> dict[Pair, int]:
    """When each pair met last, by places in the ranking: 0 for never, else the round from 1."""
    return {
        (first, second): _last_met(ranked[first], ranked[second])
        for first, second in combinations(range(len(ranked)), 2)
    }


def _last_met(first: Contestant, second: Contestant) -> int:
    # A round without a match is in nobody's list: who had none has the right number.
    return max(_place(first.met, second.number), _place(second.met, first.number))


def _place(met: Sequence[int], number: int) -> int:
    return next((at for at in range(len(met), 0, -1) if met[at - 1] == number), 0)


def _seated(better: Contestant, worse: Contestant) -> Pair:
    """North–South first: who sat there less often, else the better one."""
    if worse.ns - worse.ew < better.ns - better.ew:
        return worse.number, better.number
    return better.number, worse.number
