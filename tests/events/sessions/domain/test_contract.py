import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.problems import Refused
from events.sessions.domain.contract import (
    PASS,
    Contract,
    Doubling,
    Seat,
    Side,
    Strain,
    read_contract,
    read_seat,
)

CONTRACTS = st.one_of(
    st.just(PASS),
    st.builds(Contract, st.integers(1, 7), st.sampled_from(Strain), st.sampled_from(Doubling)),
)


@pytest.mark.parametrize(
    ("text", "contract"),
    [
        ("4S", Contract(4, Strain.SPADES)),
        ("3NTx", Contract(3, Strain.NO_TRUMP, Doubling.DOUBLED)),
        ("5Dxx", Contract(5, Strain.DIAMONDS, Doubling.REDOUBLED)),
        ("PASS", PASS),
    ],
)
def test_text_and_value_of_contract(text, contract):
    assert read_contract(text) == contract
    assert str(contract) == text


@pytest.mark.parametrize("text", ["3n", "3NT", " 3nt ", "3N"])
def test_no_trump_is_read_from(text):
    assert read_contract(text) == Contract(3, Strain.NO_TRUMP)


@given(CONTRACTS)
def test_contract_to_text_to_contract_is_the_same(contract):
    assert read_contract(str(contract)) == contract


@pytest.mark.parametrize("text", ["", "4", "S", "0S", "8S", "4Z", "4Sxxx", "4♠♠", "४S", "4S N"])
def test_contract_refused(text):
    with pytest.raises(Refused) as refusal:
        read_contract(text)
    assert str(refusal.value).startswith(f"“{text}” is not a contract")


def test_contract_level_out_of_range_is_our_mistake():
    with pytest.raises(ValueError, match="level 8"):
        Contract(8, Strain.CLUBS)


def test_contract_for_people():
    assert Contract(4, Strain.SPADES, Doubling.DOUBLED).symbols == "4♠x"
    assert Contract(3, Strain.NO_TRUMP).symbols == "3NT"


def test_seats_and_sides():
    assert [seat.side for seat in Seat] == [Side.NS, Side.EW, Side.NS, Side.EW]
    assert [side.opponents for side in Side] == [Side.EW, Side.NS]
    assert read_seat("w") == Seat.W


def test_seat_refused():
    with pytest.raises(Refused) as refusal:
        read_seat("Q")
    assert str(refusal.value) == "“Q” is not a seat: N, E, S or W."
