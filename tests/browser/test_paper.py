"""Paper for the tables: can be read on every screen, and no card is cut in two by the printer."""

import pytest
from playwright.sync_api import Page, expect

from movements.formats import asc
from movements.models import Movement
from movements.services import store_movement
from tests.browser.accessibility import assert_accessible
from tests.movements.domain.building import mitchell, rainbow

KINDS = ("guide-cards", "slips", "travellers")
SHEET_MM = 297 - 2 * 14


@pytest.fixture
def movement(transactional_db: None) -> Movement:
    return store_movement(name="Mitchell", text=asc.write(mitchell(13, 13, 2)))


@pytest.fixture
def short_movement(transactional_db: None) -> Movement:
    """A movement with all that paper tells of, and few words: each is measured for its contrast."""
    return store_movement(name="Short Mitchell", text=asc.write(mitchell(3, 3, 2)))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_paper_is_accessible_and_fits_a_phone(
    page: Page, movement: Movement, short_movement: Movement, kind: str, scheme: str
) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"/movements/{movement.pk}/paper/{kind}/")
    assert page.evaluate("document.documentElement.scrollWidth") == 390

    page.goto(f"/movements/{short_movement.pk}/paper/{kind}/")
    expect(page.locator(".paper")).not_to_have_count(0)
    assert_accessible(page)


@pytest.mark.parametrize("kind", KINDS)
def test_card_is_never_cut_and_fits_a_sheet(page: Page, movement: Movement, kind: str):
    page.emulate_media(media="print")
    page.goto(f"/movements/{movement.pk}/paper/{kind}/")

    cards = page.evaluate(
        "[...document.querySelectorAll('.paper')].map(card => "
        "[getComputedStyle(card).breakInside, card.offsetHeight * 25.4 / 96])"
    )
    assert {rule for rule, _height in cards} == {"avoid"}
    assert max(height for _rule, height in cards) < SHEET_MM


@pytest.mark.parametrize("kind", KINDS)
def test_card_is_as_wide_as_its_column(page: Page, kind: str, transactional_db: None):
    movement = store_movement(name="Rainbow", text=asc.write(rainbow(13)))
    page.set_viewport_size({"width": 703, "height": 1000})  # 186 mm: A4 between its margins
    page.emulate_media(media="print")
    page.goto(f"/movements/{movement.pk}/paper/{kind}/")

    too_wide = "[...document.querySelectorAll('.paper')].filter(c => c.scrollWidth > c.clientWidth)"
    assert page.evaluate(f"{too_wide}.length") == 0
