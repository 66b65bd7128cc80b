import pytest
from hypothesis import given, strategies as st

from clubscore.text.problems import Refused
from players.domain.registration import (
    Registration,
    read_group,
    read_registered,
    read_rounds,
    write_rounds,
)


@pytest.mark.parametrize(
    ("text", "group"),
    [("", ""), (" ", ""), (" 1: ", "1:"), ("9:", "9:"), ("0:", "0:")]
    + [(f"{letter}{mark}", f"A{mark}") for letter in "aA" for mark in "*~+-"]
    + [("z*", "Z*")],
)
def test_read_group(text: str, group: str) -> None:
    assert read_group(text) == group


@pytest.mark.parametrize(
    "text",
    [
        "A",
        "*",
        "A:",
        "1*",
        "0~",
        "10:",
        "AA*",
        "A *",
        ":1",
        "A~+",
        "A/",
        "\u0131*",
        "\u017f*",
        "é*",
    ],
)
def test_read_group_refuses(text: str) -> None:
    with pytest.raises(Refused) as refused:
        read_group(text)
    [problem] = refused.value.problems
    assert (str(problem), problem.column, problem.value) == (
        f'"{text}" is not a group. A group is 1: to 9:, or 0:, or a letter A–Z and one of * ~ + -,'
        " without a space.",
        "group",
        text,
    )


def test_an_open_registration_leaves_all_rounds() -> None:
    assert Registration(rounds=4).remaining == (1, 2, 3, 4)


@pytest.mark.parametrize(
    ("next_round", "remaining"), [(1, (1, 2, 3, 4)), (3, (3, 4)), (4, (4,)), (5, ())]
)
def test_a_closed_registration_leaves_the_next_and_later_rounds(
    next_round: int, remaining: tuple[int, ...]
) -> None:
    assert Registration(rounds=4, closed=True, next_round=next_round).remaining == remaining


@pytest.mark.parametrize(
    ("text", "registered"), [("", False), (" ", False), ("r", True), (" R ", True)]
)
def test_read_registered(text: str, registered: bool) -> None:
    assert read_registered(text) is registered


@pytest.mark.parametrize("text", ["y", "rr", "1", "yes", "\u211b"])
def test_read_registered_refuses(text: str) -> None:
    with pytest.raises(Refused) as refused:
        read_registered(text)
    [problem] = refused.value.problems
    assert (str(problem), problem.column) == (
        f'"{text}" does not say whether the player is registered: write r for yes, nothing for no.',
        "registered",
    )


@pytest.mark.parametrize(
    ("text", "rounds"),
    [
        ("", (1, 2, 3, 4, 5)),
        ("   ", (1, 2, 3, 4, 5)),
        ("1 3 5", (1, 3, 5)),
        ("1_5_3", (1, 3, 5)),
        (" 1  _ 2_", (1, 2)),
        ("2 2", (2,)),
        ("03", (3,)),
        ("_", ()),
        ("_ _ _", ()),
    ],
)
def test_read_rounds(text: str, rounds: tuple[int, ...]) -> None:
    assert read_rounds(text, rounds=5) == rounds


@pytest.mark.parametrize(
    ("text", "character"),
    [
        ("1,3", '","'),
        ("1-3", '"-"'),
        ("1 x", '"x"'),
        ("+1", '"+"'),
        ("\u00b2", '"\u00b2" (U+00B2 SUPERSCRIPT TWO)'),
        ("\uff13", '"\uff13" (U+FF13 FULLWIDTH DIGIT THREE)'),
        ("\u0663", '"\u0663" (U+0663 ARABIC-INDIC DIGIT THREE)'),
    ],
)
def test_read_rounds_refuses_what_is_no_list(text: str, character: str) -> None:
    with pytest.raises(Refused) as refused:
        read_rounds(text, rounds=5)
    [problem] = refused.value.problems
    assert (str(problem), problem.column) == (
        f'"{text}" is not a list of rounds: there is {character} in it. Write the numbers of the'
        " rounds with spaces or _ between them, such as 1 3 5, or _ for none.",
        "rounds",
    )


@pytest.mark.parametrize(
    ("text", "number"),
    [("6", "6"), ("1 0", "0"), ("1 000", "0"), ("12", "12"), ("9" * 5000, "9" * 59 + "…")],
    ids=["6", "0", "000", "12", "5000 digits"],
)
def test_read_rounds_refuses_a_round_that_there_is_not(text: str, number: str) -> None:
    with pytest.raises(Refused) as refused:
        read_rounds(text, rounds=5)
    assert str(refused.value) == (
        f"There is no round {number}: the tournament has the rounds 1 to 5."
    )


@given(st.sets(st.integers(1, 12)))
def test_written_rounds_read_the_same(attended: set[int]) -> None:
    assert set(read_rounds(write_rounds(attended, rounds=12), rounds=12)) == attended


@pytest.mark.parametrize(
    ("attended", "text"), [((1, 2, 3), ""), ((), "_"), ((3, 1), "1 3")], ids=str
)
def test_write_rounds(attended: tuple[int, ...], text: str) -> None:
    assert write_rounds(attended, rounds=3) == text
