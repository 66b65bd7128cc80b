"""A tournament file from the desk to the tournament's page and back."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from events.models import Entry, Tournament
from players.models import Player
from tests.browser.accessibility import assert_accessible_in_both_colours

DATA = Path("tests/data/krause")
CONTRADICTORY = DATA / "mended.tab"


def preview(page: Page) -> None:
    """The preview of a file in which something is repaired."""
    page.goto("/tournaments/import/")
    page.get_by_label("Tournament file").set_input_files(str(CONTRADICTORY))
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Import this tournament?")


def test_director_looks_consents_and_downloads(director_page: Page) -> None:
    page = director_page
    Player.objects.create(given="Edith", family="Lamb")
    page.goto("/tournaments/")
    page.get_by_role("link", name="Import a file").click()
    preview(page)

    page.get_by_label("somebody else: Lamb, Edith").check()
    page.get_by_label("Store it with these corrections").check()
    page.get_by_role("textbox", name="Name").fill("Lakeside Open")
    page.get_by_role("button", name="Store the tournament").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Lakeside Open")
    assert Tournament.objects.get().slug == "lakeside-open"
    assert Entry.objects.get(number=1).player is None

    page.get_by_role("link", name="Paper", exact=True).click()
    page.get_by_role("link", name="Files").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download as TRF16").click()
    assert download.value.suggested_filename == "lakeside-open-trf16.trf"
    text = Path(download.value.path()).read_text()
    assert text.splitlines()[0] == "012 Lakeside Open"


@pytest.mark.large
def test_an_error_is_corrected_in_the_text(director_page: Page) -> None:
    page = director_page
    page.goto("/tournaments/import/")
    page.get_by_label("Or its text").fill(CONTRADICTORY.read_text().replace("2 w 1", "9 w 1"))
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("alert")).to_contain_text("there is no player 9")

    page.get_by_label("Or its text").fill(CONTRADICTORY.read_text())
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Import this tournament?")


@pytest.mark.large
def test_the_pages_are_accessible(director_page: Page) -> None:
    page = director_page
    page.goto("/tournaments/import/")
    assert_accessible_in_both_colours(page)
    page.get_by_label("Or its text").fill(CONTRADICTORY.read_text().replace("2 w 1", "9 w 1"))
    page.get_by_role("button", name="Preview").click()
    assert_accessible_in_both_colours(page)
    preview(page)
    assert_accessible_in_both_colours(page)
    page.get_by_label("Store it with these corrections").check()
    page.get_by_role("textbox", name="Name").fill("Lakeside Open")
    page.get_by_role("button", name="Store the tournament").click()
    page.get_by_role("link", name="Paper", exact=True).click()
    page.get_by_role("link", name="Files").click()
    assert_accessible_in_both_colours(page)


@pytest.mark.large
def test_the_pages_fit_a_phone(director_page: Page) -> None:
    page = director_page
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto("/tournaments/import/")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    preview(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
