import pytest

from players.domain.lookup import MAX_KEY, Listed, displayed, given_first


@pytest.mark.parametrize(
    ("name", "family", "given"),
    [
        ("Finch, Clara", "finch clara", "clara finch"),
        ("Berg, Jan van der", "berg jan van der", "jan van der berg"),
        ("Ødegård, Søren", "odegard soren", "soren odegard"),
        ("O'Hare", "ohare", "ohare"),
        ("Jan de Vries", "jan de vries", "vries jan de"),
    ],
)
def test_keys_begin_with_either_name(name: str, family: str, given: str):
    listed = Listed("1", name)

    assert (listed.family_key, listed.given_key) == (family, given)


def test_no_key_is_longer_than_its_column():
    assert len(Listed("1", "ﷺ" * 80).family_key) == MAX_KEY


@pytest.mark.parametrize(
    ("name", "shown"),
    [("Finch, Clara", "Clara Finch"), ("Jan de Vries", "Jan de Vries"), ("Cher", "Cher")],
)
def test_a_name_is_displayed_as_the_register_has_it(name: str, shown: str):
    assert displayed(name) == shown


def test_an_empty_name_has_no_given_name():
    assert given_first("") == ""
