import pytest

from clubscore.actor import Actor
from events.models import Entry
from events.models import Tournament as StoredTournament
from events.tournaments.domain.results import Code, Colour, Result
from events.tournaments.domain.tournament import Entrant, Tournament
from events.tournaments.selectors.tournaments import entrant_of, tournament_value
from events.tournaments.services.storing import store_tournament
from tests.events.tournaments import cups
from tests.queries import queries

pytestmark = pytest.mark.django_db


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
