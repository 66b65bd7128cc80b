"""The director's pages of a tournament on a phone: buttons and boxes stand where they are
looked for."""

import pytest
from playwright.sync_api import FloatRect, Locator, Page

from tests.events.tournaments import cups

DESK = "/tournaments/spring-cup/"


@pytest.fixture
def phone(director_page: Page) -> Page:
    cups.played()
    director_page.set_viewport_size({"width": 390, "height": 800})
    return director_page


def box_of(part: Locator) -> FloatRect:
    box = part.bounding_box()
    assert box is not None
    return box


@pytest.mark.large
def test_boxes_and_buttons_are_on_the_screen(phone: Page) -> None:
    phone.goto(f"{DESK}registration/")
    phone.locator("#desk tbody a").first.click()
    here = box_of(phone.locator("[data-registered]"))
    assert here["x"] + here["width"] <= 390
    phone.goto(f"{DESK}players/")
    change = box_of(phone.get_by_role("link", name="Change Finch, Clara"))
    assert change["x"] + change["width"] <= 390
    field = box_of(phone.locator(".rating-field input"))
    button = box_of(phone.locator(".add-button"))
    assert abs(field["y"] - button["y"]) < 1
    assert abs(field["height"] - button["height"]) < 1
