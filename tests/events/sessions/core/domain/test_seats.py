import pytest
from hypothesis import given, strategies as st

from clubscore.text.problems import Refused
from events.sessions.core.domain.seats import Label, Seats, names_seats, read_seats

PAIRS = Seats((Label("", 3),), (Label("", 7),))
PLAYERS = Seats((Label("", 1), Label("", 4)), (Label("", 2), Label("", 3)))


@pytest.mark.parametrize(
    ("typed", "present", "written"),
    [
        ("3*8", PAIRS, "3*8"),
        (" 12 * 008 ", PAIRS, "12*8"),
        ("*", PAIRS, "7*3"),
        ("ns3*ew5", PAIRS, "NS3*EW5"),
        ("1+4*2+3", PLAYERS, "1+4*2+3"),
        (" * ", PLAYERS, "2+3*1+4"),
    ],
)
def test_typed_and_understood(typed: str, present: Seats, written: str) -> None:
    seats = read_seats(typed, present=present)
    assert str(seats) == written
    assert read_seats(written, present=present) == seats
    assert seats.swapped.swapped == seats


@pytest.mark.parametrize(
    ("typed", "present", "sentence"),
    [
        ("3*8*9", PAIRS, "“3*8*9” does not say who sat there."),
        ("3*", PAIRS, "“3*” does not say who sat there."),
        ("0*8", PAIRS, "“0*8” does not say who sat there."),
        ("3*-8", PAIRS, "“3*-8” does not say who sat there."),
        ("3*٣", PAIRS, "“3*٣” does not say who sat there."),
        ("3*99999", PAIRS, "“3*99999” does not say who sat there."),
        ("3*\0", PAIRS, "“3*\0” does not say who sat there."),
        ("1+2*3+4", PAIRS, "“1+2*3+4” names 4, but this table needs 2."),
        ("1*3", PLAYERS, "“1*3” names 2, but this table needs 4."),
        ("5*5", PAIRS, "“5*5” names 5 twice."),
        ("1+2*3+1", PLAYERS, "“1+2*3+1” names 1 twice."),
    ],
)
def test_typed_and_refused(typed: str, present: Seats, sentence: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_seats(typed, present=present)
    assert str(refusal.value).startswith(sentence)


@pytest.mark.parametrize(
    ("typed", "described"),
    [("3*8", True), ("*", True), ("620", False), ("60:420/40:-50", False), ("412! *wow*", False)],
)
def test_the_star_tells_seats_from_results(typed: str, described: bool) -> None:
    assert names_seats(typed) is described


@given(st.text(alphabet="0123456789*+NSEW ns", max_size=10) | st.text(max_size=10))
def test_any_text_names_seats_or_is_refused(typed: str) -> None:
    try:
        seats = read_seats(typed, present=PAIRS)
    except Refused as refusal:
        assert str(refusal)
        return
    assert read_seats(str(seats), present=PAIRS) == seats
