import pytest

from events.tournaments.rounds.views.pairing_rows import typed_rows
from events.tournaments.rounds.views.pairings import compared_rows

SHOWN = "first=1+A&second=2+B&first=3+C&second=u"
STORED = (("1 A", "2 B"), ("3 C", "u"))
CHANGED = "Somebody else has changed this to “{}” meanwhile. Save again to overwrite with yours."

Texts = tuple[tuple[str, str], ...]


def compared(stored: Texts, sent: Texts, shown: str | None = SHOWN) -> list[tuple[str, str, str]]:
    """The rows that are not empty, with what is asked about them."""
    rows = compared_rows(
        shown=shown,
        stored=typed_rows(*zip(*stored, strict=True)),
        sent=typed_rows(*zip(*sent, strict=True)),
    )
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    texts = [(row.first, row.second, row.second_problem) for row in rows]
    return [row for row in texts if any(row)]


@pytest.mark.parametrize(
    ("stored", "sent", "expected"),
    [
        (STORED, STORED, STORED),
        # One pairs a board, which comes before the bye; the other changes the bye.
        (
            (("1 A", "2 B"), ("5 E", "6 F"), ("3 C", "u")),
            (("1 A", "2 B"), ("3 C", "h")),
            (("1 A", "2 B"), ("5 E", "6 F"), ("3 C", "h")),
        ),
        # Both pair the next board.
        ((*STORED, ("5 E", "6 F")), (*STORED, ("7", "8")), (*STORED, ("5 E", "6 F"), ("7", "8"))),
        # One changes the colours, the other takes the bye away.
        ((("1 A", "2 B"),), (("2", "1"), ("3 C", "u")), (("2", "1"),)),
        # The order of the boards is one thing: theirs, where it was left alone here.
        (STORED[::-1], (("1 A", "2 B"), ("3 C", "h")), (("3 C", "h"), ("1 A", "2 B"))),
        ((("1 A", "4 D"), ("3 C", "u")), STORED[::-1], (("3 C", "u"), ("1 A", "4 D"))),
        # What is wrong stays, to be told.
        (STORED, (*STORED, ("", "9")), (*STORED, ("", "9"))),
        (STORED, (*STORED, ("1", "4")), (*STORED, ("1", "4"))),
    ],
)
def test_what_either_changed_stays(stored: Texts, sent: Texts, expected: Texts):
    assert compared(stored, sent) == [(*pair, "") for pair in expected]


def test_two_opponents_of_one_player_are_asked_about():
    found = compared((("1 A", "4 D"), ("3 C", "u")), (("1 A", "5"), ("3 C", "u")))

    assert found == [("1 A", "5", CHANGED.format("4 D")), ("3 C", "u", "")]


def test_a_row_that_one_took_away_and_another_changed_is_asked_about():
    emptied = "Somebody else has emptied this meanwhile. Save again to overwrite with yours."
    changed = (("1 A", "4 D"), ("3 C", "u"))

    assert compared(changed, STORED[1:]) == [
        ("", "", CHANGED.format("1 A – 4 D")),
        ("3 C", "u", ""),
    ]
    assert compared(STORED[1:], changed) == [("3 C", "u", ""), ("1 A", "4 D", emptied)]


def test_without_what_the_page_showed_the_rows_are_taken():
    assert compared(STORED, (("1", "9"),), shown=None) == [("1", "9", "")]
