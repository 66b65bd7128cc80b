import pytest

from events.sessions.domain.contract import PASS, Contract, Doubling, Seat, Strain
from events.sessions.domain.line_result import (
    LineResult,
    contradiction,
    describe,
    played_of,
    write_entry,
)
from events.sessions.domain.played_contract import Played


@pytest.mark.parametrize(
    ("result", "text", "description"),
    [
        (LineResult(), "", "no result"),
        (LineResult(620), "620", "+620 to North–South"),
        (LineResult(-50), "-50", "−50 to North–South"),
        (LineResult(420, "4S", "N", 10), "4SN=", "4♠ by North, 10 tricks, +420"),
        (LineResult(300, "3NTx", "W", 7), "3NTxW-2", "3NTx by West, 7 tricks, +300"),
        (LineResult(-450, "4H", "E", 11), "4HE+1", "4♥ by East, 11 tricks, −450"),
        (LineResult(0, "PASS"), "P", "passed out, 0"),
        (LineResult(adjustment="NP"), "NP", "not played"),
        (
            LineResult(adjustment="A6040"),
            "A6040",
            "adjusted: 60 % to North–South, 40 % to East–West",
        ),
        (
            LineResult(adjustment="A+-"),
            "A+-",
            "adjusted: average plus to North–South, average minus to East–West",
        ),
        (
            LineResult(adjustment="60:420/40:-50"),
            "60:420/40:-50",
            "adjusted: 60 % +420, 40 % −50",
        ),
        (
            LineResult(adjustment="100:420|100:-50"),
            "100:420|100:-50",
            "adjusted: +420 for North–South, −50 for East–West",
        ),
        (
            LineResult(adjustment="60:420(4SN=)/40:-50(4SN-1)|100:0(PASS)"),
            "60:420(4SN=)/40:-50(4SN-1)|100:0(PASS)",
            "adjusted: 60 % 4♠N= +420, 40 % 4♠N−1 −50 for North–South, 0 for East–West",
        ),
        (
            LineResult(adjustment="100:420"),
            "100:420",
            "assigned: +420 to North–South",
        ),
        (
            LineResult(-50, "4S", "N", 9, "100:420(4SN=)"),
            "100:420(4SN=)",
            "assigned: 4♠ by North, 10 tricks, +420",
        ),
    ],
)
def test_written_and_described(result, text, description):
    assert write_entry(result) == text
    assert str(describe(result)) == description


@pytest.mark.parametrize(
    ("adjustment", "counting"),
    [
        ("", LineResult(-50, "4S", "N", 9)),
        ("100:420(4SN=)", LineResult(420, "4S", "N", 10)),
        ("100:420", LineResult(420)),
        ("100:0(PASS)", LineResult(0, "PASS")),
        ("60:420/40:-50", LineResult(adjustment="60:420/40:-50")),
        ("A6040", LineResult(adjustment="A6040")),
        ("NP", LineResult(adjustment="NP")),
    ],
)
def test_what_counts_of_a_result_with_a_ruling(adjustment, counting):
    result = LineResult(-50, "4S", "N", 9, adjustment)
    assert result.counting == counting
    assert result.at_the_table == LineResult(-50, "4S", "N", 9)


@pytest.mark.parametrize(
    ("result", "played"),
    [
        (LineResult(), None),
        (LineResult(420), None),
        (LineResult(0, "PASS"), PASS),
        (
            LineResult(-100, "4Sx", "N", 9),
            Played(Contract(4, Strain.SPADES, Doubling.DOUBLED), Seat.N, 9),
        ),
    ],
)
def test_contract_of_a_result(result, played):
    assert played_of(result) == played


def test_score_and_contract_that_agree_are_no_contradiction():
    assert contradiction(420, LineResult(420, "4S", "N", 10), 1) is None
    assert contradiction(420, LineResult(), 1) is None
