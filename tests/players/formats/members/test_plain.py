"""Lists of names as people paste them."""

import datetime

import pytest

from players.domain.registration import Registration
from players.formats.members.reading import read_list

TWO = "Lines with two names: 1, such as “{}”. Each is read as two people."


@pytest.mark.parametrize(
    ("text", "people", "notices"),
    [
        ("Jan de Vries, 101", ["Jan de Vries 101"], []),
        ("Vries, Jan de, 101\nLee, Ann; 7", ["Jan de Vries 101", "Ann Lee 7"], []),
        ("101 Jan de Vries\n7. Ann Lee", ["Jan de Vries 101", "Ann Lee 7"], []),
        ("1. Ann Lee\n2) Bo Finch", ["Ann Lee", "Bo Finch"], []),
        ("Ann Lee; Bo Finch", ["Ann Lee", "Bo Finch"], [TWO.format("Ann Lee; Bo Finch")]),
        ("Ann Lee – Bo Finch", ["Ann Lee", "Bo Finch"], [TWO.format("Ann Lee – Bo Finch")]),
        ("Cy\nAnn & Bo Lee", ["Cy", "Ann Lee", "Bo Lee"], [TWO.format("Ann & Bo Lee")]),
        ("Ann en Bo de Lee", ["Ann de Lee", "Bo de Lee"], [TWO.format("Ann en Bo de Lee")]),
        ("Bakker & Bo", ["Bakker", "Bo"], [TWO.format("Bakker & Bo")]),
        ("Ann Lee en Bo Finch", ["Ann Lee", "Bo Finch"], [TWO.format("Ann Lee en Bo Finch")]),
        ("Lee, Ann & Finch, Bo", ["Ann Lee", "Bo Finch"], [TWO.format("Lee, Ann & Finch, Bo")]),
        (
            "Ann Lee, Bo Finch",
            ["Bo Finch Ann Lee"],
            [
                "“Ann Lee, Bo Finch” is read as one person, the family name first. If they are two"
                " people, write each on a line."
            ],
        ),
        # No lists of names alone.
        ("Ann; Lee\nBo; Finch", ["Ann Lee", "Bo Finch"], []),
        ("Name, Number\nAnn Lee, 7", ["Ann Lee 7"], []),
        ("Berg, Jan van der\nLee, Ann", ["Jan van der Berg", "Ann Lee"], []),
        ("Jan Smit-de Vries", ["Jan Smit-de Vries"], []),
    ],
)
def test_lines_of_names(text: str, people: list[str], notices: list[str]) -> None:
    read = read_list(text, today=datetime.date(2026, 3, 5), registration=Registration())
    found = [f"{one.name} {one.facts.get('club_number', '')}".strip() for one in read.members]
    assert (found, [str(notice.message) for notice in read.notices]) == (people, notices)
    assert read.problems == ()


def test_numbers_like_ratings_stay_ratings() -> None:
    text = "Ann Lee, 1850\nBo Finch, 2010\n"
    read = read_list(text, today=datetime.date(2026, 3, 5), registration=Registration())
    assert [one.facts for one in read.members] == [{"rating": "1850"}, {"rating": "2010"}]
