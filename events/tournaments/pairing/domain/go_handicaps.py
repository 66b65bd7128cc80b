"""The handicap of a pair of go players, and what pairs made or changed by hand say beside it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from clubscore.text.problems import Number, Sentence, gettext_noop, sentence
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import write_points
from events.tournaments.go.domain.event import GoEvent
from events.tournaments.pairing.domain.go_groups import Paired, paired_players


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
