"""Baku acceleration of teams: virtual match points for the upper half in the first rounds.

Source: FIDE handbook, C.04.7; article 1.4.4: not where game points decide.
"""

from collections.abc import Collection

from clubscore.problems import Refused, gettext_noop, sentence
from events.tournaments.domain.pairing.baku import virtual_points
from events.tournaments.domain.pairing.proposal import Acceleration
from events.tournaments.domain.teams.event import TeamEvent, TeamRules
from events.tournaments.domain.teams.task import teams_of_round

BY_GAME_POINTS = gettext_noop(
    "Teams are not accelerated where game points decide (FIDE C.04.7, article 1.4.4)."
)
NOT_TWO_DRAWS = gettext_noop(
    "Baku acceleration needs a match won to be worth two drawn ones, and a lost one nothing."
)


def baku_of_teams(event: TeamEvent, present: Collection[int]) -> tuple[Acceleration, ...]:
    """The virtual points. Teams of round 1 are halved, before it those ``present``. Raises
    :class:`Refused` where the points of matches do not allow it."""
    refuse_by_game_points(event.rules)
    if event.rules.win != 2 * event.rules.draw or event.rules.loss:
        raise Refused(sentence(NOT_TWO_DRAWS))
    numbers = sorted(team.number for team in event.teams)
    is_paired = any(match.round == 1 for match in event.matches)
    early = teams_of_round(event, 1) if is_paired else present
    halved = [number for number in numbers if number in early]
    return virtual_points(event.rules.win, numbers, halved, event.rounds) if halved else ()


def refuse_by_game_points(rules: TeamRules) -> None:
    """Raises :class:`Refused` where game points decide."""
    if rules.by_game_points:
        raise Refused(sentence(BY_GAME_POINTS))
