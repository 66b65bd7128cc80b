"""The columns of a result are a value, and the value is these columns."""

import pytest
from hypothesis import given, strategies as st

from clubscore.text.problems import Refused
from events.models.line import columns_of, read_columns, result_of_state
from events.sessions.core.domain.adjustment import NOT_PLAYED, read_adjustment
from events.sessions.core.domain.contract import (
    PASS,
    RANKS,
    Card,
    Contract,
    Doubling,
    Played,
    Seat,
    Strain,
    read_card,
    read_played,
)
from events.sessions.core.domain.line_result import LineResult

pytestmark = pytest.mark.both_databases

ADJUSTMENTS = ("A6040", "A=", "NP", "60:420(4SN=)/40:-50", "100:420|100:-50")
SUITS = [suit for suit in Strain if suit is not Strain.NO_TRUMP]

contracts = st.builds(
    Contract, st.integers(1, 7), st.sampled_from(Strain), st.sampled_from(Doubling)
)
played = st.builds(Played, contracts, st.sampled_from(Seat), st.integers(0, 13))
results = st.builds(
    LineResult,
    st.none() | st.integers(-9999, 9999),
    st.none() | st.just(PASS) | played,
    st.none() | st.sampled_from(ADJUSTMENTS).map(read_adjustment),
    st.none() | st.builds(Card, st.sampled_from(SUITS), st.sampled_from(RANKS)),
)


@pytest.mark.parametrize(
    ("columns", "result"),
    [
        ((None, "", "", None, "", ""), LineResult()),
        ((620, "", "", None, "", ""), LineResult(620)),
        ((0, "PASS", "", None, "", ""), LineResult(0, PASS)),
        (
            (-100, "4Sx", "N", 9, "", "HK"),
            LineResult(-100, read_played("4SxN-1"), lead=read_card("HK")),
        ),
        ((None, "", "", None, "NP", ""), LineResult(adjustment=NOT_PLAYED)),
        (
            (-50, "4S", "N", 9, "100:420(4SN=)", ""),
            LineResult(-50, read_played("4SN-1"), read_adjustment("100:420(4SN=)")),
        ),
    ],
)
def test_columns_and_their_result(columns: tuple[object, ...], result: LineResult) -> None:
    assert read_columns(*columns) == result  # type: ignore[arg-type]
    assert tuple(columns_of(result).values()) == columns


@given(results)
def test_a_result_is_read_back_from_its_columns(result: LineResult) -> None:
    assert read_columns(**columns_of(result)) == result


def test_the_same_columns_are_read_once() -> None:
    columns = (620, "4S", "S", 10, "A6040", "DQ")
    assert read_columns(*columns) is read_columns(*columns)


def test_columns_that_nobody_wrote_are_refused() -> None:
    with pytest.raises(Refused):
        read_columns(None, "", "", None, "B6040", "")


def test_a_state_of_the_log_has_only_the_columns_that_say_something() -> None:
    assert result_of_state({}) == LineResult()
    assert result_of_state({"score_ns": 0, "contract": "PASS", "law": "12C2"}) == LineResult(
        0, PASS
    )
    state = {"adjustment": "A6040", "reason": "No play.", "deal": "B"}
    assert result_of_state(state) == LineResult(adjustment=read_adjustment("A6040"))
