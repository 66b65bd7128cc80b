import pytest
from django.test import Client

from clubscore.actor import Actor
from players.models import Player
from players.services.merging import merge_players
from players.services.players import add_player
from tests.players.people import player
from tests.players.services.test_guests import play, seated

pytestmark = pytest.mark.django_db


def guest(name: str = "Bo Pym") -> Player:
    [number] = seated(play(name, guests=(name,)))
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
