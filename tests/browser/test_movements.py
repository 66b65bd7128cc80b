"""Choosing a movement, from the new session and back to it."""

import pytest
from playwright.sync_api import Page, expect

from movements.models import Movement
from tests.browser.accessibility import assert_accessible_in_both_colours, assert_fits_a_phone

PAGES = (
    "/movements/choose/",
    "/movements/choose/?contestants=15&boards=24",
    "/movements/choose/?contestants=12&max_rounds=4&winners=2&staying=9",
    "/movements/choose/?contestants=22&individual=players",
    "/movements/choose/?contestants=x&boards=0",
    "/movements/choose/howell/15/15/?boards=2",
)


@pytest.mark.large
def test_pages_are_accessible_and_fit_a_phone(director_page: Page):
    for path in PAGES:
        director_page.goto(path)
        expect(director_page.locator("h1")).to_have_count(1)
        assert_accessible_in_both_colours(director_page)
        assert_fits_a_phone(director_page)


def test_director_chooses_looks_and_uses(director_page: Page):
    page = director_page
    page.goto("/sessions/new/")
    page.get_by_label("Title").fill("Friday pairs")
    page.get_by_role("link", name="Let clubscore choose").click()
    page.get_by_label("How many play").fill("14")
    page.get_by_label("Boards for each, about").fill("24")
    page.keyboard.press("Enter")

    page.locator("summary", has_text="Howell, 13 ×").click()
    page.get_by_role("link", name="Preview: Howell, 13 rounds").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Howell, 14 pairs, 13 rounds")
    page.get_by_role("link", name="← Other movements that fit").click()
    expect(page.get_by_label("How many play")).to_have_value("14")
    page.get_by_role("button", name="Save and use: Howell, 13 rounds").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("New session")
    movement = Movement.objects.get()
    expect(page.get_by_label("Movement")).to_have_value(str(movement.pk))
    expect(page.get_by_label("Boards per round")).to_have_value("2")
    expect(page.get_by_label("Title")).to_have_value("Friday pairs")
