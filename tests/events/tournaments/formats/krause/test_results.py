import pytest

from events.tournaments.domain.results import Code, Colour, Result
from events.tournaments.formats.krause.results import Cell, CellError, read_cell, read_usual

WHITE, BLACK = Colour.WHITE, Colour.BLACK
DIGITS_AND_SIGNS = (
    ("  33 w 1", Result(33, WHITE, Code.WIN)),
    ("  33 b =", Result(33, BLACK, Code.DRAW)),
    ("  33 b 0", Result(33, BLACK, Code.LOSS)),
    ("9999 w +", Result(9999, WHITE, Code.FORFEIT_WIN)),
    ("   3 - -", Result(3, None, Code.FORFEIT_LOSS)),
    ("   3 - 1", Result(3, None, Code.WIN)),
)
BYES_OF_2006 = (
    ("0000 - =", Result(None, None, Code.HALF_BYE)),
    ("0000 - -", Result(None, None, Code.ZERO_BYE)),
    ("   0 - =", Result(None, None, Code.HALF_BYE)),
)
LETTERS = (
    ("   3 w W", Result(3, WHITE, Code.UNRATED_WIN)),
    ("   3 b D", Result(3, BLACK, Code.UNRATED_DRAW)),
    ("   3 b l", Result(3, BLACK, Code.UNRATED_LOSS)),
    ("0000 - U", Result(None, None, Code.PAIRING_BYE)),
    ("0000 - H", Result(None, None, Code.HALF_BYE)),
    ("0000 - F", Result(None, None, Code.FULL_BYE)),
    ("0000 - Z", Result(None, None, Code.ZERO_BYE)),
    ("0000 - z", Result(None, None, Code.ZERO_BYE)),
)
TOLERATED = (
    ("   3 W 1", Result(3, WHITE, Code.WIN)),
    ("   3 B 0", Result(3, BLACK, Code.LOSS)),
    ("   3   1", Result(3, None, Code.WIN)),
    ("0003 w 1", Result(3, WHITE, Code.WIN)),
    ("       H", Result(None, None, Code.HALF_BYE)),
    ("     - H", Result(None, None, Code.HALF_BYE)),
    ("---- - H", Result(None, None, Code.HALF_BYE)),
    ("   - - Z", Result(None, None, Code.ZERO_BYE)),
)
PENDING = (
    ("   3 w *", Result(3, WHITE, Code.PENDING)),
    ("   3 w ?", Result(3, WHITE, Code.PENDING)),
    ("   3 w", Result(3, WHITE, Code.PENDING)),
    ("   3 b  ", Result(3, BLACK, Code.PENDING)),
    ("   3 -", Result(3, None, Code.PENDING)),
    ("   3", Result(3, None, Code.PENDING)),
)
NOT_IN_2006 = "not an opponent, w, b or -, and one of 1 = 0 + - (the format of 2006)"


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize(("text", "result"), DIGITS_AND_SIGNS + BYES_OF_2006)
def test_what_both_profiles_read(text: str, result: Result, strict: bool) -> None:
    assert read_cell(text, strict=strict) == Cell(result)


@pytest.mark.parametrize(("text", "result"), LETTERS + TOLERATED)
def test_what_only_the_lenient_profile_reads(text: str, result: Result) -> None:
    assert read_cell(text, strict=False) == Cell(result)
    assert _error(text, strict=True) == NOT_IN_2006


@pytest.mark.parametrize(("text", "result"), PENDING)
def test_a_game_that_is_not_played_yet(text: str, result: Result) -> None:
    assert read_cell(text, strict=False) == Cell(result)


@pytest.mark.parametrize("text", ["   3 w *", "   3 w ?", "   3 w", "   3 -"])
def test_a_missing_result_is_an_error_in_the_strict_profile(text: str) -> None:
    assert _error(text, strict=True) == "the result is missing"


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("text", ["        ", "", "     -", "0000 -", "   0 -"])
def test_an_absence(text: str, strict: bool) -> None:
    assert read_cell(text, strict=strict) == Cell(None)


@pytest.mark.parametrize("text", ["0000", "----", "---- -", "   0"])
def test_an_absence_in_a_form_of_other_programs(text: str) -> None:
    assert read_cell(text, strict=False) == Cell(None)
    assert _error(text, strict=True) == NOT_IN_2006


@pytest.mark.parametrize("strict", [False, True])
def test_the_old_full_point_bye_is_marked(strict: bool) -> None:
    found = read_cell("0000 - +", strict=strict)

    assert found == Cell(Result(None, None, Code.FULL_BYE), full=True)


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize(
    ("text", "result", "remark"),
    [
        ("0000 - 1", Code.FULL_BYE, "there is no opponent; read as a bye worth 1"),
        ("0000 - 0", Code.ZERO_BYE, "there is no opponent; read as a bye worth 0"),
        ("0000 w =", Code.HALF_BYE, "a bye has no colour; it is left out"),
    ],
)
def test_a_bye_in_the_signs_of_a_game(text: str, result: Code, remark: str, strict: bool) -> None:
    found = read_cell(text, strict=strict)

    assert (found.result, str(found.remark)) == (Result(None, None, result), remark)


def test_a_pending_game_without_an_opponent_is_an_absence() -> None:
    found = read_cell("0000 - *", strict=False)

    assert (found.result, str(found.remark)) == (None, "there is no opponent; read as absent")


@pytest.mark.parametrize("text", ["  3 b 1 ", "3 b 1", " 3 b 1  "])
def test_columns_that_are_one_off_are_read(text: str) -> None:
    assert read_cell(text, strict=False) == Cell(Result(3, BLACK, Code.WIN))


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("   3 x 1", '"x" is not a colour; use w, b or -'),
        ("   3 w X", '"X" is not a result'),
        ("   3 w 2", '"2" is not a result'),
        ("   3 w U", '"U" is a bye, but a bye has no opponent'),
        ("   3 - H", '"H" is a bye, but a bye has no opponent'),
        ("0000 - W", '"W" is the result of a game, but there is no opponent'),
        ("0000 - X", '"X" is not a result'),
        ("  3a w 1", '"3a" is not a starting number'),
        ("  +3 w 1", '"+3" is not a starting number'),
        ("   \u0663 w 1", '"\u0663" is not a starting number'),
        ("nonsense", "not an opponent, a colour and a result"),
    ],
)
def test_what_cannot_be(text: str, error: str) -> None:
    assert _error(text, strict=False) == error
    assert _error(text, strict=True) == NOT_IN_2006


@pytest.mark.parametrize(("text", "result"), DIGITS_AND_SIGNS)
def test_the_usual_spelling_is_read_at_once(text: str, result: Result) -> None:
    assert read_usual(text) == result


@pytest.mark.parametrize("text", [text for text, _result in BYES_OF_2006 + LETTERS + TOLERATED])
def test_another_spelling_is_not_read_at_once(text: str) -> None:
    assert read_usual(text) is None


def _error(text: str, *, strict: bool) -> str:
    with pytest.raises(CellError) as error:
        read_cell(text, strict=strict)
    return str(error.value.what)
