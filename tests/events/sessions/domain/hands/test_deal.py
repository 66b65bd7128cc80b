import pytest

from clubscore.problems import Refused
from events.sessions.domain.contract import Seat
from events.sessions.domain.hands.deal import Deal, read_deal

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
        (
            TEXT.replace("5.A85", "A.A85"),
            ["SA is dealt 2 times."],
        ),
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
        assert [str(each) for each in refused.value.problems] == problems
    else:
        assert refused.value.problems
