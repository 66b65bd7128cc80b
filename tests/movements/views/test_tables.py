from movements.domain.movement import Cell, Movement
from movements.formats.asc import read
from movements.views.tables import GridCell, Stop, card, grid, schedules
from tests.movements.factories import EIGHT_PLAYERS, THREE_PAIRS


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
