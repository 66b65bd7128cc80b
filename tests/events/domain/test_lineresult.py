import pytest

from events.domain.lineresult import LineResult, contradiction, describe, write_entry


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
            "adjusted: 100 % +420 for North–South, 100 % −50 for East–West",
        ),
    ],
)
def test_written_and_described(result, text, description):
    assert write_entry(result) == text
    assert str(describe(result)) == description


def test_score_and_contract_that_agree_are_no_contradiction():
    assert contradiction(420, LineResult(420, "4S", "N", 10), 1) is None
    assert contradiction(420, LineResult(), 1) is None
