import pytest

from events.tournaments.core.domain.time_controls import (
    Pace,
    pace_of,
    read_time_control,
    seconds_of,
)


@pytest.mark.parametrize(
    ("code", "seconds", "pace"),
    [
        ("5400+30", 7200, Pace.STANDARD),
        ("3600", 3600, Pace.STANDARD),
        ("3540+1", 3600, Pace.STANDARD),
        ("3599", 3599, Pace.RAPID),
        ("900+10", 1500, Pace.RAPID),
        ("601", 601, Pace.RAPID),
        ("600", 600, Pace.BLITZ),
        ("180+2", 300, Pace.BLITZ),
        ("300d3", 480, Pace.BLITZ),
        ("40/5400+30:1800+30", 9000, Pace.STANDARD),
        ("40/7200:20/3600:900+30", 10800, Pace.STANDARD),
    ],
)
def test_a_code_has_the_pace_of_sixty_moves(code, seconds, pace):
    assert seconds_of(read_time_control(code) or ()) == seconds
    assert pace_of(code) is pace


@pytest.mark.parametrize("code", ["", "90 min", "5400:1800", "0", "40/", "0/5400:900", "+30", "1:"])
def test_what_is_no_code(code):
    assert read_time_control(code) is pace_of(code) is None
