"""Board 1: nobody vulnerable.

Board 1, dealt in suits: North has all spades, East all hearts, South diamonds, West clubs.
"""

from dataclasses import replace

import pytest

from events.sessions.core.domain.contract import RANKS, Card, Seat, Strain, read_card
from events.sessions.core.domain.result_field import read_result
from events.sessions.doubts.domain.table_doubts import doubts_of_board
from events.sessions.doubts.domain.values import BoardLine, Doubt, Fix, Rule
from events.sessions.hands.domain import Hands
from tests.events.sessions.doubts.domain.lines import a_board, line as lines_line
from tests.events.sessions.doubts.domain.session_doubts import find_doubts


def _rules(*texts: str, board: int = 1) -> list[tuple[Rule, tuple[int, ...]]]:
    return [(doubt.rule, doubt.lines) for doubt in find_doubts(a_board(*texts, board=board))]


def test_wrong_side_names_the_usual_declarer_and_fixes_it() -> None:
    doubts = find_doubts(a_board("4sw=", "4sw+1", "4se=", "4sn="))

    [doubt] = doubts
    assert (doubt.rule, doubt.board, doubt.lines) == (Rule.WRONG_SIDE, 1, (4,))
    assert str(doubt.message) == "3 of 4 played 4♠ by EW — declarer West?"
    assert doubt.fixes == (Fix(4, read_result("4sw=", board=1)),)


def test_wrong_side_where_the_other_side_has_as_many_lines_doubts_both() -> None:
    assert _rules("4sw=", "4sn=") == [(Rule.WRONG_SIDE, (1,)), (Rule.WRONG_SIDE, (2,))]


def test_wrong_side_of_one_against_one_is_the_one_that_fits_the_others_less() -> None:
    assert _rules("4sw=", "4sn=", "3nw=", "3nw+1") == [(Rule.WRONG_SIDE, (2,))]
    assert _rules("4sw=", "4sn=", "3nn=", "3nn+1") == [(Rule.WRONG_SIDE, (1,))]


def test_wrong_side_of_two_against_two_is_none() -> None:
    assert _rules("4sw=", "4sw=", "4sn=", "4sn=") == []
    assert _rules("4sw=", "4sw=", "4sw=", "4sn=", "4sn=", "4sn=") == []


def test_wrong_side_counts_the_bare_scores_that_are_equal() -> None:
    """Board 2: only North–South are vulnerable."""
    doubts = find_doubts(a_board("620", "620", "4hn=", "4he=", board=2))

    [doubt] = doubts
    assert (doubt.rule, doubt.lines) == (Rule.WRONG_SIDE, (4,))
    assert doubt.fixes == (Fix(4, read_result("4hn=", board=2)),)
    assert _rules("420", "4sn=", "-420", "4se=") == []


def test_wrong_side_where_the_other_side_has_fewer_lines_doubts_only_them() -> None:
    assert _rules("4sw=", "4sw=", "4sn=") == [(Rule.WRONG_SIDE, (3,))]


def test_wrong_side_not_where_both_sides_can_take_their_tricks() -> None:
    """8 + 8 tricks are 16: in a suit that happens, once more does not."""
    assert _rules("2sw=", "3sw-1", "2sn=") == []
    assert _rules("2sw+1", "3sw-1", "2sn=") == [(Rule.WRONG_SIDE, (3,))]


def test_wrong_side_in_no_trump_from_nineteen_tricks_together() -> None:
    assert _rules("3nw=", "3nw-1", "3nn=") == []
    assert _rules("3nw+1", "3nw-1", "3nn=") == [(Rule.WRONG_SIDE, (3,))]


def test_lone_declarer_among_four_others_in_the_strain() -> None:
    [doubt] = find_doubts(a_board("2hw=", "2hw=", "2he=", "3hw-1", "2hn-2"))

    assert (doubt.rule, doubt.lines) == (Rule.LONE_DECLARER, (5,))
    assert str(doubt.message) == "4 of 5 played 2♥ by EW — declarer West?"
    assert doubt.fixes == (Fix(5, read_result("2hw-2", board=1)),)


def test_lone_declarer_in_a_strain_of_its_own_has_no_fix() -> None:
    [doubt] = find_doubts(a_board("2hw=", "2hw=", "2he=", "3hw-1", "1nn-2"))

    assert (doubt.rule, doubt.lines, doubt.fixes) == (Rule.LONE_DECLARER, (5,), ())
    assert str(doubt.message) == "4 of 5 times EW declared: only here did North."


def test_lone_declarer_not_among_three_others_nor_beside_a_second() -> None:
    assert _rules("2hw=", "2hw=", "2he=", "2dn-2") == []
    assert _rules("2hw=", "2hw=", "2he=", "3hw-1", "2dn-2", "3cs-1") == []


def test_mirrored_bare_score_is_fixed_by_its_sign() -> None:
    [doubt] = find_doubts(a_board("140", "140", "-140", "110"))

    assert (doubt.rule, doubt.lines) == (Rule.MIRRORED, (3,))
    assert str(doubt.message) == ("+140 was scored 2 times, −140 nowhere else — the other side’s?")
    assert doubt.fixes == (Fix(3, read_result("140", board=1)),)


def test_mirrored_contract_takes_the_contract_that_scored_so() -> None:
    [doubt] = find_doubts(a_board("3dn=", "3dn=", "3cw=", "2sn="))

    assert (doubt.rule, doubt.lines) == (Rule.MIRRORED, (3,))
    assert doubt.fixes == (Fix(3, read_result("3dn=", board=1)),)


def test_mirrored_not_where_the_opposite_is_seen_once_or_the_value_twice() -> None:
    assert _rules("140", "-140", "110") == []
    assert _rules("140", "140", "-140", "-140") == []
    assert _rules("p", "p", "50") == []


def test_outlier_more_than_twelve_imps_from_each_of_four() -> None:
    """From 50 to −800 are 850, 13 IMPs; to −700 are 750, 13; to −650 are 700, 12."""
    [doubt] = find_doubts(a_board("50", "50", "100", "150", "-800"))

    assert (doubt.rule, doubt.lines, doubt.fixes) == (Rule.OUTLIER, (5,), ())
    assert str(doubt.message) == "−800 is more than 12 IMPs from each of the 4 other results."


def test_outlier_not_at_twelve_imps_nor_among_three_nor_beside_its_like() -> None:
    assert _rules("50", "50", "100", "150", "-650", board=2) == []
    assert _rules("50", "100", "150", "-800") == []
    assert _rules("50", "50", "100", "150", "-800", "-800") == []


def test_bare_score_that_only_a_redouble_gives() -> None:
    """Board 1: 1♠ redoubled with an overtrick is 720, and nothing else is."""
    [doubt] = find_doubts(a_board("420", "420", "720"))

    assert (doubt.rule, doubt.lines, doubt.fixes) == (Rule.REDOUBLED, (3,), ())
    assert str(doubt.message) == "Only a redoubled contract gives +720 on board 1."


def test_redoubled_not_with_its_contract_nor_beside_its_like_nor_at_another_vulnerability() -> None:
    assert _rules("1snxx+1", "420") == []
    assert _rules("720", "720") == []
    assert _rules("720", "1snxx+1") == []
    assert _rules("1000", board=1) == [(Rule.REDOUBLED, (1,))]
    assert _rules("1000", board=4) == []


def test_passed_out_at_every_table() -> None:
    [doubt] = find_doubts(a_board("p", "p", "0"))

    assert (doubt.rule, doubt.lines) == (Rule.PASSED_OUT, (1, 2, 3))
    assert str(doubt.message) == "Board 1 is passed out at all 3 tables."


def test_passed_out_not_at_one_table_nor_where_one_played() -> None:
    assert _rules("p") == []
    assert _rules("p", "p", "1nn=") == []


def test_adjusted_scores_and_empty_lines_raise_and_feed_no_doubt() -> None:
    assert _rules("4sw=", "a6040", "np") == []
    assert _rules("140", "140", "a6040", "") == []


def test_boards_of_another_number_are_not_compared() -> None:
    lines = [lines_line(1, "140"), lines_line(2, "140"), lines_line(3, "-140", board=8)]

    assert find_doubts(lines) == ()


def test_doubts_come_by_board_and_rule() -> None:
    lines = [
        *a_board("4sw=", "4sw+1", "4se=", "4sn=", board=8),
        *(lines_line(10 + key, text) for key, text in enumerate(("p", "p"))),
    ]

    assert [(doubt.board, doubt.rule) for doubt in find_doubts(lines)] == [
        (1, Rule.PASSED_OUT),
        (8, Rule.WRONG_SIDE),
    ]


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
    assert str(doubt.message) == "3NTN+3: 12 tricks, double dummy 9."
    assert found(line("3nn+3"), hands=WITHOUT_TRICKS) == ()


def test_tricks_that_fit_the_other_side_propose_it():
    (doubt,) = found(line("2se="))

    assert str(doubt.message) == "2♠E=: 8 tricks, double dummy 4 — declarer North?"
    assert doubt.fixes == (Fix(1, read_result("2sn=", board=1)),)


def test_score_that_is_not_the_contracts_is_doubted_without_hands():
    wrong = BoardLine(1, 1, replace(read_result("3nn=", board=1), score_ns=430))

    (doubt,) = find_doubts([wrong])

    assert (doubt.rule, doubt.fixes) == (Rule.CONTRADICTION, ())
    assert str(doubt.message).startswith("The contract would give +400: 3NTN=")
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
