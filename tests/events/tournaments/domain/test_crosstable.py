from fractions import Fraction

import pytest
from hypothesis import given

from events.tournaments.domain.crosstable import Cell, crosstable
from events.tournaments.domain.results import Code, Colour, Result
from events.tournaments.domain.tiebreaks.standings import standings
from events.tournaments.domain.tournament import Tournament
from tests.events.tournaments.domain.tiebreaks.strategies import round_robins, tournaments
from tests.events.tournaments.domain.tiebreaks.tables import table

# Ada and Dan have 2 points, and Buchholz 2½ + 0 + 1½ each: a dummy drew three rounds at most.
SWISS = table("""
    1 Ada:  2w0  3b1  U
    2 Ben:  1b1  4w=  3b+
    3 Cleo: 4b0  1w0  2w-
    4 Dan:  3w1  2b=  H
    5 Eve:  .    Z    F
""")


def test_rows_are_in_the_order_of_the_standings() -> None:
    found = crosstable(SWISS, tie_breaks=["BH"])
    assert [(row.row, row.number, row.place) for row in found.rows] == [
        (1, 2, "1"),
        (2, 1, "2="),
        (3, 4, "2="),
        (4, 5, "4"),
        (5, 3, "5"),
    ]
    assert [row.values for row in found.rows] == [
        line.values for line in standings(SWISS, tie_breaks=["BH"])
    ]
    assert (found.rounds, found.provisional, found.square) == (3, False, ())


def test_cells_name_the_row_of_the_opponent() -> None:
    found = crosstable(SWISS, tie_breaks=["BH"])
    assert [[cell.text if cell else "" for cell in row.cells] for row in found.rows] == [
        ["2b1", "3w½", "5b+"],
        ["1w0", "5b1", "–1"],
        ["5w1", "1b½", "–½"],
        ["", "–0", "–1"],
        ["3b0", "2w0", "1w-"],
    ]
    assert found.rows[0].cells[0] == Cell(Result(1, Colour.BLACK, Code.WIN), 2, Fraction(1))


def test_rows_by_starting_number() -> None:
    found = crosstable(SWISS, tie_breaks=["BH"], by_number=True)
    assert [(row.row, row.number, row.place) for row in found.rows] == [
        (1, 1, "2="),
        (2, 2, "1"),
        (3, 3, "5"),
        (4, 4, "2="),
        (5, 5, "4"),
    ]
    assert [cell.text if cell else "" for cell in found.rows[1].cells] == ["1b1", "4w½", "3b+"]


def test_progress_is_the_points_after_each_round() -> None:
    found = crosstable(SWISS, tie_breaks=[], by_number=True)
    half = Fraction(1, 2)
    assert [row.progress for row in found.rows] == [
        (0, 1, 2),
        (1, 1 + half, 2 + half),
        (0, 0, 0),
        (1, 1 + half, 2),
        (0, 0, 1),
    ]


def test_table_after_an_earlier_round() -> None:
    found = crosstable(SWISS, tie_breaks=[], through=1)
    assert found.rounds == 1
    assert [(row.number, row.points, len(row.cells)) for row in found.rows] == [
        (2, 1, 1),
        (4, 1, 1),
        (1, 0, 1),
        (3, 0, 1),
        (5, 0, 1),
    ]
    assert crosstable(SWISS, tie_breaks=[], through=9).rounds == 3


def test_games_to_play_have_a_star() -> None:
    found = crosstable(table("1 Ada: 2w1 2b*\n2 Ben: 1b0 1w*"), tie_breaks=[], through=2)
    assert found.provisional
    assert [cell.text if cell else "" for cell in found.rows[0].cells] == ["2w1", "2b*"]
    assert found.rows[0].progress == (1, 1)


@pytest.mark.parametrize(
    ("token", "text"), [("2w=", "2w½"), ("2=", "2½"), ("2-", "2-"), ("2wW", "2w1")]
)
def test_cell_as_text(token: str, text: str) -> None:
    found = crosstable(
        table(f"1 Ada: {token}\n2 Ben: ."), tie_breaks=["TPN"], through=1, by_number=True
    )
    cell = found.rows[0].cells[0]
    assert cell is not None
    assert cell.text == text


def test_round_robin_has_a_square_table() -> None:
    tournament = table(
        """
        1 Ada:  2w1  .    3b=  2b0
        2 Ben:  1b0  3w1  .    1w1
        3 Cleo: .    2b0  1w=  .
        """,
        kind="Round robin",
    )
    found = crosstable(tournament, tie_breaks=[])
    assert [row.number for row in found.rows] == [2, 1, 3]
    assert [[[cell.text for cell in cells] for cells in row] for row in found.square] == [
        [[], ["2b0", "2w1"], ["3w1"]],
        [["1w1", "1b0"], [], ["3b½"]],
        [["1b0"], ["2w½"], []],
    ]


@given(tournaments() | round_robins())
def test_points_are_the_last_of_the_progress(tournament: Tournament) -> None:
    found = crosstable(tournament, tie_breaks=["BH"])
    assert [row.progress[-1] if row.progress else 0 for row in found.rows] == [
        row.points for row in found.rows
    ]
    numbers = {row.row: row.number for row in found.rows}
    for row in found.rows:
        for number, cell in enumerate(row.cells, start=1):
            if cell and cell.row:
                theirs = found.rows[cell.row - 1].cells[number - 1]
                assert theirs is not None
                assert (numbers[cell.row], theirs.row) == (cell.result.opponent, row.row)
