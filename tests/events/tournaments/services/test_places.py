import pytest

from clubscore.actor import Actor
from events.models import Game
from events.tournaments.selectors.tournaments import tournament_value
from events.tournaments.services.places import places_by_round
from events.tournaments.services.results import enter_result
from events.tournaments.services.standings import standings_of
from tests.events.tournaments import cups

pytestmark = pytest.mark.django_db


def test_a_shared_place_is_the_first_of_those_shared() -> None:
    places = places_by_round(tournament_value(cups.played()))
    assert places == {1: (1, 1), 2: (2, 2), 4: (2, 3), 3: (4, 4)}


def test_the_order_is_that_of_the_standings() -> None:
    made = cups.played()
    game = Game.objects.get(outcome="**")
    enter_result(tournament=made, game_id=game.pk, text="1", by=Actor())
    cups.play(made, 3, (1, 4, "0"), (2, 3, "1"))
    lines = standings_of(made).lines
    places = places_by_round(tournament_value(made))
    assert list(places) == [line.number for line in lines]
    assert [each[-1] for each in places.values()] == [int(line.place.rstrip("=")) for line in lines]
    assert {len(each) for each in places.values()} == {3}


def test_before_the_first_round_nobody_has_a_place() -> None:
    assert places_by_round(tournament_value(cups.tournament(entries=4))) == {}
