from fractions import Fraction

import pytest

from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import Code, Colour, PointSystem, Result
from events.tournaments.core.domain.wishes import Wishes
from events.tournaments.pairing.domain.checks import (
    Contender,
    Criteria,
    Field,
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
    field = Field(players(one, other, *others), Criteria(by_colours=has_colours))
    return [str(problem.message) for problem in unusual(pairings, field)]


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
    field = Field(everybody, Criteria())
    assert list(unusual(pairings, field, stored=[(1, 2)])) == []
    # The colours exchanged are another game.
    assert len(list(unusual(Pairings(((2, 1),)), field, stored=[(1, 2)]))) == 1


def test_a_rematch_names_every_round() -> None:
    finch = Contender(1, "Finch", results=(played(2), None, played(2, BLACK)))
    assert found(finch, Contender(2, "Moss")) == ["Finch and Moss have met before, in round 1, 3."]


def test_a_forfeit_is_no_meeting() -> None:
    finch = Contender(1, "Finch", results=(played(2, code=Code.FORFEIT_WIN),))
    assert found(finch, Contender(2, "Moss")) == []


def test_where_as_few_as_possible_meet_again_an_exchange_is_asked_for() -> None:
    met = {1: (2, 3, 4), 2: (1,), 3: (1,), 4: (1,)}
    everybody = {
        number: Contender(number, f"P{number}", results=tuple(map(played, opponents)))
        for number, opponents in met.items()
    }
    games = Pairings(((1, 2), (3, 4)))
    forced = Field(everybody, Criteria(is_strict=False))
    assert list(unusual(games, forced)) == []
    everybody[1] = Contender(1, "P1", results=(played(2),))
    free = Field(everybody, Criteria(is_strict=False))
    assert [problem.line for problem in unusual(games, free)] == [1]


def test_nobody_at_the_top_minds_a_colour_that_both_should_have_in_the_last_round() -> None:
    rounds = (played(5), played(6))
    finch, moss = Contender(1, "Finch", results=rounds), Contender(2, "Moss", results=rounds)
    games = Pairings(((1, 2),))
    said = {
        top: len(
            list(
                unusual(
                    games,
                    Field(players(finch, moss), Criteria(by_colours=True, top=frozenset(top))),
                )
            )
        )
        for top in ((), (2,))
    }
    assert said == {(): 1, (2,): 0}


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


def test_who_is_to_be_kept_apart_is_named_where_all_can_be() -> None:
    everybody = {number: Contender(number, f"P{number}") for number in (1, 2, 3, 4)}

    def club(avoid: tuple[int, ...], *games: tuple[int, int], stored=()) -> list[int]:
        field = Field(everybody, Criteria(wishes=Wishes(avoid=(frozenset(avoid),))))
        return of_one_club(Pairings(games), field, stored=stored)

    assert club((1, 2), (3, 4), (2, 1)) == [2]
    assert club((1, 2), (3, 4), (2, 1), stored=[(2, 1)]) == []
    assert club((1, 2), (3, 2), (4, 1)) == []
    # Of three in four two must meet.
    assert club((1, 2, 3), (3, 4), (2, 1)) == []


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
    field = Field({1: Contender(1, "Ann", results=results)}, Criteria(system=PointSystem()))

    assert [str(bye) for bye in second_byes(Pairings(byes=((1, code),)), field)] == sentences


@pytest.mark.parametrize(("others", "said"), [((None, None), 1), ((BYE, BYE), 0)])
def test_without_such_a_rule_the_fewest_byes_count(others, said):
    players = {1: Contender(1, "Ann", results=(BYE,))} | {
        number: Contender(number, f"P{number}", results=(bye,))
        for number, bye in zip((2, 3), others, strict=True)
    }
    pairings = Pairings(((2, 3),), ((1, Code.PAIRING_BYE),))

    assert len(list(second_byes(pairings, Field(players, Criteria())))) == said
    assert list(second_byes(pairings, Field(players, Criteria(by_byes=False)))) == []


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
    field = Field(players, Criteria(system=PointSystem(half_bye=Fraction(half_bye))))
    found = [str(bye) for bye in second_byes(Pairings(byes=((1, Code.PAIRING_BYE),)), field)]

    expected = "Ann had the points of a win without a game in round 1: that bars from the bye."
    assert found == [expected] * sentences


def test_who_is_not_to_meet_is_named():
    players = {number: Contender(number, f"P{number}") for number in (1, 2, 3, 4)}
    field = Field(players, Criteria(wishes=Wishes(never=(frozenset((2, 1, 9)),))))
    games = Pairings(((1, 2), (3, 4)))

    assert [(each.line, str(each)) for each in unusual(games, field)] == [
        (1, "P1 and P2 are not to be paired with each other.")
    ]
    assert not list(unusual(games, field, stored=[(1, 2)]))
