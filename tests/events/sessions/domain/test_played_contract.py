import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.problems import Refused
from events.sessions.domain.contract import PASS, Contract, Doubling, Seat, Strain
from events.sessions.domain.played_contract import Played, read_played
from events.sessions.domain.typing.letters import ENGLISH

CONTRACTS = st.builds(
    Contract, st.integers(1, 7), st.sampled_from(Strain), st.sampled_from(Doubling)
)
PLAYED = st.builds(Played, CONTRACTS, st.sampled_from(Seat), st.integers(0, 13))


@pytest.mark.parametrize(
    ("text", "symbols"),
    [
        ("4SN=", "4♠N="),
        ("3NTxW-2", "3NTxW−2"),
        ("5DxxE+1", "5♦xxE+1"),
    ],
)
def test_text_and_symbols(text, symbols):
    played = read_played(text)
    assert (str(played), ENGLISH.show_played(played)) == (text, symbols)


@given(PLAYED)
def test_value_to_text_to_value_is_the_same(played):
    assert read_played(str(played)) == played


def test_passed_out():
    assert read_played("pass") is PASS


def test_case_and_minus_do_not_matter():
    assert str(read_played(" 3ntXw−2 ")) == "3NTxW-2"


@pytest.mark.parametrize("text", ["", "4S", "4SN", "8SN=", "4SN+4", "1CN-8", "4XN=", "4SxxxN="])
def test_refused(text):
    with pytest.raises(Refused) as refusal:
        read_played(text)
    assert str(refusal.value) == (
        f"“{text}” is not a contract with its result, such as 4SN= or 3NTxW-2."
    )


def test_more_tricks_than_there_are_is_our_mistake():
    with pytest.raises(ValueError, match="14 tricks"):
        Played(Contract(4, Strain.SPADES), Seat.N, 14)
