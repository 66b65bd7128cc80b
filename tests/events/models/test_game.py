from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import RestrictedError

from events.models import Game, RoundResult, Tournament
from events.tournaments.core.domain.results import Outcome
from tests.events.tournaments import cups
from tests.events.tournaments.cups import entry

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


@pytest.fixture
def cup() -> Tournament:
    return cups.tournament(entries=4)


def game(tournament: Tournament, *numbers: int, number: int = 1, board: int = 1) -> Game:
    """A game between these starting numbers, the first with White."""
    here = tournament.rounds.get(number=number)
    made = Game.objects.create(round=here, board_number=board)
    for side, number in enumerate(numbers, start=1):
        RoundResult.objects.create(
            round=here, entry=entry(tournament, number), game=made, side=side
        )
    return made


def test_a_game_and_its_sides_show_their_place(cup: Tournament) -> None:
    made = game(cup, 1, 2, board=7)
    assert str(made) == "round 1, board 7"
    assert [str(side) for side in made.sides.all()] == [
        "round 1: 1 Finch, Clara",
        "round 1: 2 Tarrant, Hugo",
    ]


def test_results_stand_by_round_and_board_and_byes_last(cup: Tournament) -> None:
    here = cup.rounds.get(number=1)
    RoundResult.objects.create(round=here, entry=entry(cup, 4), bye="H")
    game(cup, 3, number=2)
    game(cup, 2, 1, board=2)
    assert [result.entry.number for result in RoundResult.objects.all()] == [2, 1, 4, 3]


def test_a_second_result_of_an_entry_in_a_round_is_refused_by_the_database(cup: Tournament) -> None:
    made = game(cup, 1, 2)
    with pytest.raises(IntegrityError), transaction.atomic():
        RoundResult.objects.create(round=made.round, entry=entry(cup, 1), bye="H")
    other = game(cup, 3, board=2)
    with pytest.raises(IntegrityError), transaction.atomic():
        RoundResult.objects.create(round=made.round, entry=entry(cup, 2), game=other, side=2)


def test_a_third_side_of_a_game_is_refused_by_the_database(cup: Tournament) -> None:
    made = game(cup, 1, 2)
    for side in (1, 2, 3):
        with pytest.raises(IntegrityError), transaction.atomic():
            RoundResult.objects.create(round=made.round, entry=entry(cup, 3), game=made, side=side)


@pytest.mark.parametrize("outcome", Outcome)
def test_every_outcome_is_taken_by_the_database(cup: Tournament, outcome: Outcome) -> None:
    made = game(cup, 1, 2)
    assert Game.objects.filter(pk=made.pk).update(outcome=outcome.value) == 1


@pytest.mark.parametrize("outcome", ["", "11", "1=", "1-", "1*", "1L", "+=", "U-", "xx"])
def test_sides_that_disagree_are_refused_by_the_database(cup: Tournament, outcome: str) -> None:
    made = game(cup, 1, 2)
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.filter(pk=made.pk).update(outcome=outcome)


@pytest.mark.parametrize(
    "change",
    [
        {"bye": "U"},
        {"game": None},
        {"game": None, "side": None},
        {"side": None},
        {"side": 3},
        {"side": 0},
        {"game": None, "side": None, "bye": "1"},
        {"game": None, "side": None, "bye": "u"},
        {"game": None, "side": 1, "bye": "U"},
    ],
    ids=str,
)
def test_what_is_neither_a_side_nor_a_bye_is_refused_by_the_database(
    cup: Tournament, change: dict[str, Any]
) -> None:
    made = game(cup, 1)
    with pytest.raises(IntegrityError), transaction.atomic():
        RoundResult.objects.filter(game=made).update(**change)


@pytest.mark.parametrize("bye", ["U", "H", "F", "Z"])
def test_a_bye_is_taken_by_the_database(cup: Tournament, bye: str) -> None:
    made = RoundResult.objects.create(round=cup.rounds.get(number=1), entry=entry(cup, 1), bye=bye)
    assert made.pk is not None


def test_a_board_number_is_in_a_round_once(cup: Tournament) -> None:
    game(cup, 1, 2)
    game(cup, 1, 2, number=2)
    with pytest.raises(IntegrityError), transaction.atomic():
        game(cup, board=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        game(cup, board=0)


def test_an_entry_with_a_result_is_restricted_but_goes_with_its_tournament(cup: Tournament) -> None:
    game(cup, 1, 2)
    with pytest.raises(RestrictedError):
        entry(cup, 1).delete()


def test_an_entry_of_another_tournament_is_refused(cup: Tournament) -> None:
    stranger = entry(cups.tournament(entries=1), 1)
    result = RoundResult(round=cup.rounds.get(number=1), entry=stranger, bye="H")
    with pytest.raises(ValidationError) as refused:
        result.full_clean()
    assert refused.value.message_dict == {"entry": ["This player is in another tournament."]}


def test_a_game_of_another_round_is_refused(cup: Tournament) -> None:
    made = game(cup, 1, number=2)
    result = RoundResult(round=cup.rounds.get(number=1), entry=entry(cup, 2), game=made, side=2)
    with pytest.raises(ValidationError) as refused:
        result.full_clean()
    assert refused.value.message_dict == {"game": ["This game is of another round."]}
