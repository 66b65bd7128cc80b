"""Go rounds, McMahon and Swiss: the bye, the matching of the largest weight, handicap, colours."""

from collections.abc import Collection, Mapping
from fractions import Fraction

from clubscore.problems import Number, Refused, Sentence, gettext_noop, sentence
from events.tournaments.domain.go.event import GoEvent, GoTask
from events.tournaments.domain.go.groups import Paired, paired_players
from events.tournaments.domain.go.weights import (
    fixed_random,
    handicap_of,
    strength,
    weights_of,
)
from events.tournaments.domain.pairing.proposal import NOBODY, Pair, Proposal
from events.tournaments.domain.points import write_points
from events.tournaments.engines.matching import matching

WISH = 10**12
"""More than score, clubs and countries are worth, and less than that two have met."""

_BYE = gettext_noop("Who had the fewest byes; among these the lowest by grade and score.")
_NO_PERFECT = gettext_noop("The players of round %(round)s cannot all be paired.")
_EVEN = gettext_noop("Score %(white)s against %(black)s; even game.")
_STONES = gettext_noop("Score %(white)s against %(black)s; handicap %(stones)s.")
_AGAIN = gettext_noop("%(why)s They have met before: nothing else was possible.")


def pair_go(task: GoTask) -> Proposal:
    """The round by the event's weights. Raises :class:`Refused` when nobody takes part."""
    if not task.present:
        raise Refused(sentence(NOBODY, round=task.round))
    everybody = paired_players(task.event, task.round, task.present)
    bye = bye_of(task.event, everybody) if len(everybody) % 2 else None
    players = {number: each for number, each in everybody.items() if number != bye}

    def weight(one: int, other: int) -> int | None:
        if task.wishes.forbids(one, other):
            return None
        wish = task.wishes.prefers(one, other) - task.wishes.avoids(one, other)
        parts = weights_of(task.event, task.round, players[one], players[other])
        return sum(parts.values()) + wish * WISH

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
    why = _why(white, black, stones, swiss=event.settings.swiss)
    return Pair(white.player.number, black.player.number, why, stones)


def _why(white: Paired, black: Paired, stones: int, *, swiss: bool) -> Sentence:
    # The group is the whole score; what is shown is the score itself.
    white_score, black_score = (
        Number(write_points(Fraction(each.wins if swiss else each.mms, 2)))
        for each in (white, black)
    )
    values = {"white": white_score, "black": black_score}
    why = sentence(_STONES, stones=stones, **values) if stones else sentence(_EVEN, **values)
    if black.player.number in white.met:
        return sentence(_AGAIN, why=why)
    return why
