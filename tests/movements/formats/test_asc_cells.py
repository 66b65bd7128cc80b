import pytest

from movements.formats.asc import read
from tests.movements.formats.reading import CELLS, FOUR_PAIRS, HEADER, notices, outcome

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
        (
            3,
            "Round 3 begins in the line of the round before; a round is one line. It was read.",
        )
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
