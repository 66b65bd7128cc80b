from fractions import Fraction

import pytest

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import Game, LogEntry, Round, RoundResult
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import Code
from events.tournaments.rounds.services.pairings import set_pairings
from events.tournaments.rounds.services.results import enter_result
from tests.events.tournaments import cups

pytestmark = pytest.mark.django_db
BY = Actor()


@pytest.fixture
def first() -> Round:
    """The first round of a tournament of six."""
    return cups.tournament(entries=6).rounds.get(number=1)


def boards(of: Round) -> list[tuple[int, int, int, str]]:
    """Board number, the starting numbers of both sides, and the outcome."""
    games = Game.objects.filter(round=of)
    return [
        (
            game.board_number,
            *game.sides.order_by("side").values_list("entry__number", flat=True),
            game.outcome,
        )
        for game in games
    ]


def byes(of: Round) -> list[tuple[int, str]]:
    results = RoundResult.objects.filter(round=of, game=None).order_by("entry__number")
    return list(results.values_list("entry__number", "bye"))


def enter(of: Round, board: int, text: str) -> Game:
    game = Game.objects.get(round=of, board_number=board)
    return enter_result(tournament=of.tournament, game_id=game.pk, text=text, by=BY).game


def test_pairings_become_games_and_byes(first: Round) -> None:
    pairings = Pairings(((1, 4), (5, 2)), ((3, Code.PAIRING_BYE), (6, Code.HALF_BYE)))
    set_pairings(round=first, pairings=pairings, by=BY)
    assert boards(first) == [(1, 1, 4, "**"), (2, 5, 2, "**")]
    assert byes(first) == [(3, "U"), (6, "H")]
    logged = LogEntry.objects.filter(tournament=first.tournament).first()
    assert (logged.action, logged.after) == (
        "paired",
        {"round": 1, "games": [[1, 4], [5, 2]], "byes": {"3": "U", "6": "H"}},
    )


def test_a_game_that_stays_keeps_its_result_at_its_new_board(first: Round) -> None:
    set_pairings(round=first, pairings=Pairings(((1, 4), (5, 2), (3, 6))), by=BY)
    kept = enter(first, 1, "1")
    pairings = Pairings(((3, 5), (1, 4)), ((2, Code.FULL_BYE),))
    set_pairings(round=first, pairings=pairings, by=BY)
    assert boards(first) == [(1, 3, 5, "**"), (2, 1, 4, "10")]
    assert byes(first) == [(2, "F")]
    assert Game.objects.get(round=first, board_number=2).pk == kept.pk


def test_a_bye_becomes_a_game_and_a_game_a_bye(first: Round) -> None:
    set_pairings(round=first, pairings=Pairings(((1, 4),), ((2, Code.ZERO_BYE),)), by=BY)
    set_pairings(round=first, pairings=Pairings(((2, 4),), ((1, Code.ZERO_BYE),)), by=BY)
    assert (boards(first), byes(first)) == ([(1, 2, 4, "**")], [(1, "Z")])


@pytest.mark.parametrize(
    "pairings",
    [
        Pairings(((4, 1),)),
        Pairings(((1, 5),)),
        Pairings(),
        Pairings((), ((1, Code.HALF_BYE), (4, Code.HALF_BYE))),
    ],
    ids=["colours", "opponent", "none", "byes"],
)
def test_a_game_with_a_result_does_not_go(first: Round, pairings: Pairings) -> None:
    set_pairings(round=first, pairings=Pairings(((1, 4),)), by=BY)
    enter(first, 1, "=")
    with pytest.raises(Refused) as refused:
        set_pairings(round=first, pairings=pairings, by=BY)
    assert str(refused.value) == (
        "Finch, Clara against Moss, Quentin already has a result (½–½). Clear it before changing "
        "the pairing."
    )
    assert boards(first) == [(1, 1, 4, "==")]


@pytest.mark.parametrize(
    ("pairings", "message"),
    [
        (Pairings(((1, 9),)), "There is no player 9."),
        (Pairings(((1, 2), (2, 3))), "Player 2 is paired twice in this round."),
        (Pairings(((1, 2),), ((1, Code.HALF_BYE),)), "Player 1 is paired twice in this round."),
    ],
)
def test_somebody_unknown_or_twice_is_refused(
    first: Round, pairings: Pairings, message: str
) -> None:
    with pytest.raises(Refused) as refused:
        set_pairings(round=first, pairings=pairings, by=BY)
    assert (str(refused.value), boards(first)) == (message, [])


def test_a_player_of_another_tournament_is_unknown(first: Round) -> None:
    cups.tournament(entries=9)
    with pytest.raises(Refused, match="There is no player 9"):
        set_pairings(round=first, pairings=Pairings(((1, 9),)), by=BY)


def test_the_rounds_do_not_touch_each_other(first: Round) -> None:
    second = first.tournament.rounds.get(number=2)
    set_pairings(round=first, pairings=Pairings(((1, 4),)), by=BY)
    set_pairings(round=second, pairings=Pairings(((4, 1),)), by=BY)
    set_pairings(round=second, pairings=Pairings(), by=BY)
    assert (boards(first), boards(second)) == ([(1, 1, 4, "**")], [])


@pytest.mark.parametrize(("discipline", "known"), [("chess", True), ("other", False)])
def test_the_first_side_has_white_in_a_game_that_knows_colours(
    discipline: str, known: bool
) -> None:
    here = cups.tournament(entries=2, discipline=discipline).rounds.get(number=1)
    set_pairings(round=here, pairings=Pairings(((1, 2),)), by=BY)
    assert here.games.get().colours_known is known


def test_saving_without_a_change_is_not_logged() -> None:
    first = cups.tournament(entries=6, discipline="go").rounds.get(number=1)
    games = ((1, 4), (5, 2))
    byes = ((3, Code.PAIRING_BYE),)
    same = Pairings(games, byes, (3, 0), (None, Fraction(11, 2)))
    others = [
        Pairings(games, byes, (3, 0), (None, Fraction(13, 2))),
        Pairings(games, byes, (2, 0), (None, Fraction(13, 2))),
        Pairings(games, ((3, Code.HALF_BYE),), (2, 0), (None, Fraction(13, 2))),
        Pairings(games[::-1], ((3, Code.HALF_BYE),), (0, 2), (Fraction(13, 2), None)),
        Pairings(games[::-1], (), (0, 2), (Fraction(13, 2), None)),
    ]
    logged = []
    for pairings in (same, same, *others, others[-1]):
        set_pairings(round=first, pairings=pairings, by=BY)
        logged.append(LogEntry.objects.filter(tournament=first.tournament, action="paired").count())

    assert logged == [1, 1, 2, 3, 4, 5, 6, 6]
