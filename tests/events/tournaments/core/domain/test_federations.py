import pytest

from events.tournaments.core.domain.federations import CODES, country_of, find_federation


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("IRL", "IRL"),
        ("irl", "IRL"),
        (" IRL ", "IRL"),
        ("FID", "FID"),
        ("NON", "NON"),
        ("Ireland", "IRL"),
        ("ireland", "IRL"),
        ("  united   states  of america ", "USA"),
        ("United States", "USA"),
        ("ongoli", "MGL"),
        ("FYROM", "MKD"),
        ("Niger", "NIG"),
        ("Nigeria", "NGR"),
    ],
)
def test_a_code_or_a_name_of_a_country(text: str, code: str) -> None:
    assert find_federation(text) == code


@pytest.mark.parametrize("text", ["", "IR", "ZYX", "land", "guine", "Narnia", "DUB"])
def test_no_federation(text: str) -> None:
    assert find_federation(text) is None


def test_every_code_is_three_capitals_and_found() -> None:
    assert {code for code in CODES if find_federation(code.lower()) != code} == set()
    assert {len(code) for code in CODES} == {3}
    assert len(CODES) > 190


@pytest.mark.parametrize(
    ("code", "country"),
    [("IRL", "Ireland"), ("CIV", "Ivory Coast"), ("MKD", "North Macedonia"), ("FID", ""),
     ("NON", ""), ("Dub", ""), ("", "")],
)  # fmt: skip
def test_the_country_of_a_federation(code: str, country: str) -> None:
    assert country_of(code) == country
