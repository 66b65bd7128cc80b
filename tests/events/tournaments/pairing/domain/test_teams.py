"""Virtual match points, and what the engine makes of them."""

from dataclasses import replace
from fractions import Fraction

import pytest

from clubscore.text.problems import Refused, Sentence
from clubscore.text.sentences import translate
from events.tournaments.core.domain.team_facts import TeamRules
from events.tournaments.pairing.domain.proposal import Acceleration, Pair, Proposal
from events.tournaments.pairing.domain.teams import TeamTask, baku_of_teams, seated
from events.tournaments.pairing.engines.team_swiss import pair_teams
from events.tournaments.teams.domain.event import MatchTeam, TeamEvent
from tests.events.tournaments.teams.domain.quartet import EVENT


def event(count, rounds=5, **rules):
    teams = tuple(MatchTeam(number, f"Team {number}", ()) for number in range(1, count + 1))
    return TeamEvent(teams, TeamRules(boards=2, **rules), rounds=rounds)


def test_the_upper_half_has_a_win_and_then_half_of_it():
    accelerations = baku_of_teams(event(10, rounds=9), range(1, 11))

    upper = frozenset(range(1, 7))
    assert accelerations == (
        Acceleration(Fraction(2), 1, 3, upper),
        Acceleration(Fraction(1), 4, 5, upper),
    )


def test_absent_teams_move_the_half():
    accelerations = baku_of_teams(event(10, rounds=9), set(range(1, 11)) - {2, 3})
    assert accelerations[0].numbers == frozenset(range(1, 7))


@pytest.mark.parametrize(
    "rules", [{"win": Fraction(3)}, {"loss": Fraction(1)}, {"by_game_points": True}]
)
def test_points_that_do_not_fit_are_refused(rules):
    with pytest.raises(Refused):
        baku_of_teams(event(8, **rules), range(1, 9))


def test_an_accelerated_first_round_pairs_the_halves_apart():
    of = event(8)
    everybody = frozenset(range(1, 9))
    proposal = pair_teams(TeamTask(of, 1, everybody, accelerations=baku_of_teams(of, everybody)))
    assert [{pair.white, pair.black} for pair in proposal.pairs] == [{1, 3}, {2, 4}, {5, 7}, {6, 8}]


def test_the_last_acceleration_that_applies_counts():
    more = Acceleration(Fraction(2), 1, 2, frozenset({1}))
    less = Acceleration(Fraction(1), 2, 3, frozenset({1}))
    task = TeamTask(event(2), 2, frozenset({1, 2}), accelerations=(more, less))
    assert (task.virtual_points(1), task.virtual_points(2)) == (1, 0)


PROPOSAL = Proposal((Pair(1, 2, Sentence("Equal.")), Pair(4, 3, Sentence("Equal."))))


def games(proposal):
    return [(pair.white, pair.black) for pair in proposal.pairs]


def test_teams_sit_in_their_order_with_the_colours_of_the_boards():
    found = seated(TeamTask(EVENT, 1, frozenset()), PROPOSAL)

    assert games(found) == [(11, 21), (22, 12), (41, 31), (32, 42)]
    assert translate(found.pairs[1].why) == "Anchors – Bells, board 2. Equal."
    assert found.byes == ()


def test_other_colours():
    event = replace(EVENT, rules=replace(EVENT.rules, colours="BB"))

    assert games(seated(TeamTask(event, 1, frozenset()), PROPOSAL)) == [
        (21, 11),
        (22, 12),
        (31, 41),
        (32, 42),
    ]


def test_a_reserve_moves_up_and_an_empty_board_leaves_somebody_over():
    found = seated(TeamTask(EVENT, 1, frozenset(), absent=frozenset({11, 21, 22})), PROPOSAL)

    assert games(found) == [(12, 23), (41, 31), (32, 42)]
    assert found.byes == (13,)


def test_a_team_with_the_bye():
    assert seated(
        TeamTask(EVENT, 1, frozenset(), absent=frozenset({32})), Proposal((), (3,))
    ) == Proposal((), (31, 33))
