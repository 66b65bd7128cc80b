"""The screen in the hall."""

import pytest
from django.test import Client

from events.hall.selectors.cards import codes_of_kind
from events.hall.selectors.phones import findable
from events.models import HallCode, HallSettings, RoundResult
from tests.events.hall.phones import Phone, game_of, hall, pair, typed
from tests.events.tournaments import cups

pytestmark = pytest.mark.django_db


def shown(made) -> dict:
    answer = Client().get(f"/hall/d/{made.hall.display_code}/now/")
    assert answer.status_code == 200
    return {page["kind"]: page for page in answer.json()["pages"]}


def test_case_40_results_come_in_and_standings_follow_when_a_round_is_complete():
    made = hall(6)
    typed(made, game_of(made, 1), "1")
    Phone(made, "player", 3).report("=")
    pages = shown(made)
    rows = pages["boards"]["rows"]
    assert [(row["board"], row["white"], row["result"]) for row in rows] == [
        (1, "Finch, Clara", "1–0"), (2, "Lamb, Edith", "…"), (3, "Dale, Kirsten", "–")
    ]  # fmt: skip
    assert [row["name"] for row in pages["names"]["rows"]][:2] == ["Dale, Kirsten", "Ekman, Ulf"]
    assert set(pages) == {"boards", "names"}
    for board in (2, 3):
        typed(made, game_of(made, board), "=")
    assert shown(made)["standings"]["rows"][0] | {"points": ""} == {
        "place": 1, "number": 1, "name": "Finch, Clara", "points": ""
    }  # fmt: skip


def test_names_stand_where_the_register_has_them():
    made = hall(4)
    made.entries.filter(number=1).update(family="van der Brink", given="Imke")
    made.entries.filter(number=2).update(family="De Boer", given="Anna")
    HallSettings.objects.update(check_in=2, shows_missing=True)
    pages = shown(made)
    assert [row["name"] for row in pages["names"]["rows"]][:2] == [
        "De Boer, Anna", "van der Brink, Imke"
    ]  # fmt: skip
    assert pages["missing"]["names"][:2] == ["De Boer, Anna", "van der Brink, Imke"]
    cards = [coded.name for coded in codes_of_kind(made, HallCode.Kind.PLAYER)]
    assert cards[:2] == ["De Boer, Anna", "van der Brink, Imke"]
    assert [each.name for each in findable(made.pk)] == cards


def test_byes_stand_below_the_boards():
    made = hall(3, paired=False)
    pair(made, 1, (1, 2))
    RoundResult.objects.create(round=made.rounds.get(number=1), entry=cups.entry(made, 3), bye="U")
    last = shown(made)["boards"]["rows"][-1]
    assert (last["board"], last["white"], last["black"]) == (None, "Lamb, Edith", None)


def test_case_15_a_round_that_is_not_published_changes_nothing():
    made = hall()
    before = shown(made)
    pair(made, 2, (1, 3), (2, 4))
    made.rounds.filter(number=2).update(is_hidden=True)
    assert shown(made) == before


@pytest.mark.parametrize(("names", "expected"), [(False, []), (True, ["Finch, Clara"])])
def test_the_missing_are_named_by_switch_only(names: bool, expected: list[str]):
    made = hall(1, paired=False)
    HallSettings.objects.update(check_in=1, shows_missing=names)
    page = shown(made)["missing"]
    assert (page["count"], page["names"]) == (1, expected)


def test_a_wrong_code_and_a_tournament_that_is_off_show_nothing():
    made = hall()
    code = made.hall.display_code
    assert Client().get("/hall/d/0000000000/").status_code == 404
    HallSettings.objects.update(is_on=False)
    assert Client().get(f"/hall/d/{code}/now/").status_code == 404
    HallSettings.objects.update(display_code="", is_on=True)
    assert Client().get("/hall/d/x/").status_code == 404


@pytest.mark.parametrize("entries", [10, 40])
def test_how_many_queries_it_takes(django_assert_max_num_queries, entries: int):
    made = hall(entries)
    with django_assert_max_num_queries(10):
        shown(made)
