from collections.abc import Callable

import pytest

from clubscore.problems import Refused
from players.domain.places import read_club, read_country

READERS = {"club": read_club, "country": read_country}


@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Hollybrook", "Hollybrook"),
        ("  BC 't  Hoekje '88 ", "BC 't Hoekje '88"),
        ("Cafe\u0301", "Caf\u00e9"),
        ("", ""),
        (" ", ""),
    ],
)
def test_any_text_is_a_place(read: Callable[[str], str], text: str, place: str) -> None:
    assert read(text) == place


@pytest.mark.parametrize("field", READERS)
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a\tb", "Leave the character U+0009 out."),
        ("a\0b", "Leave the character U+0000 out."),
    ],
)
def test_what_is_not_of_one_line_is_refused(field: str, text: str, message: str) -> None:
    with pytest.raises(Refused) as refused:
        READERS[field](text)
    assert [(each.column, str(each)) for each in refused.value.problems] == [(field, message)]


@pytest.mark.parametrize(("field", "most"), [("club", 120), ("country", 60)])
def test_a_long_text_is_refused(field: str, most: int) -> None:
    assert READERS[field]("x" * most) == "x" * most
    with pytest.raises(Refused) as refused:
        READERS[field]("x" * (most + 1))
    assert str(refused.value) == f"A {field} has at most {most} characters, not {most + 1}."
