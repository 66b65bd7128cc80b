from fractions import Fraction

import pytest

from clubscore.actor import Actor
from events.models import Tournament
from events.tournaments.domain.outcome import Outcome
from events.tournaments.domain.pairings import Pairings
from events.tournaments.domain.results import Code
from events.tournaments.selectors.rounds import GameLine, round_lines
from events.tournaments.selectors.tournaments import tournament_value
from events.tournaments.services.pairing import set_pairings
from events.tournaments.services.results import enter_bye, enter_result, swap_colours
from events.tournaments.services.standings import moves_of_bye, moves_of_game, standings_of
from tests.events.tournaments import cups

pytestmark = pytest.mark.django_db
BY = Actor()


@pytest.fixture
def cup() -> Tournament:
    return cups.played()


def first_game(cup: Tournament) -> GameLine:
    return round_lines(cup.rounds.get(number=1).pk).games[0]


def places(cup: Tournament) -> dict[int, tuple[str, Fraction]]:
    return {line.number: (line.place, line.points) for line in standings_of(cup).lines}


def test_standings_are_after_the_last_round_that_was_begun(cup: Tournament) -> None:
    scored = standings_of(cup)
    assert (scored.through, scored.is_provisional) == (2, True)
    assert (standings_of(cup, 1).through, standings_of(cup, 1).is_provisional) == (1, False)


@pytest.mark.parametrize("outcome", [Outcome.SECOND_WINS, Outcome.DRAWN, Outcome.PENDING])
def test_the_moves_of_a_game_are_what_storing_it_does(cup: Tournament, outcome: Outcome) -> None:
    line, before = first_game(cup), places(cup)
    moved = moves_of_game(cup, 1, line, outcome)
    text = "*" if outcome is Outcome.PENDING else outcome.value
    enter_result(tournament=cup, game_id=line.pk, text=text, by=BY)
    after = places(cup)
    assert {move.number: (move.place_after, move.points_after) for move in moved} == {
        number: after[number] for number in after if after[number] != before[number]
    }


def test_the_moves_of_swapped_colours_are_what_swapping_does(cup: Tournament) -> None:
    cup.tie_breaks = ["BPG"]
    cup.save()
    line, before = first_game(cup), places(cup)
    moved = moves_of_game(cup, 1, line, line.outcome, swapped=True)
    swap_colours(tournament=cup, game_id=line.pk, by=BY)
    after = places(cup)
    assert {move.number: move.place_after for move in moved} == {
        number: after[number][0] for number in after if after[number] != before[number]
    }
    assert tournament_value(cup).entrants[0].results[0].colour == "b"


def test_the_moves_of_a_bye_are_what_storing_it_does(cup: Tournament) -> None:
    third = cup.rounds.get(number=3)
    pairings = Pairings(((1, 2),), ((3, Code.ZERO_BYE),))
    set_pairings(round=third, pairings=pairings, by=BY)
    game = third.games.get()
    enter_result(tournament=cup, game_id=game.pk, text="1", by=BY)
    line = round_lines(third.pk).byes[0]
    before = places(cup)
    moved = moves_of_bye(cup, 3, line, Code.FULL_BYE)
    enter_bye(tournament=cup, result_id=line.pk, text="f", by=BY)
    after = places(cup)
    assert {move.number: (move.place_after, move.points_after) for move in moved} == {
        number: after[number] for number in after if after[number] != before[number]
    }
