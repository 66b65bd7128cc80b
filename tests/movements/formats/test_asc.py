from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from clubscore.files.decoding import decode
from clubscore.text.problems import Refused
from movements.domain.movement import Cell, Movement
from movements.formats.asc import MAX_PROBLEMS, read, write
from tests.movements.formats.reading import CELLS, FOUR_PAIRS, HEADER, outcome
from tests.movements.strategies import movements

DATA = Path(__file__).parents[2] / "data" / "asc"


@pytest.mark.parametrize("path", sorted(DATA.glob("canonical-*.asc")), ids=lambda path: path.name)
def test_write_canonical_file_gives_same_bytes(path):
    data = path.read_bytes()
    reading = read(decode(data).text)
    assert write(reading.movement).encode() == data
    assert [n for n in reading.notices if "half table" not in str(n)] == []


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


def test_read_comments_are_kept_in_order_and_written_after_header():
    text = "4 2 3 3 0 # four\n1-2 A 3-4 A #one \n#\n1-3 B 2-4 B\n1-4 C 2-3 C\n#  end"
    movement = read(text).movement
    assert movement.comments == (" four", "one", "", "  end")
    assert write(movement).splitlines()[1:5] == ["# four", "#one", "#", "#  end"]


def test_read_endless_mistakes_are_counted():
    problems = outcome(HEADER + "/1" * 250)
    assert len(problems) == MAX_PROBLEMS + 1
    assert problems[-1] == (None, None, "There are 150 more problems after these.")
