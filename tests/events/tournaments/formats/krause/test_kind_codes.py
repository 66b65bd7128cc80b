import pytest

from events.tournaments.formats.krause.kind_codes import time_control, type_of_tournament


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Individual: Swiss-System (Dutch)", "FIDE_DUTCH"),
        ("Swiss Dubov System", "FIDE_DUBOV"),
        ("Burstein", "FIDE_BURSTEIN"),
        ("Individual: Round-Robin", "FIDE_ROUNDROBIN"),
        ("All-Play-All", "FIDE_ROUNDROBIN"),
        ("Double Round Robin", "FIDE_DOUBLEROUNDROBIN"),
        ("Swiss", ""),
        ("Dutch or Dubov", ""),
        ("", ""),
    ],
)
def test_the_type_of_a_tournament(text: str, code: str) -> None:
    assert type_of_tournament(text) == code


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
        ("", ""),
    ],
)
def test_the_time_control(text: str, code: str) -> None:
    assert time_control(text) == code
