import pytest

from events.tournaments.core.domain.results import Code, Colour, Result
from events.tournaments.core.domain.tournament import Entrant
from events.tournaments.files.formats.krause.players import Cell, CellError, read_cell, read_usual
from tests.events.tournaments.files.formats.krause.files import PAIR, both, file, player, told


def one(*cells: str, **fields: str) -> str:
    """A file of two, in which the first player has these fields."""
    return file(player(1, "2 w 1", **({"points": "1.0", "rank": "1"} | fields)), PAIR[1])


def test_every_field_from_its_columns() -> None:
    text = one(
        sex="w", title="WGM", name="van der Berg,Jan Willem", rating="2345", federation="NED",
        identity="1012345678X", born="1990/02/28",
    )  # fmt: skip

    for found in both(text):
        assert found.notices == []
        assert found.player(1) == Entrant(
            number=1,
            family="van der Berg",
            given="Jan Willem",
            sex="w",
            title="WGM",
            rating=2345,
            federation="NED",
            identity="1012345678X",
            born="1990-02-28",
            rank=1,
            results=found.player(1).results,
        )


@pytest.mark.parametrize("number", ["0", "", "-1", "1x", "\u0661", "²"])
def test_a_starting_number_is_1_to_9999(number: str) -> None:
    text = file(PAIR[0].replace("001    1", f"001 {number:>4}"), PAIR[1])

    expected = f'line 3: "{number}" is not a starting number from 1 to 9999'
    for found in both(text):
        assert found.errors[0] == expected


def test_starting_numbers_go_to_9999() -> None:
    text = file(
        player(9999, "1 b 0", points="0.0", rank="2"), player(1, "9999 w 1", points="1.0", rank="1")
    )

    for found in both(text):
        assert [entrant.number for entrant in found.value.entrants] == [1, 9999]


def test_a_starting_number_is_taken_once() -> None:
    text = file(*PAIR, player(1, "2 w 1", name="Dale,Kirsten"))

    for found in both(text):
        assert found.errors == ["line 5, player 1: the starting number is that of line 3 too"]


@pytest.mark.parametrize(
    ("text", "sex"), [("m", "m"), ("w", "w"), ("M", "m"), ("f", "w"), ("F", "w"), ("", "")]
)
def test_a_sex(text: str, sex: str) -> None:
    for found in both(one(sex=text)):
        assert (found.player(1).sex, found.notices) == (sex, [])


def test_another_sex_is_left_out() -> None:
    lenient, strict = both(one(sex="x"))

    message = 'line 3, player 1: "x" is not a sex; use m or w'
    assert (lenient.player(1).sex, lenient.notices) == ("", [message])
    assert strict.errors == [message]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("GM", "GM"), ("IM", "IM"), ("FM", "FM"), ("CM", "CM"),
        ("WGM", "WGM"), ("WIM", "WIM"), ("WFM", "WFM"), ("WCM", "WCM"),
        ("g", "GM"), ("m", "IM"), ("f", "FM"), ("c", "CM"),
        ("wg", "WGM"), ("wm", "WIM"), ("wf", "WFM"), ("wc", "WCM"), ("G", "GM"), ("", ""),
    ],
)  # fmt: skip
def test_a_title(text: str, title: str) -> None:
    for found in both(one(title=text)):
        assert (found.player(1).title, found.notices) == (title, [])


def test_another_title_is_left_out() -> None:
    lenient, strict = both(one(title="AGM"))

    message = 'line 3, player 1: "AGM" is not a FIDE title; it is left out'
    assert (lenient.player(1).title, lenient.notices) == ("", [message])
    assert strict.errors == [message]


@pytest.mark.parametrize(
    ("text", "family", "given"),
    [
        ("Lamb,Edith", "Lamb", "Edith"),
        ("Lamb, Edith", "Lamb", "Edith"),
        ("O’Neill, Mary-Jane", "O’Neill", "Mary-Jane"),
        ("Smith, jr.,A", "Smith, jr.", "A"),
        ("Żółć,Łukasz", "Żółć", "Łukasz"),
        ("Álvarez-Núñez,José María", "Álvarez-Núñez", "José María"),
    ],
)
def test_a_name_is_kept_as_it_is(text: str, family: str, given: str) -> None:
    for found in both(one(name=text)):
        assert (found.player(1).family, found.player(1).given) == (family, given)
        assert found.notices == []


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        (
            "Edith Lamb",
            ("Edith Lamb", ""),
            '"Edith Lamb" has no comma; all of it is the family name',
        ),
        (",Edith", ("Edith", ""), '",Edith" has no family name; the given name is used instead'),
    ],
)
def test_a_name_in_one_part(text: str, name: tuple[str, str], message: str) -> None:
    lenient, strict = both(one(name=text))

    message = f"line 3, player 1: {message}"
    assert (lenient.player(1).family, lenient.player(1).given) == name
    assert lenient.notices == [message]
    assert strict.errors == [message]


def test_a_name_without_a_given_name() -> None:
    for found in both(one(name="Lamb,")):
        assert (found.player(1).family, found.player(1).given) == ("Lamb", "")
        assert (found.errors, found.notices) == ([], [])


@pytest.mark.parametrize("name", ["", ",", " , "])
def test_a_missing_name_is_an_error(name: str) -> None:
    for found in both(one(name=name)):
        assert found.errors == ["line 3, player 1: the name is missing"]


@pytest.mark.parametrize("name", ["1234,5678", "1234,Edith", "Lamb,2"])
def test_a_name_of_digits_is_an_error_in_the_strict_profile(name: str) -> None:
    lenient, strict = both(one(name=name))

    assert lenient.notices == []
    assert strict.errors == [
        f'line 3, player 1: "{name}" is not a name: a part of it has no letter'
    ]


@pytest.mark.parametrize(
    ("text", "rating"), [("1", 1), ("3999", 3999), ("", None), ("0", None), ("0000", None)]
)
def test_a_rating(text: str, rating: int | None) -> None:
    for found in both(one(rating=text)):
        assert (found.player(1).rating, found.notices) == (rating, [])


@pytest.mark.parametrize("text", ["4000", "19a0", "-100", "½"])
def test_another_rating_is_left_out(text: str) -> None:
    for found in both(one(rating=text)):
        assert found.player(1).rating is None
        assert found.notices == [
            f'line 3, player 1: "{text}" is not a rating from 1 to 3999; it is left out'
        ]


@pytest.mark.parametrize(("text", "code"), [("IRL", "IRL"), ("irl", "IRL"), ("", "")])
def test_a_federation(text: str, code: str) -> None:
    for found in both(one(federation=text)):
        assert (found.player(1).federation, found.notices) == (code, [])


def test_an_unknown_federation_is_kept_as_it_is() -> None:
    lenient, strict = both(one(federation="Dub"))

    message = 'line 3, player 1: "Dub" is not a federation; it is kept as text'
    assert (lenient.player(1).federation, lenient.notices) == ("Dub", [message])
    assert strict.errors == [message]


@pytest.mark.parametrize(
    ("text", "identity"), [("1234567", "1234567"), ("AB-12", "AB-12"), ("0", ""), ("000", "")]
)
def test_an_identity_number_is_kept_as_text(text: str, identity: str) -> None:
    for found in both(one(identity=text)):
        assert (found.player(1).identity, found.notices) == (identity, [])


def test_an_identity_number_is_one_player_s() -> None:
    text = file(
        player(1, "2 w 1", identity="77"), player(2, "1 b 0", identity="77"), player(3, "", "")
    )

    for found in both(text):
        assert found.errors == [
            "line 4, player 2: the identity number 77 is that of player 1, line 3, too"
        ]


@pytest.mark.parametrize(
    ("text", "born"),
    [("1990/02/28", "1990-02-28"), ("1990.02.28", "1990-02-28"), ("1990", "1990"), ("", "")],
)
def test_a_date_of_birth(text: str, born: str) -> None:
    for found in both(one(born=text)):
        assert (found.player(1).born, found.notices) == (born, [])


@pytest.mark.parametrize(("text", "born"), [("1990/00/00", "1990"), ("0000/00/00", "")])
def test_a_year_of_birth_with_zeros_is_an_error_in_the_strict_profile(text: str, born: str) -> None:
    lenient, strict = both(one(born=text))

    assert (lenient.player(1).born, lenient.notices) == (born, [])
    assert strict.errors == [f'line 3, player 1: "{text}" is not a date of birth']


@pytest.mark.parametrize("text", ["28.05.15", "unknown", "90-02"])
def test_another_date_of_birth_is_left_out(text: str) -> None:
    for found in both(one(born=text)):
        assert found.player(1).born == ""
        assert found.notices == [
            f'line 3, player 1: "{text}" is not a date of birth; it is left out'
        ]


def test_a_day_that_is_none_is_left_out_or_an_error() -> None:
    lenient, strict = both(one(born="1990/02/30"))

    assert lenient.notices == [
        'line 3, player 1: "1990/02/30" is not a date of birth; it is left out'
    ]
    assert strict.errors == ['line 3, player 1: "1990/02/30" is not a date of birth']


def test_a_date_of_birth_with_the_day_first_is_read() -> None:
    for found in both(one(born="28.02.1990")):
        assert found.player(1).born == "1990-02-28"
        assert found.notices == [
            'line 3, player 1: the date of birth "28.02.1990" is read as 1990-02-28'
        ]


def test_a_rank_with_something_behind_it_is_read() -> None:
    for found in both(one(rank="1 x")):
        assert (found.player(1).rank, found.notices) == (1, [])


@pytest.mark.parametrize("rank", ["0", "x", "-1"])
def test_a_rank_of_zero_is_an_error_in_the_strict_profile(rank: str) -> None:
    lenient, strict = both(one(rank=rank))

    assert lenient.player(1).rank == 1
    assert lenient.notices == ["player 1 has no rank; all ranks are recalculated"]
    assert strict.errors == [f'line 3, player 1: "{rank}" is not a rank']


def test_columns_that_are_counted_in_bytes_are_read() -> None:
    by_bytes = player(1, "2 w 1", name="Żółć,Łukasz", rating="2100", points="1.0", rank="1")
    by_bytes = by_bytes.replace("Żółć,Łukasz     ", "Żółć,Łukasz")

    lenient, strict = both(file(by_bytes, PAIR[1]))
    assert lenient.notices == [
        "line 3: the columns are counted in bytes, not characters; read accordingly"
    ]
    assert (lenient.player(1).family, lenient.player(1).rating) == ("Żółć", 2100)
    assert strict.errors != []


def test_a_line_may_end_anywhere() -> None:
    whole = player(1, "2 w 1", points="1.0", rank="1", identity="1234567", born="1990")
    for length in range(len("001    1 x    L"), len(whole)):
        found = told(file(whole[:length], PAIR[1]))
        assert found.errors == [], length


def test_text_between_the_rounds_is_left_out() -> None:
    text = file(PAIR[0] + " x", PAIR[1])

    for found in both(text):
        assert found.notices == [
            'line 3, player 1: "x" is between the columns of two rounds; it is left out'
        ]


def test_more_rounds_than_any_tournament_has_are_an_error() -> None:
    text = file(player(1, *[""] * 999, "2 w 1"), player(2))

    for found in both(text):
        assert found.errors[0] == "line 3, player 1: a tournament has at most 999 rounds"


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
    ("   3 w ?", Result(3, WHITE, Code.PENDING, is_adjourned=True)),
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
    cell = read_cell("0000 - +", strict=strict)

    assert cell == Cell(Result(None, None, Code.FULL_BYE), full=True)


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
    cell = read_cell(text, strict=strict)

    assert (cell.result, str(cell.remark)) == (Result(None, None, result), remark)


def test_a_pending_game_without_an_opponent_is_an_absence() -> None:
    cell = read_cell("0000 - *", strict=False)

    assert (cell.result, str(cell.remark)) == (None, "there is no opponent; read as absent")


@pytest.mark.parametrize("text", ["  3 b 1 ", "3 b 1", " 3 b 1  "])
def test_columns_that_are_one_off_are_read(text: str) -> None:
    assert read_cell(text, strict=False) == Cell(Result(3, BLACK, Code.WIN))


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("   3 x 1", '"x" is not a colour; use w, b or -'),
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
