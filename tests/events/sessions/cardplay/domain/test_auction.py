import pytest
from hypothesis import given, strategies as st

from clubscore.text.problems import Refused
from events.sessions.cardplay.domain.auction import (
    CALLS,
    MAX_CALLS,
    fitted,
    impossible_call,
    made_auction,
    read_auction,
)
from events.sessions.core.domain.contract import Seat

EXPLAINED = "P 1H 2NT! P 3NT P P P\n2 minors, 5-5"


@pytest.mark.parametrize(
    ("calls", "place"),
    [
        ("P P P P", None),
        ("P 1H 2NT P 3NT P P P", None),
        ("1C X XX P P 1D", None),
        ("1C P P X P P XX", None),
        ("1H 1D", 1),
        ("1NT 1NT", 1),
        ("X", 0),
        ("P X", 1),
        ("1C P X", 2),
        ("1C X X", 2),
        ("1C XX", 1),
        ("1C X P XX", 3),
        ("1C X XX XX", 3),
        ("1C P P P P", 4),
        ("P P P P 1C", 4),
        ("P P P 1C P P P X", 7),
    ],
)
def test_call_that_cannot_be_made(calls, place):
    assert impossible_call(calls.split()) == place


@pytest.mark.parametrize(
    ("calls", "dealer", "result"),
    [
        ("P 1H 2NT P 3NT P P P", "S", "3NT N"),
        ("1S P 2S P 4S X P P XX P P P", "N", "4Sxx N"),
        ("1C 1D X 2D P P X P P P", "E", "2Dx S"),
        ("P 1S P 2H P 3H P P P", "N", "3H W"),
        ("P P P P", "W", "PASS None"),
        ("1S P P", "W", None),
        ("P P P", "W", None),
    ],
)
def test_contract_of_an_auction(calls, dealer, result):
    answer = made_auction(calls.split()).result(Seat(dealer))
    assert (None if answer is None else f"{answer[0]} {answer[1]}") == result


@pytest.mark.parametrize(
    "text",
    [
        "",
        "P  P",
        "p",
        "1N",
        "1C XX",
        "1H!\n0",
        "1H!\n0 ",
        "1H\n0 natural",
        "1H!\n1 natural",
        "1H!\n0 a\n0 b",
        "1H!\n0 a  b",
        "1H!\n0 " + "a" * 201,
        "P! P!\n1 b\n0 a",
        " ".join(["P"] * 101),
    ],
)
def test_text_that_is_no_auction_is_refused(text):
    with pytest.raises(Refused):
        read_auction(text)


def test_alert_without_a_word_and_an_explanation():
    auction = read_auction(f"{EXPLAINED}\n4 to play".replace("3NT", "3NT!"))
    assert auction.explanations == ((2, "minors, 5-5"), (4, "to play"))
    assert read_auction("1C! P").explanations == ((0, ""),)


def test_explanations_are_as_long_as_they_may_be():
    calls = ["1C", "P"]
    assert made_auction(calls, {0: " a\r\nb  c ", 1: "x" * 10_000}).explanations == (
        (0, "a b c"),
        (1, "x" * 200),
    )
    long = made_auction(["P"] * 60, dict.fromkeys(range(60), "é" * 300))
    assert len(str(long)) <= 8_000
    assert [place for place, _text in long.explanations] == list(range(60))


def test_explanation_that_grew_is_cut():
    text = str(made_auction(["1C", "P"], {0: "x" * 195 + " Bob", 1: ""}))
    longer = fitted(text.replace("Bob", "Erased-One"))
    assert read_auction(longer).explanations == ((0, "x" * 195 + " Eras"), (1, ""))


@st.composite
def auctions(draw):
    calls: list[str] = []
    for call in draw(st.lists(st.sampled_from(sorted(CALLS)), max_size=60)):
        if impossible_call([*calls, call]) is None:
            calls.append(call)
    calls = calls[:MAX_CALLS] or ["P"]
    places = st.integers(0, len(calls) - 1)
    return made_auction(calls, draw(st.dictionaries(places, st.text(max_size=40))))


@given(auctions())
def test_auction_to_text_and_back(auction):
    assert read_auction(str(auction)) == auction
