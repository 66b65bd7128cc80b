from typing import Any

import pytest
from django.test import Client

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.sessions.setup.services import sessions
from players import admin
from players.domain.names import read_name
from players.models import Club, Player, RegisterEntry
from players.selectors.register import players_in_bin
from tests.events import factories

LIST = "/admin/players/player/"
VALUES = {"name": "Finch", "grade": "", "country": "UK", "note": ""}

pytestmark = pytest.mark.django_db


def errors(page: Any) -> dict:
    return page.context["adminform"].form.errors


def test_add_recognises_the_parts_and_gives_a_number(admin_client: Client) -> None:
    values = {**VALUES, "name": "zelda van  Hare", "grade": "3D"}
    assert admin_client.post(f"{LIST}add/", values).status_code == 302
    player = Player.objects.get()
    assert (str(player), player.particle, player.grade) == ("zelda van Hare", "van", "3d")


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ({"name": ""}, {"name": ["The name is missing."]}),
        (
            {"name": "Fi\0nch"},
            {"name": ["Null characters are not allowed.", "The name is missing."]},
        ),
        ({"grade": "8d"}, {"grade": ['"8d" is not a grade. Grades are 99k–1k, 1d–7d, 1p–9p.']}),
        (
            {"country": "x" * 61},
            {"country": ["Ensure this value has at most 60 characters (it has 61)."]},
        ),
        ({"note": "a\0b"}, {"note": ["Null characters are not allowed."]}),
    ],
    ids=["none", "NUL", "grade", "country", "NUL in the note"],
)
def test_add_complains_at_the_field(admin_client: Client, values: dict, found: dict) -> None:
    page = admin_client.post(f"{LIST}add/", {**VALUES, **values})
    assert errors(page) == found
    assert Player.objects.count() == 0


def test_add_writes_every_field_as_an_import_does(admin_client: Client) -> None:
    values = {"country": " New  Zealand", "note": " late\r\ntwice ", "grade": " 3D "}
    assert admin_client.post(f"{LIST}add/", {**VALUES, **values}).status_code == 302
    player = Player.objects.get()
    assert (player.country, player.note, player.grade) == ("New Zealand", "late twice", "3d")


def test_a_player_may_have_no_country(admin_client: Client) -> None:
    admin_client.post(f"{LIST}add/", {**VALUES, "country": ""})
    assert Player.objects.get().country == ""


def test_club_is_checked_as_an_import_does(admin_client: Client) -> None:
    add = "/admin/players/club/add/"
    assert admin_client.post(add, {"name": " North  Hollybrook"}).status_code == 302
    assert Club.objects.get().name == "North Hollybrook"
    page = admin_client.post(add, {"name": "Holly\tbrook"})
    assert errors(page) == {"name": ["Leave the character U+0009 out."]}


def test_change_to_a_taken_name_is_refused(admin_client: Client) -> None:
    Player.objects.create(given="Clara", family="Finch")
    hugo = Player.objects.create(given="Hugo", family="Finch")
    page = admin_client.post(f"{LIST}{hugo.pk}/change/", {**VALUES, "name": "CLARA Finch"})
    assert errors(page) == {"__all__": ["A player of this name is already in the register."]}


def test_change_keeps_the_number_whatever_is_posted(admin_client: Client) -> None:
    clara = Player.objects.create(given="Clara", family="Finch")
    answer = admin_client.post(
        f"{LIST}{clara.pk}/change/", {**VALUES, "name": "clarissa Finch", "number": "999"}
    )
    assert answer.status_code == 302
    assert list(Player.objects.values_list("number", "given", "name_key")) == [
        (clara.number, "clarissa", "clarissa finch")
    ]


@pytest.mark.parametrize("text", ["angstrom", "ÅNGSTRÖM", "elo ang"])
def test_search_leaves_accents_aside(admin_client: Client, text: str) -> None:
    Player.objects.create(given="Élodie", family="Ångström")
    Player.objects.create(given="Clara", family="Finch")
    page = admin_client.get(LIST, {"q": text})
    assert [str(player) for player in page.context["cl"].result_list] == ["Élodie Ångström"]


@pytest.mark.parametrize("text", ["\0", "a\0b", "9" * 30, "²"])
def test_search_for_garbage_is_answered(admin_client: Client, text: str) -> None:
    assert admin_client.get(LIST, {"q": text}).status_code == 200


@pytest.mark.parametrize("count", [1, 3])
def test_list_takes_constant_queries(
    admin_client: Client, django_assert_num_queries, count: int
) -> None:
    club = Club.objects.create(name="Hollybrook")
    for family in ("Finch", "Tarrant", "Pym")[:count]:
        Player.objects.create(family=family, club=club)
    with django_assert_num_queries(10):
        admin_client.get(LIST)


def test_a_player_who_has_played_stays(admin_client: Client) -> None:
    session = factories.session()
    sessions.enter_names(
        session=session, names={"A1": [read_name("Clara Finch"), None]}, by=Actor()
    )
    clara = Player.objects.get()
    page = admin_client.post(f"{LIST}{clara.pk}/delete/", {"post": "yes"})
    assert page.context["protected"] == ["Player of a contestant: 1: Clara Finch"]
    assert Player.objects.count() == 1


@pytest.mark.parametrize("number", ["99999999999999999999", "²", "x"])
def test_a_player_who_is_not_there_is_reported(admin_client: Client, number: str) -> None:
    page = admin_client.get(f"{LIST}{number}/change/", follow=True)
    [message] = page.context["messages"]
    assert "doesn’t exist" in str(message)


def test_what_is_done_in_the_admin_is_in_the_registers_log(admin_client: Client) -> None:
    admin_client.post(f"{LIST}add/", {**VALUES, "name": "Clara Finch"})
    clara = Player.objects.get()
    values = {**VALUES, "name": "Clara Finch", "email": "clara@example.org"}
    assert admin_client.post(f"{LIST}{clara.pk}/change/", values).status_code == 302
    assert admin_client.post(f"{LIST}{clara.pk}/delete/", {"post": "yes"}).status_code == 302
    log = RegisterEntry.objects.order_by("pk").values_list("number", "action", "user__username")
    assert list(log) == [
        (clara.pk, "added", "admin"),
        (clara.pk, "changed", "admin"),
        (clara.pk, "deleted", "admin"),
    ]
    assert list(players_in_bin()) == [clara]


def test_many_are_deleted_by_the_service(admin_client: Client) -> None:
    numbers = [Player.objects.create(family=family).pk for family in ("Finch", "Moss")]
    admin_client.post(
        LIST, {"action": "delete_selected", "_selected_action": numbers, "post": "yes"}
    )
    assert sorted(players_in_bin().values_list("number", flat=True)) == numbers


def test_a_club_that_differs_in_case_alone_is_kept(admin_client: Client) -> None:
    Club.objects.create(name="OXFORD")
    oxford = Club.objects.create(name="Oxford")
    admin_client.post(f"{LIST}add/", {**VALUES, "club": oxford.pk})
    assert Player.objects.get().club == oxford


def look_away_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The form finds nothing wrong, as if somebody else stored the same only after it looked."""
    look = Player.validate_constraints
    looks: list[Player] = []

    def validate(player: Player, exclude: Any = None) -> None:
        looks.append(player)
        if len(looks) > 1:
            look(player, exclude)

    monkeypatch.setattr(Player, "validate_constraints", validate)


@pytest.mark.parametrize("page", ["add", "change"])
@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"name": "CLARA Finch"}, "A player of this name is already in the register."),
        ({"name": "Bo Finch", "fide_number": "4567"}, "Another player has this FIDE number."),
    ],
    ids=["name", "FIDE number"],
)
def test_what_is_taken_in_the_same_instant_is_reported_and_what_was_typed_is_kept(
    admin_client: Client, monkeypatch: pytest.MonkeyPatch, page: str, values: dict, said: str
) -> None:
    Player.objects.create(given="Clara", family="Finch", fide_number="4567")
    hugo = Player.objects.create(given="Hugo", family="Finch")
    path = f"{LIST}add/" if page == "add" else f"{LIST}{hugo.pk}/change/"
    look_away_once(monkeypatch)
    answer = admin_client.post(path, {**VALUES, "note": "late", **values})
    assert (answer.status_code, errors(answer)) == (200, {"__all__": [said]})
    assert answer.context["adminform"].form["note"].value() == "late"
    assert set(Player.objects.values_list("given", "note")) == {("Clara", ""), ("Hugo", "")}


@pytest.mark.parametrize("many", [False, True])
def test_who_plays_in_the_same_instant_stays_and_it_is_reported(
    admin_client: Client, monkeypatch: pytest.MonkeyPatch, many: bool
) -> None:
    clara = Player.objects.create(given="Clara", family="Finch")

    def refuse(**_values: object) -> None:
        raise Refused.because("Nobody was deleted.")

    monkeypatch.setattr(admin, "delete_players", refuse)
    chosen = {"action": "delete_selected", "_selected_action": [clara.pk], "post": "yes"}
    path = LIST if many else f"{LIST}{clara.pk}/delete/"
    answer = admin_client.post(path, chosen if many else {"post": "yes"}, follow=True)
    assert [str(message) for message in answer.context["messages"]] == ["Nobody was deleted."]
    assert Player.objects.count() == 1


def test_a_club_is_renamed_by_the_service_and_logged(admin_client: Client) -> None:
    club = Club.objects.create(name="Oxfrod")
    clara = Player.objects.create(given="Clara", family="Finch", club=club)
    path = f"/admin/players/club/{club.pk}/"
    assert admin_client.post(f"{path}change/", {"name": "Oxford"}).status_code == 302
    entry = RegisterEntry.objects.get()
    assert (entry.number, str(entry.user), entry.before, entry.after) == (
        clara.pk,
        "admin",
        {"club": "Oxfrod"},
        {"club": "Oxford"},
    )


def test_a_clubs_name_is_taken_whatever_its_case(admin_client: Client) -> None:
    Club.objects.create(name="Oxford")
    other = Club.objects.create(name="Westmere")
    for path in ("add", f"{other.pk}/change"):
        page = admin_client.post(f"/admin/players/club/{path}/", {"name": "oxford"})
        assert errors(page) == {"name": ["There is already a club called “Oxford”."]}


@pytest.mark.parametrize("many", [False, True])
def test_a_club_of_nobody_is_deleted(admin_client: Client, many: bool) -> None:
    club = Club.objects.create(name="Oxford")
    chosen = {"action": "delete_selected", "_selected_action": [club.pk], "post": "yes"}
    path = "" if many else f"{club.pk}/delete/"
    admin_client.post(f"/admin/players/club/{path}", chosen if many else {"post": "yes"})
    assert Club.objects.count() == 0


def test_the_log_is_shown_and_nothing_can_be_done_to_it(admin_client: Client) -> None:
    admin_client.post(f"{LIST}add/", VALUES)
    path = "/admin/players/registerentry/"
    assert admin_client.get(path).status_code == 200
    entry = RegisterEntry.objects.get()
    assert admin_client.get(f"{path}add/").status_code == 403
    assert admin_client.post(f"{path}{entry.pk}/delete/", {"post": "yes"}).status_code == 403
    assert admin_client.post(f"{path}{entry.pk}/change/", {"number": 9}).status_code == 403
    assert RegisterEntry.objects.get().number == entry.number
