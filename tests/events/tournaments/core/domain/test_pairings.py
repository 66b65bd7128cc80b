from fractions import Fraction

import pytest

from clubscore.text.problems import Refused
from events.tournaments.core.domain.pairings import (
    Pairings,
    pairings_so_far,
    problems_of,
    read_player,
    split_komi,
    write_komi,
)
from events.tournaments.core.domain.results import Code

NAMES = {1: "Finch, Clara", 2: "Tarrant, Hugo", 3: "Lamb, Edith", 4: "Finch, Jonas", 12: "Moss"}
SEVERAL = "“finch” fits several players: 1 Finch, Clara; 4 Finch, Jonas. Type the number."


def test_pairings_are_read_board_by_board() -> None:
    rows = [("1", "tarrant"), ("12 Moss", "4 Finch, Jonas"), ("", " "), ("edith lamb", "h")]
    typed = pairings_so_far(rows, NAMES)
    assert typed.pairings == Pairings(((1, 2), (12, 4)), ((3, Code.HALF_BYE),))
    assert not typed.problems


@pytest.mark.parametrize(
    ("text", "number"), [("2", 2), (" 2 ", 2), ("2 hugo tarr", 2), ("jon", 4), ("clara finch", 1)]
)
def test_a_player_is_a_number_or_part_of_a_name(text: str, number: int) -> None:
    assert read_player(text, NAMES) == number


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("9", "There is no player 9."),
        ("0", "There is no player 0."),
        ("pym", "No player of this tournament has “pym” in the name."),
        ("finch", SEVERAL),
        (
            "2 whoever",
            "Player 2 is Tarrant, Hugo: “whoever” is something else. Type the number alone.",
        ),
        ("²", "No player of this tournament has “²” in the name."),
        (
            "",
            "The opponent is missing. For a bye type bye, or h, f or z "
            "(half-point, full-point, zero-point).",
        ),
    ],
)
def test_who_is_not_found_is_refused(text: str, message: str) -> None:
    with pytest.raises(Refused) as refused:
        read_player(text, NAMES)
    assert str(refused.value) == message


def test_names_are_compared_as_the_caller_says() -> None:
    assert read_player("TÁRRANT", NAMES, key=lambda text: text.lower().replace("á", "a")) == 2


def test_every_wrong_field_is_reported_with_its_row() -> None:
    rows = [("1", "2"), ("9", "finch"), ("3", "1"), ("", "12"), ("2", "u")]
    assert [
        (problem.line, problem.column, problem.value, str(problem))
        for problem in pairings_so_far(rows, NAMES).problems
    ] == [
        (2, "first", "9", "There is no player 9."),
        (2, "second", "finch", SEVERAL),
        (3, "second", "1", "Player 1 is already on board 1."),
        (
            4,
            "first",
            "",
            "The opponent is missing. For a bye type bye, or h, f or z "
            "(half-point, full-point, zero-point).",
        ),
        (5, "first", "2", "Player 2 is already on board 1."),
    ]


def test_nobody_plays_against_himself() -> None:
    [problem] = pairings_so_far([("1", "clara")], NAMES).problems
    assert str(problem) == "Player 1 is already on board 1."


def test_pairings_of_an_engine_are_checked_the_same() -> None:
    pairings = Pairings(((1, 2), (2, 9)), ((1, Code.FULL_BYE), (3, Code.PAIRING_BYE)))
    assert [
        (problem.line, problem.column, str(problem)) for problem in problems_of(pairings, NAMES)
    ] == [
        (2, "first", "Player 2 is paired twice in this round."),
        (2, "second", "There is no player 9."),
        (3, "first", "Player 1 is paired twice in this round."),
    ]
    assert list(problems_of(Pairings(((1, 2),)), NAMES)) == []


@pytest.mark.parametrize(
    ("text", "komi"),
    [
        ("12 k5.5", Fraction(11, 2)), ("12 K0", Fraction(0)), ("12 h3 k-10", Fraction(-10)),
        ("12 k−6½", Fraction(-13, 2)), ("12 k7,5", Fraction(15, 2)), ("12", None),
        ("12 k123", None), ("12 k5.3", None),
    ],
)  # fmt: skip
def test_a_komi_is_typed_behind_black(text, komi):
    assert split_komi(text)[1] == komi
    if komi is not None:
        assert split_komi(f"12 {write_komi(komi)}") == ("12", komi)


def test_stones_and_komi_of_games():
    rows = [("1", "2 h3 k-5"), ("3", "4")]
    read = pairings_so_far(rows, {number: str(number) for number in range(1, 5)})

    assert read.pairings == Pairings(((1, 2), (3, 4)), (), (3, 0), (Fraction(-5), None))
    assert read.pairings.komi() == {(1, 2): Fraction(-5)}


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("2 h12", "h12"), ("2 h", "h"), ("2 h-2", "h-2"), ("2 k7.3", "k7.3"), ("2 k999", "k999"),
        ("2 handicap 2", "handicap 2"), ("2 Tarrant, Hugo h12", "h12"), ("2 H3.5", "H3.5"),
        ("2 h3 h4", "h3"), ("2 3", "3"),
    ],
)  # fmt: skip
def test_a_handicap_or_komi_that_cannot_be_read_is_refused(typed, value):
    read = pairings_so_far([("1", typed)], NAMES)

    assert [(problem.line, problem.column, str(problem)) for problem in read.problems] == [
        (
            1,
            "second",
            f"“{value}” is not a handicap: type h1 to h9, or a komi as k5.5, behind Black.",
        )
    ]
    assert read.pairings == Pairings()


def test_the_first_player_has_no_handicap():
    [problem] = pairings_so_far([("1 h3", "2")], NAMES).problems
    assert str(problem) == (
        "“h3” is not a handicap: type h1 to h9, or a komi as k5.5, behind Black."
    )


def test_stones_and_komi_may_change_places():
    read = pairings_so_far([("1", "2 k5.5 h3")], NAMES)
    assert read.pairings == Pairings(((1, 2),), (), (3,), (Fraction(11, 2),))


@pytest.mark.parametrize("name", ["Lamb, H", "Robot 2", "R2 D2 h3", "d’Arc (3), Öz-9", "X k"])
def test_a_name_may_look_like_a_handicap(name):
    names = {1: "Finch", 23: name}
    assert pairings_so_far([("1", f"23 {name}")], names).pairings == Pairings(((1, 23),))
    with_stones = pairings_so_far([("1", f"23 {name} h2 k-5")], names).pairings
    assert with_stones == Pairings(((1, 23),), (), (2,), (Fraction(-5),))
