import pytest
from django.test import Client
from django.urls import reverse

from clubscore.editing.admin import page_of
from events.models import Contestant, Entry, Game, TravellerLine
from tests.events import factories
from tests.events.tournaments import cups

pytestmark = pytest.mark.django_db

WAY_BACK = "← Back to the page you came from"


def test_admin_leads_back_to_the_page_somebody_came_from(admin_client: Client) -> None:
    assert WAY_BACK not in admin_client.get("/admin/").text
    admin_client.get("/admin/", {"back": "/sessions/7/?x=1"})
    for path in ("/admin/", "/admin/players/player/", "/admin/players/club/add/"):
        assert f'<a href="/sessions/7/?x=1">{WAY_BACK}</a>' in admin_client.get(path).text


@pytest.mark.parametrize("back", ["https://elsewhere.example/", "//elsewhere.example", "/admin/x"])
def test_admin_leads_to_no_other_site(admin_client: Client, back: str) -> None:
    assert WAY_BACK not in admin_client.get("/admin/", {"back": back}).text


def test_header_names_the_page_on_the_way_to_the_admin(admin_client: Client) -> None:
    page = admin_client.get("/players/?q=a").text
    assert 'href="/admin/?back=/players/%3Fq%3Da"' in page


@pytest.mark.parametrize("path", ["/admin/", "/admin/events/entry/", "/admin/auth/user/add/"])
def test_admin_has_the_header_and_the_colours_of_the_house(admin_client: Client, path: str) -> None:
    page = admin_client.get(path).text
    assert '<a class="navbar-brand fw-bold" href="/">' in page
    assert 'href="/help/security/#who-may-do-what"' in page
    sheets = [page.index(f"/static/css/{name}.css") for name in ("tokens", "header", "admin")]
    # Ours win over Django's.
    assert page.index("/static/admin/css/base.css") < sheets[0] < sheets[1] < sheets[2]
    assert "admin/css/dark_mode.css" not in page


def test_what_belongs_to_an_event_leads_to_its_page(admin_client: Client) -> None:
    session, tournament = factories.played(), cups.played()
    at = f"/sessions/{session.pk}/"
    assert [page_of(session), page_of(tournament)] == [at, "/tournaments/spring-cup/"]
    line, game = TravellerLine.objects.first(), Game.objects.first()
    assert [page_of(line), page_of(Contestant.objects.first())] == [at, at]
    assert [page_of(game), page_of(Entry.objects.first())] == ["/tournaments/spring-cup/"] * 2
    assert [page_of(None), page_of(factories.DirectorFactory())] == [None, None]
    page = admin_client.get(reverse("admin:events_travellerline_change", args=[line.pk])).text
    assert f'<a href="{at}" class="viewsitelink">' in page
