from random import Random

import pytest
from hypothesis import given, strategies as st

from clubscore.text.problems import Refused
from events.sessions.cardplay.domain.tricks import (
    End,
    Play,
    claim_fits,
    end_of,
    first_fault,
    follow,
    read_cards,
    winner_of,
)
from events.sessions.core.domain.contract import Card, Seat, Strain, read_card
from events.sessions.hands.domain import SEATS, read_deal
from tests.events.sessions.cardplay.plays import deal_by_chance, play_by_chance

DEAL = read_deal("N:K5.A.AJT52.J9762 AT7.T94.984.K853 Q982.Q82.KQ763.T J643.KJ7653..AQ4")
"""The example of section 5: 3NT by North, East leads."""


def cards_of(text: str) -> list[Card]:
    return [read_card(text[place : place + 2]) for place in range(0, len(text), 2)]


@pytest.mark.parametrize("text", ["", "H4H2HJHA", "H4H2HJHA=6", "H4?", "H4?=d", "?", "H4=0"])
def test_play_to_text_and_back(text):
    assert str(read_cards(text)) == text


@pytest.mark.parametrize("text", ["h4", "H1", "H4H4", "H4 H2", "H4=", "H4=e", "H4=6?", "H10", "NT"])
def test_text_that_is_no_play_is_refused(text):
    with pytest.raises(Refused):
        read_cards(text)


@pytest.mark.parametrize(
    ("trick", "strain", "winner"),
    [
        ("H4H2HJHA", "NT", "W"),
        ("H4H2HJHA", "H", "W"),
        ("H4C2SADA", "NT", "N"),
        ("H4C2SADA", "C", "E"),
        ("H4C2SAC3", "C", "W"),
        ("HTH9HJHQ", "S", "W"),
    ],
)
def test_winner_of_a_trick(trick, strain, winner):
    assert winner_of(cards_of(trick), Seat.N, Strain(strain)) is Seat(winner)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("H4H2HJHAD5D4", None),
        ("H4H2HJHAD5H4", "5: ♥4 was played already (trick 1)."),
        ("H4H2HJHAD4", "4: North does not hold ♦4; East does."),
        ("D9H4", "1: South does not hold ♥4; East does."),
        ("S2", "0: East does not hold ♠2; South does."),
    ],
)
def test_card_that_cannot_be(text, reason):
    fault = first_fault(cards_of(text), DEAL, Seat.N, Strain.NO_TRUMP)
    assert (f"{fault.place}: {fault.reason}" if fault else None) == reason


def test_what_a_begun_play_tells():
    tricks = follow(cards_of("H4H2HJHAD5D4DQC4"), Seat.N, Strain.NO_TRUMP, DEAL)
    assert "".join(tricks.seats) == "ESWNNESW"
    assert (tricks.winners, tricks.won, tricks.revoke) == ((Seat.N, Seat.S), 2, None)
    assert [claim for claim in range(14) if claim_fits(claim, tricks)] == list(range(2, 14))


def test_revoke_ends_what_is_told():
    # West holds a heart and throws a spade.
    tricks = follow(cards_of("H4H2S3HA"), Seat.N, Strain.NO_TRUMP, DEAL)
    assert ("".join(tricks.seats), tricks.winners, tricks.revoke) == ("ES", (), 2)


@pytest.mark.parametrize(
    ("play", "revoke", "end"),
    [
        (Play(), None, End.NONE),
        (Play(is_cut=True), None, End.CUT),
        (read_cards("H4"), None, End.OPEN),
        (read_cards("H4=7"), None, End.CLAIMED),
        (read_cards("H4?=7"), None, End.CUT),
        (read_cards("H4H2S3=7"), 2, End.REVOKE),
    ],
)
def test_end_of_a_play(play, revoke, end):
    assert end_of(play, revoke) is end


@given(st.integers(0, 2**32), st.sampled_from(SEATS), st.sampled_from(list(Strain)))
def test_legal_play_ends_with_thirteen_tricks_and_another_card_is_found(seed, declarer, strain):
    random = Random(seed)
    deal = deal_by_chance(random)
    cards = play_by_chance(random, deal, declarer, strain)
    tricks = follow(cards, declarer, strain, deal)
    assert (len(tricks.winners), tricks.revoke, len(set(tricks.seats))) == (13, None, 4)
    assert first_fault(cards, deal, declarer, strain) is None
    assert read_cards(str(Play(tuple(cards)))) == Play(tuple(cards))

    place = random.randrange(52)
    others = [card for seat in SEATS for card in deal.held(seat) if seat is not tricks.seats[place]]
    wrong = random.choice([*others, *cards[:place]])
    fault = first_fault([*cards[:place], wrong, *cards[place:]], deal, declarer, strain)
    assert fault is not None
    assert (fault.place, fault.card) == (place, wrong)
    beyond = first_fault([*cards, read_card("S2")], deal, declarer, strain)
    assert beyond is not None
    assert beyond.place == 52
