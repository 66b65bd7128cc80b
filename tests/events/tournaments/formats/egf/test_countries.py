import pytest

from events.tournaments.formats.egf.countries import country_of


@pytest.mark.parametrize(
    ("federation", "country"),
    [("NED", "NL"), ("nl", "NL"), ("GER", "DE"), ("ENG", "UK"), ("", "XX"), ("FID", "XX")],
)
def test_a_federation_has_two_letters(federation: str, country: str) -> None:
    assert country_of(federation) == country
