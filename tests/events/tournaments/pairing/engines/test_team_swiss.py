"""Teams paired round by round: against the rules of C.04.6 read by trying everything."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from clubscore.text.problems import Refused
from clubscore.text.sentences import translate
from events.tournaments.core.domain.results import Code, Colour
from events.tournaments.core.domain.team_facts import Preference, TeamBye, TeamRules
from events.tournaments.core.domain.tournament import Forbidden
from events.tournaments.pairing.domain.teams import (
    TeamTask,
    before_round_of_teams,
    initial_colour_of_teams,
    teams_of_round,
)
from events.tournaments.pairing.engines.team_swiss import pair_teams
from events.tournaments.teams.domain.event import Board, MatchTeam, TeamEvent, TeamMatch
from tests.events.tournaments.pairing.engines.plain_c046 import pair as plainly

BOARDS = 2
ENDINGS = [
    (Code.WIN, Code.LOSS), (Code.LOSS, Code.WIN), (Code.DRAW, Code.DRAW),
    (Code.FORFEIT_WIN, Code.FORFEIT_LOSS),
]  # fmt: skip
WON_BY_FORFEIT = (Code.FORFEIT_WIN, Code.FORFEIT_LOSS)


def teams(count):
    return tuple(MatchTeam(number, f"Team {number}", ()) for number in range(1, count + 1))


def simulated(seed, *, most):
    """A tournament of chance, round by round: the task of every round and both answers."""
    random = Random(seed)
    rules = TeamRules(
        boards=BOARDS,
        win=Fraction(random.choice([2, 2, 3])),
        by_game_points=random.random() < 0.2,
        uses_other=random.random() < 0.8,
        preference=random.choice([Preference.TYPE_A, Preference.TYPE_A, *Preference]),
    )
    count = random.randint(4, most)
    event = TeamEvent(teams(count), rules, rounds=random.randint(3, count - 1))
    lot = random.choice(list(Colour))
    for number in range(1, event.rounds + 1):
        away = {team.number for team in event.teams if random.random() < 0.06}
        task = TeamTask(event, number, frozenset(range(1, count + 1)) - away, lot)
        expected = plainly(task)
        yield task, expected, paired(task)
        if expected is None:
            return
        event = replace(
            event,
            matches=(*event.matches, *(ending(random, number, *each) for each in expected[0])),
            byes=(
                *event.byes,
                *(TeamBye(number, team, random.choice([Code.HALF_BYE, Code.ZERO_BYE]))
                  for team in sorted(away)),
                *([TeamBye(number, expected[1], Code.PAIRING_BYE)] if expected[1] else []),
            ),
        )  # fmt: skip


def ending(random, round_, white, black):
    if random.random() < 0.06:
        return TeamMatch(round_, white, black, (), WON_BY_FORFEIT)
    boards = tuple(Board(None, None, *random.choice(ENDINGS)) for _ in range(BOARDS))
    return TeamMatch(round_, white, black, boards)


def paired(task):
    try:
        proposal = pair_teams(task)
    except Refused:
        return None
    (bye,) = proposal.byes or (None,)
    return {(pair.white, pair.black) for pair in proposal.pairs}, bye


def differing(seeds, *, most):
    rounds, found = 0, []
    for seed in seeds:
        for task, expected, answer in simulated(seed, most=most):
            rounds += 1
            if expected != answer:
                found.append((seed, task.round, expected, answer))
    return rounds, found


def test_rounds_of_up_to_six_teams_are_paired_as_the_rules_read():
    rounds, found = differing(range(40), most=6)

    assert found == []
    assert rounds > 100


@pytest.mark.large
def test_rounds_of_up_to_eight_teams_are_paired_as_the_rules_read():
    rounds, found = differing(range(1000, 1400), most=8)

    assert found == []
    assert rounds > 1500


def test_the_first_round_and_its_reasons():
    event = TeamEvent(teams(5), TeamRules(boards=4), rounds=4)
    proposal = pair_teams(TeamTask(event, 1, frozenset(range(1, 6)), Colour.BLACK))

    assert [(pair.white, pair.black, translate(pair.why)) for pair in proposal.pairs] == [
        (3, 1, "Equal score (0); colours by the lot and the number of the team."),
        (2, 4, "Equal score (0); colours by the lot and the number of the team."),
    ]
    assert proposal.byes == (5,)
    assert str(proposal.bye_why).startswith("The lowest score without which")


def test_a_team_that_floats_up_is_named():
    event = TeamEvent(teams(4), TeamRules(boards=1), rounds=3)
    won = (Board(None, None, Code.WIN, Code.LOSS),)
    event = replace(
        event, matches=(TeamMatch(1, 1, 3, won), TeamMatch(1, 2, 4, won), TeamMatch(2, 2, 1, won),
                        TeamMatch(2, 3, 4, won))
    )  # fmt: skip
    proposal = pair_teams(TeamTask(event, 3, frozenset({1, 2, 3, 4})))

    assert [(pair.white, pair.black, translate(pair.why)) for pair in proposal.pairs] == [
        (3, 2, "3 floats up from a score of 2 to 4; the only colour preference is granted."),
        (4, 1, "4 floats up from a score of 0 to 2; the only colour preference is granted."),
    ]


def test_teams_that_are_kept_apart_do_not_meet():
    apart = (Forbidden((1, 3)),)
    event = TeamEvent(teams(4), TeamRules(boards=4), rounds=3, forbidden=apart)
    proposal = pair_teams(TeamTask(event, 1, frozenset({1, 2, 3, 4})))

    assert {frozenset((pair.white, pair.black)) for pair in proposal.pairs} == {
        frozenset({1, 4}), frozenset({2, 3}),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("present", "said"),
    [
        ({1, 2}, "No legal pairing of round 2 exists: whoever is paired, a team is left over or"),
        (set(), "Nobody takes part in round 2."),
    ],
)
def test_a_round_that_cannot_be_paired_is_refused(present, said):
    boards = (Board(None, None, Code.WIN, Code.LOSS),)
    event = TeamEvent(teams(2), TeamRules(boards=1), (TeamMatch(1, 1, 2, boards),), rounds=2)
    with pytest.raises(Refused) as refusal:
        pair_teams(TeamTask(event, 2, frozenset(present)))

    assert said in translate(refusal.value.problems[0])


def test_what_is_known_before_a_round():
    won = (Board(1, 2, Code.WIN, Code.LOSS), Board(3, 4, Code.PENDING, Code.PENDING))
    event = TeamEvent(
        teams(5),
        TeamRules(boards=2),
        (TeamMatch(1, 3, 1, won), TeamMatch(1, 2, 4, won), TeamMatch(2, 1, 2)),
        (TeamBye(1, 5, Code.PAIRING_BYE), TeamBye(3, 4, Code.HALF_BYE)),
        rounds=4,
    )
    before = before_round_of_teams(event, 2)

    assert [board.second_code for board in before.matches[0].boards] == [Code.LOSS, Code.DRAW]
    assert (len(before.matches), len(before.byes)) == (2, 1)
    assert initial_colour_of_teams(event) is Colour.BLACK
    assert initial_colour_of_teams(replace(event, matches=())) is None
    assert teams_of_round(event, 1) == {1, 2, 3, 4, 5}
    assert teams_of_round(event, 2) == {1, 2}
    assert teams_of_round(event, 3) == {1, 2, 3, 5}
