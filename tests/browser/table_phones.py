"""Phones of an evening in browsers of their own, and what a finger does on them."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from events.models import Session
from tests.events.tables.phones import code_of

SMALL = {"width": 320, "height": 454}
SIDES = {"NS": "North–South", "EW": "East–West", "table": "It stays at this table",
         "look": "Only look"}  # fmt: skip
DEAD = 370
"""Milliseconds in which a screen that has just changed takes no tap, and a little more."""


def phone(
    new_context: Callable[..., BrowserContext],
    session: Session,
    side: str,
    table: int = 2,
    *,
    in_hall: bool = True,
    **options: Any,
) -> Page:
    """A phone that has scanned the code of a table and chosen its side.

    On the address that phones have in a hall, so that nothing here needs a secure context (case
    46); what a test asks for beside the browser does not find it there.
    """
    page = new_context(viewport=SMALL, in_hall=in_hall, **options).new_page()
    page.goto(f"/t/{code_of(session, table)}/")
    page.get_by_role("button", name=SIDES[side]).click()
    page.wait_for_url("**/play/")
    expect(page.locator("[data-board]").first).to_be_visible()
    return page


def tap(page: Page, name: str) -> None:
    """A button by its name, once the screen takes a tap."""
    button = page.get_by_role("button", name=name, exact=True)
    expect(button).to_be_visible()
    page.wait_for_timeout(DEAD)
    button.click()


def enter(page: Page, board: int, *keys: str) -> None:
    """Enter a result with the keys of the pad, named as the style sheet does."""
    page.wait_for_timeout(DEAD)
    page.locator(f"[data-board='{board}'] .acts button").first.click()
    page.wait_for_timeout(DEAD)
    for key in (*keys, "ok"):
        page.locator(f".pad-{key}").click()


def line(page: Page, board: int, state: str = "") -> Any:
    """The row of a board, in a state where one is given."""
    return page.locator(f"[data-board='{board}']{f'.state-{state}' if state else ''}")
