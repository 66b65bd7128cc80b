"""What a player brings to the pairing of a round: the score group, the place in it, the history.

The players of the round, with whoever has the bye, are ordered by the placement criteria before
the round; a group is a whole score.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

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
