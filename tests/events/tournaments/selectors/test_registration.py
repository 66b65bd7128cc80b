import pytest
from django.utils import timezone

from clubscore.actor import Actor
from events.models import Round
from events.tournaments.domain.pairings import Pairings
from events.tournaments.selectors.registration import registration_of
from events.tournaments.services.pairing import set_pairings
from players.domain.registration import Registration
from tests.events.tournaments.cups import tournament

pytestmark = pytest.mark.django_db


def test_registration_of_a_tournament_that_begins() -> None:
    assert registration_of(tournament(rounds=7)) == Registration(rounds=7)


def test_registration_that_is_closed() -> None:
    cup = tournament(rounds=3, registration_closed_at=timezone.now())
    assert registration_of(cup) == Registration(rounds=3, closed=True, next_round=1)


def test_next_round_is_behind_the_last_that_is_paired(django_assert_num_queries) -> None:
    cup = tournament(entries=4, rounds=4, registration_closed_at=timezone.now())
    for number in (1, 2):
        pairings = Pairings(games=((1, 2), (3, 4)), byes=())
        set_pairings(
            round=Round.objects.get(tournament=cup, number=number), pairings=pairings, by=Actor()
        )
    with django_assert_num_queries(1):
        registration = registration_of(cup)
    assert registration.remaining == (3, 4)
