import pytest

from clubscore.problems import Refused
from movements.domain.check import unusable
from movements.domain.web import exists, web
from tests.movements.domain.building import boards_played, most_meetings

SIZES = [(tables, rounds) for tables in range(4, 41, 2) for rounds in range(tables // 2, tables)]


@pytest.mark.parametrize(("tables", "rounds"), SIZES)
def test_web_any_size_passes_the_checker_with_two_copies(tables, rounds):
    movement = web(tables, rounds)
    assert (len(movement.rounds), movement.groups) == (rounds, rounds)
    assert unusable(movement) == ()
    assert most_meetings(movement) == 1
    assert set(boards_played(movement).values()) == {rounds}
    half = tables // 2
    for row in movement.rounds:
        for tables_of_a_copy in (row[:half], row[half:]):
            assert len({cell.group for cell in tables_of_a_copy}) == half


def test_web_exists_for_these_sizes_alone():
    found = [(t, r) for t in range(1, 41) for r in range(45) if exists(t, r)]
    assert found == SIZES


@pytest.mark.parametrize(
    ("tables", "rounds", "nearest"),
    [
        (13, 8, "14 tables there is one of 8"),
        (12, 5, "12 tables there is one of 6"),
        (12, 12, "12 tables there is one of 11"),
        (1, 1, "4 tables there is one of 2"),
    ],
)
def test_web_that_there_is_not_is_refused_with_the_nearest(tables, rounds, nearest):
    with pytest.raises(Refused, match=rf"For {nearest} rounds\.$"):
        web(tables, rounds)
