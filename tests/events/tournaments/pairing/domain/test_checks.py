from fractions import Fraction

import pytest

from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import Code, Colour, PointSystem, Result
from events.tournaments.core.domain.tournament import Forbidden
from events.tournaments.pairing.domain.checks import (
    Contender,
    forbidden_games,
    impossible,
    of_one_club,
    second_byes,
    unusual,
)

WHITE, BLACK = Colour.WHITE, Colour.BLACK


def played(opponent: int, colour: Colour | None = WHITE, code: Code = Code.WIN) -> Result:
    return Result(opponent, colour, code)


def players(*each: Contender) -> dict[int, Contender]:
    return {player.number: player for player in each}


def found(
    one: Contender, other: Contender, *others: Contender, has_colours: bool = True
) -> list[str]:
    pairings = Pairings(((one.number, other.number),))
    everybody = players(one, other, *others)
    return [
        str(problem.message) for problem in unusual(pairings, everybody, has_colours=has_colours)
    ]


def test_who_withdrew_or_is_away_has_no_game() -> None:
    everybody = players(
        Contender(1, "Finch"),
        Contender(2, "Moss", attends=False, withdrawn=True),
        Contender(3, "Lamb"),
        Contender(4, "Dale", attends=False),
    )
    pairings = Pairings(((1, 2), (4, 3)), ((4, Code.ZERO_BYE),))
    assert [
        (problem.line, problem.column, str(problem.message))
        for problem in impossible(pairings, everybody)
    ] == [
        (
            1,
            "second",
            "Moss (2) has withdrawn. Whoever comes back is to be changed in the list of players "
            "first.",
        ),
        (
            2,
            "first",
            "Dale (4) does not play in this round. Whoever does after all is to be changed in the "
            "list of players first.",
        ),
    ]


def test_a_game_that_is_stored_is_judged_no_more() -> None:
    everybody = players(
        Contender(1, "Finch", results=(played(2),)),
        Contender(2, "Moss", attends=False, results=(played(1, BLACK),)),
    )
    pairings = Pairings(((1, 2),))
    assert list(impossible(pairings, everybody, stored=[(1, 2)])) == []
    assert list(unusual(pairings, everybody, stored=[(1, 2)])) == []
    # The colours exchanged are another game.
    assert len(list(unusual(Pairings(((2, 1),)), everybody, stored=[(1, 2)]))) == 1


def test_a_rematch_names_every_round() -> None:
    finch = Contender(1, "Finch", results=(played(2), None, played(2, BLACK)))
    assert found(finch, Contender(2, "Moss")) == ["Finch and Moss have met before, in round 1, 3."]


def test_a_third_same_colour_in_succession() -> None:
    finch = Contender(1, "Finch", results=(played(5), played(6)))
    moss = Contender(2, "Moss", results=(played(5, BLACK), played(6, BLACK)))
    assert found(finch, moss) == [
        "Finch has White for the third time in succession.",
        "Moss has Black for the third time in succession.",
    ]
    assert found(moss, finch) == []
    assert found(finch, moss, has_colours=False) == []


def test_a_game_that_was_not_played_has_no_colour() -> None:
    forfeit = played(6, WHITE, Code.FORFEIT_WIN)
    bye = Result(None, None, Code.PAIRING_BYE)
    finch = Contender(1, "Finch", results=(played(5), forfeit, bye))
    assert found(finch, Contender(2, "Moss")) == []
    finch = Contender(1, "Finch", results=(played(5), played(4), forfeit, bye))
    assert len(found(finch, Contender(2, "Moss"))) == 1


def test_players_of_one_club_unless_most_are() -> None:
    finch, moss = Contender(1, "Finch", club="Weir"), Contender(2, "Moss", club="Weir")
    others = Contender(3, "Lamb", club="Hill"), Contender(4, "Dale")
    everybody = players(finch, moss, *others)
    assert of_one_club(Pairings(((3, 4), (2, 1))), everybody) == [2]
    assert of_one_club(Pairings(((2, 1),)), everybody, stored=[(2, 1)]) == []
    assert of_one_club(Pairings(((1, 2),)), players(finch, moss, others[0])) == []
    assert of_one_club(Pairings(((3, 4), (1, 3))), everybody) == []


BYE = Result(None, None, Code.PAIRING_BYE)


@pytest.mark.parametrize(
    ("results", "code", "sentences"),
    [
        ((None, BYE), Code.PAIRING_BYE, ["Ann had the bye in round 2 already."]),
        ((None, BYE), Code.HALF_BYE, []),
        ((None, Result(None, None, Code.HALF_BYE)), Code.PAIRING_BYE, []),
    ],
)
def test_a_second_bye_of_the_pairing_is_unusual(results, code, sentences):
    players = {1: Contender(1, "Ann", results=results)}

    assert [str(bye) for bye in second_byes(Pairings(byes=((1, code),)), players)] == sentences


@pytest.mark.parametrize(
    ("result", "half_bye", "sentences"),
    [
        (Result(None, None, Code.FULL_BYE), "1/2", 1),
        (Result(2, Colour.WHITE, Code.FORFEIT_WIN), "1/2", 1),
        (Result(2, Colour.WHITE, Code.FORFEIT_LOSS), "1/2", 0),
        (Result(2, Colour.WHITE, Code.WIN), "1/2", 0),
        (Result(None, None, Code.HALF_BYE), "1/2", 0),
        (Result(None, None, Code.HALF_BYE), "1", 1),
    ],
)
def test_the_points_of_a_win_without_a_game_bar_from_the_bye(result, half_bye, sentences):
    players = {1: Contender(1, "Ann", results=(result,))}
    system = PointSystem(half_bye=Fraction(half_bye))
    found = [
        str(bye) for bye in second_byes(Pairings(byes=((1, Code.PAIRING_BYE),)), players, system)
    ]

    expected = "Ann had the points of a win without a game in round 1: that bars from the bye."
    assert found == [expected] * sentences


@pytest.mark.parametrize(
    ("forbidden", "round_", "lines"),
    [
        (Forbidden((1, 2, 3)), 4, [1]),
        (Forbidden((1, 3)), 4, []),
        (Forbidden((2, 1), 4, 5), 4, [1]),
        (Forbidden((2, 1), 4, 5), 5, [1]),
        (Forbidden((2, 1), 4, 5), 3, []),
        (Forbidden((2, 1), 4, 5), 6, []),
    ],
)
def test_who_is_not_to_meet_is_named(forbidden, round_, lines):
    players = {number: Contender(number, f"P{number}") for number in (1, 2, 3, 4)}
    games = Pairings(((1, 2), (3, 4)))
    found = list(forbidden_games(games, players, [forbidden], round_))

    assert [game.line for game in found] == lines
    assert not list(forbidden_games(games, players, [forbidden], round_, stored=[(1, 2)]))
    if found:
        assert str(found[0]) == "P1 and P2 are not to be paired with each other."
