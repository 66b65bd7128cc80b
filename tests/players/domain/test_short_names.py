import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.domain.names import Name, read_name
from players.domain.short_names import short_names


@pytest.mark.parametrize(
    ("names", "short"),
    [
        ("Jan van der Berg, Clara Finch", "Van der Berg, Finch"),
        ("John Smith, Karl Smith, Ann Lee", "J. Smith, K. Smith, Lee"),
        ("J. Smith, Karl Smith", "J. Smith, K. Smith"),
        ("John Smith, Jane Smith", "John Smith, Jane Smith"),
        ("J. Smith, Jane Smith", "J. Smith, Jane Smith"),
        ("John Paul Smith, John Quentin Smith", "J. P. Smith, J. Q. Smith"),
        ("Smith, Jane Smith", "Smith, J. Smith"),
        ("Jan de Vries, Karel de Vries", "J. de Vries, K. de Vries"),
        ("Mw. Jansen, Dhr. Jansen", "Mw. Jansen, Dhr. Jansen"),
        ("Guest 2, Guest 3", "Guest 2, Guest 3"),
        ("Ann Smith, Ann Smith", "Smith, Smith"),
        ("Joop 't Hart, o'Neill", "'t Hart, O'Neill"),
    ],
)
def test_short_names_tell_people_apart(names: str, short: str) -> None:
    assert ", ".join(short_names([read_name(each) for each in names.split(", ")])) == short


def test_of_a_name_with_the_family_first() -> None:
    assert short_names([Name("Li Wei", "Wei", "", "Li"), Name("Li Min", "Min", "", "Li")]) == [
        "W. Li",
        "M. Li",
    ]


def test_a_short_name_is_never_somebody_else_s() -> None:
    names = [Name("J. Smith", family="J. Smith"), read_name("John Smith"), read_name("Karl Smith")]
    assert short_names(names) == ["J. Smith", "John Smith", "K. Smith"]


_PART = st.sampled_from(["Ann", "Anna", "A.", "de", "Lee", "2", "J."])


@given(st.lists(st.lists(_PART, min_size=1, max_size=3).map(" ".join), unique=True, max_size=6))
def test_no_two_people_are_called_the_same(texts: list[str]) -> None:
    short = short_names([read_name(text) for text in texts])
    assert len({each.casefold() for each in short}) == len(texts)
