"""Changing the movement of a session: the preview with its conflicts, on a phone."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible_in_both_colours
from tests.events import factories


@pytest.mark.large
def test_change_of_movement_is_accessible(director_page: Page, transactional_db: None):
    session = factories.session()
    factories.enter(session, 2, "4sn=", "4sn=")
    director_page.set_viewport_size({"width": 390, "height": 800})
    director_page.goto(f"/sessions/{session.pk}/movement/")
    director_page.get_by_label("A contestant leaves").check()
    director_page.get_by_label("Number of the contestant").fill("4")
    director_page.get_by_label("From round").fill("2")
    director_page.get_by_role("button", name="See what would change").click()

    expect(director_page.locator(".callout-bad")).to_contain_text("4 against 2 has been entered")
    assert_accessible_in_both_colours(director_page)
    assert director_page.evaluate("document.documentElement.scrollWidth") == 390
