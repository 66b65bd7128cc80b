import re

import pytest
from django.urls import reverse

from tests.movements.factories import EIGHT_PLAYERS, FOUR_PAIRS, THREE_PAIRS, MovementFactory, use

ADDRESS = "/movements/together/"


def test_page_asks_for_movements(client):
    page = client.get(ADDRESS)
    assert page.status_code == 200
    assert "value" not in page.context


def test_two_movements_are_measured_as_one(client):
    four, three = MovementFactory(text=FOUR_PAIRS), MovementFactory(text=THREE_PAIRS)
    page = client.get(ADDRESS, {"first": four.pk, "second": three.pk})
    assert page.context["value"].contestants == 7
    assert [(first, last) for _movement, first, last in page.context["sections"]] == [
        (1, 4),
        (5, 7),
    ]
    assert [note.code for note in page.context["findings"]] == ["winners", "balance"]
    assert page.context["heat_map"].pairs == (1, 2, 3, 4, 5, 6, 7)


def test_a_movement_may_be_there_twice(client):
    four = MovementFactory(text=FOUR_PAIRS)
    page = client.get(ADDRESS, {"first": four.pk, "second": four.pk, "fourth": four.pk})
    assert page.context["value"].contestants == 12


def test_pairs_and_players_are_refused(client):
    four, players = MovementFactory(text=FOUR_PAIRS), MovementFactory(text=EIGHT_PLAYERS)
    page = client.get(ADDRESS, {"first": four.pk, "second": players.pk})
    assert page.context["form"].non_field_errors() == ["Pairs and individuals cannot be one field."]


def test_one_movement_is_not_enough(client):
    page = client.get(ADDRESS, {"first": MovementFactory().pk})
    assert list(page.context["form"].errors) == ["second"]


pytestmark = pytest.mark.django_db


def test_index_lists_movements_for_anybody(client):
    use(MovementFactory(name="Four pairs"))
    MovementFactory(name="Eight players", text=EIGHT_PLAYERS)
    page = client.get("/movements/")
    assert [(m.name, m.used) for m in page.context["movements"]] == [
        ("Eight players", False),
        ("Four pairs", True),
    ]
    assert b"8 players" in page.content
    assert b"Add a movement" not in page.content


def test_index_of_director_has_add(director):
    assert b"Add a movement" in director.get("/movements/").content


@pytest.mark.parametrize("count", [1, 3])
def test_index_takes_three_queries(client, django_assert_num_queries, count):
    MovementFactory.create_batch(count)
    # The settings of the club and of its site, and the movements.
    with django_assert_num_queries(3):
        client.get("/movements/")


@pytest.mark.parametrize("text", [FOUR_PAIRS, THREE_PAIRS, EIGHT_PLAYERS])
def test_detail_takes_four_queries(client, django_assert_num_queries, text):
    movement = MovementFactory(text=text)
    with django_assert_num_queries(4):
        client.get(movement.get_absolute_url())


def test_detail_shows_grid_for_anybody(client):
    page = client.get(MovementFactory(name="Mine").get_absolute_url())
    assert page.status_code == 200
    rows = page.context["grid"].rows
    assert [[(cell.who, cell.boards) for cell in row.cells] for row in rows] == [
        [("1–2", "A"), ("3–4", "A")],
        [("1–3", "B"), ("2–4", "B")],
        [("1–4", "C"), ("2–3", "C")],
    ]
    assert b"Rename" not in page.content
    assert b"Delete" not in page.content


def test_detail_with_boards_shows_their_numbers(client):
    page = client.get(MovementFactory().get_absolute_url(), {"boards": "3"})
    cells = [row.cells[0].boards for row in page.context["grid"].rows]
    assert cells == ["1–3", "4–6", "7–9"]


@pytest.mark.parametrize("boards", ["0", "33", "three", ""])
def test_detail_with_impossible_boards_shows_groups(client, boards):
    page = client.get(MovementFactory().get_absolute_url(), {"boards": boards})
    assert page.status_code == 200
    assert [row.cells[0].boards for row in page.context["grid"].rows] == ["A", "B", "C"]


def test_detail_of_director_offers_delete_until_used(director):
    movement = MovementFactory()
    delete = reverse("movements:delete", args=[movement.pk]).encode()
    assert delete in director.get(movement.get_absolute_url()).content
    use(movement)
    assert delete not in director.get(movement.get_absolute_url()).content


def test_contestant_shows_rounds(client):
    movement = MovementFactory()
    page = client.get(f"/movements/{movement.pk}/4/?boards=1")
    stops = [
        (stop.round, stop.table, stop.direction, stop.opponents, stop.boards)
        for stop in page.context["card"]
    ]
    assert stops == [(1, "2", "EW", "3", "1"), (2, "2", "EW", "2", "2"), (3, "1", "EW", "1", "3")]
    assert (page.context["previous"], page.context["next"]) == (3, 0)


def test_contestant_sitting_out_is_reported(client):
    movement = MovementFactory(text=THREE_PAIRS)
    page = client.get(f"/movements/{movement.pk}/3/")
    assert b"sits out: no opponents at this table" in page.content


def test_contestant_of_individual_has_seat_and_partner(client):
    movement = MovementFactory(text=EIGHT_PLAYERS)
    page = client.get(f"/movements/{movement.pk}/3/")
    stops = [(s.table, s.direction, s.partner, s.opponents) for s in page.context["card"]]
    assert stops == [("1", "E", "4", "1+2"), ("1", "S", "1", "5+7")]


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Howell, 4 pairs", "howell-4-pairs.asc"),
        ('a"; evil\\/../x', "a-evilx.asc"),
        ("…", "movement.asc"),
    ],
)
def test_download_has_text_and_safe_name(client, name, file):
    movement = MovementFactory(name=name)
    answer = client.get(reverse("movements:download", args=[movement.pk]))
    assert answer.content.decode() == FOUR_PAIRS
    assert answer["Content-Disposition"] == f'attachment; filename="{file}"'
    assert answer["Content-Type"] == "text/plain; charset=utf-8"


def test_detail_of_hopeless_movement_does_not_list_everything(client):
    rounds = "".join(f"{'1-2' if n % 2 else '2-1'} {n % 50 + 1}\n" for n in range(100))
    page = client.get(MovementFactory(text=f"2 1 100 50 0\n{rounds}").get_absolute_url())
    assert len([f for f in page.context["findings"] if f.level == "error"]) == 100
    assert len(re.findall(r"</span> [^<]*more than once", page.content.decode())) == 40
    assert "and 60 more of the kind" in page.content.decode()
