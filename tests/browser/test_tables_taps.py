"""A quick finger is no double tap, and the own move comes first on the smallest phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from events.sessions.setup.services.sessions import finish, publish
from tests.browser.table_phones import SMALL, enter, line, phone, tap
from tests.events.tables.phones import BY, Phone, enter_all, evening

NewContext = Callable[..., BrowserContext]


def test_a_key_elsewhere_counts_at_once_and_a_second_tap_in_place_does_not(
    transactional_db: None, new_context: NewContext
) -> None:
    session = evening()
    north = phone(new_context, session, "NS")
    north.wait_for_timeout(400)
    key = line(north, 3).locator(".acts button").first.bounding_box()
    assert key
    x, y = key["x"] + key["width"] / 2, key["y"] + key["height"] / 2
    north.mouse.click(x, y)
    expect(north.locator(".keypad")).to_be_visible()
    # The second tap of a double tap, then a key somewhere else, all within 300 ms.
    north.mouse.click(x, y)
    keys = north.locator(".pad button[aria-pressed=true]")
    assert keys.count() == 0
    far = next(
        each
        for each in (north.locator(".pad-4"), north.locator(".pad-1"), north.locator(".pad-7"))
        if abs(each.bounding_box()["y"] - y) > 60
    )
    far.dispatch_event("pointerdown")
    far.click()
    expect(keys).to_have_count(1)


@pytest.mark.large
def test_the_own_move_is_first_and_above_the_fold_and_published_results_are_a_link(
    transactional_db: None, new_context: NewContext
) -> None:
    session = evening()
    east = phone(new_context, session, "EW")
    north = Phone(session, 2, "NS")
    enter_all(north)
    for board in (3, 4):
        tap(east, f"Board {board}: Confirm")
        expect(line(east, board, "confirmed")).to_be_visible()
    first = east.locator(".move").first
    expect(first).to_contain_text("Move: pair 5 to table 3")
    east.wait_for_timeout(100)
    expect(first).to_have_class("move own")
    box = first.bounding_box()
    assert box
    assert box["y"] + box["height"] <= SMALL["height"]
    assert east.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]

    finish(session=session, by=BY)
    publish(session=session, by=BY)
    east.reload()
    link = east.get_by_role("link", name="Your card with all results")
    expect(link).to_have_attribute("href", f"/sessions/{session.pk}/cards/{_pair(session, 5)}/")


def _pair(session, number: int) -> int:
    return session.sections.get().contestants.get(number=number).pk


@pytest.mark.large
def test_a_claim_asks_what_it_should_be(transactional_db: None, new_context: NewContext) -> None:
    session = evening()
    north = phone(new_context, session, "NS")
    enter(north, 3, "3", "NT", "seat-N", "equal")
    expect(line(north, 3, "entered")).to_be_visible()
    tap(north, "My card")
    tap(north, "This is wrong")
    expect(north.locator(".lcd h1")).to_have_text("What should it be?")
    expect(north.locator(".lcd")).to_contain_text("Round 1 · Table 2 · Entered: 3NT N=")
