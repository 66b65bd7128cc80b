"""A federation's list: loaded with progress, found by two letters, filled in."""

import pytest
from playwright.sync_api import Page, expect

from players.models import Player
from tests.browser.accessibility import assert_accessible
from tests.browser.picture import Picture
from tests.events.tournaments import cups
from tests.jobs import work_off
from tests.players.formats.lookup.lists import FIDE

pytestmark = pytest.mark.django_db(transaction=True)


def load(page: Page, content: str, name: str = "list.txt") -> None:
    file = {"name": name, "mimeType": "text/plain", "buffer": content.encode()}
    page.get_by_label("File of the list").set_input_files(files=[file])
    page.get_by_role("button", name="Load the list").click()
    expect(page.get_by_text("the list goes on loading")).to_be_visible()
    work_off()


@pytest.mark.large
def test_a_list_is_loaded_and_fills_in_a_player_and_an_entry(
    director_page: Page, picture: Picture
) -> None:
    page = director_page
    page.goto("/players/lookup/")
    load(page, "club,city\nHollybrook,Mill\n")
    expect(page.locator(".import-progress")).to_contain_text("has to name the columns")
    load(page, FIDE)
    expect(page.locator(".alert-success")).to_contain_text("“FIDE” is loaded: 4 players.")
    assert_accessible(page)
    picture(page, "lookup")

    page.goto("/players/new/")
    search = page.get_by_label("Find in a list: FIDE")
    search.press_sequentially("od")
    expect(page.locator("#listed-players option")).to_have_count(1)
    search.press("Enter")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Søren Ødegård")
    expect(page.get_by_label("FIDE number")).to_have_value("1000039")
    expect(page.get_by_label("Family name")).to_have_value("Ødegård")
    page.get_by_role("button", name="Add the player").click()
    expect(page.locator("h1")).to_contain_text("Søren Ødegård")
    assert Player.objects.get().rating == 2650

    page.goto("/players/lookup/")
    load(page, FIDE.replace("2101", "2150"), "standard_dec46.txt")
    expect(page.locator(".alert-success")).to_contain_text("“FIDE 2046-12” is loaded")
    made = cups.tournament()
    page.goto(f"/tournaments/{made.slug}/players/")
    field = page.get_by_label("Enter a player")
    field.press_sequentially("finch")
    # Two lists have her: each is offered with its month.
    option = "Clara Finch (1000012, FIDE 2046-12)"
    expect(page.locator(f"option[value='{option}']")).to_have_count(1)
    expect(page.locator("option[value^='Clara Finch (1000012']")).to_have_count(2)
    # As picking it from the list does.
    field.fill(option)
    expect(page.locator(".name-listed")).to_contain_text(
        "FIDE 2046-12 1000012 · WFM 2150/1999/1888 NED"
    )
    expect(page.get_by_label("Rating")).to_have_value("2150")
    field.press("Enter")
    expect(page.locator("tbody tr")).to_contain_text("Finch, Clara")
    assert made.entries.get().identity == "1000012"
    assert made.entries.get().rating_source == "FIDE 2046-12"
