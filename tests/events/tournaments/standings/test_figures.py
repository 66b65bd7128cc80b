from fractions import Fraction

import pytest

from clubscore.web.visitors import Actor
from events.models import Game, Tournament
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import Code, Outcome
from events.tournaments.core.selectors.rounds import GameLine, round_lines
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.rounds.services.pairings import set_pairings
from events.tournaments.rounds.services.results import enter_bye, enter_result, swap_colours
from events.tournaments.standings.figures import (
    moves_of_bye,
    moves_of_game,
    places_by_round,
    standings_of,
)
from tests.events.tournaments import cups

BY = Actor()


@pytest.fixture
def cup() -> Tournament:
    return cups.played()


def first_game(cup: Tournament) -> GameLine:
    return round_lines(cup.rounds.get(number=1).pk).games[0]


def places(cup: Tournament) -> dict[int, tuple[str, Fraction]]:
    return {line.number: (str(line.place), line.points) for line in standings_of(cup).lines}


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
    assert {move.number: (str(move.place_after), move.points_after) for move in moved} == {
        number: after[number] for number in after if after[number] != before[number]
    }


def test_the_moves_of_swapped_colours_are_what_swapping_does(cup: Tournament) -> None:
    cup.tie_breaks = ["BPG"]
    cup.save()
    line, before = first_game(cup), places(cup)
    moved = moves_of_game(cup, 1, line, line.outcome, swapped=True)
    swap_colours(tournament=cup, game_id=line.pk, by=BY)
    after = places(cup)
    assert {move.number: str(move.place_after) for move in moved} == {
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
    assert {move.number: (str(move.place_after), move.points_after) for move in moved} == {
        number: after[number] for number in after if after[number] != before[number]
    }


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
    assert [place[-1] for place in places.values()] == [line.place.number for line in lines]
    assert {len(place) for place in places.values()} == {3}


def test_before_the_first_round_nobody_has_a_place() -> None:
    assert places_by_round(tournament_value(cups.tournament(entries=4))) == {}
