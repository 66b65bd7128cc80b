from dataclasses import replace

from clubscore.problems import Sentence
from clubscore.sentences import translate
from events.tournaments.domain.pairing.proposal import Pair, Proposal
from events.tournaments.domain.teams.seating import seated
from tests.events.tournaments.domain.teams.quartet import EVENT

PROPOSAL = Proposal((Pair(1, 2, Sentence("Equal.")), Pair(4, 3, Sentence("Equal."))))


def games(proposal):
    return [(pair.white, pair.black) for pair in proposal.pairs]


def test_teams_sit_in_their_order_with_the_colours_of_the_boards():
    found = seated(EVENT, PROPOSAL, ())

    assert games(found) == [(11, 21), (22, 12), (41, 31), (32, 42)]
    assert translate(found.pairs[1].why) == "Anchors – Bells, board 2. Equal."
    assert found.byes == ()


def test_other_colours():
    event = replace(EVENT, rules=replace(EVENT.rules, colours="BB"))

    assert games(seated(event, PROPOSAL, ())) == [(21, 11), (22, 12), (31, 41), (32, 42)]


def test_a_reserve_moves_up_and_an_empty_board_leaves_somebody_over():
    found = seated(EVENT, PROPOSAL, {11, 21, 22})

    assert games(found) == [(12, 23), (41, 31), (32, 42)]
    assert found.byes == (13,)


def test_a_team_with_the_bye():
    assert seated(EVENT, Proposal((), (3,)), {32}) == Proposal((), (31, 33))
