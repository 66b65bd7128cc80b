import pytest
from django.test import Client

from clubscore.actor import Actor
from events.sessions.services.sessions import publish
from players.models import Player
from players.services.private_links import make_private_link
from tests.events import factories
from tests.players.people import play, player

pytestmark = pytest.mark.django_db


def made(name: str = "Clara Finch") -> str:
    number = Player.objects.get(name=name).pk
    return f"/players/own/{make_private_link(number=number, by=Actor())}/"


def test_a_visitor_reads_what_is_published_of_the_own_results(client: Client) -> None:
    shown = play("Clara Finch", "Hugo Tarrant", title="Winter pairs")
    factories.enter(shown, 1, "420", "50")
    publish(session=shown, by=Actor())
    play("Clara Finch", "Hugo Tarrant", title="Secret pairs", day=6)
    page = client.get(made())
    assert page.status_code == 200
    assert ("Winter pairs" in page.text, "Secret pairs" in page.text) == (True, False)
    assert ("100.00 %" in page.text, "Hugo Tarrant" in page.text) == (True, True)
    assert "/players/1" not in page.text


def test_others_who_want_initials_are_shown_by_them(client: Client) -> None:
    session = play("Clara Finch", "Hugo Tarrant")
    Player.objects.filter(name="Hugo Tarrant").update(initials_only=True)
    publish(session=session, by=Actor())
    page = client.get(made())
    assert ("Hugo" in page.text, "H. T." in page.text) == (False, True)


def test_the_page_is_found_by_nobody_and_kept_nowhere(client: Client) -> None:
    player("Clara Finch")
    page = client.get(made())
    assert page.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert 'name="robots" content="noindex, nofollow"' in page.text
    assert "no-store" in page.headers["Cache-Control"]


@pytest.mark.parametrize("token", ["x", "A" * 32, "A" * 3000])
def test_a_wrong_token_is_not_found(client: Client, token: str) -> None:
    player("Clara Finch")
    made()
    page = client.get(f"/players/own/{token}/")
    assert page.status_code == 404
    assert "This link does not work, or no longer." in page.text


def test_a_director_makes_a_link_and_sees_it_once(director_client: Client, client: Client) -> None:
    clara = player("Clara Finch")
    page = director_client.post(f"/players/{clara.pk}/link/")
    address = page.context["address"]
    assert address.startswith("http://testserver/players/own/")
    assert '<svg viewBox="0 0 ' in page.text
    assert client.get(address).status_code == 200
    again = director_client.get(f"/players/{clara.pk}/").text
    assert (address in again, "Renew the link" in again) == (False, True)


def test_an_address_of_this_computer_alone_is_warned_about(director_client: Client) -> None:
    clara = player("Clara Finch")
    path = f"/players/{clara.pk}/link/"
    alone = director_client.post(path, headers={"host": "localhost:8000"})
    assert "This address works on this computer only." in alone.text
    assert "This address works on this computer only." not in director_client.post(path).text


def test_a_director_withdraws_a_link(director_client: Client, client: Client) -> None:
    clara = player("Clara Finch")
    address = director_client.post(f"/players/{clara.pk}/link/").context["address"]
    answer = director_client.post(f"/players/{clara.pk}/link/withdraw/", follow=True)
    assert "The link no longer works." in answer.text
    assert client.get(address).status_code == 404


def test_an_erased_player_gets_no_link(director_client: Client) -> None:
    clara = player("Clara Finch")
    director_client.post(f"/players/{clara.pk}/erase/", {"what": "everything", "sure": "yes"})
    answer = director_client.post(f"/players/{clara.pk}/link/", follow=True)
    assert "there is no link to it" in answer.text
    assert "Make a link" not in answer.text


def test_the_login_link_does_not_carry_the_token(client: Client) -> None:
    player("Clara Finch")
    token = made().split("/")[-2]
    page = client.get(f"/players/own/{token}/").text
    [login] = [link for link in page.split('href="') if link.startswith("/login/")]
    assert token not in login.partition('"')[0]
    assert 'href="/login/?next=/tournaments/"' in client.get("/tournaments/").text
