import pytest

from tests.movements.factories import EIGHT_PLAYERS, FOUR_PAIRS, THREE_PAIRS, MovementFactory

pytestmark = pytest.mark.django_db

ADDRESS = "/movements/together/"


def test_page_asks_for_movements(client):
    page = client.get(ADDRESS)
    assert page.status_code == 200
    assert "value" not in page.context


def test_two_movements_are_measured_as_one(client):
    four, three = MovementFactory(text=FOUR_PAIRS), MovementFactory(text=THREE_PAIRS)
    page = client.get(ADDRESS, {"first": four.pk, "second": three.pk})
    assert page.context["value"].contestants == 7
    assert [(first, last) for _movement, first, last in page.context["sections"]] == [
        (1, 4),
        (5, 7),
    ]
    assert [note.code for note in page.context["findings"]] == ["winners", "balance"]
    assert page.context["heat_map"].pairs == (1, 2, 3, 4, 5, 6, 7)


def test_a_movement_may_be_there_twice(client):
    four = MovementFactory(text=FOUR_PAIRS)
    page = client.get(ADDRESS, {"first": four.pk, "second": four.pk, "fourth": four.pk})
    assert page.context["value"].contestants == 12


def test_pairs_and_players_are_refused(client):
    four, players = MovementFactory(text=FOUR_PAIRS), MovementFactory(text=EIGHT_PLAYERS)
    page = client.get(ADDRESS, {"first": four.pk, "second": players.pk})
    assert page.context["form"].non_field_errors() == ["Pairs and individuals cannot be one field."]


def test_one_movement_is_not_enough(client):
    page = client.get(ADDRESS, {"first": MovementFactory().pk})
    assert list(page.context["form"].errors) == ["second"]
