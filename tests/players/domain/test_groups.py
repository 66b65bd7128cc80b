import pytest

from clubscore.problems import Refused
from players.domain.groups import read_group


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
