"""The desk in a browser: its tabs on a phone, and a new session like the one before."""

import pytest
from playwright.sync_api import Page, expect

from tests.events import factories
from tests.events.tournaments import cups


@pytest.mark.large
@pytest.mark.parametrize("kind", ["session", "tournament"])
def test_the_tabs_are_one_row_and_the_current_one_is_in_view(director_page: Page, kind: str):
    address = (factories.session() if kind == "session" else cups.tournament()).get_absolute_url()
    director_page.set_viewport_size({"width": 390, "height": 640})
    director_page.goto(f"{address}settings/")
    tabs = director_page.locator(".tabs a")
    boxes = [tab.bounding_box() for tab in tabs.all()]

    assert len({round(box["y"]) for box in boxes if box}) == 1
    assert min(box["height"] for box in boxes if box) >= 44
    expect(director_page.locator(".tabs [aria-current]")).to_be_in_viewport(ratio=0.99)
    assert director_page.evaluate("document.documentElement.scrollWidth") == 390


def test_a_new_session_like_last_weeks_takes_two_keys(director_page: Page):
    factories.played(title="Thursday pairs")
    page = director_page
    page.goto("/")
    page.get_by_role("link", name="New session like last week’s").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Create the session").first).to_be_focused()
    expect(page.get_by_label("Contestant 1, player 1")).to_have_value("Ada Player-A")
    page.get_by_role("button", name="Clear all names").click()
    expect(page.get_by_label("Contestant 1, player 1")).to_have_value("")
    page.reload()
    page.get_by_role("button", name="Create the session").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".contestant-list")).to_contain_text("Ada Player-A – Bo Player-A")


@pytest.mark.browser_context_args(locale="nl-NL")
def test_what_goes_on_fades_and_a_date_is_said_in_the_words_of_the_page(
    director_page: Page,
) -> None:
    page = director_page
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"/sessions/{factories.session().pk}/settings/")
    # The last tab is the marked one: there is more before it, and nothing behind.
    tabs = page.locator(".tabs ul")
    expect(tabs).to_have_attribute("data-before", "")
    expect(tabs).not_to_have_attribute("data-more", "")
    page.locator("input[type=date]").fill("2026-11-26")
    expect(page.locator("output", has_text="2026")).to_have_text("donderdag 26 november 2026")
