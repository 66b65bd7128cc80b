import pytest
from hypothesis import given, strategies as st

from clubscore.text.problems import Refused
from events.sessions.typing.domain import Column, read_column


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("620\r\n-50\r\n", Column(("620", "-50"))),
        ("620\r-50", Column(("620", "-50"))),
        ("620\n\n 4sn= \n\n\n", Column(("620", "", "4sn="))),
        ("\n620", Column(("", "620"))),
        ("\t620\n\t\n\t50\t", Column(("620", "", "50"))),
        ('"4sn="\n"a ""b"""', Column(("4sn=", 'a "b"'))),
        ("Score\n620\n50", Column(("620", "50"), "Score")),
        ("Score", Column(("Score",))),
        ("pass\nnp", Column(("pass", "np"))),
        ("<table><td>620\n50", Column(("<table><td>620", "50"))),
        ("1x" * 900 + "\n5", Column(("1x" * 125, "5"))),
        ("🂡\n\0", Column(("🂡", "\0"))),
    ],
)
def test_a_column_is_read_row_by_row(text: str, column: Column) -> None:
    assert read_column(text) == column


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The pasted text is blank."),
        (" \t\n\n\t", "The pasted text is blank."),
        (
            "4S N\t10\t420\n3NT\t\t400",
            "3 columns were pasted, beginning with “4S N | 10 | 420”. A line has one field: paste"
            " one column, with a score such as 620 or a contract such as 4hs= in each row.",
        ),
        (
            "\n4S\n\t420",
            "2 columns were pasted, beginning with “4S”. A line has one field: paste one column,"
            " with a score such as 620 or a contract such as 4hs= in each row.",
        ),
    ],
)
def test_what_is_no_column_is_refused(text: str, message: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_column(text)
    assert str(refusal.value) == message


@given(st.text(alphabet='12\t\n\r" aäß🂡\0', max_size=40))
def test_anything_is_a_column_or_refused(text: str) -> None:
    try:
        column = read_column(text)
    except Refused as refusal:
        assert str(refusal)
        return
    assert column.rows[-1]
    assert len(column.rows) <= len(text.splitlines()) + text.count("\r") + 1


def test_a_text_that_no_board_needs_is_refused():
    with pytest.raises(Refused, match="The pasted text has more than 250,000 characters"):
        read_column("1\n" * 125_001)
