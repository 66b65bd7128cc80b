import pytest

from players.domain.names import Name
from players.domain.written_names import written_name


@pytest.mark.parametrize(
    ("family", "given", "name"),
    [
        ("Lamb", "Edith", Name("Edith Lamb", "Edith", "", "Lamb")),
        ("lamb", "edith", Name("edith lamb", "edith", "", "lamb")),
        ("Lamb", "", Name("Lamb", "", "", "Lamb")),
        ("Edith Lamb", "", Name("Edith Lamb", "Edith", "", "Lamb")),
        (
            "van der Berg",
            "Jan Willem",
            Name("Jan Willem van der Berg", "Jan Willem", "van der", "Berg"),
        ),
        (
            "O\u2019Neill",
            "Mary-Jane",
            Name("Mary-Jane O\u2019Neill", "Mary-Jane", "", "O\u2019Neill"),
        ),
        ("Smith jr.", "A.", Name("A. Smith jr.", "A.", "", "Smith jr.")),
        ("Garcia Lopez", "Ana", Name("Ana Garcia Lopez", "Ana", "", "Garcia Lopez")),
        ("St. Clair", "J.K.", Name("J.K. St. Clair", "J.K.", "", "St. Clair")),
        ("Player 1", "", Name("Player 1", "", "", "Player 1")),
        ("Lamb (guest)", "Edith", Name("Edith Lamb (guest)", "Edith", "", "Lamb (guest)")),
        ("", "Edith", Name("Edith", "", "", "Edith")),
    ],
)
def test_the_name_of_given_and_family(family: str, given: str, name: Name) -> None:
    assert written_name(given=given, family=family) == name


@pytest.mark.parametrize(("family", "given"), [("...", ""), ("", ""), ("Lamb", "E" * 80)])
def test_what_is_no_name(family: str, given: str) -> None:
    assert written_name(given=given, family=family) is None
