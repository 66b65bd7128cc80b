"""The phone of a table in all hands: small, by keyboard, on plain http, large, dark, in Dutch.
Cases 3, 4, 46, 47 and 48."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from events.tables.views.device import COOKIE
from tests.browser.accessibility import assert_accessible
from tests.browser.table_phones import DEAD, SMALL, line, phone
from tests.events.tables.phones import code_of, evening

CUT = """[...document.querySelectorAll('.keypad .key')].filter(key =>
    key.scrollWidth > key.clientWidth + 1 || key.scrollHeight > key.clientHeight + 1
    || key.getBoundingClientRect().right > innerWidth).map(key => key.textContent)"""


def test_case_3_the_page_of_a_table_names_it_and_fits_on_a_small_phone(
    transactional_db: None, new_context: Callable[..., BrowserContext]
) -> None:
    session = evening()
    page = new_context(viewport=SMALL).new_page()
    page.goto(f"/t/{code_of(session, 2)}/")
    expect(page.locator("h1")).to_have_text("Table 2")
    expect(page.locator("main")).to_contain_text("round 1 · boards 3, 4")
    expect(page.get_by_role("button", name="North–South: 2")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    assert_accessible(page)


def test_case_48_a_board_is_entered_by_keyboard_and_heard(
    transactional_db: None, new_context: Callable[..., BrowserContext]
) -> None:
    page = phone(new_context, evening(), "NS")
    page.wait_for_timeout(DEAD)
    page.get_by_role("button", name="Board 3: Enter").focus()
    page.keyboard.press("Enter")
    page.wait_for_timeout(DEAD)
    page.keyboard.type("4sn+")
    expect(page.locator("#echo")).to_have_text("4 spades by North, plus 1, 11 tricks")
    page.locator(".pad-ok").focus()
    page.keyboard.press("Enter")
    expect(line(page, 3, "entered")).to_contain_text("4♠N+1")


def test_cases_4_and_46_a_phone_is_known_by_its_cookie_on_an_address_that_is_not_secure(
    transactional_db: None, new_context: Callable[..., BrowserContext]
) -> None:
    session = evening()
    page = phone(new_context, session, "EW")
    assert page.evaluate("isSecureContext") is False
    [cookie] = [each for each in page.context.cookies() if each["name"] == COOKIE]
    assert (cookie["httpOnly"], cookie["sameSite"]) == (True, "Lax")
    assert code_of(session, 2) not in page.url
    assert code_of(session, 2) not in cookie["value"]


def large(page: Page) -> None:
    """The largest text, for the left hand, in two colours, dark, in Dutch."""
    page.get_by_role("button", name="More", exact=True).click()
    page.wait_for_timeout(DEAD)
    for name in ("Size of the text 3", "Left hand", "Four colours", "Dark", "Nederlands"):
        page.get_by_role("button", name=name).click()
        page.wait_for_timeout(DEAD)
    page.get_by_role("button", name="Terug").click()


@pytest.mark.large
def test_case_47_no_key_is_cut_in_large_letters_dark_and_in_dutch(
    transactional_db: None, new_context: Callable[..., BrowserContext]
) -> None:
    page = phone(new_context, evening(lead="ask"), "NS")
    page.wait_for_timeout(DEAD)
    large(page)
    page.wait_for_timeout(DEAD)
    assert_accessible(page)
    page.get_by_role("button", name="Spel 3: Invoeren").click()
    page.wait_for_timeout(DEAD)
    for key in ("3", "NT"):
        page.locator(f".pad-{key}").click()
    keys = page.locator(".pad .key")
    assert keys.all_inner_texts()[-5:] == ["10", "N", "O", "Z", "W"]
    assert page.evaluate(CUT) == []
    assert_accessible(page)
    page.locator(".pad-seat-E").click()
    # While the lead is asked there are honours, in the letters of the language.
    assert {"H", "V", "B", "A"} <= set(keys.all_inner_texts())
    assert page.evaluate(CUT) == []
