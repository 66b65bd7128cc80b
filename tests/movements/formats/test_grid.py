import pytest
from hypothesis import given, strategies as st

from clubscore.text.problems import Refused
from movements.formats import asc, grid
from tests.movements.factories import EIGHT_PLAYERS, FOUR_PAIRS, THREE_PAIRS


def problems(*rows: list[str], individual: bool = False) -> list[tuple]:
    with pytest.raises(Refused) as refused:
        grid.read(rows, individual=individual)
    return [(p.line, p.column, str(p)) for p in refused.value.problems]


@pytest.mark.parametrize("text", [FOUR_PAIRS, THREE_PAIRS, EIGHT_PLAYERS])
def test_grid_written_is_read_as_the_same(text):
    movement = asc.read(text).movement
    texts = grid.write(movement)
    again = grid.read(texts, individual=movement.individual, comments=movement.comments)
    assert again.movement == movement


@pytest.mark.parametrize("text", ["1-2A", "1 2 1", " 1,2:a ", "01-02 a", "1 – 2 A"])
def test_cell_may_be_typed_in_many_ways(text):
    assert grid.write(grid.read([[text]], individual=False).movement) == [["1-2 A"]]


@pytest.mark.parametrize("text", ["1-2", "12 A", "1-2-3 A 4", "A-1 2", "1-2000 A", "1-2 AB", "?"])
def test_nonsense_is_refused_with_round_and_table(text):
    [(line, column, message)] = problems(["1-2 A", "3-4 B"], ["1-3 B", text])
    assert (line, column) == (2, 2)
    assert message == (
        f"Round 2, table 2: “{text}” cannot be read. Write it as 1-2 A, with numbers up to 999, "
        "or leave it empty where nobody sits."
    )


def test_every_problem_is_reported():
    told = problems(["1-1 A", "x"], ["1-3 B", "3-4 B"])
    assert [(line, column) for line, column, _message in told] == [(1, 1), (1, 2), (2, 2)]


def test_number_far_above_the_others_is_refused():
    told = problems(["1-2 A", "3-4 B"], ["1-3 B", "2-44 A"])
    assert [(line, column) for line, column, _message in told] == [(2, 2)]
    assert told[0][2].startswith("Round 2, table 2: 44 is far above the other numbers")


def test_number_next_to_the_others_or_known_before_is_read():
    assert (
        grid.read([["1-2 A", "3-5 B"], ["1-4 B", ""]], individual=False).movement.contestants == 5
    )
    known = grid.read([["1-9 A"]], individual=False, contestants=9)
    assert known.movement.contestants == 9


def test_grid_of_players_wants_four():
    [(_line, _column, message)] = problems(["1-2 A"], individual=True)
    assert "Write it as 1-2-3-4 A" in message


def test_empty_grid_is_refused():
    assert problems(["", " "]) == [(None, None, "Nobody plays in this movement.")]


def test_group_left_out_is_renumbered_and_reported():
    reading = grid.read([["1-2 A", "3-4 C"]], individual=False)
    assert grid.write(reading.movement) == [["1-2 A", "3-4 B"]]
    assert "3 → 2" in str(reading.notices[0])


@given(st.lists(st.lists(st.text("0123-A z", max_size=8), min_size=2, max_size=2), min_size=1))
def test_no_text_breaks_the_reader(texts):
    try:
        reading = grid.read(texts, individual=False)
    except Refused as refusal:
        assert refusal.problems
    else:
        assert asc.read(asc.write(reading.movement)).movement == reading.movement
