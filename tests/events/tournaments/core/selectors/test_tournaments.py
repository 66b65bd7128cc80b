import pytest
from django.test import Client
from django.utils import timezone

from clubscore.web.visitors import Actor
from events.models import Entry, Round, Tournament as StoredTournament
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import Code, Colour, Result
from events.tournaments.core.domain.tournament import Entrant, Tournament
from events.tournaments.core.selectors.entries import registration_of
from events.tournaments.core.selectors.rounds import current_round, progress
from events.tournaments.core.selectors.tournaments import entrant_of, tournament_value
from events.tournaments.files.services.storing import store_tournament
from events.tournaments.rounds.services.pairings import set_pairings
from players.domain.registration import Registration
from tests.events.tournaments import cups
from tests.events.tournaments.cups import tournament
from tests.queries import queries


def stored(pairs: int, rounds: int = 1) -> StoredTournament:
    entrants = []
    for number in range(1, 2 * pairs, 2):
        white = Result(number + 1, Colour.WHITE, Code.WIN)
        black = Result(number, Colour.BLACK, Code.LOSS)
        entrants += [
            Entrant(number, "Finch", results=(white,) * rounds),
            Entrant(number + 1, "Moss", results=(black,) * rounds),
        ]
    value = Tournament(name="Spring cup", rounds=rounds, entrants=tuple(entrants))
    return store_tournament(value=value, by=Actor())


def test_one_game_and_three_rounds_of_three_take_as_many_queries() -> None:
    one, three = stored(pairs=1), stored(pairs=3, rounds=3)
    assert queries(lambda: tournament_value(one)) == queries(lambda: tournament_value(three)) == 4


def test_who_has_no_starting_number_takes_no_part_yet() -> None:
    made = cups.tournament(entries=2)
    late = Entry.objects.create(tournament=made, family="Ash")
    assert [entrant.number for entrant in tournament_value(made).entrants] == [1, 2]
    with pytest.raises(ValueError, match="no starting number"):
        entrant_of(late)


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
