from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.sessions.domain.hands.dealing import DEALS, deal_of_number
from tests.events.exchange.deal_numbers import number_of_deal


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
