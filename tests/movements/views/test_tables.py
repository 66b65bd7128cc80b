from clubscore.text.problems import Problem, sentence
from movements.domain.check import check
from movements.domain.movement import Cell, Movement
from movements.formats.asc import read
from movements.views.tables import (
    LISTED,
    GridCell,
    SourceProblem,
    Stop,
    beside_cells,
    beside_source,
    card,
    grid,
    numbered,
    schedules,
)
from tests.movements.domain.building import rainbow
from tests.movements.factories import EIGHT_PLAYERS, FOUR_PAIRS, THREE_PAIRS


def marks(text: str) -> dict[tuple[int, int], list[str]]:
    notes = beside_cells(numbered(check(read(text).movement)))
    return {place: [note.code for note in found] for place, found in notes.items()}


def test_shared_boards_mark_their_tables():
    assert marks(FOUR_PAIRS) == {(r, t): ["group-shared"] for r in (1, 2, 3) for t in (1, 2)}


def test_half_tables_mark_who_sits_out():
    assert marks(THREE_PAIRS) == {(1, 2): ["sit-out"], (3, 2): ["sit-out"]}


def test_replayed_boards_and_second_meeting_mark_their_cells():
    codes = marks("2 1 2 1 0\n1-2 A\n2-1 A\n")
    assert codes[2, 1] == ["group-replayed", "group-replayed", "opponents-again"]


def test_findings_about_cells_are_numbered_in_order():
    notes = numbered(check(read(THREE_PAIRS).movement))
    assert [note.number for note in notes if note.places] == [1, 2]
    assert {note.number for note in notes if not note.places} == {0}


def test_partners_again_mark_their_cells():
    text = "4 1 2 2 1\n1-2-3-4 A\n1-2-4-3 B\n"
    assert [codes[0] for codes in marks(text).values()] == ["partners-again", "partners-again"]


def test_good_movement_has_no_mark():
    assert beside_cells(numbered(check(rainbow(5)))) == {}


def test_only_listed_findings_are_numbered():
    rounds = "".join(f"{'1-2' if n % 2 else '2-1'} {n % 50 + 1}\n" for n in range(100))
    notes = numbered(check(read(f"2 1 100 50 0\n{rounds}").movement))
    assert max(note.number for note in notes if note.level == "error") == LISTED


WRONG = sentence("Wrong: %(what)s.", what=1)


def test_beside_source_marks_the_value():
    problem = Problem(WRONG, 2, 4, "99")
    assert beside_source("one\n12-99 A\n", [problem]) == (
        SourceProblem(2, 4, "Wrong: 1.", "12-", "99", " A"),
    )


def test_beside_source_shortens_long_lines_around_the_place():
    problem = Problem(WRONG, 1, 101, "x")
    (complaint,) = beside_source("a" * 100 + "x" + "b" * 100, [problem])
    assert (complaint.before, complaint.mark, complaint.after) == (
        "…" + "a" * 36,
        "x",
        "b" * 36 + "…",
    )


def test_beside_source_without_column_shows_the_line():
    assert beside_source("first\nsecond", [Problem(WRONG, 1)]) == (
        SourceProblem(1, None, "Wrong: 1.", "first"),
    )


def test_beside_source_without_line_shows_the_message():
    assert beside_source("first", [Problem(WRONG)]) == (SourceProblem(None, None, "Wrong: 1."),)


def test_grid_of_half_and_empty_tables():
    rows = grid(read(THREE_PAIRS).movement).rows
    assert [[(cell.who, cell.boards, cell.kind) for cell in row.cells] for row in rows] == [
        [("1–2", "A", "played"), ("3 sits out", "B", "half")],
        [("3–1", "B", "played"), ("—", "", "empty")],
        [("2–3", "C", "played"), ("1 sits out", "A", "half")],
    ]
    assert [row.away for row in rows] == ["", "2", ""]


def test_grid_of_individual_separates_partnerships():
    rows = grid(read(EIGHT_PLAYERS).movement, boards=2).rows
    assert rows[1].cells == (
        GridCell("Table 1", "1+3 – 5+7", "3–4", "played"),
        GridCell("Table 2", "2+4 – 6+8", "1–2", "played"),
    )


def test_grid_of_single_boards_and_numbered_groups():
    cells = tuple(Cell((n,), (n + 27,), n) for n in range(1, 28))
    movement = Movement(54, 27, False, (cells,), numbered_groups=True)
    assert grid(movement).rows[0].cells[26].boards == "27"
    assert grid(movement, boards=1).rows[0].cells[26].boards == "27"


def test_grid_is_wide_for_paper():
    row = tuple(Cell((n,), (n + 8,), 1) for n in range(1, 9))
    assert not grid(Movement(16, 1, False, (row[:7],))).is_wide
    assert grid(Movement(16, 1, False, (row,))).is_wide


def test_grid_of_forty_tables_and_twelve_rounds_has_every_cell():
    row = tuple(Cell((n,), (n + 40,), n) for n in range(1, 41))
    rows = grid(Movement(80, 40, False, (row,) * 12)).rows
    assert [len(each.cells) for each in rows] == [40] * 12


def test_schedules_of_pairs():
    table = schedules(read(THREE_PAIRS).movement)
    assert table.rounds == ("Round 1", "Round 2", "Round 3")
    assert [cell.who for cell in table.rows[0].cells] == ["1 NS", "1 EW", "sits out"]
    assert [cell.against for cell in table.rows[0].cells] == ["v 2", "v 3", ""]


def test_schedules_of_individual_name_the_partner():
    table = schedules(read(EIGHT_PLAYERS).movement)
    assert table.rows[6].cells == (
        GridCell("Round 1", "2 E", "B", "played", "with 8 v 5+6"),
        GridCell("Round 2", "1 W", "B", "played", "with 5 v 1+3"),
    )


def test_card_distinguishes_half_table_from_absence():
    movement = read(THREE_PAIRS).movement
    assert card(movement, 2)[1] == Stop(2)
    assert card(movement, 3)[0] == Stop(1, table="2")
    assert (Stop(2).sits_out, card(movement, 3)[1].sits_out) == (True, False)
