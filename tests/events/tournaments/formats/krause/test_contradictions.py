import pytest

from tests.events.tournaments.formats.krause.files import PAIR, both, file, player, told


def test_points_that_are_not_the_sum_of_the_results() -> None:
    text = file(player(1, "2 w 1", points="1.5"), player(2, "1 b 0", points="0.0"))
    lenient, strict = both(text)

    message = "line 3, player 1: the points are given as 1.5, but the results add up to 1.0"
    assert lenient.adjustments == [f"{message}; the results count"]
    assert strict.errors == [message]


@pytest.mark.parametrize("points", ["1.0", "1,0", "1", "", "1.00", "1."])
def test_points_that_are_the_sum(points: str) -> None:
    text = file(player(1, "2 w 1", points=points, rank="1"), PAIR[1])

    for found in both(text):
        assert (found.adjustments, found.notices) == ([], [])


def test_points_of_two_digits_are_read_from_all_four_columns() -> None:
    wins, losses = ["2 w 1"] * 11 + ["2 w ="], ["1 b 0"] * 11 + ["1 b ="]
    text = file(
        player(1, *wins, points="11.5", rank="1"), player(2, *losses, points="0,5", rank="2")
    )

    for found in both(text):
        assert (found.adjustments, found.notices) == ([], [])


def test_points_that_cannot_be_read() -> None:
    lenient, strict = both(file(player(1, "2 w 1", points="one"), PAIR[1]))

    message = 'line 3, player 1: the points "one" cannot be read'
    assert lenient.adjustments == [f"{message}; the results count"]
    assert strict.errors == [message]


def test_points_are_never_made_right_by_raising_byes() -> None:
    text = file(player(1, "2 b 0", "0000 - =", points="1.0"), player(2, "1 w 1", points="1.5"))
    lenient, strict = both(text)

    assert lenient.adjustments == [
        "line 3, player 1: the points are given as 1.0, but the results add up to 0.5; the "
        "results count",
        "line 4, player 2: the points are given as 1.5, but the results add up to 1.0; the "
        "results count",
    ]
    assert len(strict.errors) == 2


def test_a_round_without_results_before_one_with_results() -> None:
    text = file(player(1, "", "2 w 1"), player(2, "", "1 b 0"))
    lenient, strict = both(text)

    assert lenient.adjustments == [
        "round 1 has no results, and a later one has; round 1 is kept as a round without games"
    ]
    assert (lenient.value.rounds, lenient.player(1).results[0]) == (2, None)
    assert strict.errors == ["round 1 has no results, and a later one has"]


def test_a_tournament_without_results() -> None:
    lenient, strict = both(file(player(1, rank="1"), player(2, rank="2")))

    assert (lenient.value.rounds, lenient.notices, lenient.adjustments) == (0, [], [])
    assert strict.errors == ["there are no results"]


@pytest.mark.parametrize("players", [(), (player(1, rank="1"),)])
def test_a_tournament_not_yet_begun_may_have_fewer_than_two_players(
    players: tuple[str, ...],
) -> None:
    lenient, strict = both(file(*players))

    assert len(lenient.value.entrants) == len(players)
    assert strict.errors == [
        "there are no results",
        f"a tournament has at least two players; this file has {len(players)}",
    ]


def test_a_tournament_that_has_begun_has_two_players() -> None:
    for found in both(file(player(1, "0000 - +"))):
        assert found.errors == ["a tournament has at least two players; this file has 1"]


def test_a_tournament_that_says_it_has_more_players_was_cut() -> None:
    assert told(file(header=("012 Lakeside Open", "042 2026/03/07", "062 12"))).errors == [
        "a tournament has at least two players; this file has 0"
    ]
