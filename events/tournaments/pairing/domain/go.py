"""What a player brings to the pairing of a round: the score group, the place in it, the history.

The players of the round, with whoever has the bye, are ordered by the placement criteria before
the round; a group is a whole score.

How good a pair of go players is, in parts that add up: OpenGotha's weights.

A pairing is a perfect matching of the largest weight. The parts are so far apart that a larger one
always counts first; all are whole numbers, divisions truncate. Source: OpenGotha's pairing
parameters, as the pairing specification gives them (section 4).

Handicaps of pairs that were made or changed by hand, beside what the settings give.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from clubscore.text.problems import Number, Sentence, gettext_noop, sentence
from events.tournaments.core.domain.go_rules import Float, Seeding
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import write_points
from events.tournaments.go.domain.event import GoEvent, GoPlayer
from events.tournaments.go.domain.scores import Scores, category, start_score


@dataclass(frozen=True, slots=True)
class Paired:
    """A player of a round: ``place`` in the group counts from 0, ``size`` is the group's.

    ``balance`` is games with White less games with Black, without handicap; ``ups`` and ``downs``
    are how often the player was drawn up and down.
    """

    player: GoPlayer
    group: int
    place: int
    size: int
    wins: int
    mms: int
    start: int
    category: int
    balance: int = 0
    ups: int = 0
    downs: int = 0
    met: frozenset[int] = frozenset()


def paired_players(event: GoEvent, round_: int, present: Collection[int]) -> dict[int, Paired]:
    """The players of a round by number, in the order of their placement."""
    scores = Scores(event, round_ - 1)
    ordered = _in_order(event, round_, present, scores)
    groups: dict[int, list[GoPlayer]] = {}
    for player in ordered:
        groups.setdefault(group_of(player.number, event, scores), []).append(player)
    found = {
        player.number: Paired(
            player=player,
            group=group,
            place=place,
            size=len(members),
            wins=scores.wins[player.number],
            mms=scores.mms[player.number],
            start=start_score(player, event),
            category=category(player, event),
        )
        for group, members in groups.items()
        for place, player in enumerate(members)
    }
    return _with_history(event, round_, found)


def group_of(number: int, event: GoEvent, scores: Scores) -> int:
    """The score group: whole points, or the whole McMahon score."""
    return (scores.wins if event.settings.swiss else scores.mms)[number] // 2


def _in_order(
    event: GoEvent, round_: int, present: Collection[int], scores: Scores
) -> list[GoPlayer]:
    weights = event.weights
    first = round_ <= weights.first_seeding_until
    extra = weights.first_extra if first else weights.later_extra
    criteria = (*event.settings.criteria, extra.upper())

    def key(player: GoPlayer) -> tuple[tuple[int, ...], str]:
        values = tuple(-scores.value(each, player.number) for each in criteria)
        return values, player.full_name

    return sorted((player for player in event.players if player.number in present), key=key)


def _with_history(event: GoEvent, round_: int, found: dict[int, Paired]) -> dict[int, Paired]:
    """The players with their games of the rounds before."""
    played = {number: replace(paired) for number, paired in found.items()}
    for earlier in range(1, round_):
        scores = Scores(event, earlier - 1)
        for game in event.games:
            if game.round != earlier:
                continue
            for number, colour in ((game.white, 1), (game.black, -1)):
                if number not in played:
                    continue
                own, opponent = played[number], game.opponent_of(number)
                gap = group_of(opponent, event, scores) - group_of(number, event, scores)
                even = game.known_colour and not game.handicap
                played[number] = replace(
                    own,
                    balance=own.balance + (colour if even else 0),
                    ups=own.ups + (gap > 0),
                    downs=own.downs + (gap < 0),
                    met=own.met | {opponent},
                )
    return played


CLUB_LETTERS = 4
"""Clubs are one when so many letters agree."""

_SCENARIOS = 5

PARTS = (
    "constant", "met", "random", "colour", "category", "score", "draw", "seeding", "geography",
)  # fmt: skip


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


def handicap_of(event: GoEvent, one: Paired, other: Paired) -> int:
    """The stones of the weaker player, 0 for an even game."""
    settings = event.settings
    gap = abs(strength(event, one) - strength(event, other))
    return min(settings.handicap_ceiling, max(0, gap - settings.handicap_correction))


def strength(event: GoEvent, each: Paired) -> int:
    """What handicaps go by: the rank or the McMahon score as a rank, limited by the threshold."""
    settings = event.settings
    own = each.mms // 2 + settings.zero if settings.handicap_by_mms else each.player.rank
    return min(own, settings.handicap_threshold)


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


Game = tuple[int, int]

_STONES = gettext_noop(
    "By the settings %(stones)s stones, for scores of %(white)s and %(black)s: h%(stones)s."
)

_EVEN = gettext_noop("By the settings an even game, for scores of %(white)s and %(black)s.")

_WEAKER = gettext_noop("%(name)s is the weaker player, and has White in a game with a handicap.")


@dataclass(frozen=True, slots=True)
class OtherHandicap:
    """A game, counted from 1, with other ``stones`` than the settings give; ``stones`` is ``None``
    where only the colours are the wrong way round."""

    line: int
    message: Sentence
    stones: int | None


def other_handicaps(
    event: GoEvent, round_: int, pairings: Pairings, stored: Mapping[Game, int]
) -> Iterator[OtherHandicap]:
    """What differs in the games that are not ``stored`` with the same stones already."""
    typed = pairings.stones()
    present = {number for game in pairings.games for number in game}
    players = paired_players(event, round_, present)
    for line, game in enumerate(pairings.games, start=1):
        stones = typed.get(game, 0)
        if stored.get(game) == stones:
            continue
        white, black = (players[number] for number in game)
        expected = handicap_of(event, white, black)
        doubled = [each.wins if event.settings.swiss else each.mms for each in (white, black)]
        scores = dict(zip(("white", "black"), map(_score, doubled), strict=True))
        if expected != stones:
            values = {"stones": expected, **scores}
            text = sentence(_STONES, **values) if expected else sentence(_EVEN, **scores)
            yield OtherHandicap(line, text, expected)
        if (stones or expected) and strength(event, white) < strength(event, black):
            name = f"{white.player.name}, {white.player.first_name}".removesuffix(", ")
            yield OtherHandicap(line, sentence(_WEAKER, name=name), None)


def _score(doubled: int) -> Number:
    return Number(write_points(Fraction(doubled, 2)))
