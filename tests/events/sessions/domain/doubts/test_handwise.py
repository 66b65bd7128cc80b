"""Board 1, dealt in suits: North has all spades, East all hearts, South diamonds, West clubs."""

from dataclasses import replace

import pytest

from events.sessions.domain.card import RANKS, Card, read_card
from events.sessions.domain.contract import Seat, Strain
from events.sessions.domain.doubts import doubts_of_board, find_doubts
from events.sessions.domain.doubts.values import BoardLine, Doubt, Fix, Hands, Rule
from events.sessions.domain.typing.result_field import read_result
from tests.events.sessions.domain.doubts.lines import a_board

SUITS = dict(zip(Seat, (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS), strict=True))
CARDS = {seat: frozenset(Card(suit, rank) for rank in RANKS) for seat, suit in SUITS.items()}
TRICKS = {(seat, strain): 9 if seat in "NS" else 4 for seat in Seat for strain in Strain}
HANDS = Hands(CARDS, TRICKS)
WITHOUT_TRICKS = Hands(CARDS)
SEALED = Hands(CARDS, is_sealed=True)


def found(*lines: BoardLine, hands: Hands = HANDS) -> tuple[Doubt, ...]:
    return find_doubts(lines, {(1, ""): hands})


def line(text: str, lead: str = "", key: int = 1) -> BoardLine:
    result = read_result(text, board=1)
    return BoardLine(key, 1, replace(result, lead=read_card(lead)) if lead else result)


def test_lead_in_another_hand_names_the_declarer_who_would_be_led_to():
    """Both sides' tricks fit: nobody has worked them out."""
    (doubt,) = found(line("3nn=", "DA"), hands=WITHOUT_TRICKS)

    assert (doubt.rule, doubt.lines) == (Rule.LEAD, (1,))
    assert str(doubt.message) == "East did not have the ♦A, South had it — declarer East?"
    fixed = replace(read_result("3ne=", board=1), lead=read_card("DA"))
    assert doubt.fixes == (Fix(1, fixed),)


def test_lead_of_the_partner_proposes_the_declarers_partner():
    (doubt,) = found(line("3nn=", "CA"))

    assert str(doubt.message) == "East did not have the ♣A, West had it — declarer South?"
    assert doubt.fixes[0].result.score_ns == 400


def test_lead_proposes_no_declarer_whose_tricks_fit_less():
    (doubt,) = found(line("3nn=", "DA"))

    assert (doubt.rule, doubt.fixes) == (Rule.LEAD, ())
    assert str(doubt.message) == "East did not have the ♦A, South had it."


def test_lead_in_the_leaders_hand_and_no_lead_are_no_doubt():
    assert found(line("3nn=", "HA"), line("3nn=", key=2)) == ()


def test_lead_against_sealed_hands_tells_of_one_hand_alone():
    (doubt,) = found(line("3nn=", "DA"), hands=SEALED)

    assert (doubt.rule, doubt.fixes) == (Rule.LEAD, ())
    assert str(doubt.message) == "East did not have the ♦A."


def test_what_other_results_propose_goes_before_a_lead_against_sealed_hands():
    others = a_board("", "3ne=", "3ne=", "3ne+1", "3ne+1")
    (doubt,) = found(line("3nn=", "DA"), *others[1:], hands=SEALED)

    assert doubt.rule is Rule.WRONG_SIDE
    fixed = replace(read_result("3ne=", board=1), lead=read_card("DA"))
    assert doubt.fixes == (Fix(1, fixed),)
    assert found(line("3nn=", "DA"), *others[1:], hands=WITHOUT_TRICKS)[0].rule is Rule.LEAD


def test_a_doubt_without_a_proposal_does_not_hide_a_lead_against_sealed_hands():
    others = a_board("", "2se=", "2se+1", "2hw=", "2hw=")
    (doubt,) = found(line("1cn=", "DA"), *others[1:], hands=SEALED)

    assert doubt.rule is Rule.LEAD


def test_three_tricks_from_double_dummy_are_doubted_and_two_are_not():
    assert found(line("3nn+2"), line("3nn-2", key=2)) == ()
    (doubt,) = found(line("3nn+3"))

    assert (doubt.rule, doubt.fixes) == (Rule.TRICKS, ())
    assert str(doubt.message) == "3NT by North: 12 tricks, double dummy 9."
    assert found(line("3nn+3"), hands=WITHOUT_TRICKS) == ()


def test_tricks_that_fit_the_other_side_propose_it():
    (doubt,) = found(line("2se="))

    assert str(doubt.message) == "2♠ by East: 8 tricks, double dummy 4 — declarer North?"
    assert doubt.fixes == (Fix(1, read_result("2sn=", board=1)),)


def test_score_that_is_not_the_contracts_is_doubted_without_hands():
    wrong = BoardLine(1, 1, replace(read_result("3nn=", board=1), score_ns=430))

    (doubt,) = find_doubts([wrong])

    assert (doubt.rule, doubt.fixes) == (Rule.CONTRADICTION, ())
    assert str(doubt.message).startswith("The contract would give +400: 3NT by North, 9 tricks")
    assert str(doubt.message).endswith("The score says +430.")


def test_hands_are_those_of_their_deal_alone():
    """A changed deal of a fouled board is another field."""
    fouled = replace(line("3nn+3"), field="b")

    assert found(fouled) == ()
    assert find_doubts([fouled], {(1, "b"): HANDS})[0].rule is Rule.TRICKS


def test_doubts_of_a_board_are_those_of_the_session():
    lines = [*a_board("3nn=", "3nn=", "3nn+3"), replace(line("3nn+3", key=9), board=2)]

    doubts = doubts_of_board(lines, 1, dealt={(1, ""): HANDS})

    assert [(doubt.rule, doubt.lines) for doubt in doubts] == [(Rule.TRICKS, (3,))]


@pytest.mark.parametrize("text", ["p", "420", "a6040"])
def test_results_without_a_contract_are_not_held_against_the_hands(text: str):
    assert found(line(text)) == ()
