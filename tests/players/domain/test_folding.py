import pytest

from players.domain.folding import match_key, search_key


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Élodie  Ångström", "elodie angstrom"),
        ("Søren Østergaard", "soren ostergaard"),
        ("Łukasz Đorđe", "lukasz dorde"),
        ("Yılmaz Weiß", "yilmaz weiss"),  # noqa: RUF001
        ("Þór Ðæfœ", "thor daefoe"),
        ("O’Neill o'hara", "oneill ohara"),
    ],
)
def test_search_key_ignores_accents_case_and_apostrophes(text: str, key: str) -> None:
    assert search_key(text) == key


@pytest.mark.parametrize(
    "text",
    ["Anne-Marie O'Hare", "anne marie ohare", "Anne\u2010Marie O\u2019Hare", "Annemarie O`Háre",
     "Anne\u2013Marie Ó Hare"],
)  # fmt: skip
def test_match_key_ignores_blanks_hyphens_and_every_apostrophe(text: str) -> None:
    assert match_key(text) == "annemarieohare"


def test_match_key_tells_other_names_apart() -> None:
    assert match_key("J. Smith") != match_key("J Smith")
