from events.tournaments.domain.go.groups import paired_players
from events.tournaments.domain.go.rules import GoWeights
from tests.events.tournaments.go_events import BLACK, event, game


def test_groups_are_whole_scores_in_the_order_of_the_criteria_then_the_extra_one():
    here = event(1, 2, 0, 0, settings={"bar": 1})
    found = paired_players(here, 1, {1, 2, 3, 4})

    # The rating is the extra criterion of the first rounds.
    assert list(found) == [2, 1, 3, 4]
    assert [(each.group, each.place, each.size) for each in found.values()] == [
        (31, 0, 2),
        (31, 1, 2),
        (30, 0, 2),
        (30, 1, 2),
    ]


def test_later_names_decide():
    here = event(1, 2, settings={"bar": 1}, weights=GoWeights(first_seeding_until=0))

    assert list(paired_players(here, 1, {1, 2})) == [1, 2]


def test_the_history_has_opponents_colours_and_draws():
    games = [
        game(1, 1, 2),
        game(1, 3, 4, BLACK, handicap=2),
        game(2, 1, 4),
        game(2, 2, 3, known_colour=False),
    ]
    here = event(0, 0, 0, -2, games=games)
    found = paired_players(here, 3, {1, 2, 3, 4})

    assert {number: sorted(each.met) for number, each in found.items()} == {
        1: [2, 4],
        2: [1, 3],
        3: [2, 4],
        4: [1, 3],
    }
    assert {number: each.balance for number, each in found.items()} == {1: 2, 2: -1, 3: 0, 4: -1}
    # Round 1: 3 was drawn down to 4; round 2: 1 with 31 was drawn down to 4 with 29.
    assert {number: (each.ups, each.downs) for number, each in found.items()} == {
        1: (0, 1),
        2: (0, 0),
        3: (0, 1),
        4: (2, 0),
    }
