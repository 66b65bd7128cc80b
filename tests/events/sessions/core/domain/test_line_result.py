import pytest

from clubscore.text.problems import Refused
from events.sessions.core.domain.adjustment import NOT_PLAYED, read_adjustment
from events.sessions.core.domain.contract import (
    PASS,
    Card,
    Contract,
    Doubling,
    Played,
    Seat,
    Strain,
    read_played,
)
from events.sessions.core.domain.line_result import (
    MAX_LENGTH,
    LineResult,
    contradiction,
    describe,
    result_on_board,
    split_reason,
    write_result,
)


@pytest.mark.parametrize(
    ("result", "text", "description"),
    [
        (LineResult(), "", "no result"),
        (LineResult(620), "620", "+620 to North–South"),
        (LineResult(-50), "-50", "−50 to North–South"),
        (LineResult(420, read_played("4SN=")), "4SN=", "4♠N= +420"),
        (LineResult(300, read_played("3NTxW-2")), "3NTxW-2", "3NTxW−2 +300"),
        (LineResult(-450, read_played("4HE+1")), "4HE+1", "4♥E+1 −450"),
        (LineResult(0, PASS), "P", "passed out, 0"),
        (LineResult(adjustment=NOT_PLAYED), "NP", "not played"),
        (
            LineResult(adjustment=read_adjustment("A6040")),
            "A6040",
            "adjusted: 60 % to North–South, 40 % to East–West",
        ),
        (
            LineResult(adjustment=read_adjustment("A+-")),
            "A+-",
            "adjusted: average plus to North–South, average minus to East–West",
        ),
        (
            LineResult(adjustment=read_adjustment("60:420/40:-50")),
            "60:420/40:-50",
            "adjusted: 60 % +420, 40 % −50",
        ),
        (
            LineResult(adjustment=read_adjustment("100:420|100:-50")),
            "100:420|100:-50",
            "adjusted: +420 for North–South, −50 for East–West",
        ),
        (
            LineResult(adjustment=read_adjustment("60:420(4SN=)/40:-50(4SN-1)|100:0(PASS)")),
            "60:420(4SN=)/40:-50(4SN-1)|100:0(PASS)",
            "adjusted: 60 % 4♠N= +420, 40 % 4♠N−1 −50 for North–South, 0 for East–West",
        ),
        (
            LineResult(adjustment=read_adjustment("100:420")),
            "100:420",
            "assigned: +420 to North–South",
        ),
        (
            LineResult(-50, read_played("4SN-1"), read_adjustment("100:420(4SN=)")),
            "100:420(4SN=)",
            "assigned: 4♠N= +420",
        ),
    ],
)
def test_written_and_described(result, text, description):
    assert write_result(result) == text
    assert str(describe(result)) == description


@pytest.mark.parametrize(
    ("adjustment", "counting"),
    [
        (None, LineResult(-50, read_played("4SN-1"))),
        (read_adjustment("100:420(4SN=)"), LineResult(420, read_played("4SN="))),
        (read_adjustment("100:420"), LineResult(420)),
        (read_adjustment("100:0(PASS)"), LineResult(0, PASS)),
        (read_adjustment("60:420/40:-50"), LineResult(adjustment=read_adjustment("60:420/40:-50"))),
        (read_adjustment("A6040"), LineResult(adjustment=read_adjustment("A6040"))),
        (NOT_PLAYED, LineResult(adjustment=NOT_PLAYED)),
    ],
)
def test_what_counts_of_a_result_with_a_ruling(adjustment, counting):
    result = LineResult(-50, read_played("4SN-1"), adjustment)
    assert result.counting == counting
    assert result.at_the_table == LineResult(-50, read_played("4SN-1"))


def test_a_contract_on_a_board() -> None:
    played = Played(Contract(4, Strain.SPADES, Doubling.DOUBLED), Seat.N, 9)
    lead = Card(Strain.HEARTS, "K")
    assert result_on_board(played, 1, lead=lead) == LineResult(-100, played, lead=lead)
    assert result_on_board(played, 2) == LineResult(-200, played)
    assert result_on_board(PASS, 2) == LineResult(0, PASS)


@pytest.mark.parametrize(
    ("result", "declared"),
    [
        (LineResult(), None),
        (LineResult(420), None),
        (LineResult(0, PASS), None),
        (LineResult(420, read_played("4SN=")), read_played("4SN=")),
    ],
)
def test_the_contract_that_was_played(result, declared):
    assert result.declared == declared


@pytest.mark.parametrize(
    ("result", "is_empty"),
    [(LineResult(), True), (LineResult(0), False), (LineResult(adjustment=NOT_PLAYED), False)],
)
def test_an_empty_result(result, is_empty):
    assert result.is_empty is is_empty


def test_score_and_contract_that_agree_are_no_contradiction():
    assert contradiction(420, LineResult(420, read_played("4SN=")), 1) is None
    assert contradiction(420, LineResult(), 1) is None


@pytest.mark.parametrize(
    ("text", "typed", "reason"),
    [
        ("620", "620", ""),
        ("412! they  insist\n", "412", "they insist"),
        ("412!a! b", "412", "a! b"),
        ("412! a\0b\x1b", "412", "a b"),
        ("412!" + "x" * 300, "412", "x" * MAX_LENGTH),
        ("4S= !  ! misread", "4S= ", "misread"),
    ],
)
def test_a_reason_stands_behind_the_mark(text: str, typed: str, reason: str) -> None:
    assert split_reason(text) == (typed, reason)


@pytest.mark.parametrize("typed", ["412!", "412 ! ", "412!\0"])
def test_a_mark_without_a_reason_is_refused(typed: str) -> None:
    with pytest.raises(Refused) as refusal:
        split_reason(typed)
    assert str(refusal.value) == "After “412!” the reason is missing: 412! the reason."
