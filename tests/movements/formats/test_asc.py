from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.problems import Refused
from clubscore.uploads import decode
from movements.domain.movement import Cell, Movement
from movements.formats.asc import MOST_PROBLEMS, read, write
from tests.movements.strategies import movements

DATA = Path(__file__).parents[2] / "data" / "asc"

FOUR_PAIRS = Movement(
    contestants=4,
    groups=3,
    individual=False,
    rounds=(
        (Cell((1,), (2,), 1), Cell((3,), (4,), 1)),
        (Cell((1,), (3,), 2), Cell((2,), (4,), 2)),
        (Cell((1,), (4,), 3), Cell((2,), (3,), 3)),
    ),
)
HEADER = "4 2 3 3 0\n"
CELLS = "1-2 A 3-4 A\n1-3 B 2-4 B\n1-4 C 2-3 C\n"


def outcome(text: str) -> list[tuple[int | None, int | str | None, str]]:
    """The problems of a refused text."""
    with pytest.raises(Refused) as refused:
        read(text)
    return [(p.line, p.column, str(p.message)) for p in refused.value.problems]


def notices(text: str) -> list[tuple[int | None, str]]:
    return [(notice.line, str(notice.message)) for notice in read(text).notices]


# Reading and writing


@pytest.mark.parametrize("path", sorted(DATA.glob("canonical-*.asc")), ids=lambda path: path.name)
def test_write_canonical_file_gives_same_bytes(path):
    data = path.read_bytes()
    reading = read(decode(data).text)
    assert write(reading.movement).encode() == data
    assert reading.notices == ()


@given(movements())
def test_read_of_what_was_written_is_the_same_movement(movement):
    reading = read(write(movement))
    assert reading.movement == movement
    assert [n for n in reading.notices if "half table" not in str(n)] == []


@given(movements())
def test_write_twice_gives_the_same_text(movement):
    text = write(movement)
    assert write(read(text).movement) == text


@given(st.one_of(st.text(), st.text("0123 456AaBb-,:;#/\n\t\r\ufeff")))
def test_read_any_text_gives_movement_or_refusal(text):
    try:
        movement = read(text).movement
    except Refused as refusal:
        assert refusal.problems != ()
    else:
        assert read(write(movement)).movement == movement


@given(st.binary())
def test_read_any_bytes_gives_movement_or_refusal(data):
    try:
        movement = read(decode(HEADER.encode() + data).text).movement
    except Refused as refusal:
        assert refusal.problems != ()
    else:
        assert movement.contestants == 4


@given(st.lists(st.integers(0, 5), min_size=5, max_size=60), st.sampled_from(" -,:;\t\n"))
def test_read_any_numbers_gives_movement_or_refusal(numbers, separator):
    try:
        movement = read("4 1 1 1 0\n" + separator.join(map(str, numbers))).movement
    except Refused as refusal:
        assert refusal.problems != ()
    else:
        assert movement.tables == 1


def test_read_example_gives_its_cells():
    movement = read((DATA / "canonical-14-pairs.asc").read_text()).movement
    assert (movement.contestants, movement.tables, len(movement.rounds)) == (14, 7, 6)
    assert (movement.groups, movement.individual) == (6, False)
    assert movement.cell(1, 1) == Cell((1,), (2,), 1)
    assert movement.cell(2, 6) == Cell((1,), (10,), 6)
    assert movement.cell(6, 7) == Cell((14,), (4,), 6)


def test_read_individual_has_partners():
    movement = read("8 2 1 1 1\n1-2-3-4 A 5-6-7-8 A\n").movement
    assert movement.rounds == ((Cell((1, 2), (3, 4), 1), Cell((5, 6), (7, 8), 1)),)


def test_read_more_than_26_groups_are_numbers():
    pairs = "  ".join(f"{n}-{n + 27} {n}" for n in range(1, 28))
    movement = read(f"54 27 1 27 0\n{pairs}\n").movement
    assert movement.groups == 27
    assert movement.group_name(27) == "27"
    assert write(movement).splitlines()[1][:14] == " 1-28  1  2-29"


def test_write_pads_contestants_to_two_places():
    assert write(FOUR_PAIRS) == (
        " 4  2  3  3 0\n 1- 2 A  3- 4 A\n 1- 3 B  2- 4 B\n 1- 4 C  2- 3 C\n"
    )


def test_write_hundred_contestants_are_aligned():
    movement = Movement(
        102, 1, False, ((Cell((1,), (102,), 1), Cell()), (Cell((99,), (100,), 1), Cell()))
    )
    assert write(movement) == ("102  2  2  1 0\n  1-102 A   0-  0 0\n 99-100 A   0-  0 0\n")


def test_write_empty_table_of_individual_is_five_zeros():
    movement = Movement(4, 1, True, ((Cell((1, 2), (3, 4), 1), Cell()),))
    assert write(movement) == " 4  2  1  1 1\n 1- 2- 3- 4 A  0- 0- 0- 0 0\n"


# What is read as if nothing were the matter


@pytest.mark.parametrize(
    "data",
    [
        (HEADER + CELLS).encode(),
        b"\xef\xbb\xbf" + (HEADER + CELLS).encode(),
        (HEADER + CELLS).replace("\n", "\r\n").encode(),
        (HEADER + CELLS).replace("\n", "\r").encode(),
        (HEADER + CELLS).encode() + b"\x1a",
        (HEADER + CELLS).rstrip().encode(),
    ],
    ids=["utf-8", "byte order mark", "CRLF", "CR", "Ctrl-Z", "no end of line"],
)
def test_read_encodings_and_line_ends(data):
    reading = read(decode(data).text)
    assert (reading.movement, reading.notices) == (FOUR_PAIRS, ())


def test_read_windows_1252_keeps_comment():
    data = HEADER.encode() + b"# caf\xe9 \n" + CELLS.encode()
    reading = read(decode(data).text)
    assert (reading.movement.comments, reading.notices) == ((" café",), ())


@pytest.mark.parametrize(
    "cells",
    [
        "1 2 A 3 4 A\n1 3 B 2 4 B\n1 4 C 2 3 C\n",
        "1,2:A;3\t4-A\n 1--3 ,B 2 : 4;;B\n1-4C2-3C-\n",
        "1-2 1 3-4 1\n1-3 2 2-4 2\n1-4 3 2-3 3\n",
        "01-02 A 003-4 A\n\n1-3 B 2-4 B # second\n- , ;\n1-4 C 2-3 C\n",
    ],
    ids=["blanks", "mixed separators", "numbers", "leading zeros, empty lines"],
)
def test_read_separators(cells):
    reading = read(HEADER + cells)
    assert (reading.movement.rounds, reading.notices) == (FOUR_PAIRS.rounds, ())


def test_read_comments_are_kept_in_order_and_written_after_header():
    text = "4 2 3 3 0 # four\n1-2 A 3-4 A #one \n#\n1-3 B 2-4 B\n1-4 C 2-3 C\n#  end"
    movement = read(text).movement
    assert movement.comments == (" four", "one", "", "  end")
    assert write(movement).splitlines()[1:5] == ["# four", "#one", "#", "#  end"]


def test_read_unused_table_is_empty():
    movement = read("2 2 1 1 0\n1 2 A 0 0 0\n").movement
    assert movement.rounds == ((Cell((1,), (2,), 1), Cell()),)


def test_read_unused_table_of_individual_is_empty():
    movement = read("4 2 1 1 1\n1 2 3 4 A 0 0 0 0 0\n").movement
    assert movement.rounds == ((Cell((1, 2), (3, 4), 1), Cell()),)


# What is repaired, with a notice


@pytest.mark.parametrize("header", ["4 2 3 3 0 g", "4 2 3 3 0g", "4 2 3 3 0 gH x"])
def test_read_letters_after_header_are_left_out(header):
    reading = read(f"{header}\n{CELLS}")
    letters = header[9:].strip()
    assert reading.movement == FOUR_PAIRS
    assert notices(f"{header}\n{CELLS}") == [
        (1, f"The “{letters}” after the header's five numbers was left out.")
    ]


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


@pytest.mark.parametrize(
    ("before", "comments", "line"),
    [("# mine\n", (" mine",), 2), ("\n\n", (), 3), (" - \n#x\n", ("x",), 3)],
    ids=["comment", "blank lines", "both"],
)
def test_read_before_header_is_read(before, comments, line):
    reading = read(before + HEADER + CELLS)
    assert reading.movement.rounds == FOUR_PAIRS.rounds
    assert reading.movement.comments == comments
    assert notices(before + HEADER + CELLS) == [
        (
            1,
            f"The header comes in line {line}, after comments or empty lines; it belongs in "
            "line 1.",
        )
    ]


@pytest.mark.parametrize(("cell", "ns", "ew", "pair"), [("3-0", (3,), (), 3), ("0-3", (), (3,), 3)])
def test_read_half_table_sits_out(cell, ns, ew, pair):
    text = f"3 2 1 2 0\n1-2 A {cell} B\n"
    assert read(text).movement.cell(1, 2) == Cell(ns, ew, 2)
    assert notices(text) == [
        (2, f"Round 1, table 2: a half table; pair {pair} has no opponents and sits out.")
    ]


# What is refused


FIVE = (
    "The header must be five numbers: contestants, tables, rounds, board groups, and 0 for pairs "
    "or 1 for an individual movement; here are "
)


@pytest.mark.parametrize(
    ("header", "column", "found"),
    [
        ("4", None, 1),
        ("4 2 3", None, 3),
        ("4 2 3 3", None, 4),
        ("4 2 3 3 0 1", 11, 6),
        ("ASC movement", None, 0),
    ],
)
def test_read_header_of_other_than_five_numbers_is_refused(header, column, found):
    assert outcome(f"{header}\n{CELLS}") == [(1, column, f"{FIVE}{found}.")]


def test_read_nothing_is_refused():
    missing = "The file is empty: a header of five numbers is missing."
    assert outcome("") == [(1, None, missing)]
    assert outcome("\n# only a comment\n") == [(1, None, missing)]


@pytest.mark.parametrize(
    ("header", "column", "name", "span", "value"),
    [
        ("1 2 3 3 0", 1, "contestants", "2 to 999", "1"),
        ("1000 2 3 3 0", 1, "contestants", "2 to 999", "1000"),
        ("4 0 3 3 0", 3, "tables", "1 to 500", "0"),
        ("4 501 3 3 0", 3, "tables", "1 to 500", "501"),
        ("4 2 0 3 0", 5, "rounds", "1 to 200", "0"),
        ("4 2 201 3 0", 5, "rounds", "1 to 200", "201"),
        ("4 2 3 0 0", 7, "board groups", "1 to 500", "0"),
        ("4 2 3 501 0", 7, "board groups", "1 to 500", "501"),
        ("4 2 3 " + "9" * 5000 + " 0", 7, "board groups", "1 to 500", "999999999…"),
    ],
)
def test_read_header_out_of_range_is_refused(header, column, name, span, value):
    message = f"The header's number of {name} must be from {span}, not {value}."
    assert outcome(f"{header}\n{CELLS}") == [(1, column, message)]


def test_read_individual_neither_0_nor_1_is_refused():
    message = (
        "The header's last number must be 0 for a pairs movement or 1 for an individual one, not 2."
    )
    assert outcome("4 2 3 3 2\n" + CELLS) == [(1, 9, message)]


def test_read_every_mistake_of_the_header_is_told():
    assert [(line, column) for line, column, _ in outcome("1 501 0 600 2\n")] == [
        (1, 1),
        (1, 3),
        (1, 7),
        (1, 9),
        (1, 13),
    ]


def test_read_letter_within_header_is_refused():
    message = "The header holds five numbers; “x” is none."
    assert outcome("4 x 2 3 3 0\n" + CELLS) == [(1, 3, message)]


def test_read_old_short_header_is_refused_with_what_to_write():
    message = (
        "This is the old short form of the header, pairs and rounds. Write five numbers instead: "
        "contestants, tables, rounds, board groups, and 0 for pairs or 1 for an individual "
        "movement; such as 7 4 6 6 0."
    )
    assert outcome("7 6\n1/2 3/4\n") == [(1, None, message)]


@pytest.mark.parametrize(
    ("character", "shown"),
    [
        ("/", "“/”"),
        (".", "“.”"),
        ("|", "“|”"),
        ("+", "“+”"),
        ("é", "“é”"),
        ("１", "“１”"),  # noqa: RUF001
        ("\xa0", "U+00A0"),
        ("\x1a", "U+001A"),
    ],
)
def test_read_other_character_is_refused(character, shown):
    text = HEADER + CELLS.replace("1-3", f"1{character}3")
    message = (
        f"The character {shown} cannot be read. Separate the numbers with blanks, tabs or one of "
        "- , : ; and begin a comment with #."
    )
    assert outcome(text) == [(3, 2, message)]


def test_read_other_characters_in_header_are_told_each():
    assert [p[:2] for p in outcome("4/2/3 3 0\n" + CELLS)] == [(1, 2), (1, 4)]


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
    message = f"Here a contestant's number must be, not “{text}”."
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


WANTED = "3 rounds of 2 tables are 6 cells, but "


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


def test_read_group_count_unlike_the_groups_used_is_refused():
    message = "The header says 4 board groups, but the cells use 3."
    assert outcome("4 2 3 4 0\n" + CELLS) == [(1, 7, message)]
    assert outcome("4 2 3 4 0\n" + CELLS.replace("C", "D")) == [(1, 7, message)]


def test_read_group_of_too_many_digits_is_refused():
    text = "2 1 1 1 0\n1-2 12345678901234\n"
    message = "The board group 123456789… is too large a number."
    assert outcome(text) == [(2, 5, message)]


def test_read_contestant_greater_than_header_is_refused():
    message = "Round 2, table 2: contestant 5 is greater than the header's 4."
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


def test_read_mistakes_in_several_lines_are_told_together():
    text = HEADER + "1/2 A 3-9 A\n1-3 B 2-4\n1-4 C 1-x C\n"
    assert [p[:2] for p in outcome(text)] == [(2, 2), (2, 9), (3, None), (4, 9)]


def test_read_endless_mistakes_are_counted():
    problems = outcome(HEADER + "/1" * 250)
    assert len(problems) == MOST_PROBLEMS + 1
    assert problems[-1] == (None, None, "There are 150 more problems after these.")
