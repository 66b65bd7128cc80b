from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from clubscore.text.problems import Refused
from movements.domain import plans
from movements.domain.choose import MAX_OFFERS, Wish, about_boards, choose, too_few_stay, why
from movements.domain.movement import Movement
from movements.domain.plans import Family, Plan
from movements.domain.seats import never_moving

SETS = "It needs two sets of the boards."

SHARED = "Some tables share their boards."

ALL_THREE = (
    "All 3 tables play the same boards in a round: it needs 3 sets of them, or every board goes "
    "from table to table."
)


@pytest.mark.parametrize(
    ("plan", "after"),
    [
        (Plan(Family.MITCHELL, 14, 7), []),
        (Plan(Family.MITCHELL, 14, 6), ["Each plays 85 % of the boards."]),
        (Plan(Family.WEB, 24, 8), [SETS]),
        (Plan(Family.RELAY, 16, 8), [SHARED]),
        (Plan(Family.RELAY, 15, 8), []),
        (Plan(Family.HESITATION, 16, 9), [SHARED]),
        (Plan(Family.HESITATION, 14, 8), []),
        (Plan(Family.WHIST, 12, 11), [ALL_THREE]),
        (Plan(Family.WHIST, 16, 15), [SHARED]),
        (Plan(Family.APART, 12, 11), []),
        (Plan(Family.WHIST, 24, 23), []),
        (Plan(Family.RAINBOW, 28, 6), ["Each plays 85 % of the boards."]),
    ],
)
def test_why_ends_with_what_is_needed(plan, after):
    assert [str(sentence) for sentence in why(plan, 0)][1:] == after


def test_why_of_a_three_quarter_howell_names_those_who_stay():
    (reason,) = why(Plan(Family.HOWELL, 14, 11), 3)
    assert str(reason) == "One ranking in fewer rounds than a Howell; 3 pairs stay."
    (reason,) = why(Plan(Family.HOWELL, 14, 11), 1)
    assert str(reason) == "One ranking in fewer rounds than a Howell; one pair stays."


def test_why_of_a_complete_individual_names_partners_and_opponents():
    complete, part = (
        next(why(Plan(Family.WHIST, 24, 23), 1)),
        next(why(Plan(Family.WHIST, 24, 12), 1)),
    )
    assert "partners everybody once and plays against everybody twice" in str(complete)
    assert "another partner in every round" in str(part)


@pytest.mark.parametrize("family", Family)
def test_why_any_family_has_a_reason(family):
    assert str(next(why(Plan(family, 20, 19), 1))).endswith(".")


def test_other_boards_are_explained_when_nothing_has_those_asked_for():
    reason = about_boards(26, 25, has_other=False)
    assert str(reason) == "It has 26 boards: nothing that fits has just 25."


HOWELL = Plan(Family.HOWELL, 14, 13)


@pytest.mark.parametrize(
    ("wish", "target"),
    [
        (Wish(14), 24),
        (Wish(14, boards=27), 27),
        (Wish(14, minutes=150), 20),
        (Wish(14, boards=27, minutes=150), 20),
        (Wish(14, boards=18, minutes=150), 18),
        (Wish(14, minutes=3), 1),
    ],
)
def test_target_is_what_is_wanted_and_there_is_time_for(wish, target):
    assert wish.target == target


def test_max_boards_is_rounded_down_exactly():
    assert Wish(14, minutes=7, minutes_a_board=Fraction(7, 3)).max_boards == 3


@pytest.mark.parametrize(
    ("wish", "missed"),
    [
        (Wish(14, boards=26, max_rounds=13, minutes=195, winners=1, staying=1), []),
        (Wish(14, winners=2), ["It has one ranking, not two."]),
        (Wish(14, max_rounds=12), ["It has 13 rounds, more than 12."]),
        (Wish(14, minutes=194), ["Its 26 boards take longer than there is time for: 25 boards."]),
        (Wish(14, boards=40), ["Everybody plays 26 boards, not about 40."]),
        (
            Wish(14, minutes=90),
            ["The time is too short for even one board a round: it has 13 rounds."],
        ),
    ],
)
def test_misses_says_what_is_not_met(wish, missed):
    assert [str(sentence) for sentence in wish.misses(HOWELL, 26)] == missed


def test_misses_one_winner_where_there_are_two_rankings():
    (missed,) = Wish(14, winners=1, boards=28).misses(Plan(Family.MITCHELL, 14, 7), 28)
    assert str(missed) == "It has two rankings, not one."


def test_misses_time_for_no_board_at_all():
    (missed,) = Wish(14, minutes=3).misses(Plan(Family.MITCHELL, 14, 1), 1)
    assert str(missed) == "The time is too short for even one board."


@pytest.mark.parametrize(
    ("staying", "told"),
    [
        (0, "Nobody can stay at one table."),
        (1, "Only 1 can stay at its table."),
        (2, "Only 2 can stay at their tables."),
    ],
)
def test_too_few_stay_says_how_many(staying, told):
    assert str(too_few_stay(staying)) == told


def families(wish: Wish) -> list[tuple[str, int, int]]:
    return [
        (offer.plan.family.value, offer.plan.rounds, offer.boards_a_round)
        for offer in choose(wish).offers
    ]


def test_choose_for_fourteen_pairs_offers_howells_first():
    assert families(Wish(14))[:3] == [("howell", 11, 2), ("howell", 13, 2), ("hesitation", 8, 3)]


def test_the_boards_that_were_asked_for_come_first():
    found = choose(Wish(14, boards=24)).offers
    assert [(offer.plan.family, offer.most) for offer in found[:2]] == [
        (Family.HESITATION, 24),
        (Family.HOWELL, 22),
    ]
    assert str(found[0].why[-1]) == "It has the 24 boards asked for."
    # Only the best is held against the wish.
    assert "boards" not in str(found[1].why[-1])


def test_the_best_says_why_it_has_other_boards_than_were_asked_for():
    best = choose(Wish(12, boards=24)).offers[0]
    assert (best.plan.family, best.most) == (Family.HOWELL, 22)
    assert str(best.why[-1]) == (
        "It has 22 boards, not 24: what fits with 24 boards compares less evenly, shares boards, "
        "or has two rankings."
    )


def test_without_a_number_of_boards_nothing_is_said_of_it():
    offers = choose(Wish(14, minutes=180)).offers
    assert not any("asked" in str(each) for offer in offers for each in offer.why)


def test_choose_for_thirteen_tables_offers_the_complete_mitchell_first():
    assert families(Wish(26, boards=26))[:2] == [("mitchell-one", 13, 2), ("mitchell", 13, 2)]


def test_choose_for_a_large_field_and_few_rounds_offers_the_web():
    assert families(Wish(44, boards=24, winners=2))[0] == ("web", 12, 2)


@pytest.mark.parametrize(
    ("players", "first"),
    [(8, ("whist", 7, 3)), (12, ("individual", 11, 2)), (16, ("individual", 12, 2))],
)
def test_choose_for_few_players_offers_the_individual(players, first):
    assert families(Wish(players, individual=True, boards=24))[0] == first


def test_choose_two_winners_offers_no_other():
    found = choose(Wish(20, boards=24, winners=2))
    assert found.fits
    assert {offer.plan.winners for offer in found.offers} == {2}


def test_choose_says_all_of_an_offer():
    offer = choose(Wish(13, boards=22, max_rounds=11, winners=1)).offers[0]
    assert (offer.plan.family, offer.plan.rounds) == (Family.HOWELL, 11)
    assert (offer.boards_a_round, offer.boards_in_all) == (2, 22)
    assert (offer.fewest, offer.most) == (20, 22)
    assert offer.sitting_out == 1
    assert offer.minutes == 165
    assert offer.qf == plans.quality(offer.plan)
    assert offer.misses == ()


def test_choose_counts_who_stays_in_the_movement_itself():
    found = choose(Wish(13, boards=21, staying=6))
    assert found.fits
    assert min(len(offer.staying) for offer in found.offers) == 6


@pytest.mark.parametrize("pairs", [7, 13, 14])
def test_choose_names_those_who_stay_as_the_findings_do(pairs):
    for offer in choose(Wish(pairs, boards=24, staying=9)).offers:
        movement = plans.build(offer.plan)
        named = [n for f in never_moving(movement) for n in f.contestants]
        assert list(offer.staying) == sorted(named)
        told = str(too_few_stay(len(offer.staying)))
        assert [str(m) for m in offer.misses if "stay" in str(m)] == [told]


def test_choose_nothing_fits_offers_the_nearest_and_what_they_miss():
    found = choose(Wish(12, boards=24, max_rounds=4, winners=2, staying=9))
    assert not found.fits
    assert {str(missed) for offer in found.offers for missed in offer.misses} == {
        "Only 6 can stay at their tables."
    }


def test_choose_half_table_that_takes_a_staying_pair_away_is_reported():
    found = choose(Wish(13, boards=21, staying=7))
    assert not found.fits
    assert [str(missed) for missed in found.offers[0].misses] == [
        "Only 6 can stay at their tables."
    ]


@pytest.mark.parametrize(
    ("wish", "nearest"),
    [
        (Wish(2), "no movement for 2 pairs; the smallest has 3."),
        (Wish(-5), "no movement for -5 pairs; the smallest has 3."),
        (Wish(81), "no movement for 81 pairs; the largest has 80. Let a larger field"),
        (Wish(10**40), "the largest has 80."),
        (Wish(22, individual=True), "for 22 players; the nearest are for 20 or 24 players."),
        (Wish(1, individual=True), "for 1 players; the nearest is for 8 players."),
        (Wish(56, individual=True), "for 56 players; the nearest are for 52 or 68 players."),
        (Wish(10**40, individual=True), "the nearest is for 148 players."),
    ],
)
def test_choose_for_a_number_without_movements_names_the_nearest(wish, nearest):
    with pytest.raises(Refused) as refusal:
        choose(wish)
    assert nearest in str(refusal.value)


@given(
    st.builds(
        Wish,
        contestants=st.integers(3, 30),
        boards=st.none() | st.integers(1, 10**9),
        max_rounds=st.none() | st.integers(0, 10**9),
        minutes=st.none() | st.integers(0, 10**9),
        winners=st.sampled_from([None, 1, 2]),
        staying=st.integers(0, 10**9),
    )
)
def test_choose_any_wish_has_offers_in_order(wish):
    found = choose(wish)
    assert 1 <= len(found.offers) <= MAX_OFFERS
    assert [offer.cost for offer in found.offers] == sorted(offer.cost for offer in found.offers)
    assert {offer.misses == () for offer in found.offers} == {found.fits}
    assert {type(plans.build(offer.plan)) for offer in found.offers} == {Movement}
