import pytest
from hypothesis import given, strategies as st

from clubscore.text.problems import Refused
from movements.formats import anyformat, asc, ebuscore
from tests.movements.domain.building import mitchell
from tests.movements.factories import EIGHT_PLAYERS, FOUR_PAIRS

HOWELL = "Howell, 4 pairs\n0,2,6,2,3,0\n1,2,1,1,3,2,1,4,3\n3,4,1,2,4,2,2,3,3\n"


def problems(text: str) -> list[tuple[int | None, int | str | None, str]]:
    with pytest.raises(Refused) as refused:
        ebuscore.read(text)
    return [(p.line, p.column, str(p)) for p in refused.value.problems]


def mitchell_text(tables: int, rounds: int) -> str:
    lines = [f"Mitchell\n1,{tables},{2 * tables},2,{rounds},0"]
    movement = mitchell(tables, rounds)
    for table in range(1, tables + 1):
        cells = [movement.cell(number, table) for number in range(1, rounds + 1)]
        lines.append(",".join(f"{c.ns[0]},{c.ew[0] - tables},{c.group}" for c in cells))
    return "\n".join(lines) + "\n"


def test_howell_is_read_as_its_asc_file():
    reading = ebuscore.read(HOWELL)
    assert reading.title == "Howell, 4 pairs"
    assert reading.movement.comments == (" Howell, 4 pairs",)
    assert reading.movement.rounds == asc.read(FOUR_PAIRS).movement.rounds
    assert [(n.line, str(n)) for n in reading.notices] == [
        (
            2,
            "The file has 2 boards per round. A movement is stored without that number; a session "
            "asks for it.",
        )
    ]


def test_mitchell_numbers_east_west_on():
    reading = ebuscore.read(mitchell_text(5, 4))
    assert reading.movement.rounds == mitchell(5, 4).rounds
    assert "the file’s EW 1 is pair 6" in str(reading.notices[1])


def test_movement_written_as_asc_is_the_same():
    movement = ebuscore.read(mitchell_text(3, 3)).movement
    assert asc.read(asc.write(movement)).movement == movement


def test_switched_mitchell_keeps_its_numbers():
    text = "Switched\n2,2,2,1,2,0\n1,3,1,4,1,2\n2,4,2,2,3,1\n"
    assert asc.write(ebuscore.read(text).movement).split("\n")[2:4] == [
        " 1- 3 A  2- 4 B",
        " 4- 1 B  2- 3 A",
    ]


def test_missing_pair_leaves_a_half_table():
    reading = ebuscore.read(HOWELL.replace("3,0\n", "3,4\n"))
    assert [cell.ew for row in reading.movement.rounds for cell in row] == [
        (2,), (), (3,), (), (), (3,),
    ]  # fmt: skip
    assert reading.movement.contestants == 3
    told = [str(notice) for notice in reading.notices]
    assert "Pair 4 is missing; its opponents sit out." in told
    assert "Round 1, table 2: a half table; pair 3 has no opponents and sits out." in told


def test_table_without_players_is_empty():
    text = "T\n0,2,2,1,2,0\n1,2,1,2,1,2\n0,0,2,0,0,1\n"
    assert [row[1].is_empty for row in ebuscore.read(text).movement.rounds] == [True, True]


@pytest.mark.parametrize(
    ("before", "after", "line", "column", "message"),
    [
        ("0,2,6", "5,2,6", 2, 1, "Type 5 is not a movement for pairs."),
        ("0,2,6,2,3,0", "0,2,6,2,3", 2, None, "a line of six numbers"),
        ("0,2,6,2", "0,2,7,2", 2, 5, "7 boards cannot be divided into sets of 2"),
        ("0,2,6", "0,0,6", 2, 3, "The number of tables must be from 1 to 500, not 0."),
        ("1,3,2", "1,x,2", 3, 9, "This must be a number, not “x”."),
        ("1,3,2", "1,,2", 3, 9, "This must be a number, not “”."),
        ("1,2,1,", "1,2,", 3, 15, "Table 1: 3 rounds of NS, EW and set are 9 numbers, but 8 were"),
        ("2,3,3\n", "2,3,3\n1,2,3\n", 5, None, "2 tables, and each has a line, but 3 lines were"),
        ("3,4,1,2,4,2,2,3,3\n", "", 2, None, "2 tables, and each has a line, but 1 lines were"),
        ("2,4,2,", "2,4,9,", 4, 11, "Round 2, table 2: set 9 is greater than 3, the sets that 6"),
        ("2,4,2,", "2,3,2,", 4, 9, "Round 2: contestant 3 sits at table 1 and at table 2."),
        ("1,2,1,", "1,1,1,", 3, 3, "Round 1, table 1: contestant 1 meets itself."),
        ("1,2,1,", "1,2000,1,", 3, 3, "Pair 2000 is too high a number; 999 is the highest."),
        ("1,2,1,", "1,2,0,", 3, 5, "Round 1, table 1: the cell is partly zero."),
    ],
)
def test_mistake_is_refused_at_its_place(before, after, line, column, message):
    found = problems(HOWELL.replace(before, after, 1))
    assert found[0][:2] == (line, column)
    assert message in found[0][2]


def test_every_mistake_is_reported():
    text = HOWELL.replace("2,4,2", "2,3,2").replace("1,4,3", "1,4,8")
    assert [(line, column) for line, column, _message in problems(text)] == [(3, 17), (4, 9)]


def test_title_alone_is_refused():
    assert problems("Howell, 4 pairs\n") == [
        (
            1,
            None,
            "The title must be followed by a line of six numbers: type, tables, boards, boards "
            "per round, rounds, missing pair.",
        )
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (HOWELL, True),
        ("\ufeff\n" + HOWELL, True),
        (HOWELL.replace("3,0\n", "3\n"), True),
        (FOUR_PAIRS, False),
        (EIGHT_PLAYERS, False),
        ("# Howell, 4 pairs\n4,2,3,3,0\n1,2,A,3,4,A\n", False),
        ("", False),
        ("Howell, 4 pairs\n", False),
    ],
)
def test_format_is_known_by_its_first_lines(text, expected):
    assert ebuscore.looks_like_ebuscore(text) is expected


def test_any_format_is_read():
    assert anyformat.read(HOWELL).movement.rounds == anyformat.read(FOUR_PAIRS).movement.rounds


def test_a_line_of_commas_alone_is_refused() -> None:
    with pytest.raises(Refused, match="There is no number in this line") as refused:
        ebuscore.read("Title\n0,2,2,1,2,0\n,\n1,2,1,3,4,1")
    assert [problem.line for problem in refused.value.problems] == [3]


@given(st.text(alphabet="0123, x\n-", max_size=60))
def test_no_text_breaks_the_reader(rest):
    try:
        reading = ebuscore.read("Title\n0,2,2,1,2,0\n" + rest)
    except Refused as refusal:
        assert refusal.problems
    else:
        assert asc.read(asc.write(reading.movement)).movement == reading.movement
