"""How good a pair of go players is, in parts that add up: OpenGotha's weights.

A pairing is a perfect matching of the largest weight. The parts are so far apart that a larger one
always counts first; all are whole numbers, divisions truncate. Source: OpenGotha's pairing
parameters, as the pairing specification gives them (section 4).
"""

from collections.abc import Mapping
from fractions import Fraction

from events.tournaments.core.domain.go_settings import Float, Seeding
from events.tournaments.core.domain.wishes import Wishes
from events.tournaments.go.domain.event import GoEvent
from events.tournaments.pairing.domain.go_groups import Paired
from events.tournaments.pairing.domain.go_handicaps import handicap_of

CLUB_LETTERS = 4
"""Clubs are one when so many letters agree."""

_SCENARIOS = 5

PARTS = (
    "constant", "met", "random", "colour", "category", "score", "draw", "seeding", "geography",
)  # fmt: skip


WISH = 10**12
"""More than score, clubs and countries are worth, and less than that two have met."""


def weight_of(event: GoEvent, round_: int, wishes: Wishes, one: Paired, other: Paired) -> int:
    """The weight of a pair as a whole, with what is wished."""
    numbers = one.player.number, other.player.number
    wish = wishes.prefers(*numbers) - wishes.avoids(*numbers)
    return sum(weights_of(event, round_, one, other).values()) + wish * WISH


def weights_of(event: GoEvent, round_: int, one: Paired, other: Paired) -> Mapping[str, int]:
    """The parts of a pair's weight by name."""
    return {
        "constant": 1,
        "met": 0 if other.player.number in one.met else event.weights.met,
        "random": fixed_random(event.weights.random, one, other),
        "colour": _colour(event, one, other),
        "category": _category(event, one, other),
        "score": _score_weight(event, round_, one, other),
        "draw": _draw(event, one, other),
        "seeding": _seeding(event, round_, one, other),
        "geography": _geography(event, round_, one, other),
    }


def fixed_random(most: int, one: Paired, other: Paired) -> int:
    """A number from 0 to ``most`` that depends on the two names alone."""
    if most <= 0:
        return 0
    names = "".join(sorted((one.player.full_name, other.player.full_name)))
    total = sum(ord(letter) * place for place, letter in enumerate(names, start=1))
    return total * 1234567 % (most + 1)


def groups_in_play(event: GoEvent, round_: int) -> int:
    """How many score groups there may be in a round."""
    settings = event.settings
    if settings.swiss:
        return round_
    return (settings.bar + 2 + round_ - 1) - (settings.floor - 1) + 1


def _curve(event: GoEvent, most: int, gap: Fraction) -> int:
    """A weight that falls with the gap from 0 to 1, the faster the larger it is."""
    factor = Fraction(event.weights.convexity_percent, 100)
    return int(most * (1 - gap) * (1 + factor * gap))


def _colour(event: GoEvent, one: Paired, other: Paired) -> int:
    if handicap_of(event, one, other):
        return 0
    if one.balance * other.balance < 0:
        return event.weights.colour
    sizes = sorted((abs(one.balance), abs(other.balance)))
    return event.weights.colour // 2 if sizes[0] == 0 and sizes[1] >= 2 else 0


def _category(event: GoEvent, one: Paired, other: Paired) -> int:
    limits = event.settings.category_limits
    if not limits:
        return 0
    gap = Fraction(abs(one.category - other.category), len(limits) + 1)
    return _curve(event, event.weights.category, gap)


def _score_weight(event: GoEvent, round_: int, one: Paired, other: Paired) -> int:
    gap = Fraction(abs(one.group - other.group), groups_in_play(event, round_))
    return _curve(event, event.weights.score, gap)


def _draw(event: GoEvent, one: Paired, other: Paired) -> int:
    """The weight of a pair of two groups: better when nobody is drawn the same way again."""
    if one.group == other.group:
        return 0
    weights = event.weights
    unit = weights.draw // _SCENARIOS
    upper, lower = (one, other) if one.group > other.group else (other, one)
    scenario = 2 - (upper.downs > 0) - (lower.ups > 0)
    if scenario > 0 and weights.compensate:
        scenario += (upper.ups > upper.downs) + (lower.downs > lower.ups)
    places = _from(weights.upper_float, unit, upper) + _from(weights.lower_float, unit, lower)
    return scenario * unit + places


def _from(part: Float, unit: int, each: Paired) -> int:
    """More for a place in the part of the group that is to be drawn from."""
    half, size, place = unit // 2, each.size, each.place
    if part is Float.MIDDLE:
        return half * (size - 1 - abs(2 * place - size + 1)) // size
    return half * (size - 1 - place if part is Float.TOP else place) // size


def _seeding(event: GoEvent, round_: int, one: Paired, other: Paired) -> int:
    if one.group != other.group:
        return 0
    weights, size = event.weights, one.size
    first = round_ <= weights.first_seeding_until
    seeding = weights.first_seeding if first else weights.later_seeding
    if seeding is Seeding.RANDOM:
        if (2 * one.place < size) is (2 * other.place < size):
            return 0
        return weights.seeding - fixed_random(weights.seeding // 5, one, other)
    if seeding is Seeding.FOLD:
        return _less(weights.seeding, one.place + other.place - (size - 1), size - 1)
    return _less(weights.seeding, 2 * abs(one.place - other.place) - size, size)


def _less(most: int, distance: int, size: int) -> int:
    # The square of a distance has no sign, and both divisions truncate.
    distance = abs(distance)
    return most - most * distance // size * distance // size


def _geography(event: GoEvent, round_: int, one: Paired, other: Paired) -> int:
    weights = event.weights
    most = weights.geography
    above = sum(_is_above(event, each) for each in (one, other))
    if above == 2:
        return most
    value = _apart(event, round_, one, other)
    return (value + most) // 2 if above else value


def _apart(event: GoEvent, round_: int, one: Paired, other: Paired) -> int:
    """More for different countries and clubs, each worth some difference of score."""
    weights, groups = event.weights, groups_in_play(event, round_)
    country = club = Fraction(0)
    if one.player.country != other.player.country:
        country = min(Fraction(1), Fraction(weights.country, groups))
    if one.player.club[:CLUB_LETTERS] != other.player.club[:CLUB_LETTERS]:
        club = min(Fraction(1), Fraction(12 * weights.club, 10 * groups))
    gain = max(country, club) + min(country, club) / 2
    if gain > 0:
        gain += Fraction(1, 2 * groups)
    return min(10**11 - _curve(event, weights.geography, gain), weights.geography)


def _is_above(event: GoEvent, each: Paired) -> bool:
    """Whether a player is so strong that clubs and countries no longer count."""
    settings, weights = event.settings, event.weights
    needed = settings.rounds if weights.wins_threshold else 2 * settings.rounds
    if each.wins >= needed or 2 * each.player.rank + each.wins >= 2 * weights.rank_threshold:
        return True
    return weights.bar_threshold and each.start >= settings.bar - settings.zero
