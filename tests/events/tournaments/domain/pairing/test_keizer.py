import pytest

from clubscore.problems import Refused
from events.tournaments.domain.pairing import keizer
from events.tournaments.domain.pairing.keizer import pair_keizer
from events.tournaments.domain.pairing.proposal import System, Task
from events.tournaments.domain.results import Code, Colour, Result
from events.tournaments.domain.tournament import Entrant, Tournament


def task(*results: tuple[Result | None, ...]) -> Task:
    entrants = tuple(
        Entrant(number, "P", rating=2100 - 100 * number, results=own)
        for number, own in enumerate(results, start=1)
    )
    numbers = frozenset(each.number for each in entrants)
    number = max(map(len, results)) + 1
    return Task(System.KEIZER, Tournament("T", entrants=entrants), number, numbers)


def games(found: Task) -> list[tuple[int, int]]:
    return [(pair.white, pair.black) for pair in pair_keizer(found).pairs]


def draw(opponent: int, colour: Colour) -> Result:
    return Result(opponent, colour, Code.DRAW)


def test_neighbours_of_the_ranking_meet():
    proposal = pair_keizer(task((), (), (), ()))

    assert [(pair.white, pair.black) for pair in proposal.pairs] == [(1, 2), (3, 4)]
    assert str(proposal.pairs[1].why) == "Number 3 of the ranking against number 4."


def test_nobody_meets_again_within_three_rounds():
    white, black = Colour.WHITE, Colour.BLACK
    once = ((draw(2, white),), (draw(1, black),), (draw(4, white),), (draw(3, black),))

    assert {frozenset(each) for each in games(task(*once))} == {
        frozenset({1, 3}), frozenset({2, 4}),
    }  # fmt: skip
    # Who had Black has White, and after three other rounds the two may meet.
    later = tuple((*own, None, None, None) for own in once)
    assert {frozenset(each) for each in games(task(*later))} == {
        frozenset({1, 2}), frozenset({3, 4}),
    }  # fmt: skip
    assert (2, 1) in games(task(*later))


def test_the_lowest_without_a_bye_has_it():
    bye = Result(None, None, Code.PAIRING_BYE)
    white, black = Colour.WHITE, Colour.BLACK

    first = pair_keizer(task((), (), ()))
    assert first.byes == (3,)
    assert str(first.bye_why).startswith("The lowest of the ranking who has had no bye")
    again = pair_keizer(task((draw(2, white),), (draw(1, black),), (bye,)))
    assert again.byes == (2,)
    assert {again.pairs[0].white, again.pairs[0].black} == {1, 3}


def test_a_round_that_would_repeat_a_game_too_soon_is_refused():
    white, black = Colour.WHITE, Colour.BLACK
    with pytest.raises(Refused, match="Round 2 cannot be paired with three rounds between"):
        pair_keizer(task((draw(2, white),), (draw(1, black),)))
    with pytest.raises(Refused, match="Nobody takes part"):
        pair_keizer(Task(System.KEIZER, Tournament("T"), 1, frozenset()))


def test_1900_players_are_paired():
    results = tuple(
        (draw(number + (1 if number % 2 else -1), Colour.WHITE if number % 2 else Colour.BLACK),)
        for number in range(1, 1901)
    )
    found = games(task(*results))

    assert len(found) == 950
    assert not any(abs(white - black) == 1 and min(white, black) % 2 for white, black in found)


def test_a_search_that_takes_too_long_is_given_up(monkeypatch):
    monkeypatch.setattr(keizer, "MAX_STEPS", 2)
    white, black = Colour.WHITE, Colour.BLACK
    once = ((draw(2, white),), (draw(1, black),), (draw(4, white),), (draw(3, black),))
    with pytest.raises(Refused, match=r"was found in 2 tries\. There may be one"):
        pair_keizer(task(*once))
