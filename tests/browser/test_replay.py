"""The page of a line: its replay by keys, taps and swipes; without a script, and in print."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.accessibility import assert_accessible
from tests.events.sessions.play_evenings import Evening, evening_with_play

KEYS = (
    ("ArrowRight", "#5.3", "South: ♦Q."),
    ("Shift+ArrowRight", "#5.4", "West: ♥K. Cost one trick. Declarer 5, defence 0."),
    ("ArrowRight", "#6.1", "South: ♠8."),
    ("Shift+ArrowLeft", "#5.4", "West: ♥K."),
    ("ArrowLeft", "#5.3", "South: ♦Q."),
    ("End", "#13.4", "North: ♣2. Declarer 11, defence 2."),
    ("ArrowRight", "#13.4", "North: ♣2."),
    ("Home", "#0", "Before the lead."),
)


@pytest.fixture
def evening(transactional_db: None) -> Evening:
    return evening_with_play()


def hash_of(page: Page) -> str:
    return str(page.evaluate("location.hash"))


def test_keys_lead_through_the_play_and_the_address_has_the_place(
    page: Page, evening: Evening
) -> None:
    page.goto(f"{evening.page}#5.2")
    said = page.locator("[data-said]")
    expect(said).to_have_text("East: ♠A. Cost 4 tricks. Declarer 4, defence 0.")
    expect(page.get_by_text("Trick 5 of 13, card 2 of 4")).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    length = page.evaluate("history.length")
    for key, address, text in KEYS:
        page.keyboard.press(key)
        expect(said).to_contain_text(text)
        assert hash_of(page) == address
    # Nothing was asked of the server, and the browser's way back is as it was.
    assert (asked, page.evaluate("history.length")) == ([], length)
    page.get_by_role("link", name="Show the card").click()
    expect(said).to_contain_text("East: ♠A.")
    # With a modifier a key is the browser's.
    page.keyboard.press("Control+End")
    assert hash_of(page) == "#5.2"


def test_buttons_halves_and_swipes_move_one_card(page: Page, evening: Evening) -> None:
    page.set_viewport_size({"width": 320, "height": 720})
    page.goto(evening.page)
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.get_by_role("button", name="Forward").click()
    assert hash_of(page) == "#1.1"
    expect(page.locator(".replay-hand.east [data-held=HT]")).to_be_hidden()
    stage = page.locator("[data-stage]")
    stage.evaluate("stage => stage.scrollIntoView({ block: 'center' })")
    box = stage.bounding_box()
    assert box is not None
    y = box["y"] + box["height"] / 2
    left, right = box["x"] + 20, box["x"] + box["width"] - 20
    page.mouse.click(right, y)
    assert hash_of(page) == "#1.2"
    page.mouse.click(left, y)
    assert hash_of(page) == "#1.1"
    for start, end, address in ((right, left, "#1.2"), (left, right, "#1.1")):
        page.mouse.move(start, y)
        page.mouse.down()
        page.mouse.move(end, y, steps=3)
        page.mouse.up()
        assert hash_of(page) == address
    page.get_by_role("button", name="Last").click()
    assert hash_of(page) == "#13.4"


@pytest.mark.parametrize("width", [390, 1280])
def test_a_line_can_be_read_by_everybody(page: Page, evening: Evening, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(evening.page)
    expect(page.get_by_role("region", name="Replay")).to_be_visible()
    assert_accessible(page)


def test_without_a_script_and_in_print_the_tricks_are_all_there(
    browser: Browser, page: Page, evening: Evening, live_server: object
) -> None:
    page.goto(evening.page)
    page.emulate_media(media="print")
    expect(page.locator(".replay")).to_be_hidden()
    plain = browser.new_context(java_script_enabled=False).new_page()
    plain.goto(page.url)
    expect(plain.get_by_role("region", name="Replay")).to_have_count(0)
    expect(plain.locator(".tricks-table tbody tr")).to_have_count(13)
    expect(plain.locator(".card-cell")).to_have_count(52)
    expect(plain.get_by_text("The defence let it through in trick 5")).to_be_visible()
    plain.context.close()
