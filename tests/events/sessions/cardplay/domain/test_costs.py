import pytest

from clubscore.text.problems import Refused
from events.sessions.cardplay.domain.costs import (
    by_tricks,
    card_costs,
    costs_text,
    is_identity,
    keeping,
    kept_text,
    lead_cost,
    leads_text,
    lost,
    read_costs,
    read_kept,
    read_leads,
    story_of_lead,
    story_of_play,
    turn_of,
)
from events.sessions.cardplay.domain.tricks import End, follow
from events.sessions.core.domain.contract import Seat, Strain, read_card, read_contract, read_played
from tests.events.sessions.cardplay.domain.test_tricks import DEAL, cards_of

NT = read_contract("3NT")
"""Of the example: six tricks after a heart or club, seven after a diamond, eight after a spade."""
LEADS = read_leads("8886667776666", DEAL, Seat.E)
CARDS = cards_of("H4H2HJHAD5D4DQC4")
TRICKS = follow(CARDS, Seat.N, Strain.NO_TRUMP)


@pytest.mark.parametrize("text", ["", "6666", "0d"])
def test_costs_to_text_and_back(text):
    assert costs_text(read_costs(text)) == text


@pytest.mark.parametrize("text", ["6e", "6 6", "D", "6" * 54])
def test_text_that_is_no_costs_is_refused(text):
    with pytest.raises(Refused):
        read_costs(text)


@pytest.mark.parametrize("text", ["D4=4", "D4?", "D4D4", "SAS2S3S4S5S6S7S8S9STSJSQSKHA"])
def test_text_that_is_no_kept_cards_is_refused(text):
    with pytest.raises(Refused):
        read_kept(text)


def test_what_cards_cost_and_what_is_lost():
    costs = read_costs("677766655")
    assert kept_text(read_kept("D4D5")) == "D4D5"
    assert card_costs(costs, TRICKS.seats, Seat.N) == (1, 0, 0, 1, 0, 0, 1, 0)
    each = lost(costs, TRICKS.seats, Seat.N)
    assert (each.declarer, each.defence, each.lead) == (2, 1, 1)
    assert 6 - each.declarer + each.defence == 5
    assert is_identity(costs, TRICKS, is_played=False)
    assert not is_identity(read_costs("655555555"), TRICKS, is_played=False)
    assert not is_identity(costs, TRICKS, is_played=True)


@pytest.mark.parametrize(
    ("costs", "place"),
    [("999999999", None), ("998888888", 1), ("889899989", 7), ("899988899", 6), ("9899", None)],
)
def test_turn_is_the_last_card_that_changes_it(costs, place):
    assert turn_of(read_costs(costs), 9) == place


@pytest.mark.parametrize(
    ("costs", "kept", "end", "claim", "text"),
    [
        ("999999999", "", End.PLAYED, None, "Made, as double dummy says it can be."),
        (
            "998888999",
            "",
            End.PLAYED,
            None,
            "Made, as double dummy says it can be. It was lost in trick 1 and given back in"
            " trick 2.",
        ),
        (
            "999999988",
            "D5D4",
            End.PLAYED,
            None,
            "The contract was lost in trick 2: South’s ♦Q. ♦5 or ♦4 would have kept it.",
        ),
        (
            "899999999",
            "C2HASKDQ",
            End.PLAYED,
            None,
            "The defence let it through in trick 1: East’s ♥4. ♠K, ♥A, ♦Q or another of 4 would"
            " have beaten it.",
        ),
        ("888888888", "", End.CLAIMED, 8, "Nothing could be done: one down, double dummy."),
        (
            "888888877",
            "",
            End.PLAYED,
            None,
            "It could not be made; double dummy one down, at the table two.",
        ),
        (
            "aaaaaaaaa",
            "",
            End.CLAIMED,
            9,
            "Made, as double dummy says it can be. Claimed 9; double dummy gives 10.",
        ),
        (
            "999999999",
            "",
            End.CLAIMED,
            8,
            "The contract was lost with the claim. Claimed 8; double dummy gives 9.",
        ),
        (
            "888888888",
            "",
            End.CLAIMED,
            9,
            "The defence let it through with the claim. Claimed 9; double dummy gives 8.",
        ),
        ("999999999", "", End.OPEN, None, None),
        ("9999", "", End.PLAYED, None, None),
    ],
)
def test_story_of_a_play(costs, kept, end, claim, text):
    cards = read_kept(kept)
    story = story_of_play(NT, read_costs(costs), TRICKS, CARDS, cards, end, claim)
    assert (str(story.sentence) if story else None) == text


@pytest.mark.parametrize(
    ("played", "digits", "lead", "text"),
    [
        ("3NTN-3", "8886667776666", "H4", "The lead was one of 7 that hold it to six."),
        ("3NTN-1", "8886667776666", "SA", "The lead cost 2 tricks; the contract went down anyway."),
        (
            "2NTN=",
            "8887776668888",
            "SA",
            "The lead ♠A gave the contract: any diamond holds it to six.",
        ),
        (
            "2NTN=",
            "8886668888888",
            "SA",
            "The lead ♠A gave the contract: any heart holds it to six.",
        ),
        ("2NTN=", "8888889878888", "SA", "The lead ♠A gave the contract: ♦4 holds it to seven."),
        ("1NTN+1", "8887777777777", "SA", "The lead cost one trick; the contract was made anyway."),
        ("1NTN=", "8887777777777", "H4", "No lead beats it."),
        ("3NTN-2", "8888888788888", "D8", "The lead was the only one that holds it to seven."),
        ("3NTN-2", "8888888788888", "D2", None),
    ],
)
def test_story_of_a_lead(played, digits, lead, text):
    leads = read_leads(digits, DEAL, Seat.E)
    story = story_of_lead(read_played(played), leads, read_card(lead))
    assert (str(story.sentence) if story else None) == text


def test_leads_by_their_tricks():
    assert leads_text(LEADS) == "8886667776666"
    assert [(tricks, kept_text(cards)) for tricks, cards in by_tricks(LEADS)] == [
        (6, "HTH9H4CKC8C5C3"),
        (7, "D9D8D4"),
        (8, "SASTS7"),
    ]
    assert [lead_cost(LEADS, read_card(card)) for card in ("H4", "D4", "SA", "D2")] == [
        0,
        1,
        2,
        None,
    ]
    with pytest.raises(Refused):
        read_leads("888", DEAL, Seat.E)


def test_cards_that_keep_the_result():
    answers = {read_card(card): tricks for card, tricks in (("D5", 9), ("DQ", 8), ("D4", 9))}
    assert kept_text(keeping(answers, (9, 8), 0, 9)) == "D5D4"
    assert kept_text(keeping(answers, (8, 9), 0, 9)) == "DQ"
