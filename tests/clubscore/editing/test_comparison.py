import pytest

from clubscore.editing.comparison import Comparison, compare


@pytest.mark.parametrize(
    ("shown", "stored", "sent", "expected"),
    [
        ("a", "a", "a", Comparison({"x": "a"}, {})),
        ("a", "a", "b", Comparison({"x": "b"}, {})),
        ("a", "b", "a", Comparison({"x": "b"}, {})),
        ("a", "b", "b", Comparison({"x": "b"}, {})),
        ("a", "b", "c", Comparison({"x": "c"}, {"x": "b"})),
    ],
)
def test_a_value_is_whose_it_was_changed_by(shown, stored, sent, expected):
    assert compare(shown={"x": shown}, stored={"x": stored}, sent={"x": sent}) == expected


@pytest.mark.parametrize("shown", [{}, {"y": "a"}])
def test_what_was_not_shown_is_taken_as_it_is(shown):
    assert compare(shown=shown, stored={"x": "b"}, sent={"x": "c"}) == Comparison({"x": "c"}, {})


def test_what_is_not_stored_any_more_is_taken_as_it_is():
    assert compare(shown={"x": "a"}, stored={}, sent={"x": "c"}) == Comparison({"x": "c"}, {})


def test_values_that_mean_the_same_are_no_change():
    found = compare(
        shown={"x": "2.5"},
        stored={"x": "3"},
        sent={"x": "2.50"},
        same=lambda _name, one, other: float(one) == float(other),
    )

    assert found == Comparison({"x": "3"}, {})
