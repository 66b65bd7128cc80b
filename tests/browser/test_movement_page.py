"""The page of a movement: its findings beside the cells, and the picture of its balance."""

import pytest
from playwright.sync_api import Page, expect

from movements.models import Movement
from movements.services import store_movement
from tests.browser.accessibility import assert_accessible, assert_accessible_in_both_colours
from tests.movements.factories import FOUR_PAIRS


@pytest.fixture
def movement(transactional_db: None) -> Movement:
    return store_movement(name="Four pairs", text=FOUR_PAIRS)


@pytest.mark.large
def test_page_is_accessible(page: Page, movement: Movement):
    page.goto(f"/movements/{movement.pk}/")
    page.get_by_text("The same as numbers").click()

    assert_accessible_in_both_colours(page)


@pytest.mark.large
def test_number_in_a_cell_leads_to_its_finding(page: Page, movement: Movement):
    page.goto(f"/movements/{movement.pk}/")
    page.locator("td .note").first.click()

    expect(page.locator(":target")).to_contain_text("Tables 1, 2 have the same boards")


def test_findings_follow_what_is_typed(director_page: Page, movement: Movement):
    director_page.goto(f"/movements/{movement.pk}/edit/")
    cell = director_page.get_by_label("Round 2, table 1", exact=True)

    cell.fill("1/3")
    expect(director_page.locator("#edit-report")).to_contain_text("“1/3” cannot be read")
    cell.fill("3-1 A")
    expect(director_page.locator("#edit-report")).to_contain_text("plays board group A more than")

    assert_accessible_in_both_colours(director_page)


@pytest.mark.large
def test_arrow_keys_go_from_cell_to_cell(director_page: Page, movement: Movement):
    director_page.goto(f"/movements/{movement.pk}/edit/")
    director_page.get_by_label("Round 1, table 1", exact=True).focus()

    for key, label in [
        ("ArrowDown", "Round 2, table 1"),
        ("ArrowRight", "Round 2, table 2"),
        ("ArrowUp", "Round 1, table 2"),
        ("ArrowUp", "Round 1, table 2"),
        ("Home", "Round 1, table 2"),
        ("ArrowLeft", "Round 1, table 1"),
    ]:
        director_page.keyboard.press(key)
        expect(director_page.get_by_label(label, exact=True)).to_be_focused()


@pytest.mark.large
def test_leaving_with_changed_cells_warns(director_page: Page, movement: Movement):
    asked: list[str] = []
    director_page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    director_page.goto(f"/movements/{movement.pk}/edit/")
    director_page.get_by_label("Round 2, table 1", exact=True).press_sequentially("3-1 A")
    director_page.goto("/movements/")

    assert asked == ["beforeunload"]


@pytest.mark.large
def test_editing_fits_a_phone(director_page: Page, movement: Movement):
    director_page.set_viewport_size({"width": 390, "height": 800})
    director_page.goto(f"/movements/{movement.pk}/edit/")

    assert director_page.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.large
def test_sections_together_are_accessible(page: Page, movement: Movement):
    page.goto("/movements/")
    page.get_by_role("link", name="Several sections scored together").click()
    page.get_by_label("Section A").select_option(label="Four pairs")
    page.get_by_label("Section B").select_option(label="Four pairs")
    page.get_by_role("button", name="Combine them").click()

    expect(page.get_by_text("numbers 5 to 8")).to_be_visible()
    assert_accessible(page)
