import pytest
from hypothesis import given, strategies as st

from clubscore.text.problems import Refused
from events.sessions.core.domain.adjustment import NOT_PLAYED, read_adjustment
from events.sessions.core.domain.contract import (
    PASS,
    Contract,
    Doubling,
    Played,
    Seat,
    Strain,
    read_played,
)
from events.sessions.core.domain.letters import DUTCH
from events.sessions.core.domain.line_result import (
    LineResult,
    describe,
    result_on_board,
    write_result,
)
from events.sessions.core.domain.result_field import NeedsSign, read_result, score_as_it_stands


@pytest.mark.parametrize(
    ("text", "board", "result"),
    [
        ("620", 2, LineResult(620)),
        ("+620", 2, LineResult(620)),
        ("-50", 1, LineResult(-50)),
        ("−50", 1, LineResult(-50)),
        ("0", 1, LineResult(0)),
        ("62+", 2, LineResult(620)),
        ("5-", 1, LineResult(-50)),
        ("4sn=", 1, LineResult(420, read_played("4SN="))),
        ("4SN+1", 1, LineResult(450, read_played("4SN+1"))),
        (" 4 s n + 1 ", 1, LineResult(450, read_played("4SN+1"))),
        ("3nxw-2", 1, LineResult(300, read_played("3NTxW-2"))),
        ("3nwx-2", 1, LineResult(300, read_played("3NTxW-2"))),
        ("3ntn=", 1, LineResult(400, read_played("3NTN="))),
        ("3nn=", 1, LineResult(400, read_played("3NTN="))),
        ("5dxxe=", 1, LineResult(-800, read_played("5DxxE="))),
        ("4sw10", 1, LineResult(-420, read_played("4SW="))),
        ("4sw9", 1, LineResult(50, read_played("4SW-1"))),
        ("7♠s13", 4, LineResult(2210, read_played("7SS="))),
        ("p", 1, LineResult(0, PASS)),
        ("pass", 1, LineResult(0, PASS)),
        ("pas", 1, LineResult(0, PASS)),
        ("0p", 1, LineResult(0, PASS)),
        ("np", 1, LineResult(adjustment=NOT_PLAYED)),
        ("a6040", 1, LineResult(adjustment=read_adjustment("A6040"))),
        ("a+-", 1, LineResult(adjustment=read_adjustment("A+-"))),
        ("a=", 1, LineResult(adjustment=read_adjustment("A="))),
        ("60:420/40:-50", 1, LineResult(adjustment=read_adjustment("60:420/40:-50"))),
        (
            "60:4sn=/40:4sn-1",
            1,
            LineResult(adjustment=read_adjustment("60:420(4SN=)/40:-50(4SN-1)")),
        ),
        ("60:62+ / 40:p", 2, LineResult(adjustment=read_adjustment("60:620/40:0(PASS)"))),
        ("100:4sn=|100:-50", 1, LineResult(adjustment=read_adjustment("100:420(4SN=)|100:-50"))),
        ("100:420(4SN=)", 1, LineResult(adjustment=read_adjustment("100:420(4SN=)"))),
        ("62+ 4sn=", 2, LineResult(620, read_played("4SN="))),
        ("6204sn=", 2, LineResult(620, read_played("4SN="))),
        ("+620 4sn=", 2, LineResult(620, read_played("4SN="))),
    ],
)
def test_typed_and_understood(text, board, result):
    assert read_result(text, board=board) == result


def test_full_stop_is_the_commonest_result():
    assert read_result(".", board=1, commonest=LineResult(420)) == LineResult(420)


@pytest.mark.parametrize(
    ("text", "board", "message"),
    [
        (".", 1, "There is no result on this board yet."),
        ("412", 1, "+412 is not a score: no contract gives it."),
        (
            "62",
            2,
            "+62 is not a score: no contract gives it."
            " A score in tens has its sign last: 62+ or 62-.",
        ),
        ("620", 1, "+620 to North–South is impossible on board 1, where nobody is vulnerable."),
        ("4s", 1, "Understood 4♠; who played it (N E S W) is missing."),
        (
            "4sxn",
            1,
            "Understood 4♠x by North; the result (=, +1, -2 or the tricks won) is missing.",
        ),
        ("4sn+4", 1, "Understood 4♠ by North; +4 would make 14 tricks, and there are 13."),
        ("9hn=", 1, "Understood the strain ♥, but a level is 1 to 7, not 9."),
        ("4sxnx=", 1, "Put the x before the seat or after it, not both."),
        (
            "62+ 4sw=",
            4,
            "The contract would give −620: 4♠W=, West vulnerable on board 4. The score says +620.",
        ),
        (
            "-420 4sn=",
            1,
            "The contract would give +420: 4♠N=, North not vulnerable on"
            " board 1. The score says −420.",
        ),
        ("5+ p", 1, "The score is +50, but a board passed out gives 0."),
        ("60:421/40:0", 1, "+421 is not a score: no contract gives it."),
        ("60:4s/40:0", 1, "Understood 4♠; who played it (N E S W) is missing."),
        (
            "100:420(4SN=)",
            2,
            "+420 to North–South is impossible on board 2, where North–South are vulnerable.",
        ),
        (
            "100:420(4SN+1)",
            1,
            "The contract would give +450: 4♠N+1, North not vulnerable on"
            " board 1. The score says +420.",
        ),
        (
            "60:a6040/40:0",
            1,
            "“60:a6040/40:0” is not an adjusted score: A6040, A+- (NS average plus, EW average"
            " minus), A=, 60:420/40:-50 (weights and scores to NS) or NP (not played).",
        ),
    ],
)
def test_typed_and_refused(text, board, message):
    with pytest.raises(Refused) as refusal:
        read_result(text, board=board)
    assert str(refusal.value) == message


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "+",
        "x",
        "4zn=",
        "4sq=",
        "+-50",
        "+5-",
        "\uff16\uff12\uff10",
        "1.5",
        "4sn==",
        "9" * 30,
    ],
)
def test_not_a_result(text):
    with pytest.raises(Refused) as refusal:
        read_result(text, board=1)
    assert str(refusal.value).startswith(f"“{text.strip()}” is not a result.")


def test_examples_are_in_the_letters_of_the_session():
    with pytest.raises(Refused, match="such as 4sn=, 3saxw-2 or 4sw10"):
        read_result("=", board=1, letters=DUTCH)


@pytest.mark.parametrize(
    ("text", "choices"),
    [
        ("4sn3", ("4sn03", "4sn-3", "4sn+3")),
        ("4 S nx 2", ("4snx02", "4snx-2", "4snx+2")),
        ("4sn4", ("4sn04", "4sn-4")),
        ("1nw4 h10", ("1nw04h10", "1nw-4h10", "1nw+4h10")),
        ("6se5", ("6se05", "6se-5")),
        ("4sn0", ("4sn00", "4sn-0", "4sn+0")),
    ],
)
def test_a_digit_that_may_be_something_else_than_tricks_is_asked_about(text, choices):
    with pytest.raises(NeedsSign) as refusal:
        read_result(text, board=1)
    assert refusal.value.choices == choices
    for choice in choices:
        assert read_result(choice, board=1).played is not None


def test_the_question_names_what_may_be_meant():
    with pytest.raises(NeedsSign) as refusal:
        read_result("4sn3", board=1)
    assert str(refusal.value) == (
        "“4sn3”: 3 tricks, 3 down, or 3 overtricks? Type 4sn03, 4sn-3 or 4sn+3."
    )
    with pytest.raises(NeedsSign, match=r"“4sn4”: 4 tricks, or 4 down\? Type 4sn04 or 4sn-4"):
        read_result("4sn4", board=1)


@pytest.mark.parametrize(
    ("text", "contract"),
    [
        ("4sn9", "4SN-1"),
        ("4sn6", "4SN-4"),
        ("4sn5", "4SN-5"),
        ("1nn6", "1NTN-1"),
        ("3nw9", "3NTW="),
        ("1nn7", "1NTN="),
        ("4sn03", "4SN-7"),
        ("-350 4sn3", "4SN-7"),
    ],
)
def test_a_digit_that_is_the_tricks_is_not_asked_about(text, contract):
    assert read_result(text, board=1).played == read_played(contract)


def test_any_score_lets_the_exotic_pass():
    assert read_result("412", board=1, any_score=True) == LineResult(412)
    with pytest.raises(Refused):
        read_result("430 4sn=", board=1, any_score=True)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("4saz=", LineResult(430, read_played("4NTS="))),
        ("4sz=", LineResult(420, read_played("4SS="))),
        ("4hw=", LineResult(-420, read_played("4HW="))),
        ("4ko-1", LineResult(50, read_played("4CE-1"))),
        ("4rn=", LineResult(130, read_played("4DN="))),
        ("4dn=", LineResult(130, read_played("4DN="))),
    ],
)
def test_dutch_letters(text, result):
    assert read_result(text, board=1, letters=DUTCH) == result


@pytest.mark.parametrize(
    ("text", "board", "other"),
    [
        ("50-", 1, -50),
        ("50 −", 1, -50),
        ("10-", 2, None),
        ("62+", 1, None),
        ("62+", 2, None),
        ("-50", 1, None),
        ("0-", 1, None),
        ("4sn=", 1, None),
    ],
)
def test_a_score_in_tens_that_is_one_as_it_stands(text, board, other):
    assert score_as_it_stands(text, board=board) == other


@given(
    st.text(alphabet="1234567890+-=. cdhsntxewapCNP:/|()", max_size=12) | st.text(max_size=12),
    st.integers(1, 40),
    st.booleans(),
)
def test_any_text_is_a_result_or_refused(text, board, any_score):
    try:
        result = read_result(text, board=board, any_score=any_score)
    except Refused as refusal:
        assert refusal.problems
        assert str(refusal)
        return
    assert read_result(write_result(result), board=board, any_score=any_score) == result
    assert str(describe(result))


@given(
    st.integers(1, 7),
    st.sampled_from(Strain),
    st.sampled_from(Doubling),
    st.sampled_from(Seat),
    st.integers(0, 13),
    st.integers(1, 40),
)
def test_every_contract_is_read_back(level, strain, doubling, seat, tricks, board):
    contract = Contract(level, strain, doubling)
    result = result_on_board(Played(contract, seat, tricks), board)
    assert read_result(write_result(result), board=board) == result
    assert read_result(f"{result.score_ns} {contract} {seat} {tricks}", board=board) == result


def test_a_text_longer_than_the_field_is_refused():
    with pytest.raises(Refused, match="A result has at most 250 characters"):
        read_result("60:" + " " * 248, board=1)
