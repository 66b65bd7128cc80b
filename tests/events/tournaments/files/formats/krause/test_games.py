import pytest

from events.tournaments.core.domain.results import Code, Colour, Result
from tests.events.tournaments.files.formats.krause.files import Told, both, file, player, told

BOTH_PROFILES = pytest.mark.parametrize("strict", [False, True])


def four(*cells: str) -> str:
    """A file of four players with one round."""
    return file(*(player(number, cell) for number, cell in enumerate(cells, 1)))


def codes(found: Told) -> list[str]:
    """Each player's results as opponent, colour and code."""
    return [
        " ".join(
            f"{result.opponent or 0}{result.colour or '-'}{result.code}" if result else "."
            for result in entrant.results
        )
        for entrant in found.value.entrants
    ]


@BOTH_PROFILES
def test_an_opponent_who_is_not_in_the_file(strict: bool) -> None:
    text = file(player(1, "2 w 1", "33 b 1"), player(2, "1 b 0"))

    assert told(text, strict=strict).errors == [
        'line 3, player 1, round 2: "33 b 1" — there is no player 33'
    ]


@BOTH_PROFILES
def test_an_opponent_who_is_the_player(strict: bool) -> None:
    assert told(four("2 w 1", "1 b 0", "3 w =", ""), strict=strict).errors == [
        'line 5, player 3, round 1: "3 w =" — a player cannot play against himself'
    ]


@BOTH_PROFILES
@pytest.mark.parametrize(
    ("cells", "error"),
    [
        (("2 w 1", "1 w 0"), '"2 w 1" — line 4, player 2, says "1 w 0"'),
        (("2 w 1", "1 b 1"), '"2 w 1" — line 4, player 2, says "1 b 1"'),
        (("2 w 1", "1 b ="), '"2 w 1" — line 4, player 2, says "1 b ="'),
        (("2 w 1", "1 b -"), '"2 w 1" — line 4, player 2, says "1 b -"'),
        (("2 w +", "1 b 0"), '"2 w +" — line 4, player 2, says "1 b 0"'),
        (("2 w 1", "0000 - -"), '"2 w 1" — line 4, player 2, says "0000 - -"'),
    ],
)
def test_two_lines_that_contradict_each_other(
    cells: tuple[str, str], error: str, strict: bool
) -> None:
    assert told(four(*cells, "4 w 1", "3 b 0"), strict=strict).errors == [
        f"line 3, player 1, round 1: {error}"
    ]


@BOTH_PROFILES
def test_opponents_who_name_others(strict: bool) -> None:
    assert told(four("2 w 1", "3 b 0", "4 w 1", "3 b 0"), strict=strict).errors == [
        'line 3, player 1, round 1: "2 w 1" — line 4, player 2, says "3 b 0"',
        'line 4, player 2, round 1: "3 b 0" — line 5, player 3, says "4 w 1"',
    ]


@pytest.mark.parametrize("cells", [("2 w W", "1 b 0"), ("2 w D", "1 b ="), ("2 w W", "1 b D")])
def test_games_shorter_than_a_move_contradict_rated_ones(cells: tuple[str, str]) -> None:
    assert told(four(*cells, "", "")).errors == [
        f'line 3, player 1, round 1: "{cells[0]}" — line 4, player 2, says "{cells[1]}"'
    ]


@pytest.mark.parametrize("cells", [("2 w =", "1 b 0"), ("2 w 0", "1 b ="), ("2 w 0", "1 b 0")])
def test_what_an_arbiter_decides_is_an_error_in_the_strict_profile(cells: tuple[str, str]) -> None:
    lenient, strict = both(four(*cells, "", ""))

    assert codes(lenient)[:2] == [cells[0].replace(" ", ""), cells[1].replace(" ", "")]
    assert strict.errors == [
        f'line 3, player 1, round 1: "{cells[0]}" — line 4, player 2, says "{cells[1]}"'
    ]


@BOTH_PROFILES
def test_a_forfeit_of_both(strict: bool) -> None:
    found = told(four("2 w -", "1 b -", "4 - +", "3 - -"), strict=strict)

    assert codes(found) == ["2w-", "1b-", "4-+", "3--"]


@BOTH_PROFILES
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2 w 1", "1b0"), ("2 w =", "1b="), ("2 b 0", "1w1"),
        ("2 w +", "1b-"), ("2 b -", "1w+"), ("2 - 1", "1-0"),
    ],
)  # fmt: skip
def test_a_result_on_one_side_only_is_mirrored(one: str, other: str, strict: bool) -> None:
    found = told(four(one, "", "4 w 1", "3 b 0"), strict=strict)

    assert codes(found)[:2] == [one.replace(" ", ""), other]
    assert found.notices[0] == (
        f'line 4, player 2, round 1: the result stands only in line 3, player 1: "{one}"; it is'
        " taken for both"
    )


@pytest.mark.parametrize(
    ("cells", "found"),
    [
        (("2 w W", ""), ["2wW", "1bL"]),
        (("2 w L", ""), ["2wL", "1bW"]),
        (("2 w D", ""), ["2wD", "1bD"]),
        (("2 w *", ""), ["2w*", "1b*"]),
        (("2 w 1", "1 b"), ["2w1", "1b0"]),
        (("2 w", "1 b 0"), ["2w1", "1b0"]),
        (("2 w *", "1 b ="), ["2w=", "1b="]),
    ],
)
def test_one_sided_results_of_the_later_formats(cells: tuple[str, str], found: list[str]) -> None:
    lenient = told(four(*cells, "", ""))

    assert codes(lenient)[:2] == found
    assert lenient.notices[0].endswith("it is taken for both")


@BOTH_PROFILES
def test_two_one_sided_games_against_one_player(strict: bool) -> None:
    assert told(four("3 w 1", "3 w 1", "", ""), strict=strict).errors == [
        'line 4, player 2, round 1: "3 w 1" — player 3 plays against player 1, line 3'
    ]


def test_a_colour_on_one_side_only() -> None:
    lenient, strict = both(four("2 - 1", "1 b 0", "4 w 1", "3 - 0"))

    assert codes(lenient) == ["2w1", "1b0", "4w1", "3b0"]
    assert lenient.notices[:2] == [
        'line 3, player 1, round 1: the colour stands only in line 4, player 2: "1 b 0"; it is'
        " taken for both",
        'line 6, player 4, round 1: the colour stands only in line 5, player 3: "4 w 1"; it is'
        " taken for both",
    ]
    assert strict.errors == [
        'line 3, player 1, round 1: "2 - 1" — line 4, player 2, says "1 b 0"',
        'line 5, player 3, round 1: "4 w 1" — line 6, player 4, says "3 - 0"',
    ]


@BOTH_PROFILES
def test_the_only_full_point_bye_of_a_round_was_given_by_the_pairing(strict: bool) -> None:
    found = told(four("2 w 1", "1 b 0", "0000 - +", "0000 - -"), strict=strict)

    assert codes(found)[2:] == ["0-U", "0-Z"]


@BOTH_PROFILES
def test_several_full_point_byes_of_a_round_were_asked_for(strict: bool) -> None:
    found = told(four("2 w 1", "1 b 0", "0000 - +", "0000 - +"), strict=strict)

    assert codes(found)[2:] == ["0-F", "0-F"]


def test_a_full_point_bye_beside_the_pairing_s() -> None:
    found = told(four("2 w 1", "1 b 0", "0000 - +", "0000 - U"))

    assert codes(found)[2:] == ["0-F", "0-U"]


def test_the_pairing_gives_one_bye_a_round() -> None:
    found = told(four("2 w 1", "1 b 0", "0000 - U", "0000 - U"))

    assert found.notices[0] == (
        "line 6, player 4, round 1: only one pairing-allocated bye is given per round, and player "
        "3 has it too"
    )


def test_a_cell_that_says_nothing_that_can_be() -> None:
    assert told(four("2 x 1", "", "", "4 q")).errors == [
        'line 3, player 1, round 1: "2 x 1" — "x" is not a colour; use w, b or -',
        'line 6, player 4, round 1: "4 q" — "q" is not a colour; use w, b or -',
    ]


def test_rounds_beyond_the_end_of_a_line_are_empty() -> None:
    found = told(
        file(player(1, "2 w 1", "", "3 w ="), player(2, "1 b 0"), player(3, "", "", "1 b ="))
    )

    assert codes(found) == ["2w1 . 3w=", "1b0 . .", ". . 1b="]


def test_the_results_are_values_of_the_domain() -> None:
    found = told(four("2 w 1", "1 b 0", "0000 - H", ""))

    assert [entrant.results for entrant in found.value.entrants] == [
        (Result(2, Colour.WHITE, Code.WIN),),
        (Result(1, Colour.BLACK, Code.LOSS),),
        (Result(None, None, Code.HALF_BYE),),
        (None,),
    ]


@BOTH_PROFILES
def test_both_may_win_by_forfeit(strict: bool) -> None:
    found = told(four("2 w +", "1 b +", "4 w 1", "3 b 0"), strict=strict)

    assert found.errors == []
    assert [found.player(number).results[0].code for number in (1, 2)] == ["+", "+"]
