"""Pairings that are typed and not saved, when the round is proposed."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.picture import Picture
from tests.events.tournaments import cups


@pytest.fixture
def cup(transactional_db: None) -> None:
    cups.tournament(entries=6)


def test_what_is_typed_is_still_there(director_page: Page, cup: None, picture: Picture) -> None:
    page = director_page
    page.goto("/tournaments/spring-cup/rounds/1/pairings/")
    first = page.get_by_label("Board 1, first player", exact=True)
    expect(first).to_be_focused()
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Propose round 1").click()

    expect(page.get_by_role("alert")).to_contain_text("typed and not saved")
    assert first.input_value().split()[0] == "3"
    picture(page, "tournament-unsaved")
    assert_accessible(page)
    page.get_by_role("button", name="Propose all the same").click()
    expect(page.get_by_text("A proposal: nothing is saved yet.")).to_be_visible()
