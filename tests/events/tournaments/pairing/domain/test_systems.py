from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from clubscore.text.problems import Refused
from events.tournaments.core.domain.results import Code, Colour, PointSystem, Result
from events.tournaments.core.domain.tournament import Entrant, Team, Tournament
from events.tournaments.pairing.domain import systems as keizer
from events.tournaments.pairing.domain.proposal import System, Task
from events.tournaments.pairing.domain.systems import (
    baku,
    pair_keizer,
    pair_knockout,
    pair_scheveningen,
    scheveningen,
    upper_group,
)
from events.tournaments.standings.domain.knockout import bracket, rounds_of


def knockout_task(results, round_, absent=()):
    """``results`` are by number, a text of opponent and code for every round: ``2+1 B``."""
    entrants = tuple(
        Entrant(number, f"P{number}", results=tuple(map(result, rounds.split())))
        for number, rounds in results.items()
    )
    present = frozenset(results) - set(absent)
    return Task(System.KNOCKOUT, Tournament("T", entrants=entrants), round_, present)


def result(text):
    if text == "U":
        return Result(None, None, Code.PAIRING_BYE)
    return Result(int(text[:-1]), Colour.WHITE, Code(text[-1]))


def pairs(proposal):
    return [(pair.white, pair.black) for pair in proposal.pairs]


@pytest.mark.parametrize(
    ("players", "seeds"),
    [
        (1, [1]),
        (2, [1, 2]),
        (3, [1, 4, 3, 2]),
        (8, [1, 8, 5, 4, 3, 6, 7, 2]),
        (16, [1, 16, 9, 8, 5, 12, 13, 4, 3, 14, 11, 6, 7, 10, 15, 2]),
    ],
)
def test_the_bracket_unfolds(players, seeds):
    assert bracket(players) == seeds


@pytest.mark.parametrize(("players", "rounds"), [(0, 0), (1, 0), (2, 1), (5, 3), (8, 3), (9, 4)])
def test_rounds(players, rounds):
    assert rounds_of(players) == rounds


def test_the_best_have_the_byes_of_the_first_round():
    proposal = pair_knockout(knockout_task(dict.fromkeys(range(1, 6), ""), 1))

    assert (pairs(proposal), proposal.byes) == ([(5, 4)], (1, 3, 2))


def test_winners_meet_in_the_order_of_the_bracket():
    results = {1: "U", 2: "U", 3: "6=", 4: "50", 5: "41", 6: "30"}

    assert pairs(pair_knockout(knockout_task(results, 2))) == [(1, 5), (3, 2)]


def test_who_meets_somebody_absent_goes_on_with_a_bye():
    proposal = pair_knockout(knockout_task({1: "41", 2: "31", 3: "20", 4: "10"}, 2, absent=[2]))

    assert (pairs(proposal), proposal.byes) == ([], (1,))


def test_a_draw_has_no_winner():
    with pytest.raises(Refused, match="players 1 and 4 in round 1 has no winner"):
        pair_knockout(knockout_task({1: "4=", 2: "31", 3: "20", 4: "1="}, 2))


def test_who_lost_the_play_off_after_a_draw_has_left():
    drawn = knockout_task({1: "4=", 2: "31", 3: "20", 4: "1="}, 2, absent=[1])
    entrants = tuple(
        replace(entrant, left_after=1) if entrant.number == 1 else entrant
        for entrant in drawn.tournament.entrants
    )
    drawn = replace(drawn, tournament=replace(drawn.tournament, entrants=entrants))

    assert pairs(pair_knockout(drawn)) == [(4, 2)]


@pytest.mark.parametrize(
    ("results", "reason"), [({}, "Nobody"), ({1: "21", 2: "10"}, "is round 1")]
)
def test_no_such_round(results, reason):
    with pytest.raises(Refused, match=reason):
        pair_knockout(knockout_task(results, 2))


def scheveningen_task(first, second, round_, absent=()):
    numbers = sorted([*first, *second])
    tournament = Tournament(
        "T",
        entrants=tuple(Entrant(number, "P") for number in numbers),
        teams=(Team("A", tuple(first)), Team("B", tuple(second))),
    )
    return Task(System.SCHEVENINGEN, tournament, round_, frozenset(numbers) - set(absent))


@pytest.mark.parametrize("size", range(1, 7))
def test_everybody_of_one_team_meets_everybody_of_the_other_once(size):
    rounds = scheveningen(size)
    met = Counter(frozenset(game) for round_ in rounds for game in round_)

    assert met == Counter(
        frozenset({("A", one), ("B", two)})
        for one in range(1, size + 1)
        for two in range(1, size + 1)
    )
    for round_ in rounds:
        assert len({place for game in round_ for place in game}) == 2 * size


@pytest.mark.parametrize("size", [4, 6])
def test_even_teams_have_white_on_half_of_the_boards_of_a_round(size):
    whites = [sum(white[0] == "A" for white, _black in round_) for round_ in scheveningen(size)]

    assert whites == [size // 2] * size


def test_the_second_round_of_three():
    proposal = pair_scheveningen(scheveningen_task([1, 3, 5], [2, 4, 6], 2))

    assert [(pair.white, pair.black) for pair in proposal.pairs] == [(4, 1), (3, 6), (2, 5)]


def test_who_meets_somebody_absent_has_a_bye():
    proposal = pair_scheveningen(scheveningen_task([1, 2], [3, 4], 1, absent=[3]))

    assert ([(pair.white, pair.black) for pair in proposal.pairs], proposal.byes) == (
        [(2, 4)],
        (1,),
    )


@pytest.mark.parametrize(
    ("first", "second", "round_", "reason"),
    [
        ([1, 2], [3], 1, "of one size"),
        (range(1, 8), range(8, 15), 1, "1 to 6 players"),
        ([1, 2], [3, 4], 3, "is round 2"),
    ],
)
def test_what_has_no_table_is_refused(first, second, round_, reason):
    with pytest.raises(Refused, match=reason):
        pair_scheveningen(scheveningen_task(first, second, round_))


def test_one_team_is_refused():
    with pytest.raises(Refused, match="has 0"):
        pair_scheveningen(Task(System.SCHEVENINGEN, Tournament("T"), 1, frozenset()))


def task(*results: tuple[Result | None, ...]) -> Task:
    entrants = tuple(
        Entrant(number, "P", rating=2100 - 100 * number, results=own)
        for number, own in enumerate(results, start=1)
    )
    numbers = frozenset(entrant.number for entrant in entrants)
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

    assert {frozenset(game) for game in games(task(*once))} == {
        frozenset({1, 3}), frozenset({2, 4}),
    }  # fmt: skip
    # Who had Black has White, and after three other rounds the two may meet.
    later = tuple((*own, None, None, None) for own in once)
    assert {frozenset(game) for game in games(task(*later))} == {
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


HALF = Fraction(1, 2)


def field(players, rounds, **options):
    entrants = tuple(Entrant(number, "P") for number in range(1, players + 1))
    return Tournament("T", rounds=rounds, entrants=entrants, **options)


def virtual(tournament, number, rounds):
    """The virtual points of a player in every round."""
    tasks = (
        Task(
            System.DUTCH,
            tournament,
            round_,
            frozenset(),
            accelerations=baku(tournament, range(1, 999)),
        )
        for round_ in range(1, rounds + 1)
    )
    entrant = tournament.entrants[number - 1]
    return [task.pairing_score(entrant) for task in tasks]


def test_161_players_have_an_upper_group_of_82():
    assert upper_group(161) == 82


def test_nine_rounds_have_virtual_points_in_five():
    tournament = field(161, 9)

    assert virtual(tournament, 82, 9) == [1, 1, 1, HALF, HALF, 0, 0, 0, 0]
    assert virtual(tournament, 83, 9) == [0] * 9


@pytest.mark.parametrize("players", [0, 1])
def test_hardly_anybody(players):
    assert len(baku(field(players, 5), range(99))) == 2 * players


def test_a_win_must_be_worth_two_draws():
    system = PointSystem(win=Fraction(3), draw=Fraction(1))

    assert baku(field(8, 5, system=system), range(99)) == ()


def test_only_those_present_are_halved_in_round_1():
    assert [acceleration.numbers for acceleration in baku(field(8, 4), {1, 3, 4, 5, 6})] == [
        frozenset(range(1, 6)),
        frozenset(range(1, 6)),
    ]


def test_a_late_entry_belongs_to_the_group_by_strength_and_its_last_player_stays():
    order = (1, 2, 9, 3, 4, 8)
    met = {1: 3, 2: 4, 3: 1, 4: 2}
    entrants = tuple(
        Entrant(
            number, "P", results=(Result(met[number], None, Code.DRAW) if number in met else None,)
        )
        for number in order
    )
    tournament = Tournament("T", rounds=4, entrants=entrants)

    # Four were halved: 1 and 2; number 9 stands behind them, number 8 too.
    assert baku(tournament, set(order))[0].numbers == {1, 2}
    stronger = Tournament("T", rounds=4, entrants=(entrants[2], *entrants[:2], *entrants[3:]))
    assert baku(stronger, set(order))[0].numbers == {9, 1, 2}
