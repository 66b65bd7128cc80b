import pytest

from players.domain.lookup import Listed
from players.formats.lookup.fields import listed


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        (" Finch ,  Clara ", "Finch, Clara"),
        ("Finch,", "Finch"),
        (", Clara", "Clara"),
        ("Clara\tFinch\x00", "Clara Finch"),
    ],
)
def test_blanks_of_a_name_are_contracted(typed: str, name: str):
    assert listed(number="1", name=typed) == Listed("1", name)


@pytest.mark.parametrize(
    ("number", "name"),
    [("", "Ann"), ("1", ""), ("1", "--"), ("1", "x" * 81), ("1" * 21, "Ann"), ("a b", "Ann")],
)
def test_without_a_number_and_a_name_there_is_no_player(number: str, name: str):
    assert listed(number=number, name=name) is None


@pytest.mark.parametrize(
    ("field", "typed", "value"),
    [
        ("rating", "0", None),
        ("rating", "-845", None),
        ("rating", "4001", None),
        ("rating", "²", None),
        ("rating", " 2101 ", 2101),
        ("born", "0000", ""),
        ("born", "1990", "1990"),
        ("born", "1990-03-21", "1990-03-21"),
        ("born", "90", ""),
        ("grade", "3D", "3d"),
        ("grade", "strong", ""),
        ("gender", "Woman", "w"),
        ("gender", "vrouw", "w"),
        ("gender", "x", ""),
        ("title", "Grandmaster of chess", "Grandmaste"),
    ],
)
def test_what_is_no_value_of_a_field_is_left_empty(field: str, typed: str, value: object):
    found = listed(number="1", name="Ann", **{field: typed})

    assert found is not None
    assert getattr(found, field) == value
