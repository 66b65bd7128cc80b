from fractions import Fraction

import pytest
from hypothesis import given

from clubscore.text.problems import Refused
from events.common.domain import Place
from events.tournaments.core.domain.results import Code, Colour, Result
from events.tournaments.core.domain.tournament import Entrant, Tournament
from events.tournaments.standings.domain.standings import (
    Cell,
    Move,
    Standing,
    crosstable,
    moves,
    standings,
    with_results,
)
from tests.events.tournaments.standings.domain.strategies import round_robins, tournaments
from tests.events.tournaments.standings.domain.tables import places, points, table

FIVE = table("""
    1 Ada 1500:  2w1  3b0  4w=
    2 Ben 1600:  1b0  4w1  5b=
    3 Cleo 1700: 4b1  1w1  .
    4 Dan 1400:  3w0  2b0  1b=
    5 Eve 1500:  U    .    2w=
""")


def test_a_line_holds_points_and_values_in_their_order() -> None:
    lines = standings(FIVE, tie_breaks=["WIN", "RTNG"])
    assert lines[0] == Standing(
        3, Place(1), Fraction(2), tuple(points("2 1700")), provisional=False
    )
    assert lines[4] == Standing(
        4, Place(5), Fraction(1, 2), tuple(points("0 1400")), provisional=False
    )


def test_places_are_shared_when_no_tie_break_parts_them() -> None:
    assert places(FIVE) == ["1 Cleo", "2= Ada", "2= Ben", "2= Eve", "5 Dan"]


def test_tie_breaks_part_those_who_are_tied() -> None:
    assert places(FIVE, "RTNG") == ["1 Cleo", "2 Ben", "3= Ada", "3= Eve", "5 Dan"]
    assert places(FIVE, "RTNG", "WON") == ["1 Cleo", "2 Ben", "3 Ada", "4 Eve", "5 Dan"]
    assert places(FIVE, "TPN") == ["1 Cleo", "2 Ada", "3 Ben", "4 Eve", "5 Dan"]


def test_points_among_the_tie_breaks_change_nothing() -> None:
    assert standings(FIVE, tie_breaks=["PTS", "WON"]) == standings(FIVE, tie_breaks=["WON"])


def test_who_has_no_value_comes_after_those_who_have() -> None:
    """Ada and Eve have a point each; Eve met nobody, so she has no average."""
    tournament = table("""
        1 Eve:  U
        2 Ada:  3w1
        3 Ben:  2b0
    """)
    assert places(tournament, "AOB") == ["1 Ada", "2 Eve", "3 Ben"]


def test_standings_after_an_earlier_round() -> None:
    assert places(FIVE, through=1) == ["1= Ada", "1= Cleo", "1= Eve", "4= Ben", "4= Dan"]
    assert places(FIVE, through=0) == ["1= Ada", "1= Ben", "1= Cleo", "1= Dan", "1= Eve"]


def test_standings_with_games_to_play_are_provisional() -> None:
    tournament = table("1 Ada: 2w1 2b*\n2 Ben: 1b0 1w*")
    assert [line.provisional for line in standings(tournament, tie_breaks=[])] == [False, False]
    lines = standings(tournament, tie_breaks=[], through=2)
    assert [(line.number, line.provisional) for line in lines] == [(1, True), (2, True)]


def test_a_tournament_without_players_has_no_standings() -> None:
    assert standings(Tournament("Empty"), tie_breaks=["BH", "DE", "KS", "ARO"]) == ()


def test_a_tournament_without_results_ties_everybody() -> None:
    tournament = table("1 Ada:\n2 Ben:", rounds=5)
    assert places(tournament, "BH", "KS", "DE", "FB", "AOB", "PS") == ["1= Ada", "1= Ben"]


def test_unknown_tie_break_is_refused() -> None:
    with pytest.raises(Refused, match="“XX” is not a known tie-break"):
        standings(FIVE, tie_breaks=["BH", "XX"])


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
    assert [(row.row, row.number, str(row.place)) for row in found.rows] == [
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
    assert [(row.row, row.number, str(row.place)) for row in found.rows] == [
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


def game(opponent: int, colour: Colour, code: Code) -> Result:
    return Result(opponent, colour, code)


WON = game(2, Colour.WHITE, Code.WIN)

LOST = game(1, Colour.BLACK, Code.LOSS)

BEFORE = Tournament(
    name="Spring cup",
    rounds=2,
    entrants=(
        Entrant(1, "Finch", results=(WON,)),
        Entrant(2, "Moss", results=(LOST,)),
        Entrant(3, "Lamb", results=(Result(None, None, Code.HALF_BYE),)),
    ),
)


def moved(after: Tournament) -> tuple[Move, ...]:
    return moves(standings(BEFORE, tie_breaks=()), standings(after, tie_breaks=()))


def test_a_corrected_result_moves_both_players_and_nobody_else() -> None:
    corrected = {1: game(2, Colour.WHITE, Code.LOSS), 2: game(1, Colour.BLACK, Code.WIN)}
    after = with_results(BEFORE, 1, corrected)
    assert moved(after) == (
        Move(2, Place(3), Place(1), Fraction(0), Fraction(1)),
        Move(1, Place(1), Place(3), Fraction(1), Fraction(0)),
    )


def test_a_change_of_points_alone_is_reported_too() -> None:
    after = with_results(BEFORE, 1, {3: Result(None, None, Code.ZERO_BYE)})
    assert moved(after) == (
        Move(2, Place(3), Place(2, is_shared=True), Fraction(0), Fraction(0)),
        Move(3, Place(2), Place(2, is_shared=True), Fraction(1, 2), Fraction(0)),
    )


def test_nothing_moves_without_a_change() -> None:
    assert moved(with_results(BEFORE, 1, {1: WON, 2: LOST})) == ()


def test_a_result_of_a_later_round_is_put_at_its_place() -> None:
    after = with_results(BEFORE, 3, {3: Result(None, None, Code.FULL_BYE)})
    assert [entrant.results for entrant in after.entrants] == [
        (WON,),
        (LOST,),
        (Result(None, None, Code.HALF_BYE), None, Result(None, None, Code.FULL_BYE)),
    ]


def test_a_result_may_be_taken_away() -> None:
    after = with_results(BEFORE, 1, {1: None, 2: None})
    assert [entrant.results[0] for entrant in after.entrants[:2]] == [None, None]
