import pytest
from django.test import Client, RequestFactory

from events.website.context import club_site
from players.models import ClubSettings
from tests.events import factories
from tests.events.tournaments import cups
from tests.queries import queries

pytestmark = pytest.mark.django_db

GAMES = ("plays_bridge", "plays_chess", "plays_go")
OF_BRIDGE = ('href="/series/"', 'href="/movements/"', "New session", "♣", "Sessions", "BridgeScore")
OF_ROUNDS = ('href="/tournaments/"', "New tournament")


def plays(*games: str, name: str = "Hollybrook") -> None:
    ClubSettings.objects.update_or_create(
        pk=1, defaults={"name": name, **{game: game in games for game in GAMES}}
    )


@pytest.fixture
def director(client: Client) -> Client:
    client.force_login(factories.DirectorFactory())
    return client


def on_page(page: str, words: tuple[str, ...]) -> list[bool]:
    return [word in page for word in words]


@pytest.mark.parametrize(
    ("games", "bridge", "rounds", "sign"),
    [
        (("plays_bridge",), True, False, "♣"),
        (("plays_chess",), False, True, "♞"),
        (("plays_go",), False, True, "●"),
        (("plays_bridge", "plays_chess"), True, True, "♣"),
        (GAMES, True, True, "♣"),
    ],
)
def test_director_sees_what_the_club_plays(
    director: Client, games: tuple[str, ...], bridge: bool, rounds: bool, sign: str
) -> None:
    plays(*games)
    page = director.get("/").text
    assert on_page(page, OF_BRIDGE) == [bridge] * len(OF_BRIDGE)
    assert on_page(page, OF_ROUNDS) == [rounds] * len(OF_ROUNDS)
    assert f'<span aria-hidden="true">{sign}</span>' in page
    assert ("img/icon.svg" in page, "img/icon-rounds.svg" in page) == (bridge, not bridge)


def test_bridge_club_with_a_tournament_sees_it(client: Client) -> None:
    plays("plays_bridge")
    cups.published()
    assert 'href="/tournaments/"' in client.get("/").text


@pytest.mark.parametrize("path", ["/", "/movements/", "/login/", "/nothing-here/", "/help/"])
def test_name_of_the_club_is_in_header_and_title(client: Client, path: str) -> None:
    plays("plays_bridge", name="Hollybrook & Sons")
    page = client.get(path).text
    assert '<span class="club-name">Hollybrook &amp; Sons</span>' in page
    assert " · Hollybrook &amp; Sons</title>" in page


def test_club_without_a_name_has_the_name_of_the_program(client: Client) -> None:
    page = client.get("/").text
    assert '<span class="club-name">clubscore</span>' in page
    assert "<h1>Results of the club</h1>" in page


def test_settings_are_read_once_and_not_before_they_are_asked_for(rf: RequestFactory) -> None:
    plays("plays_bridge")
    cups.published()
    request = rf.get("/")
    request.resolver_match = None
    assert queries(lambda: club_site(request)) == 0
    given = club_site(request)
    club = given["our_club"]
    assert queries(lambda: (club.shown_name, club.title, club.sign)) == 1
    assert (club.shown_name, club.title, club.sign) == ("Hollybrook", "Hollybrook", "♣")
    assert (given["plays_rounds"](), queries(given["plays_rounds"])) == (True, 0)
