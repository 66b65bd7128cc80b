import pytest

from events.tournaments.core.domain.time_controls import (
    Pace,
    pace_of,
    read_time_control,
    seconds_of,
    time_control,
    time_in_words,
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


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("90 min + 30 s a move", "5400+30"),
        ("90'+30\"", "5400+30"),
        ("90’ + 30’’", ""),
        ("15+10", "900+10"),
        ("10 minutes", "600"),
        ("120 minutes per player per game", "7200"),
        ("25 min. + 10 sec. per move", "1500+10"),
        ("90", ""),
        ("40 moves in 2 hours", ""),
        ("60 in 2hr, 30 in 1hr, rest in 1hr", ""),
        ("40 moves in 90 min + 30 s, then 30 min + 30 s", "40/5400+30:1800+30"),
        ("90 min for 40 moves + 30 s a move, then 15 min", "40/5400+30:900"),
        ("90'/40 moves; 30'", "40/5400:1800"),
        ("90 min, then 30 min", ""),
        ("40/7200:20/3600:900+30", "40/7200:20/3600:900+30"),
        ("5400+30", "5400+30"),
        ("300d3", "300d3"),
        ("", ""),
    ],
)
def test_the_time_control(text: str, code: str) -> None:
    assert time_control(text) == code


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("5400+30", "90 min + 30 s"),
        ("40/5400+30:1800+30", "40 moves in 90 min + 30 s, then 30 min + 30 s"),
        ("300d3", "300d3"),
        ("40/5401:900", "40/5401:900"),
        ("soon", ""),
    ],
)
def test_a_code_in_words(code: str, words: str) -> None:
    assert time_in_words(code) == words
    assert time_control(words) == (code if words else "")
