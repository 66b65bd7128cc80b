import random
from dataclasses import replace
from fractions import Fraction

import pytest

from events.tournaments.domain.go.event import GoEvent, GoFacts, GoGame, GoResult
from events.tournaments.domain.go.from_tournament import go_event
from events.tournaments.domain.go.rules import GoRules, GoSettings
from events.tournaments.domain.go.scores import Scores
from events.tournaments.domain.go.to_tournament import tournament_of
from events.tournaments.domain.results import Code, Colour, Result
from events.tournaments.domain.tiebreaks.standings import standings
from tests.events.tournaments.go_events import BLACK, JIGO, WHITE, event, field, game

ROUNDS = 5


def played(seed, swiss):
    """An event of 20 players of whom some are away, with results and handicaps by chance."""
    chance = random.Random(seed)
    away = {number: frozenset(chance.sample(range(1, ROUNDS + 1), chance.choice((0, 0, 0, 1, 2))))
            for number in range(1, 21)}  # fmt: skip
    players = tuple(replace(each, absent=away[each.number]) for each in field(20, seed))
    games, byes = [], set()
    for round_ in range(1, ROUNDS + 1):
        here = [each.number for each in players if round_ not in each.absent]
        chance.shuffle(here)
        if len(here) % 2:
            byes.add((round_, here.pop()))
        for white, black in zip(here[::2], here[1::2], strict=True):
            result, stones = chance.choice((WHITE, WHITE, BLACK, JIGO)), chance.choice((0, 0, 3))
            games.append(GoGame(round_, white, black, result, handicap=stones))
    criteria = ("NBW", "SOSW", "SOSOSW") if swiss else ("MMS", "SOSM", "SOSOSM")
    settings = GoSettings(ROUNDS, swiss, bar=2, floor=-15, criteria=criteria)
    return GoEvent("Cup", players, tuple(games), frozenset(byes), settings)


@pytest.mark.parametrize("swiss", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_the_tables_are_those_of_the_file(seed, swiss):
    file = played(seed, swiss)
    value = tournament_of(file)
    scores = Scores(file, ROUNDS)
    codes = ("SOS", "SOSOS") if swiss else ("MMS", "SOS", "SOSOS")

    wanted = ("SOSW", "SOSOSW") if swiss else ("MMS", "SOSM", "SOSOSM")
    assert value.tie_breaks == codes
    assert {line.number: line.values for line in standings(value, tie_breaks=codes)} == {
        each.number: tuple(Fraction(scores.value(name, each.number), 2) for name in wanted)
        for each in file.players
    }


@pytest.mark.parametrize("swiss", [False, True])
def test_the_event_comes_back_from_the_tournament(swiss):
    file = played(3, swiss)
    back = go_event(tournament_of(file), ROUNDS)

    assert sorted(back.games, key=repr) == sorted(file.games, key=repr)
    assert (back.byes, back.settings, back.weights) == (file.byes, file.settings, file.weights)
    assert [(each.rank, each.club, each.absent) for each in back.players] == [
        (each.rank, each.club, each.absent) for each in file.players
    ]


@pytest.mark.parametrize(
    ("result", "by_default", "codes"),
    [
        (GoResult.UNKNOWN, False, "**"),
        (GoResult.WHITE_WINS, False, "10"),
        (GoResult.BLACK_WINS, True, "-+"),
        (GoResult.JIGO, False, "=="),
        (GoResult.BOTH_LOSE, True, "--"),
        (GoResult.BOTH_WIN, False, "++"),
    ],
)
def test_results(result, by_default, codes):
    value = tournament_of(event(0, 0, games=[game(1, 1, 2, result, by_default=by_default)]))

    assert "".join(each.results[0].code for each in value.entrants) == codes


def test_a_game_without_known_colours_has_none():
    value = tournament_of(event(0, 0, games=[game(1, 2, 1, WHITE, known_colour=False)]))

    assert value.entrants[0].results[0] == Result(2, None, Code.LOSS)


def test_facts_settings_and_byes():
    settings = GoSettings(rounds=2, mms_bye=1, komi=13)
    facts = GoFacts(city="Arnhem", director="A. Lamb")
    games = [game(1, 1, 2, handicap=2)]
    file = event(0, 0, -3, byes=[(1, 3)], games=games, settings=settings, facts=facts)
    value = tournament_of(file)

    assert (value.city, value.chief_arbiter, value.kind) == ("Arnhem", "A. Lamb", "McMahon")
    assert (value.go, value.system.pairing_bye) == (GoRules(settings), Fraction(1, 2))
    assert value.entrants[0].results == (Result(2, Colour.WHITE, Code.WIN, 2), None)
    assert value.entrants[2].results[0] == Result(None, None, Code.PAIRING_BYE)
    assert [each.grade for each in value.entrants] == ["1d", "1d", "3k"]


def test_who_is_preliminary_attends_no_round():
    file = event(0, 0, 0, settings={"rounds": 3})
    first, second, third = file.players
    players = (replace(first, registered=False), replace(second, absent=frozenset({2, 9})), third)
    value = tournament_of(replace(file, players=players))

    assert [each.absent for each in value.entrants] == [(1, 2, 3), (2,), ()]
