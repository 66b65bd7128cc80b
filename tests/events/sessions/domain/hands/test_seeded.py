"""Hands that follow from one secret number."""

from collections import Counter
from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from events.sessions.domain.hands.dealing import DEALS, deal_of_number, number_of_deal
from events.sessions.domain.hands.seeded import (
    deals_of_seed,
    digest_of,
    new_seed,
    number_of_board,
)

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
    assert number_of_deal(deal_of_number(number)) == number


def test_the_first_and_the_last_number() -> None:
    assert number_of_deal(deal_of_number(0)) == 0
    assert number_of_deal(deal_of_number(DEALS - 1)) == DEALS - 1
