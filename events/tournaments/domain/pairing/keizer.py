"""Keizer's pairing: the first against the second, the third against the fourth, and so on down the
ranking, but nobody against an opponent of the last three rounds.

An odd player out has the bye: the lowest who has had none yet. White is for who had it less often,
else for who had Black last.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from clubscore.problems import Refused, Sentence, gettext_noop, sentence
from events.tournaments.domain.keizer import keizer
from events.tournaments.domain.pairing.proposal import NOBODY, Pair, Proposal, Task
from events.tournaments.domain.results import Code, Colour
from events.tournaments.domain.tournament import Entrant

APART = 3
"""Rounds between two games of the same players."""
MAX_STEPS = 200_000
"""So many pairs are tried before the search is given up."""

_WHY = gettext_noop("Number %(upper)s of the ranking against number %(lower)s.")
_BYE = gettext_noop(
    "The lowest of the ranking who has had no bye, and without whom the others can be paired."
)
_NONE = gettext_noop(
    "Round %(round)s cannot be paired with three rounds between two games of the same players."
)
_GIVEN_UP = gettext_noop(
    "No pairing of round %(round)s with three rounds between two games of the same players was"
    " found in %(steps)s tries. There may be one: type the pairings, or choose another system."
)


def pair_keizer(task: Task) -> Proposal:
    """The round by the ranking before it. Raises :class:`Refused` when nobody takes part, and when
    some would have to meet again too soon or the search is given up."""
    if not task.present:
        raise Refused(sentence(NOBODY, round=task.round))
    ranks = {line.number: line.rank for line in keizer(task.tournament)}
    players = sorted(task.taking_part, key=lambda each: ranks[each.number])
    search = _Search(players)
    for bye in _byes(players):
        pairs = search.pairs([each for each in players if each is not bye])
        if pairs is not None:
            return Proposal(
                tuple(_pair(one, other, ranks) for one, other in pairs),
                (bye.number,) if bye else (),
                Sentence(_BYE) if bye else None,
            )
        if search.is_given_up:
            raise Refused(sentence(_GIVEN_UP, round=task.round, steps=MAX_STEPS))
    raise Refused(sentence(_NONE, round=task.round))


def _byes(players: Sequence[Entrant]) -> list[Entrant | None]:
    """Who may have the bye, the first choice first; nobody where the number is even."""
    if len(players) % 2 == 0:
        return [None]
    had = {
        each.number
        for each in players
        if any(result and result.code is Code.PAIRING_BYE for result in each.results)
    }
    lowest_first = list(reversed(players))
    return [*sorted(lowest_first, key=lambda each: each.number in had)]


class _Search:
    """Pairs from the top down, taking back a choice that leaves somebody without an opponent."""

    def __init__(self, players: Sequence[Entrant]) -> None:
        self._latest = {
            each.number: {result.opponent for result in each.results[-APART:] if result}
            for each in players
        }
        self._steps = 0

    @property
    def is_given_up(self) -> bool:
        return self._steps > MAX_STEPS

    def pairs(self, players: list[Entrant]) -> list[tuple[Entrant, Entrant]] | None:
        # A stack of its own: Python's ends at a thousand calls, which are two thousand players.
        choices: list[_Choice] = [_Choice(players)] if players else []
        while choices:
            latest = choices[-1]
            if not self._next(latest):
                if self.is_given_up:
                    return None
                choices.pop()
                continue
            below = latest.below
            if not below:
                return [choice.pair for choice in choices]
            choices.append(_Choice(below))
        return None if players else []

    def _next(self, choice: "_Choice") -> bool:
        """Go on to the next who may meet the first; false when there is none, or no time."""
        latest = self._latest[choice.players[0].number]
        for place in range(choice.place + 1, len(choice.players)):
            self._steps += 1
            if self.is_given_up:
                return False
            if choice.players[place].number not in latest:
                choice.place = place
                return True
        return False


@dataclass(slots=True)
class _Choice:
    """The first of some players, and the one at ``place`` as the opponent; 0 before a choice."""

    players: list[Entrant]
    place: int = 0

    @property
    def pair(self) -> tuple[Entrant, Entrant]:
        return self.players[0], self.players[self.place]

    @property
    def below(self) -> list[Entrant]:
        return [*self.players[1 : self.place], *self.players[self.place + 1 :]]


def _pair(one: Entrant, other: Entrant, ranks: dict[int, int]) -> Pair:
    white, black = (one, other) if _wish(one) <= _wish(other) else (other, one)
    upper, lower = ranks[one.number], ranks[other.number]
    return Pair(white.number, black.number, sentence(_WHY, upper=upper, lower=lower))


def _wish(player: Entrant) -> tuple[int, int]:
    """Less is more of a wish for White."""
    colours = [each.colour for each in player.results if each and each.colour and each.code.played]
    balance = colours.count(Colour.WHITE) - colours.count(Colour.BLACK)
    return balance, int(bool(colours) and colours[-1] is Colour.WHITE)
