import re

import pytest
from django.test import Client
from django.urls import reverse

from clubscore.web import admin as admin_lists
from clubscore.web.admin import CappedPaginator, page_of, readable
from events.models import Contestant, Entry, Game, TravellerLine
from tests.events import factories
from tests.events.tournaments import cups
from tests.markup import squeezed

WAY_BACK = "← Back to the page you came from"


def test_admin_leads_back_to_the_page_somebody_came_from(admin_client: Client) -> None:
    assert "way-back" not in admin_client.get("/admin/").text
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


pytestmark = pytest.mark.django_db

LINES = "/admin/events/travellerline/"

LOG = "/admin/events/logentry/"


def test_counting_ends_where_a_search_is_better(
    admin_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    factories.session()
    count = TravellerLine.objects.count()
    monkeypatch.setattr(admin_lists, "MAX_COUNTED", count - 1)
    paginator = CappedPaginator(TravellerLine.objects.order_by("board"), 5)
    assert (paginator.count, paginator.is_capped) == (count - 1, True)
    page = squeezed(admin_client.get(LINES).text)
    assert f"more than {count - 1} " in page
    assert f"{count - 1} results" not in page
    monkeypatch.setattr(admin_lists, "MAX_COUNTED", count)
    assert not CappedPaginator(TravellerLine.objects.all(), 5).is_capped
    assert "more than" not in admin_client.get(LINES).text


def test_no_filter_lists_all_events(admin_client: Client) -> None:
    first, second = factories.session(title="First one"), factories.session(title="Second one")
    page = admin_client.get(LINES)
    assert f"section__session__id__exact={first.pk}" not in page.text
    chosen = admin_client.get(LINES, {"section__session__id__exact": first.pk})
    assert {line.section.session_id for line in chosen.context["cl"].result_list} == {first.pk}
    assert f"section__session__id__exact={second.pk}" not in chosen.text
    assert f"section__session__id__exact={first.pk}" in chosen.text


def test_a_session_leads_to_its_lines_and_its_log(admin_client: Client) -> None:
    session = factories.session(title="First one")
    page = admin_client.get("/admin/events/session/").text
    for address in (
        f"{LINES}?section__session__id__exact={session.pk}",
        f"{LOG}?session__id__exact={session.pk}",
    ):
        assert f'href="{address}"' in page
        assert admin_client.get(address).context["cl"].result_count > 0


@pytest.mark.parametrize("number", ["x", "-1", "9" * 30, "²"])
def test_an_event_that_cannot_be_is_no_filter(admin_client: Client, number: str) -> None:
    address = f"{LINES}?section__session__id__exact={number}"
    assert admin_client.get(address, follow=True).status_code == 200


def test_the_latest_come_first_until_something_is_chosen(admin_client: Client) -> None:
    session = factories.session()
    every = admin_client.get(LINES).context["cl"].result_list
    assert [line.pk for line in every] == sorted((line.pk for line in every), reverse=True)
    chosen = {"section__session__id__exact": session.pk}
    lines = admin_client.get(LINES, chosen).context["cl"].result_list
    assert [line.board for line in lines] == sorted(line.board for line in lines)


def test_sessions_by_season(admin_client: Client) -> None:
    old = factories.session(date="2023-03-01")
    new = factories.session(date="2026-03-01")
    page = admin_client.get("/admin/events/session/")
    assert "2022–2023" in page.text
    for year, found in (("2022", [old]), ("2025", [new]), ("2023", []), ("x", [new, old])):
        page = admin_client.get("/admin/events/session/", {"season": year})
        assert list(page.context["cl"].result_list) == found


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ({}, "–"),
        ({"is_on": True, "rows": [1, None]}, "IS_ON: yes; ROWS: 1, –"),
        ({"a": {"b": "<i>"}}, "A: B: &lt;i&gt;"),
        (1, "1"),
        ("", "–"),
    ],
)
def test_values_of_json_are_shown_in_words(value: object, shown: str) -> None:
    words = readable(value, str.upper).replace("</dt><dd>", ": ").replace("</div><div>", "; ")
    assert re.sub("<[^>]+>", "", words) == shown


def test_a_filter_is_open_only_where_something_is_chosen(admin_client: Client) -> None:
    def is_open(query: str) -> bool:
        return (
            'data-filter-title="state" open'
            in admin_client.get(f"/admin/events/session/{query}").text
        )

    assert (is_open(""), is_open("?state__exact=open")) == (False, True)
