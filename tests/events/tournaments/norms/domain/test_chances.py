from dataclasses import replace

import pytest

from events.tournaments.core.domain.results import Code, Result
from events.tournaments.norms.domain.chances import Need, chances_of
from events.tournaments.norms.domain.norms import Judge
from tests.events.tournaments.norms.domain.events_for_norms import NINE, changed, event

OPEN = changed((9, "BEL - 2300 *"))


def chance(rounds, planned=9, **own):
    tournament = event(*rounds, planned=planned, **own)
    return chances_of(Judge(tournament), tournament.entrants[0])[0]


@pytest.mark.parametrize(
    ("rounds", "least", "why"),
    [
        (OPEN, "½", "A draw makes the norm."),
        (changed((8, "ENG - 2300 1"), rounds=OPEN), "0", "Any result at the board makes the norm."),
        (changed((1, "BEL GM 2550 ="), rounds=OPEN), "1", "A win makes the norm."),
        (
            changed((1, "BEL GM 2550 0"), rounds=OPEN), None,
            "No result makes the norm. The performance is 2404 + 166 = 2570; needed are 2600.",
        ),
        (
            changed((1, "BEL IM 2550 1"), rounds=OPEN), None,
            "No result makes the norm. Opponents with the title GM: 2; needed are 3.",
        ),
        (
            (*changed((8, "ENG - 2300 1"), rounds=OPEN)[:8], "BEL - 2300 1", "BEL - 2100 *"), "0",
            "The norm is made, whatever the last round brings.",
        ),
    ],
)  # fmt: skip
def test_the_least_result_of_the_last_round(rounds, least, why):
    found = chance(rounds, planned=len(rounds))

    assert (found.title, found.least, str(found.why)) == ("GM", least, why)


def test_who_has_no_game_in_the_last_round_has_no_chance():
    tournament = event(*NINE[:8], planned=9)
    first, *others = tournament.entrants
    playing = [
        replace(each, results=(*(*each.results, *[None] * 8)[:8], game))
        for each, game in zip(
            others[:2], (Result(3, None, Code.PENDING), Result(2, None, Code.PENDING)), strict=True
        )
    ]
    paired = replace(tournament, entrants=(first, *playing, *others[2:]))
    found = chances_of(Judge(paired), first)[0]

    assert found.least is None
    assert str(found.why).startswith("There is no game in the last round. ")


def test_with_more_rounds_to_come_points_by_the_average_and_what_the_mix_lacks():
    found = chance(changed((2, "ENG - 2520 1"))[:6])

    assert found.least is None
    assert str(found.why) == "Rounds to come: 3."
    needs = {need.average: need.points for need in found.needs}
    assert needs[2550] < needs[2400]
    assert Need(2450, needs[2450]) in found.needs
    assert [str(each) for each in found.lacks] == ["1 more opponent with the title GM is needed."]
    # The limits are those of nine games although six are played.
    tournament = event(*NINE[:6], planned=9)
    [gm, *_others] = Judge(tournament).norms_of(tournament.entrants[0])
    needs = {each.article: each.need for each in gm.conditions}
    assert (needs["1.4.4"], needs["1.4.5a"], needs["1.4.5"]) == ("5, 6", "5", "3")
    own = chance(tuple("ENG - 2500 1" for _ in range(5)))
    assert [str(each) for each in own.lacks] == [
        "5 more opponents with a title are needed.",
        "3 more opponents with the title GM are needed.",
        "2 more federations besides one’s own are needed.",
        "No more opponent may be of one’s own federation.",
    ]


@pytest.mark.parametrize(
    ("rounds", "planned", "why"),
    [
        (NINE[:5], 8, "There are not enough rounds left: 8 games at most."),
        (("U", "H", *NINE[:5]), 9, "There are not enough rounds left: 7 games at most."),
    ],
)
def test_too_few_games(rounds, planned, why):
    found = chance(rounds, planned=planned)

    assert (found.is_possible, str(found.why)) == (False, why)


def test_a_tournament_that_is_over_has_no_chances():
    tournament = event(*NINE)

    assert chances_of(Judge(tournament), tournament.entrants[0]) == ()
