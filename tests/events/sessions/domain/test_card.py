import pytest

from clubscore.problems import Refused
from events.sessions.domain.card import RANKS, Card, read_card
from events.sessions.domain.contract import Strain

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
