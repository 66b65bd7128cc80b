import pytest
from django.test import Client

from clubscore import admin_lists
from clubscore.admin_lists import CappedPaginator
from events.models import TravellerLine
from tests.events import factories

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
    page = admin_client.get(LINES).text
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
