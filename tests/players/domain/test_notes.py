import pytest

from clubscore.problems import Refused
from players.domain.notes import read_note


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("", ""),
        ("  eats  no meat ", "eats  no meat"),
        ('"late" = 7\u2019', '"late" = 7\u2019'),
        ("first\r\n\tsecond\n", "first second"),
    ],
)
def test_read_note_keeps_any_text_of_one_line(text: str, note: str) -> None:
    assert read_note(text) == note


@pytest.mark.parametrize(("text", "name"), [("a\0b", "U+0000"), ("\ud800", "U+D800")], ids=ascii)
def test_read_note_refuses_what_no_text_may_hold(text: str, name: str) -> None:
    with pytest.raises(Refused) as refused:
        read_note(text)
    [problem] = refused.value.problems
    assert (str(problem), problem.column) == (f"A note cannot have the character {name}.", "note")
