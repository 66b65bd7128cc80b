from itertools import product

import endplay.types as reference
import pytest
from hypothesis import given, strategies as st

from clubscore.text.problems import Refused
from events.sessions.core.domain.contract import (
    PASS,
    RANKS,
    Card,
    Contract,
    Doubling,
    Played,
    Seat,
    Side,
    Strain,
    Vulnerability,
    contract_score,
    dealer,
    possible_scores,
    read_card,
    read_contract,
    read_played,
    read_seat,
    score_to_ns,
    vulnerability,
    why_impossible,
)
from events.sessions.core.domain.letters import ENGLISH


def test_dealer_goes_round():
    assert "".join(dealer(number) for number in range(1, 10)) == "NESWNESWN"


@pytest.mark.parametrize(
    ("vulnerable", "boards"),
    [
        (Vulnerability.NONE, [1, 8, 11, 14]),
        (Vulnerability.NS, [2, 5, 12, 15]),
        (Vulnerability.EW, [3, 6, 9, 16]),
        (Vulnerability.BOTH, [4, 7, 10, 13]),
    ],
)
def test_vulnerability_of_sixteen_boards_and_the_next(vulnerable, boards):
    assert [n for n in range(1, 17) if vulnerability(n) is vulnerable] == boards
    assert [n - 16 for n in range(17, 33) if vulnerability(n) is vulnerable] == boards


def test_vulnerability_of_sides():
    assert [[v.of(side) for side in Side] for v in Vulnerability] == [
        [False, False],
        [True, False],
        [False, True],
        [True, True],
    ]


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


SUITS = [suit for suit in Strain if suit is not Strain.NO_TRUMP]


def test_every_card_is_read_back() -> None:
    cards = [Card(suit, rank) for suit in SUITS for rank in RANKS]
    assert [read_card(str(card)) for card in cards] == cards
    assert len(set(cards)) == 52


def test_a_card_for_people() -> None:
    assert [read_card(text).symbols for text in ("SK", "HT", "C2")] == ["♠K", "♥10", "♣2"]


@pytest.mark.parametrize("text", ["", "S", "S1", "SKK", "NTA", "K", "S10", "XK"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_card(text)
    assert str(refusal.value) == f"“{text}” is not a card, such as SK."


def test_no_trump_has_no_cards() -> None:
    with pytest.raises(ValueError, match="no card"):
        Card(Strain.NO_TRUMP, "A")


PLAYED_CONTRACT_CONTRACTS = st.builds(
    Contract, st.integers(1, 7), st.sampled_from(Strain), st.sampled_from(Doubling)
)

PLAYED = st.builds(Played, PLAYED_CONTRACT_CONTRACTS, st.sampled_from(Seat), st.integers(0, 13))


@pytest.mark.parametrize(
    ("text", "symbols"), [("4SN=", "4♠N="), ("3NTxW-2", "3NTxW−2"), ("5DxxE+1", "5♦xxE+1")]
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


def test_all_contract_scores_are_those_of_endplay():
    ours = {}
    theirs = {}
    for level, strain, doubling, vulnerable, tricks in product(
        range(1, 8), Strain, Doubling, (False, True), range(14)
    ):
        case = level, strain, doubling, vulnerable, tricks
        ours[case] = contract_score(Contract(level, strain, doubling), vulnerable, tricks)
        text = f"{level}{strain}N{doubling}{tricks - level - 6:+d}"
        vul = reference.Vul.both if vulnerable else reference.Vul.none
        theirs[case] = reference.Contract(text).score(vul)
    assert len(ours) == 2940
    assert ours == theirs


def test_passed_out_is_nothing():
    assert contract_score(PASS, True, 0) == 0
    assert score_to_ns(PASS, None, 0, 1) == 0


def test_more_than_thirteen_tricks_is_our_mistake():
    with pytest.raises(ValueError, match="14 tricks"):
        contract_score(Contract(1, Strain.CLUBS), False, 14)


@pytest.mark.parametrize(
    ("declarer", "board", "score"),
    [("N", 1, 420), ("N", 2, 620), ("E", 1, -420), ("W", 2, -420), ("W", 3, -620)],
)
def test_score_to_ns_of_four_spades(declarer, board, score):
    assert score_to_ns(Contract(4, Strain.SPADES), Seat(declarer), 10, board) == score


def test_number_of_possible_scores():
    assert [len(possible_scores(vulnerable)) for vulnerable in Vulnerability] == [
        283,
        315,
        315,
        343,
    ]


def test_possible_scores_of_the_sides_mirror_each_other():
    mirrored = {-score for score in possible_scores(Vulnerability.NS)}
    assert mirrored == possible_scores(Vulnerability.EW)


@pytest.mark.parametrize("score", [4, 412, 60, 290, -10, 7700])
def test_no_contract_gives(score):
    sign = f"{score:+d}".replace("-", "−")
    message = why_impossible(score, 4)
    assert str(message) == f"{sign} is not a score: no contract gives it."


def test_score_of_the_other_vulnerability():
    assert why_impossible(620, 2) is None
    assert str(why_impossible(620, 1)) == (
        "+620 to North–South is impossible on board 1, where nobody is vulnerable."
    )
    assert str(why_impossible(-620, 2)) == (
        "−620 to North–South is impossible on board 2, where North–South are vulnerable."
    )


def test_score_on_an_unknown_board_may_have_any_vulnerability():
    assert why_impossible(620, None) is None
    assert str(why_impossible(412, None)) == "+412 is not a score: no contract gives it."


def test_any_score_has_an_end():
    assert why_impossible(412, 1, any_score=True) is None
    assert str(why_impossible(10_000, 1, any_score=True)) == (
        "+10000 is larger than any score of a board."
    )
