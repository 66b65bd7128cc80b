import pytest

from movements.domain.movement import Cell
from movements.formats.asc import read
from tests.movements.formats.reading import CELLS, FOUR_PAIRS, HEADER, notices, outcome


def test_read_small_letters_are_folded():
    text = HEADER + "1-2 A 3-4 A\n1-3 b 2-4 B\n1-4 c 2-3 C\n"
    assert read(text).movement == FOUR_PAIRS
    assert notices(text) == [(3, "Board groups in small letters were read as capitals.")]


def test_read_groups_not_contiguous_are_renumbered():
    text = HEADER + "1-2 A 3-4 A\n1-3 C 2-4 C\n1-4 D 2-3 D\n"
    assert read(text).movement == FOUR_PAIRS
    assert notices(text) == [
        (
            3,
            "The board groups are not consecutive; they were renumbered in the order of their "
            "first use: C → B, D → C.",
        )
    ]


def test_read_numbers_not_contiguous_are_renumbered_in_order_of_first_use():
    movement = read(HEADER + "1-2 7 3-4 7\n1-3 1 2-4 1\n1-4 3 2-3 3\n").movement
    assert movement.rounds == FOUR_PAIRS.rounds
    assert movement.numbered_groups


def test_read_contiguous_groups_in_any_order_are_left_alone():
    reading = read(HEADER + "1-2 C 3-4 C\n1-3 A 2-4 A\n1-4 B 2-3 B\n")
    assert [row[0].group for row in reading.movement.rounds] == [3, 1, 2]
    assert reading.notices == ()


@pytest.mark.parametrize(("cell", "ns", "ew", "pair"), [("3-0", (3,), (), 3), ("0-3", (), (3,), 3)])
def test_read_half_table_sits_out(cell, ns, ew, pair):
    text = f"3 2 1 2 0\n1-2 A {cell} B\n"
    assert read(text).movement.cell(1, 2) == Cell(ns, ew, 2)
    assert notices(text) == [
        (2, f"Round 1, table 2: a half table; pair {pair} has no opponents and sits out.")
    ]


def test_read_unused_table_is_empty():
    movement = read("2 2 1 1 0\n1 2 A 0 0 0\n").movement
    assert movement.rounds == ((Cell((1,), (2,), 1), Cell()),)


def test_read_unused_table_of_individual_is_empty():
    movement = read("4 2 1 1 1\n1 2 3 4 A 0 0 0 0 0\n").movement
    assert movement.rounds == ((Cell((1, 2), (3, 4), 1), Cell()),)


def test_read_group_count_unlike_the_groups_used_is_refused():
    message = "The header says 4 board groups, but the cells use 3."
    assert outcome("4 2 3 4 0\n" + CELLS) == [(1, 7, message)]
    assert outcome("4 2 3 4 0\n" + CELLS.replace("C", "D")) == [(1, 7, message)]


def test_read_group_of_too_many_digits_is_refused():
    text = "2 1 1 1 0\n1-2 12345678901234\n"
    message = "The board group 123456789… is too large a number."
    assert outcome(text) == [(2, 5, message)]


def test_read_contestant_greater_than_header_is_refused():
    message = "Round 2, table 2: contestant 5 is greater than the header’s 4."
    assert outcome(HEADER + CELLS.replace("2-4 B", "2-5 B")) == [(3, 9, message)]


@pytest.mark.parametrize(
    ("cell", "column"), [("1-3 0", 5), ("0-3 0", 1), ("0-0 B", 1), ("3-0 0", 3)]
)
def test_read_cell_partly_zero_is_refused(cell, column):
    text = HEADER + CELLS.replace("1-3 B", cell)
    message = (
        "Round 2, table 1: the cell is partly zero. Write all of it as zeros where nobody sits."
    )
    assert outcome(text) == [(3, column, message)]


@pytest.mark.parametrize("cell", ["1 2 3 0 A", "0 0 3 4 A", "1 2 3 4 0", "0 0 0 0 A"])
def test_read_cell_of_individual_partly_zero_is_refused(cell):
    assert [p[:2] for p in outcome(f"8 2 1 1 1\n{cell} 5 6 7 8 A\n")] == [(2, cell.index("0") + 1)]


def test_read_contestant_twice_in_a_round_is_refused_with_both_tables():
    message = "Round 2: contestant 3 sits at table 1 and at table 2."
    assert outcome(HEADER + CELLS.replace("2-4 B", "2-3 B")) == [(3, 9, message)]


def test_read_contestant_against_itself_is_refused():
    message = "Round 2, table 1: contestant 3 meets itself."
    assert outcome(HEADER + CELLS.replace("1-3 B", "3-3 B")) == [(3, 3, message)]


def test_read_player_partnering_itself_is_refused():
    message = "Round 1, table 1: contestant 1 meets itself."
    assert outcome("4 1 1 1 1\n1 1 3 4 A\n") == [(2, 3, message)]


WANTED = "3 rounds of 2 tables are 6 cells, but "


def test_read_broken_round_is_read():
    text = HEADER + "1-2 A\n3-4 A\n1-3 B 2-4 B\n1-4 C 2-3 C\n"
    assert read(text).movement == FOUR_PAIRS
    assert notices(text) == [
        (2, "Round 1 goes over several lines; a round is one line. It was read.")
    ]


def test_read_every_round_broken_within_cells_is_one_notice():
    text = HEADER + CELLS.replace("-", "\n")
    assert read(text).movement == FOUR_PAIRS
    assert notices(text) == [
        (
            2,
            "3 rounds go over several lines, the first of them round 1; a round is one line. "
            "They were read.",
        )
    ]


def test_read_two_rounds_on_a_line_are_read():
    text = HEADER + "1-2 A 3-4 A\n1-3 B 2-4 B 1-4 C 2-3 C\n"
    assert read(text).movement == FOUR_PAIRS
    assert notices(text) == [
        (3, "Round 3 begins in the line of the round before; a round is one line. It was read.")
    ]


def test_read_two_letters_in_a_row_are_refused_at_the_second():
    message = (
        "“BB” is more than one letter. A board group is one letter; after Z, write all the groups "
        "as numbers."
    )
    assert outcome(HEADER + CELLS.replace("3 B", "3 BB")) == [(3, 6, message)]


@pytest.mark.parametrize(
    ("cell", "column", "text"), [("A-2 A", 1, "A"), ("1-B A", 3, "B"), ("1- A", 4, "A")]
)
def test_read_contestant_that_is_a_letter_is_refused(cell, column, text):
    message = f"This contestant’s number must stand here, not “{text}”."
    assert outcome(HEADER + CELLS.replace("1-2 A", cell)) == [(2, column, message)]


@pytest.mark.parametrize(
    ("cells", "line", "column", "this", "before"),
    [
        (CELLS.replace("2-4 B", "2-4 2"), 3, 11, "number", "letters"),
        ("1-2 1 3-4 A\n1-3 2 2-4 B\n1-4 3 2-3 C\n", 2, 11, "letter", "numbers"),
    ],
)
def test_read_letters_and_numbers_mixed_are_refused_once(cells, line, column, this, before):
    message = (
        f"This board group is a {this}, but the groups before it are {before}. Write all of them "
        "in one style."
    )
    assert outcome(HEADER + cells) == [(line, column, message)]


@pytest.mark.parametrize(
    ("cells", "line", "message"),
    [
        ("", 1, f"Too few cells: {WANTED}0 were found."),
        ("1-2 A 3-4 A\n1-3 B 2-4 B\n", 3, f"Too few cells: {WANTED}4 were found."),
        ("1-2 A 3-4 A\n1-3 B\n1-4 C 2-3 C\n", 3, f"Too few cells: {WANTED}5 were found."),
        (
            "1-2 A 3-4 A\n1-3 B 2-4\n1-4 C 2-3 C\n",
            3,
            f"Too few cells: {WANTED}5 were found, and 2 of the 3 parts of another.",
        ),
    ],
)
def test_read_too_few_cells_are_refused_with_both_counts(cells, line, message):
    assert outcome(HEADER + cells) == [(line, None, message)]


@pytest.mark.parametrize(
    ("cells", "line", "column", "message"),
    [
        (CELLS + "1-2 A\n", 5, 1, f"{WANTED}7 were found."),
        (CELLS.replace("4 A", "4 A 1"), 2, 13, f"{WANTED}6 were found, and 1 of the 3 parts of"),
        (CELLS.rstrip() + " 1-2 A\n", 4, 13, f"{WANTED}7 were found."),
    ],
)
def test_read_surplus_data_is_refused_with_both_counts(cells, line, column, message):
    assert [(p[0], p[1]) for p in outcome(HEADER + cells)] == [(line, column)]
    assert outcome(HEADER + cells)[0][2].startswith(f"Surplus data after the last cell: {message}")


def test_read_mistakes_in_several_lines_are_reported_together():
    text = HEADER + "1/2 A 3-9 A\n1-3 B 2-4\n1-4 C 1-x C\n"
    assert [p[:2] for p in outcome(text)] == [(2, 2), (2, 9), (3, None), (4, 9)]
