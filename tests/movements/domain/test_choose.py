import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.problems import Refused
from movements.domain import plans
from movements.domain.choose import MAX_OFFERS, choose
from movements.domain.movement import Movement
from movements.domain.plans import Family
from movements.domain.seats import never_moving
from movements.domain.wish import Wish, too_few_stay


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
    [(8, ("whist", 7, 3)), (12, ("whist", 11, 2)), (16, ("whist", 12, 2))],
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
