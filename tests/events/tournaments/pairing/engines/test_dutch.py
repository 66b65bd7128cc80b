from dataclasses import replace

import pytest

from clubscore.text.problems import Refused
from events.tournaments.core.domain.results import Colour
from events.tournaments.core.domain.tournament import Entrant, Forbidden, Tournament, Wish
from events.tournaments.files.formats.krause.reader import read
from events.tournaments.pairing.domain.proposal import (
    System,
    Task,
    accelerations,
    before_round,
    initial_colour,
    players_of_round,
)
from events.tournaments.pairing.engines.dutch import pair_dutch
from tests.events.tournaments.pairing.engines.tournaments_by_gacrux import stored

FIVE = """012 Five
142 5
152 W
001    1      Ann,A                             2000                             1.0    1     3 w 1
001    2      Bob,B                             1900                             1.0    2     4 b 1
001    3      Cas,C                             1800                             0.0    4     1 b 0
001    4      Dee,D                             1700                             0.0    5     2 w 0
001    5      Eva,E                             1600                             1.0    3  0000 - U
"""


def task(tournament, number, **changes):
    before = before_round(tournament, number)
    lot = tournament.lot or initial_colour(before) or Colour.WHITE
    values = {
        "present": players_of_round(tournament, number),
        "initial": lot,
        "accelerations": accelerations(tournament),
    } | changes
    return Task(System.DUTCH, before, number, **values)


def pairs(proposal):
    return {(pair.white, pair.black) for pair in proposal.pairs}


def file_pairs(tournament, number):
    return {
        (entrant.number, entrant.results[number - 1].opponent)
        for entrant in tournament.entrants
        if entrant.results[number - 1] and entrant.results[number - 1].colour is Colour.WHITE
    }


def differing(tournaments):
    return [
        (place, number)
        for place, tournament in enumerate(tournaments)
        for number in range(1, tournament.rounds + 1)
        if pairs(pair_dutch(task(tournament, number))) != file_pairs(tournament, number)
    ]


def test_some_stored_tournaments_are_paired_alike():
    tournaments = stored(step=12)

    assert (len(tournaments), differing(tournaments)) == (23, [])


@pytest.mark.large
def test_all_stored_tournaments_are_paired_alike():
    tournaments = stored()

    assert (len(tournaments), differing(tournaments)) == (273, [])


def test_the_stored_tournaments_have_what_makes_pairing_hard():
    tournaments = stored()
    codes = {
        result.code
        for tournament in tournaments
        for entrant in tournament.entrants
        for result in entrant.results
        if result
    }
    lots = {tournament.lot for tournament in tournaments}

    assert set("UHZ+-") <= {code.value for code in codes}
    assert lots == set(Colour)
    assert any(tournament.virtual_points for tournament in tournaments)


@pytest.mark.parametrize(
    ("game", "bye", "why"),
    [("24", 3, "not 4 (fewer games played)."), ("13", 4, "leaves the others a legal pairing.")],
)
def test_the_bye_goes_to_whoever_has_the_fewest_unplayed_games(game, bye, why):
    """Criterion C9: of the two without a point, the one who lost by forfeit does not get it."""
    text = FIVE
    for one, other, code, forfeit in (game + "1+", game[::-1] + "0-"):
        text = text.replace(f"{other} w {code}", f"{other} w {forfeit}")
        text = text.replace(f"{other} b {code}", f"{other} b {forfeit}")
        assert f" {forfeit}\n001    {int(one) + 1}" in text

    proposal = pair_dutch(task(read(text).tournament, 2))
    assert proposal.byes == (bye,)
    assert str(proposal.bye_why).endswith(why)


def test_the_lot_decides_the_colours_of_round_1():
    tournament = read(FIVE).tournament
    everybody = frozenset({1, 2, 3, 4})

    white = pair_dutch(task(tournament, 1, present=everybody, initial=Colour.WHITE))
    black = pair_dutch(task(tournament, 1, present=everybody, initial=Colour.BLACK))

    assert (pairs(white), pairs(black)) == ({(1, 3), (4, 2)}, {(3, 1), (2, 4)})


def test_two_who_have_met_have_no_legal_pairing():
    with pytest.raises(Refused, match=r"No legal pairing of round 2.*1\.9\.3"):
        pair_dutch(task(read(FIVE).tournament, 2, present=frozenset({1, 3})))


def test_forbidden_pairs_do_not_meet_in_their_rounds():
    free = pair_dutch(task(read(FIVE).tournament, 2, present=frozenset({1, 2, 3, 4})))
    text = FIVE + "260   2   2    1    2\n"
    kept_apart = pair_dutch(task(read(text).tournament, 2, present=frozenset({1, 2, 3, 4})))
    later = pair_dutch(
        task(
            read(text.replace("  2   2 ", "  3   3 ")).tournament,
            2,
            present=frozenset({1, 2, 3, 4}),
        )
    )

    assert {frozenset(pair) for pair in pairs(free)} == {frozenset({1, 2}), frozenset({3, 4})}
    assert {frozenset(pair) for pair in pairs(kept_apart)} == {frozenset({1, 4}), frozenset({2, 3})}
    assert pairs(later) == pairs(free)


def test_numbers_may_have_gaps():
    text = FIVE.replace("001    5", "001   50")
    tournament = read(text).tournament

    assert pairs(pair_dutch(task(tournament, 2))) == {
        tuple(50 if side == 5 else side for side in pair)
        for pair in pairs(pair_dutch(task(read(FIVE).tournament, 2)))
    }


def test_every_pair_says_why():
    reasons = [str(pair.why) for pair in pair_dutch(task(read(FIVE).tournament, 2)).pairs]

    assert reasons[0].startswith("Equal score (1); ")
    assert "floats down from a score of 1 to 0" in reasons[1]


@pytest.mark.parametrize("present", [frozenset(), frozenset({4})])
def test_nobody_and_a_single_player(present):
    here = task(read(FIVE).tournament, 2, present=present)

    if present:
        assert pair_dutch(here).byes == (4,)
    else:
        with pytest.raises(Refused, match="Nobody"):
            pair_dutch(here)


def four(**wishes):
    """Round 1 of four players: 1-3 and 2-4 without any wishes."""
    entrants = tuple(
        Entrant(number, f"P{number}", rating=2100 - 100 * number, club=club)
        for number, club in enumerate(("Mill", "Lake", "Mill", "Lake"), start=1)
    )
    tournament = Tournament("T", rounds=3, entrants=entrants, **wishes)
    proposal = pair_dutch(Task(System.DUTCH, tournament, 1, frozenset(range(1, 5))))
    return {frozenset(pair) for pair in pairs(proposal)}


def sets(*pairs_):
    return {frozenset(pair) for pair in pairs_}


@pytest.mark.parametrize(
    ("wishes", "expected"),
    [
        ({}, sets((1, 3), (2, 4))),
        ({"same_club": "never"}, sets((1, 4), (2, 3))),
        ({"same_club": "avoid"}, sets((1, 4), (2, 3))),
        ({"wishes": (Wish((1, 3), prefer=False),)}, sets((1, 4), (2, 3))),
        ({"wishes": (Wish((1, 2), prefer=True),)}, sets((1, 2), (3, 4))),
        ({"forbidden": (Forbidden((1, 3)), Forbidden((1, 4)))}, sets((1, 2), (3, 4))),
        # Whoever is avoided meets all the same where there is no other way.
        ({"wishes": (Wish((1, 2, 3, 4), prefer=False),)}, sets((1, 3), (2, 4))),
    ],
)
def test_wishes(wishes, expected):
    assert four(**wishes) == expected


def test_who_is_never_to_meet_may_leave_no_pairing():
    with pytest.raises(Refused):
        four(forbidden=(Forbidden((1, 2, 3, 4)),))


def test_the_colours_of_a_preferred_pair_are_balanced():
    tournament = read(FIVE).tournament
    tournament = replace(tournament, wishes=(Wish((1, 2), prefer=True),))
    proposal = pair_dutch(task(tournament, 2))

    # 1 had White in round 1, 2 Black.
    assert (2, 1) in pairs(proposal)
    assert str(proposal.pairs[0].why) == "A preferred pair."


def test_a_preferred_pair_gives_way_where_it_leaves_no_pairing():
    tournament = read(FIVE).tournament
    tournament = replace(tournament, wishes=(Wish((1, 2), prefer=True), Wish((3, 4), prefer=True)))

    # Player 5 would have a second bye.
    assert pair_dutch(task(tournament, 2)) == pair_dutch(task(read(FIVE).tournament, 2))
