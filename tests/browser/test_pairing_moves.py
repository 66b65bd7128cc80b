"""The pairings of a round changed by dragging, by keys and by a finger, and judged at once."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.accessibility import assert_accessible
from tests.browser.picture import Picture
from tests.events.tournaments import cups

PAIRINGS = "/tournaments/spring-cup/rounds/2/pairings/"


@pytest.fixture
def cup(transactional_db: None) -> None:
    made = cups.tournament(entries=6)
    cups.play(made, 1, (1, 2, "1"), (3, 4, "1"), (5, 6, "1"))


def field(page: Page, board: int, side: str) -> Locator:
    return page.get_by_label(f"Board {board}, {side} player", exact=True)


def handle(page: Page, board: int, side: str) -> Locator:
    return page.get_by_role("button", name=re.compile(f"^Change places: Board {board}, {side}"))


def pair(page: Page, *numbers: str) -> None:
    """Type the players board by board."""
    page.goto(PAIRINGS)
    expect(field(page, 1, "first")).to_be_focused()
    for number in numbers:
        page.keyboard.type(number)
        page.keyboard.press("Enter")


def values(page: Page) -> list[str]:
    texts = [each.input_value() for each in page.locator("#pairing-rows input").all()]
    return [text.split()[0] for text in texts if text]


def test_two_players_change_places(director_page: Page, cup: None, picture: Picture) -> None:
    page = director_page
    pair(page, "1", "2", "3", "5", "4", "6")
    row = page.locator(".pairing-row").first
    expect(row).to_contain_text("Finch, Clara and Tarrant, Hugo have met before, in round 1.")
    expect(page.locator("#pairing-judged")).to_contain_text("One thing is unusual.")

    handle(page, 1, "second").drag_to(field(page, 2, "second"))
    assert values(page) == ["1", "5", "3", "2", "4", "6"]
    expect(page.locator("#pairing-judged")).to_contain_text("These pairings break no rule")
    expect(row).not_to_contain_text("have met before")

    handle(page, 1, "second").focus()
    page.keyboard.press("Space")
    expect(handle(page, 1, "second")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    assert values(page) == ["1", "2", "3", "5", "4", "6"]
    page.keyboard.press("c")
    assert values(page) == ["1", "2", "5", "3", "4", "6"]
    picture(page, "tournament-judged")
    assert_accessible(page)

    undo = page.get_by_role("button", name="Undo the last change")
    undo.click()
    undo.click()
    assert values(page) == ["1", "5", "3", "2", "4", "6"]
    page.get_by_role("button", name="Save the pairings").click()
    expect(page.get_by_text("The pairings of round 2 are saved.")).to_be_visible()


@pytest.mark.large
def test_two_players_change_places_under_a_finger(
    browser: Browser, live_server: LiveServer, director_page: Page, cup: None, picture: Picture
) -> None:
    state = director_page.context.storage_state()
    context = browser.new_context(
        base_url=live_server.url,
        storage_state=state,
        has_touch=True,
        viewport={"width": 390, "height": 800},
    )
    page = context.new_page()
    pair(page, "1", "2", "3", "5")
    handle(page, 1, "second").evaluate("handle => handle.scrollIntoView({block: 'center'})")
    # What is judged comes between the rows, and moves them.
    page.wait_for_load_state("networkidle")
    one, other = (handle(page, board, "second").bounding_box() for board in (1, 2))
    assert one
    assert other
    touch = context.new_cdp_session(page)
    start = {"x": one["x"] + 8, "y": one["y"] + 8}
    end = {"x": other["x"] + 30, "y": other["y"] + 8}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [start]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [end]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(field(page, 1, "second")).to_have_value(re.compile("^5 "))
    assert values(page) == ["1", "5", "3", "2"]
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width == 390
    assert_accessible(page)
    picture(page, "tournament-judged-390")
    context.close()
