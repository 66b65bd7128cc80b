import pytest

from movements.formats.asc import read
from tests.movements.formats.reading import CELLS, FOUR_PAIRS, HEADER, notices, outcome

FIVE = (
    "The header must be five numbers: contestants, tables, rounds, board groups, and 0 for pairs "
    "or 1 for an individual movement; here are "
)


@pytest.mark.parametrize("header", ["4 2 3 3 0 g", "4 2 3 3 0g", "4 2 3 3 0 gH x"])
def test_read_letters_after_header_are_left_out(header):
    reading = read(f"{header}\n{CELLS}")
    letters = header[9:].strip()
    assert reading.movement == FOUR_PAIRS
    assert notices(f"{header}\n{CELLS}") == [
        (1, f"The “{letters}” after the header’s five numbers was left out.")
    ]


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
    message = f"The header’s number of {name} must be from {span}, not {value}."
    assert outcome(f"{header}\n{CELLS}") == [(1, column, message)]


def test_read_individual_neither_0_nor_1_is_refused():
    message = (
        "The header’s last number must be 0 for a pairs movement or 1 for an individual one, not 2."
    )
    assert outcome("4 2 3 3 2\n" + CELLS) == [(1, 9, message)]


def test_read_every_mistake_of_the_header_is_reported():
    assert [(line, column) for line, column, _ in outcome("1 501 0 600 2\n")] == [
        (1, 1),
        (1, 3),
        (1, 7),
        (1, 9),
        (1, 13),
    ]


def test_read_letter_within_header_is_refused():
    message = "The header has five numbers; “x” is not a number."
    assert outcome("4 x 2 3 3 0\n" + CELLS) == [(1, 3, message)]


def test_read_old_short_header_is_refused_with_what_to_write():
    message = (
        "This is the old short form of the header, pairs and rounds. Write five numbers instead: "
        "contestants, tables, rounds, board groups, and 0 for pairs or 1 for an individual "
        "movement; such as 7 4 6 6 0."
    )
    assert outcome("7 6\n1/2 3/4\n") == [(1, None, message)]
    assert outcome("7 6 H\n1/2 3/4\n") == [(1, None, message)]


def test_read_other_characters_in_header_are_reported_each():
    assert [p[:2] for p in outcome("4/2/3 3 0\n" + CELLS)] == [(1, 2), (1, 4)]


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
