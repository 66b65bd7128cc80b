"""Figures as pages show them, and lists as they are printed."""

import pytest

from events.common.views.figures import wall_class

PAIR = "Ada Featherstone – Bo Player"


@pytest.mark.parametrize(
    ("names", "lists", "expected"),
    [
        ([PAIR] * 14, 1, "wall-18 wall-roomy"),
        ([PAIR] * 18, 2, "wall-18"),
        ([f"{PAIR}-Constantine"] * 14, 1, "wall-14 wall-roomy"),
        ([PAIR] * 24, 1, "wall-16"),
        ([PAIR] * 27, 1, "wall-14"),
        ([PAIR] * 40, 1, ""),
        ([], 1, "wall-18 wall-roomy"),
    ],
)
def test_a_list_is_as_large_as_its_sheet_allows(
    names: list[str], lists: int, expected: str
) -> None:
    assert wall_class(names, columns=5, digits=20, lists=lists) == expected


def test_more_columns_than_fit_beside_names_have_the_usual_size() -> None:
    assert wall_class(["Ada"], columns=40, digits=200) == ""
