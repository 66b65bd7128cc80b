import json
import random
from dataclasses import replace
from fractions import Fraction

import pytest

from events.tournaments.core.domain.go_settings import (
    Float,
    GoRules,
    GoSettings,
    GoWeights,
    Seeding,
)
from events.tournaments.core.domain.results import Code, Colour, Result
from events.tournaments.core.domain.tournament import Entrant, Tournament
from events.tournaments.go.domain.event import (
    GoEvent,
    GoFacts,
    GoGame,
    GoResult,
    as_stored,
    codes_of,
    criteria_of,
    from_stored,
    go_event,
    knows_rank,
    rank_of,
    tournament_of,
)
from events.tournaments.go.domain.scores import Scores
from events.tournaments.standings.domain.standings import standings
from tests.events.tournaments.go_events import BLACK, JIGO, WHITE, event, field, game

HALF = Fraction(1, 2)

BYE, AWAY = Result(None, None, Code.PAIRING_BYE), None


def white(opponent, code, handicap=0):
    return Result(opponent, Colour.WHITE, Code(code), handicap)


def black(opponent, code, handicap=0):
    return Result(opponent, Colour.BLACK, Code(code), handicap)


def mcmahon(*entrants, swiss=False, rounds=2):
    """A tournament with the bar at 1 dan, the floor at 10 kyu and the zero at 30 kyu."""
    settings = GoSettings(bar=0, floor=-10, swiss=swiss)
    values = [
        Entrant(number, f"P{number}", **entrant) for number, entrant in enumerate(entrants, 1)
    ]
    return Tournament("M", rounds=rounds, entrants=tuple(values), go=GoRules(settings))


FIELD = (
    {"grade": "3d", "results": (white(2, "0", 2), white(3, "1"))},
    {"grade": "3k", "results": (black(1, "1", 2), BYE)},
    {"grade": "1d", "results": (white(4, "="), black(1, "0"))},
    {"grade": "15k", "results": (black(3, "="), AWAY)},
)
"""Start scores 30, 27, 30, 20: after two rounds 31, 29, 30½, 21 (½ for the draw, ½ for the round
missed, rounded down to 0: 20½)."""


def rows(tournament, codes):
    return [
        (str(line.place), line.number, *line.values)
        for line in standings(tournament, tie_breaks=codes, through=2)
    ]


def test_a_mcmahon_is_ordered_by_its_score_and_not_by_points():
    # Player 2 has two points, and is behind player 3 who has a half.
    assert rows(mcmahon(*FIELD), ("MMS", "SOS")) == [
        # SOS of 1: 29 + 2 stones, and 30½; of 2: 31 − 2, and the own start; of 4: 30½ and 20.
        ("1", 1, 31, 61 + HALF),
        ("2", 3, 30 + HALF, 51 + HALF),
        ("3", 2, 29, 56),
        ("4", 4, 20 + HALF, 50 + HALF),
    ]


def test_sosos_and_sodos():
    values = {row[1]: row[3:] for row in rows(mcmahon(*FIELD), ("MMS", "SOSOS", "SODOS"))}

    assert values == {
        1: (107 + HALF, 30 + HALF),
        2: (61 + HALF + 54, 31),
        3: (112, Fraction(41, 4)),
        4: (51 + HALF + 40, Fraction(61, 4)),
    }


def test_a_swiss_of_go_counts_wins():
    found = rows(mcmahon(*FIELD, swiss=True), ("SOS",))

    # A round without a game counts nothing.
    assert [(row[1], row[2]) for row in found] == [(2, 1), (1, 2 + HALF), (3, 1 + HALF), (4, HALF)]


def test_games_keep_their_handicap_and_result():
    event = go_event(mcmahon(*FIELD), 2)

    assert event.games == (
        GoGame(1, 1, 2, GoResult.BLACK_WINS, handicap=2),
        GoGame(2, 1, 3, GoResult.WHITE_WINS),
        GoGame(1, 3, 4, GoResult.JIGO),
    )
    assert event.byes == {(2, 2)}


@pytest.mark.parametrize(
    ("codes", "result"),
    [
        ("1 0", GoResult.WHITE_WINS),
        ("0 0", GoResult.BOTH_LOSE),
        ("= 0", GoResult.HALF_TO_WHITE),
        ("0 =", GoResult.HALF_TO_BLACK),
        ("+ -", GoResult.WHITE_WINS),
        ("+ +", GoResult.BOTH_WIN),
        ("* *", GoResult.UNKNOWN),
    ],
)
def test_every_outcome_has_its_result(codes, result):
    first, second = codes.split()
    field = ({"results": (white(2, first),)}, {"results": (black(1, second),)})

    assert [game.result for game in go_event(mcmahon(*field), 1).games] == [result]


@pytest.mark.parametrize(
    ("facts", "rank"),
    [
        ({"grade": "2d"}, 1),
        ({"grade": "12k", "rating": 2100}, -12),
        ({"grade": "0k", "rating": 2100}, 0),
        ({"rating": 2149}, 0),
        ({"rating": 2049}, -1),
        ({}, -30),
    ],
)
def test_the_rank_is_that_of_the_grade_or_of_the_rating(facts, rank):
    entrant = Entrant(1, "P", **facts)

    assert rank_of(entrant) == rank
    assert knows_rank(entrant) is bool(facts)


def test_asked_byes_bring_what_the_tournament_says():
    half, nothing = (Result(None, None, code) for code in (Code.HALF_BYE, Code.ZERO_BYE))
    field = ({"grade": "1d", "results": (half, half)}, {"grade": "1d", "results": (nothing,)})

    # The round that player 2 missed without a word brings a half, rounded down.
    assert rows(mcmahon(*field), ("MMS",)) == [("1", 1, 31), ("2", 2, 30)]


ROUNDS = 5


def played(seed, swiss):
    """An event of 20 players of whom some are away, with results and handicaps by chance."""
    chance = random.Random(seed)
    away = {number: frozenset(chance.sample(range(1, ROUNDS + 1), chance.choice((0, 0, 0, 1, 2))))
            for number in range(1, 21)}  # fmt: skip
    players = tuple(replace(each, absent=away[each.number]) for each in field(20, seed))
    games, byes = [], set()
    for round_ in range(1, ROUNDS + 1):
        here = [player.number for player in players if round_ not in player.absent]
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
        player.number: tuple(Fraction(scores.value(name, player.number), 2) for name in wanted)
        for player in file.players
    }


@pytest.mark.parametrize("swiss", [False, True])
def test_the_event_comes_back_from_the_tournament(swiss):
    file = played(3, swiss)
    back = go_event(tournament_of(file), ROUNDS)

    assert sorted(back.games, key=repr) == sorted(file.games, key=repr)
    assert (back.byes, back.settings, back.weights) == (file.byes, file.settings, file.weights)
    assert [(player.rank, player.club, player.absent) for player in back.players] == [
        (player.rank, player.club, player.absent) for player in file.players
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

    assert "".join(entrant.results[0].code for entrant in value.entrants) == codes


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
    assert [entrant.grade for entrant in value.entrants] == ["1d", "1d", "3k"]


def test_who_is_preliminary_attends_no_round():
    file = event(0, 0, 0, settings={"rounds": 3})
    first, second, third = file.players
    players = (replace(first, registered=False), replace(second, absent=frozenset({2, 9})), third)
    value = tournament_of(replace(file, players=players))

    assert [entrant.absent for entrant in value.entrants] == [(1, 2, 3), (2,), ()]


RULES = GoRules(
    GoSettings(zero=-20, category_limits=(0, -10)),
    GoWeights(upper_float=Float.TOP, later_seeding=Seeding.FOLD, club=5),
)


def test_rules_come_back_from_plain_values():
    assert from_stored(json.loads(json.dumps(as_stored(RULES)))) == RULES


def test_only_what_differs_is_stored():
    assert as_stored(RULES) == {
        "settings": {"zero": -20, "category_limits": [0, -10]},
        "weights": {"upper_float": "TOP", "later_seeding": "SPLITANDFOLD", "club": 5},
    }
    assert from_stored({}) == GoRules()


def test_names_that_are_not_known_are_left_out():
    assert from_stored({"settings": {"moon": 3}}) == GoRules()


@pytest.mark.parametrize(
    ("codes", "swiss", "criteria"),
    [
        (("MMS", "SOS", "SOSOS"), False, ("MMS", "SOSM", "SOSOSM")),
        (("BH", "SB"), True, ("NBW", "SOSW", "SODOSW")),
        (("WIN",), False, ("MMS",)),
    ],
)
def test_the_order_of_the_groups_is_that_of_the_tie_breaks(codes, swiss, criteria):
    assert criteria_of(codes, swiss=swiss) == criteria


def test_tie_breaks_of_a_file():
    assert codes_of(("MMS", "SOSM", "SOSOSM", "CUSSM")) == ("MMS", "SOS", "SOSOS")
    assert codes_of(("NBW", "SOSW", "SODOSW")) == ("SOS", "SODOS")
