import pytest
from django.test import Client

from clubscore.web.visitors import Actor
from players.models import Player, RegisterEntry
from players.services.merging import merge_players
from players.services.players import add_player
from tests.answers import messages
from tests.players.people import play, player
from tests.players.services.test_players_guests import play as play_with_guests, seated
from tests.queries import queries


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
        f"/players/{clara.pk}/merge/", {"other": hugo.pk, "kept": hugo.pk, "take-name": clara.pk}
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


pytestmark = pytest.mark.django_db


def guest(name: str = "Bo Pym") -> Player:
    [number] = seated(play_with_guests(name, guests=(name,)))
    return Player.everybody.get(pk=number)


def said(client: Client, path: str, **values: str) -> str:
    return client.post(path, values, follow=True).text


def test_the_page_of_a_guest_offers_to_join_or_to_take_in(director_client: Client):
    page = director_client.get(f"/players/{guest().pk}/").text

    assert "A guest of one event" in page
    assert "Merge with a duplicate" not in page


def test_the_page_of_a_player_offers_neither(director_client: Client):
    assert "A guest of one event" not in director_client.get(f"/players/{player().pk}/").text


@pytest.mark.parametrize("typed", ["clara", "Clara Finch", "{number}"])
def test_a_guest_is_joined_to_who_is_typed(director_client: Client, typed: str):
    member, one = player("Clara Finch"), guest()
    player("Hugo Finch-Tarrant")
    text = typed.format(number=member.pk)
    page = said(director_client, f"/players/{one.pk}/join/", player=text)

    assert "The results of the guest Bo Pym are now those of Clara Finch." in page
    assert not Player.everybody.filter(pk=one.pk).exists()


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("", "Type a name, part of a name, or a number."),
        ("nobody", "“nobody” is not in the register."),
        ("999", "“999” is not in the register."),
        ("\0", "is not in the register."),
    ],
)
def test_what_means_nobody_joins_nobody(director_client: Client, typed: str, message: str):
    player("Clara Finch")
    player("Hugo Finch")
    one = guest()

    assert message in said(director_client, f"/players/{one.pk}/join/", player=typed)
    assert Player.everybody.get(pk=one.pk).is_guest


def test_a_guest_is_taken_into_the_register(director_client: Client):
    one = guest()

    assert "Bo Pym is in the register now." in said(director_client, f"/players/{one.pk}/take/")
    assert Player.objects.get() == one


def test_a_guest_whose_name_is_known_is_not_taken_in(director_client: Client):
    player("Bo Pym")
    one = guest()

    page = said(director_client, f"/players/{one.pk}/take/")
    assert "The register has a player called “Bo Pym”" in page


@pytest.mark.parametrize("action", ["join", "take"])
def test_only_guests_are_joined_or_taken_in(director_client: Client, action: str):
    assert director_client.post(f"/players/{player().pk}/{action}/").status_code == 404


def test_lists_and_files_leave_guests_out(director_client: Client):
    guest()
    player("Clara Finch", grade="3d", club="Hollybrook")

    assert "Bo Pym" not in director_client.get("/players/").text
    exported = director_client.get("/players/export/players.csv").getvalue().decode()
    assert "Clara" in exported
    assert "Bo Pym" not in exported


def test_a_guest_is_edited_and_erased_like_a_player(director_client: Client):
    one = guest()
    edit = f"/players/{one.pk}/edit/"
    assert director_client.post(edit, {"name": "Boris Pym"}).status_code == 302
    assert str(Player.everybody.get(pk=one.pk)) == "Boris Pym"
    assert director_client.get(f"/players/{one.pk}/erase/").status_code == 200


def test_several_who_may_be_meant_are_named(director_client: Client):
    clara, hugo = player("Clara Finch"), player("Hugo Finch")
    page = said(director_client, f"/players/{guest().pk}/join/", player="fi")

    assert (
        f"“fi” matches several players: Clara Finch ({clara.pk}), Hugo Finch ({hugo.pk})."
        " Type more of the name, or the number."
    ) in page


def test_of_many_who_may_be_meant_the_first_six_are_named(director_client: Client):
    for given in "ABCDEFG":
        player(f"{given} Finch")
    page = said(director_client, f"/players/{guest().pk}/join/", player="finch")

    assert page.count(" Finch (") == 6
    assert "“finch” matches many players, such as A Finch" in page


@pytest.mark.parametrize("path", ["", "held/"])
def test_the_number_of_a_guest_is_no_former_number(director_client: Client, path: str):
    member, other, one = player("Clara Finch"), Player(given="Klara", family="Finch"), guest()
    add_player(player=other, by=Actor())
    for merged in (one, other):
        merge_players(kept=member.pk, merged=merged.pk, take=[], by=Actor())
    page = director_client.get(f"/players/{member.pk}/{path}").text
    assert f"<dt>Former numbers</dt><dd>{other.pk}</dd>" in page


DELETE = "/players/delete/"


def names() -> list[str]:
    return [str(each) for each in Player.objects.all()]


def sure(page) -> dict:
    """What the button of the page sends."""
    posted: dict = {"sure": "yes", "seen": page.context["seen"]}
    for name, value in page.context["posted"]:
        posted.setdefault(name, []).append(value)
    return posted


def test_the_page_names_how_many_go_and_who_stays(director_client: Client) -> None:
    ada, bo, cy = (player(f"{name} Finch") for name in ("Ada", "Bo", "Cy"))
    play("Bo Finch")
    page = director_client.post(DELETE, {"number": [ada.pk, bo.pk, cy.pk]})
    assert (page.context["count"], page.context["stay_count"]) == (2, 1)
    text = page.content.decode()
    assert "Delete 2 players?" in text
    assert "1 player stays" in text
    assert names() == ["Ada Finch", "Bo Finch", "Cy Finch"]


def test_the_button_deletes_those_who_never_played(director_client: Client) -> None:
    ada, bo, _cy = (player(f"{name} Finch") for name in ("Ada", "Bo", "Cy"))
    play("Bo Finch")
    page = director_client.post(DELETE, {"number": [ada.pk, bo.pk]})
    answer = director_client.post(DELETE, sure(page))
    assert (answer.status_code, answer.url) == (302, "/players/")
    assert messages(answer) == ["1 player is deleted."]
    assert names() == ["Bo Finch", "Cy Finch"]


def test_everybody_who_matches_is_deleted_on_every_page(director_client: Client) -> None:
    for number in range(60):
        player(f"{chr(65 + number // 26)}{chr(97 + number % 26)} Finch")
    player("Hugo Tarrant")
    page = director_client.post(DELETE, {"everybody": "yes", "q": "finch"})
    assert (page.context["count"], page.context["more"]) == (60, 40)
    answer = director_client.post(DELETE, sure(page))
    assert messages(answer) == ["60 players are deleted."]
    assert names() == ["Hugo Tarrant"]


def test_a_search_that_is_not_valid_matches_nobody(director_client: Client) -> None:
    player("Clara Finch")
    answer = director_client.post(DELETE, {"everybody": "yes", "q": "a\0", "sure": "yes"})
    assert messages(answer) == ["Tick the players to be deleted first."]
    assert names() == ["Clara Finch"]


@pytest.mark.parametrize("numbers", [[], ["x"], ["99"], ["9" * 30], ["-1"], ["²"]])
def test_nobody_chosen_is_reported(director_client: Client, numbers: list[str]) -> None:
    answer = director_client.post(DELETE, {"number": numbers})
    assert (answer.status_code, answer.url) == (302, "/players/")
    assert messages(answer) == ["Tick the players to be deleted first."]


def test_somebody_who_joined_the_search_meanwhile_is_not_deleted_unseen(
    director_client: Client,
) -> None:
    player("Clara Finch")
    page = director_client.post(DELETE, {"everybody": "yes", "q": "finch"})
    player("Anna Finch")
    page = director_client.post(DELETE, sure(page))
    assert page.status_code == 200
    assert messages(page) == ["The register has changed in the meantime. Please look again."]
    assert page.context["count"] == 2
    assert len(names()) == 2
    director_client.post(DELETE, sure(page))
    assert names() == []


def test_when_all_have_played_there_is_no_button(director_client: Client) -> None:
    play("Clara Finch")
    page = director_client.post(DELETE, {"number": Player.objects.get().pk})
    text = page.content.decode()
    assert "Nobody can be deleted" in text
    assert 'name="sure"' not in text


@pytest.mark.parametrize("count", [1, 3])
def test_the_page_takes_constant_queries(director_client: Client, count: int) -> None:
    numbers = [player(f"{name} Finch").pk for name in ("Ada", "Bo", "Cy")[:count]]
    for day in range(1, count + 1):
        play(f"{'ABC'[day - 1]} Moss", day=day)
    numbers += list(Player.objects.filter(family="Moss").values_list("pk", flat=True))
    assert queries(lambda: director_client.post(DELETE, {"number": numbers})) == 8
