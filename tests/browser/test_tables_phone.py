"""Phones at a table in browsers of their own: entering with few taps, and the opponents' answer."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from clubscore.web.visitors import Actor
from events.models import LogEntry, Session
from events.sessions.lines.services.saving import enter_result
from tests.browser.accessibility import assert_accessible
from tests.events import factories
from tests.events.tables.phones import code_of, evening


def phone(new_context: Callable[..., BrowserContext], session: Session, side: str) -> Page:
    page = new_context(viewport={"width": 320, "height": 454}).new_page()
    page.goto(f"/t/{code_of(session, 2)}/")
    page.get_by_role("button", name=side).click()
    page.wait_for_url("**/play/")
    return page


def test_case_6_and_7_and_13_four_spades_and_the_opponents_confirm(
    transactional_db: None, new_context: Callable[..., BrowserContext]
) -> None:
    session = evening()
    north, east = (phone(new_context, session, side) for side in ("North–South", "East–West"))
    expect(north.get_by_role("button", name="Board 3: Enter")).to_be_visible()
    assert_accessible(north)
    north.wait_for_timeout(400)
    north.get_by_role("button", name="Board 3: Enter").click()
    north.wait_for_timeout(400)
    for key in ("4", "spades", "North", "plus"):
        north.get_by_role("button", name=key, exact=True).click()
    width, height = north.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )
    assert (width <= 320, height <= 454) == (True, True)
    north.get_by_role("button", name="OK", exact=True).dblclick()
    expect(east.get_by_text("You lose 450")).to_be_visible()
    east.wait_for_timeout(400)
    east.get_by_role("button", name="Board 3: Confirm").click()
    for page in (north, east):
        expect(page.get_by_text("Confirmed")).to_be_visible()
    actions = LogEntry.objects.filter(line__isnull=False).order_by("pk")
    assert list(actions.values_list("action", flat=True)) == ["entered", "confirmed"]


@pytest.mark.large
def test_a_list_that_changes_under_a_finger_waits_until_it_is_lifted(
    transactional_db: None, new_context: Callable[..., BrowserContext]
) -> None:
    session = evening()
    north = phone(new_context, session, "North–South")
    button = north.get_by_role("button", name="Board 3: Enter")
    expect(button).to_be_visible()
    north.wait_for_timeout(400)
    button.hover()
    north.mouse.down()
    row = factories.line(session, 4, 2)
    with north.expect_response(lambda answer: answer.status == 200, timeout=60_000):
        enter_result(session_id=session.pk, line_id=row.pk, text="3ntn=", by=Actor())
    north.wait_for_timeout(400)
    north.mouse.up()
    expect(north.locator(".keypad")).to_be_visible()
    north.wait_for_timeout(400)
    north.locator(".pad-cancel").click()
    expect(north.locator("[data-board='4']")).to_contain_text("3NT N=")
