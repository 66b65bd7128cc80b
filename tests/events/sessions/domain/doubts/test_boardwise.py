"""Board 1: nobody vulnerable."""

from events.sessions.domain.doubts import find_doubts
from events.sessions.domain.doubts.values import Fix, Rule
from events.sessions.domain.typing.result_field import read_result
from tests.events.sessions.domain.doubts.lines import a_board, line


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


def test_lone_declarer_in_a_strain_of_its_own_has_no_mend() -> None:
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
    lines = [line(1, "140"), line(2, "140"), line(3, "-140", board=8)]

    assert find_doubts(lines) == ()


def test_doubts_come_by_board_and_rule() -> None:
    lines = [
        *a_board("4sw=", "4sw+1", "4se=", "4sn=", board=8),
        *(line(10 + key, text) for key, text in enumerate(("p", "p"))),
    ]

    assert [(doubt.board, doubt.rule) for doubt in find_doubts(lines)] == [
        (1, Rule.PASSED_OUT),
        (8, Rule.WRONG_SIDE),
    ]
