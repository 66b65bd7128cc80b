"""From the demo to one's own club in a browser: a record, a private link, deletion."""

import datetime

import pytest
from playwright.sync_api import Page, expect

from events.club.demo import build_demo
from events.models import Session
from players.models import Player
from tests.browser.accessibility import assert_accessible, assert_accessible_in_both_colours


@pytest.fixture
def demo(transactional_db: None, deletion_backups: list[str]) -> int:
    """The number of a player of the demo; backups are tried elsewhere."""
    build_demo(today=datetime.date(2026, 3, 5))
    return Player.objects.get(name="Clara Finch").pk


@pytest.mark.large
def test_pages_are_accessible(director_page: Page, demo: int) -> None:
    session = Session.objects.get(title="Individual cup")
    for path in (
        "/",
        "/own-club/",
        "/deleted/",
        f"/players/{demo}/",
        f"/players/{demo}/delete/",
        f"/sessions/{session.pk}/delete/",
    ):
        director_page.goto(path)
        assert_accessible_in_both_colours(director_page)


@pytest.mark.large
def test_a_private_link_opens_the_own_page_on_a_phone(
    director_page: Page, page: Page, demo: int
) -> None:
    director_page.goto(f"/players/{demo}/")
    director_page.get_by_role("button", name="Make a link").click()
    assert_accessible(director_page)
    address = director_page.locator(".link-address a").get_attribute("href")
    page.context.clear_cookies()
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(str(address))
    expect(page.get_by_role("heading", name="Clara Finch")).to_be_visible()
    expect(page.get_by_role("img", name="Percentages over time")).to_be_visible()
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
