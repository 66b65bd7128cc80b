"""Hands that follow from one secret number."""

from collections import Counter
from hashlib import sha256
from math import factorial

import pytest
from hypothesis import given, strategies as st

from clubscore.text.problems import Refused
from events.sessions.core.domain.contract import Seat, Strain
from events.sessions.hands.domain import (
    DEALS,
    Deal,
    Makeable,
    deal_of_number,
    deals_of_seed,
    digest_of,
    draw_deals,
    new_seed,
    number_of_board,
    number_of_deal as hands_number_of_deal,
    par,
    read_deal,
    read_makeable,
)
from tests.events.exchange.deal_numbers import number_of_deal

NORTH = "5.A85.K4.QT97632"

TEXT = f"N:{NORTH} T9832.3.8762.A84 AK76.QJT94.AQ9.J QJ4.K762.JT53.K5"


def deal() -> Deal:
    found = read_deal(TEXT)
    assert found
    return found


def test_text_is_identity_from_every_seat():
    for seat in Seat:
        assert read_deal(deal().as_text(seat)) == deal()
    assert str(deal()) == TEXT


def test_ranks_in_any_order_and_the_ten_in_two_digits():
    assert read_deal(TEXT.replace(NORTH, "5.58A.4k.236791 0Q".replace(" ", ""))) == deal()


def test_points_and_owners():
    assert [deal().points(seat) for seat in Seat] == [9, 4, 17, 10]
    assert deal().owners()[:4] == (2, 2, 3, 3)


def test_fourth_hand_is_derived_and_two_unknown_give_nothing():
    assert read_deal(TEXT.replace(NORTH, "-")) == deal()
    assert read_deal("N:- - AK76.QJT94.AQ9.J QJ4.K762.JT53.K5") is None


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        (TEXT.replace("QT97632", "QT9763"), ["North has 12 cards."]),
        (TEXT.replace("5.A85", "A.A85"), ["SA is dealt 2 times."]),
        (TEXT.replace("N:", "X:"), None),
        (
            TEXT.replace("5.A85", "1.A85"),
            ["“1” is not the rank of a card: A K Q J T 9 8 7 6 5 4 3 2."],
        ),
        ("", None),
        ("N:a b c d", None),
    ],
)
def test_what_is_no_deal(text, problems):
    with pytest.raises(Refused) as refused:
        read_deal(text)
    if problems:
        assert [str(problem) for problem in refused.value.problems] == problems
    else:
        assert refused.value.problems


def test_number_of_deals_is_that_of_the_laws_of_combination():
    assert DEALS == factorial(52) // factorial(13) ** 4 == 53644737765488792839237440000


@given(st.integers(0, DEALS - 1))
def test_every_number_has_a_deal_of_its_own(number: int):
    assert number_of_deal(deal_of_number(number)) == number


def test_first_and_last_numbers_give_different_deals():
    numbers = (*range(300), *range(DEALS - 300, DEALS))
    assert len({deal_of_number(number) for number in numbers}) == 600
    assert str(deal_of_number(0)) == (
        "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    )


@pytest.mark.parametrize("number", [-1, DEALS])
def test_other_numbers_are_none(number: int):
    with pytest.raises(ValueError, match="not the number of a deal"):
        deal_of_number(number)


def test_every_board_gets_the_deal_of_a_number_drawn_below_all_deals():
    asked = []

    def draw(below: int) -> int:
        asked.append(below)
        return 7 * len(asked)

    deals = draw_deals(range(5, 8), draw=draw)
    assert asked == [DEALS] * 3
    assert [(board, number_of_deal(deal)) for board, deal in deals] == [(5, 7), (6, 14), (7, 21)]


def test_two_sets_differ():
    assert draw_deals(range(1, 3)) != draw_deals(range(1, 3))


SEED = "00" * 31 + "2a"


def test_a_seed_is_new_every_time_and_its_digest_is_its_sha_256() -> None:
    assert new_seed() != new_seed()
    assert len(new_seed()) == 64
    assert digest_of(SEED) == sha256(SEED.encode()).hexdigest()


def test_the_deal_of_a_board_depends_on_the_seed_and_its_number_alone() -> None:
    both = dict(deals_of_seed(SEED, [1, 2]))
    assert deals_of_seed(SEED, [2]) == [(2, both[2])]
    assert both[1] != both[2]
    assert dict(deals_of_seed("00" * 32, [1]))[1] != both[1]


def test_whoever_has_the_seed_can_deal_the_same_with_the_standard_library() -> None:
    attempt = 0
    while True:
        drawn = sha256(f"{SEED}:7:{attempt}".encode()).hexdigest()
        number = int(drawn[:24], 16)
        if number < DEALS:
            break
        attempt += 1
    assert number_of_board(SEED, 7) == number


def test_a_number_too_high_is_drawn_again() -> None:
    # About a third of all numbers of 96 bits are too high.
    numbers = [number_of_board(SEED, board) for board in range(1, 1001)]
    assert max(numbers) < DEALS
    fifths = Counter(number * 5 // DEALS for number in numbers)
    assert all(150 < fifths[each] < 250 for each in range(5))


@given(st.integers(min_value=0, max_value=DEALS - 1))
def test_the_number_of_a_deal_is_the_one_that_it_came_from(number: int) -> None:
    assert hands_number_of_deal(deal_of_number(number)) == number


def test_the_first_and_the_last_number() -> None:
    assert hands_number_of_deal(deal_of_number(0)) == 0
    assert hands_number_of_deal(deal_of_number(DEALS - 1)) == DEALS - 1


def makeable(digits: str) -> Makeable:
    found = read_makeable(digits)
    assert found
    return found


def test_digits_are_identity_in_the_order_of_the_programs():
    table = makeable("7c5c67c5c61181711817")
    assert str(table) == "7c5c67c5c61181711817"
    assert table.of(Seat.N, Strain.SPADES) == 12
    assert table.of(Seat.E, Strain.HEARTS) == 8
    assert table.of(Seat.W, Strain.CLUBS) == 7


def test_unknown_and_wrong_digits():
    assert read_makeable("") is read_makeable("*" * 20) is None
    for wrong in ("7c5c6", "e" * 20, "x"):
        with pytest.raises(Refused):
            read_makeable(wrong)


@pytest.mark.parametrize(
    ("board", "digits", "score", "contracts"),
    [
        # As BridgeComposer has them; several making contracts, sacrifices, partscores, seats.
        (1, "7c5c67c5c61181711817", "NS 980", ["6SN=", "6SS="]),
        (2, "00082000827cc5a7cc5a", "EW 980", ["6HE=", "6HW=", "6SE=", "6SW="]),
        # As the solver's own par has them.
        (8, "43746437468968789687", "EW 140", ["2SE+1", "2SW+1"]),
        (13, "080300803054c9bc4cab", "NS -1400", ["7SxN-5", "7SxS-5"]),
        (2, "3a8333a8436339a9339a", "EW -100", ["4NTxW-1", "5CxE-1", "5CxW-1"]),
        (1, "6" * 20, "NS 0", []),
    ],
)
def test_par(board, digits, score, contracts):
    found = par(makeable(digits), board)
    assert str(found) == score
    assert [str(contract) for contract in found.contracts] == contracts


def test_where_both_sides_could_open_the_dealer_does():
    # Seven tricks in no trump for everybody, and nothing else.
    table = Makeable((7, 0, 0, 0, 0) * 4)
    assert str(par(table, 1)) == "NS 90"
    assert str(par(table, 2)) == "EW 90"
