import pytest
from django.test import Client

from clubscore.actor import Actor
from events.tournaments.domain.pairings import Pairings
from events.tournaments.domain.results import Code
from events.tournaments.selectors.rounds import current_round, progress
from events.tournaments.services.pairing import set_pairings
from tests.events.tournaments import cups

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("code", "paired", "state"),
    [(Code.PAIRING_BYE, True, "complete"), (Code.HALF_BYE, False, "empty")],
)
def test_a_bye_of_the_pairing_makes_a_round_paired(code: Code, paired: bool, state: str) -> None:
    cup = cups.tournament(entries=1)
    alone = Pairings(byes=((1, code),))
    set_pairings(round=cup.rounds.get(number=1), pairings=alone, by=Actor())
    rounds = progress(cup.pk)

    assert [(each.is_paired, each.state, each.missing) for each in rounds[:2]] == [
        (paired, state, 0),
        (False, "empty", 0),
    ]
    assert getattr(current_round(rounds), "number", 0) == (2 if paired else 1)


def test_the_page_of_a_round_with_a_bye_alone(director_client: Client) -> None:
    cup = cups.tournament(entries=1)
    alone = Pairings(byes=((1, Code.PAIRING_BYE),))
    set_pairings(round=cup.rounds.get(number=1), pairings=alone, by=Actor())
    page = director_client.get("/tournaments/spring-cup/rounds/1/").content.decode()

    assert "This round is not paired yet." not in page
    assert "Finch, Clara" in page
    assert "All results of round 1 are in." in page
