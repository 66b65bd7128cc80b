import pytest

from players.domain.names import Name
from players.domain.written_names import nearest_name


@pytest.mark.parametrize(
    ("family", "given", "name"),
    [
        ("Lamb", "Edith", Name("Edith", "", "Lamb")),
        ("lamb", "edith", Name("Edith", "", "Lamb")),
        ("Lamb", "", Name("", "", "Lamb")),
        ("van der Berg", "Jan Willem", Name("Jan", "Willem van der", "Berg")),
        ("O\u2019Neill", "Mary-Jane", Name("Mary-Jane", "", "O'Neill")),
        ("O`Neill", "Mary\u2010Jane", Name("Mary-Jane", "", "O'Neill")),
        ("Smith jr.", "A.", Name("A", "Jr", "Smith")),
        ("Smith, jr", "A. B.", Name("A", "B jr", "Smith")),
        ("Stone III", "Ray", Name("Ray", "III", "Stone")),
        ("Żółć", "Łukasz", Name("Łukasz", "", "Żółć")),
        ("St. Clair", "J.K.", Name("J", "K St", "Clair")),
    ],
)
def test_the_register_s_name(family: str, given: str, name: Name) -> None:
    assert nearest_name(given=given, family=family) == name


@pytest.mark.parametrize(
    ("family", "given"),
    [
        ("Player 1", ""),
        ("Player", "1"),
        ("Lamb (guest)", "Edith"),
        ("Edith Lamb", ""),
        ("Smith jr.", ""),
        ("...", "Edith"),
        ("", "Edith"),
        ("Lamb", "E" * 81),
    ],
)
def test_a_name_without_a_sound_reading(family: str, given: str) -> None:
    assert nearest_name(given=given, family=family) is None
