import pytest
from django.contrib.messages import get_messages
from django.test import Client

from players.models import Player, RegisterEntry
from tests.players.people import play, player
from tests.queries import queries

pytestmark = pytest.mark.django_db


def messages(answer) -> list[str]:
    return [str(message) for message in get_messages(answer.wsgi_request)]


def test_the_same_family_name_is_offered_first(director_client: Client) -> None:
    clara = player("Clara Finch")
    double = player("C Finch", club="Hollybrook")
    player("Hugo Tarrant")
    page = director_client.get(f"/players/{clara.pk}/merge/")
    assert [other for other, _facts in page.context["found"]] == [double]
    assert f'href="?other={double.pk}"' in page.content.decode()


def test_another_is_searched_without_accents(director_client: Client) -> None:
    clara, other = player("Clara Finch"), player("Clara Ångström")
    page = director_client.get(f"/players/{clara.pk}/merge/", {"q": "angs"})
    assert [other for other, _facts in page.context["found"]] == [other]


@pytest.mark.parametrize("other", ["99", "x", "", "9" * 30, "²"])
def test_no_other_leads_to_the_search(director_client: Client, other: str) -> None:
    clara = player("Clara Finch")
    page = director_client.get(f"/players/{clara.pk}/merge/", {"other": other})
    assert page.templates[0].name == "players/merge_search.html"


def test_one_record_with_itself_leads_to_the_search(director_client: Client) -> None:
    clara = player("Clara Finch")
    page = director_client.get(f"/players/{clara.pk}/merge/", {"other": clara.pk})
    assert page.templates[0].name == "players/merge_search.html"


def test_both_stand_side_by_side(director_client: Client) -> None:
    clara = player("Clara Finch", grade="3d", email="clara@example.org")
    double = player("Clara Fynch", grade="2d", club="Hollybrook")
    play("Clara Fynch")
    page = director_client.get(f"/players/{clara.pk}/merge/", {"other": double.pk})
    assert page.context["kept"] == clara.pk
    assert page.context["events"] == (0, 1)
    compared = {
        choice.label: (choice.one, choice.other, choice.chosen == clara.pk)
        for choice in page.context["choices"]
        if choice.one or choice.other
    }
    assert compared == {
        "Name": ("Clara Finch", "Clara Fynch", True),
        "Grade": ("3d", "2d", True),
        "Club": ("", "Hollybrook", False),
        "E-mail": ("clara@example.org", "", True),
    }


def test_the_button_merges_as_chosen(director_client: Client) -> None:
    clara = player("Clara Finch", grade="3d")
    double = player("Clara Fynch", grade="2d", club="Hollybrook")
    answer = director_client.post(
        f"/players/{clara.pk}/merge/",
        {
            "other": double.pk,
            "kept": double.pk,
            "take-name": clara.pk,
            "take-grade": double.pk,
            "take-club": double.pk,
            "take-nothing": clara.pk,
        },
    )
    assert (answer.status_code, answer.url) == (302, f"/players/{double.pk}/")
    assert messages(answer) == [
        f"Number {clara.pk} is merged into number {double.pk}, which has every result of both."
    ]
    found = Player.objects.get()
    assert (found.pk, str(found), found.grade, str(found.club)) == (
        double.pk,
        "Clara Finch",
        "2d",
        "Hollybrook",
    )
    assert RegisterEntry.objects.filter(user__isnull=False).count() == 2


def test_who_played_in_one_session_has_no_button(director_client: Client) -> None:
    play("Clara Finch", "Hugo Tarrant", title="Winter pairs")
    clara, hugo = Player.objects.order_by("given")
    path = f"/players/{clara.pk}/merge/"
    page = director_client.get(path, {"other": hugo.pk})
    assert page.status_code == 200
    assert "“Winter pairs (2026-03-05)”" in page.content.decode()
    assert "Merge the two records" not in page.content.decode()
    page = director_client.post(path, {"other": hugo.pk, "kept": clara.pk})
    assert page.status_code == 422
    assert Player.objects.count() == 2


def test_a_choice_that_was_made_is_kept_when_refused(director_client: Client) -> None:
    play("Clara Finch", "Hugo Tarrant")
    clara, hugo = Player.objects.order_by("given")
    page = director_client.post(
        f"/players/{clara.pk}/merge/",
        {"other": hugo.pk, "kept": hugo.pk, "take-name": clara.pk},
    )
    assert page.context["kept"] == hugo.pk
    assert {choice.label: choice.chosen for choice in page.context["choices"]}["Name"] == clara.pk


@pytest.mark.parametrize("count", [1, 3])
def test_the_comparison_takes_constant_queries(director_client: Client, count: int) -> None:
    clara, double = player("Clara Finch"), player("Clara Fynch")
    for day in range(1, count + 1):
        play("Clara Finch", day=day)
        play("Clara Fynch", day=day + 10)
    path = f"/players/{clara.pk}/merge/?other={double.pk}"
    assert queries(lambda: director_client.get(path)) == 11
