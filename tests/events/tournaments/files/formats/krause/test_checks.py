from dataclasses import replace

import pytest

from events.tournaments.core.domain.tournament import Tournament
from events.tournaments.files.formats.krause.checks import with_final_ranks
from tests.events.tournaments.files.formats.krause.files import PAIR, both, file, player, told


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


@pytest.mark.parametrize(
    ("ranks", "message"),
    [
        (("", "", ""), "there are no ranks"),
        (("1", "", "3"), "player 2 has no rank"),
        (("1", "2", "2"), "rank 2 appears twice"),
        (("1", "2", "4"), "the ranks are not 1 to 3"),
        (
            ("2", "1", "3"),
            "the ranks contradict the points: player 2 with 0.5 is ahead of player 1 with 1.0",
        ),
    ],
)
def test_ranks_that_cannot_be_are_recalculated(ranks: tuple[str, str, str], message: str) -> None:
    text = file(
        player(1, "3 w 1", rank=ranks[0]),
        player(2, "0000 - =", rank=ranks[1]),
        player(3, "1 b 0", rank=ranks[2]),
    )

    for found in both(text):
        assert found.notices == [f"{message}; all ranks are recalculated"]
        assert [entrant.rank for entrant in found.value.entrants] == [1, 2, 3]


def test_ranks_of_the_file_stand_among_equals() -> None:
    text = file(player(1, "2 w =", rank="2"), player(2, "1 b =", rank="1"))

    for found in both(text):
        assert (found.notices, [entrant.rank for entrant in found.value.entrants]) == ([], [2, 1])


def test_equals_are_ranked_by_name() -> None:
    text = file(
        player(1, "2 w =", name="Zorn,Ada"), player(2, "1 b =", name="Abel,Bo"),
        player(3, "0000 - =", name="Abel,Ada"),
    )  # fmt: skip

    assert [entrant.rank for entrant in told(text).value.entrants] == [3, 2, 1]


def test_equals_are_ranked_by_the_tournament_s_tie_breaks_first() -> None:
    text = file(
        player(1, "2 w 0", "3 b 1", name="Zorn,Ada"),
        player(2, "1 b 1", "0000 - -", name="Abel,Bo"),
        player(3, "0000 - =", "1 w 0", name="Cole,Ada"),
        more=("202 BPG",),
    )

    assert [entrant.rank for entrant in told(text).value.entrants] == [2, 1, 3]
    assert [entrant.rank for entrant in told(text.replace("BPG", "DE")).value.entrants] == [2, 1, 3]
    by_name = told(text.replace("202 BPG\n", "").replace("Zorn", "Aaab"))
    assert [entrant.rank for entrant in by_name.value.entrants] == [1, 2, 3]
    by_wins = told(text.replace("BPG", "WON").replace("Zorn", "Aaab"))
    assert [entrant.rank for entrant in by_wins.value.entrants] == [1, 2, 3]


def without_ranks(*players: str, rounds: int) -> Tournament:
    value = told(file(*players)).value
    entrants = tuple(replace(entrant, rank=None) for entrant in value.entrants)
    return replace(value, entrants=entrants, rounds=rounds)


def final_ranks(value: Tournament) -> list[int | None]:
    return [entrant.rank for entrant in with_final_ranks(value).entrants]


def test_a_finished_tournament_is_written_with_its_ranks() -> None:
    value = without_ranks(player(1, "2 w 0"), player(2, "1 b 1"), rounds=1)
    assert final_ranks(value) == [2, 1]


def test_a_tournament_under_way_has_no_ranks_yet() -> None:
    players = player(1, "2 w 0"), player(2, "1 b 1")
    assert final_ranks(without_ranks(*players, rounds=2)) == [None, None]
    pending = player(1, "2 w *"), player(2, "1 b *")
    assert final_ranks(without_ranks(*pending, rounds=1)) == [None, None]


def test_ranks_of_a_file_are_calculated_again_while_the_rounds_go_on() -> None:
    first, second = player(1, "2 w 0", rank="1"), player(2, "1 b 1", rank="2")
    contradicting = without_ranks(first, second, rounds=2)
    ranks = zip(contradicting.entrants, (1, 2), strict=True)
    entrants = tuple(replace(each, rank=rank) for each, rank in ranks)
    assert final_ranks(replace(contradicting, entrants=entrants)) == [2, 1]


def test_ranks_of_the_file_stay_until_a_result_contradicts_them() -> None:
    value = told(file(player(1, "2 w =", rank="2"), player(2, "1 b =", rank="1"))).value
    assert final_ranks(value) == [2, 1]
    other = told(file(player(1, "2 w 1"), player(2, "1 b 0"))).value
    mixed = tuple(
        replace(entrant, results=decided.results)
        for entrant, decided in zip(value.entrants, other.entrants, strict=True)
    )
    assert final_ranks(replace(value, entrants=mixed)) == [1, 2]
