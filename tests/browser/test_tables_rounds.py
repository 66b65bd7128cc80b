"""Phones from round to round: where they go, what was forgotten, who sits out.
Cases 19, 20, 28 to 31 and 33."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from events.models import RoundClock, Session
from events.tables.services.marks import raise_revision
from tests.browser.table_phones import enter, line, phone, tap
from tests.events.tables.phones import code_of, evening

NewContext = Callable[..., BrowserContext]

SIT_OUT = """ 3  2  3  3 0
 1- 2 A  3- 0 A
 3- 1 B  2- 0 B
 2- 3 C  1- 0 C
"""


def begin_round(session: Session, number: int) -> None:
    """The clock of the hall goes on."""
    RoundClock.objects.create(session=session, round=number, phase="play")
    raise_revision(session.pk)


def test_cases_20_and_28_any_order_and_then_both_move(
    transactional_db: None, new_context: NewContext
) -> None:
    session = evening()
    north, east = (phone(new_context, session, side) for side in ("NS", "EW"))
    for board in (4, 3):
        enter(north, board, "3", "NT", "seat-N", "equal")
        expect(line(east, board, "entered")).to_be_visible()
        tap(east, f"Board {board}: Confirm")
    for page in (north, east):
        expect(page.locator(".moves")).to_contain_text("Move: pair 5 to table 3 EW")
        expect(page.locator(".moves")).to_contain_text("Pair 2 stays at table 2")
    expect(line(north, 3, "confirmed")).to_be_visible()
    expect(north.locator(".moves")).to_be_visible()

    tap(east, "We are at round 2")
    expect(east.locator("h1")).to_have_text("Table 3 · Round 2")
    expect(line(east, 1)).to_be_visible()


@pytest.mark.large
def test_cases_19_and_33_a_forgotten_board_is_entered_at_other_tables(
    transactional_db: None, new_context: NewContext
) -> None:
    session = evening()
    north, east = (phone(new_context, session, side) for side in ("NS", "EW"))
    tap(north, "More")
    tap(north, "Another board")
    north.get_by_label("Board").fill("5")
    north.keyboard.press("Enter")
    expect(north.locator("main")).to_contain_text("Board 5 is at table 3 in this round.")
    tap(north, "Back")

    begin_round(session, 2)
    expect(east.locator("h1")).to_have_text("Table 3 · Round 2")
    expect(north.locator("h1")).to_have_text("Table 2 · Round 2")
    for page in (north, east):
        expect(page.get_by_role("heading", name="Left from earlier rounds")).to_be_visible()
    enter(north, 4, "3", "NT", "seat-N", "equal")
    expect(line(east, 4, "entered")).to_be_visible()
    tap(east, "Board 4: Confirm")
    expect(line(north, 4)).to_have_count(0)


@pytest.mark.large
def test_case_29_the_tablet_of_a_table_has_the_new_pair_and_a_phone_at_a_wrong_table_is_told(
    transactional_db: None, new_context: NewContext
) -> None:
    session = evening()
    tablet, north = (phone(new_context, session, side) for side in ("table", "NS"))
    expect(tablet.locator("header")).to_contain_text("NS 2 · EW 5")
    north.goto(f"/t/{code_of(session, 3)}/")
    expect(north.locator("main")).to_contain_text("table 2")

    begin_round(session, 2)
    expect(tablet.locator("header")).to_contain_text("NS 2 · EW 4")


@pytest.mark.large
def test_case_30_a_pair_that_sits_out_has_no_board(
    transactional_db: None, new_context: NewContext
) -> None:
    session = evening(SIT_OUT)
    page = phone(new_context, session, "EW", 1, in_hall=False)
    begin_round(session, 2)
    expect(page.locator("main")).to_contain_text("Your pair sits out in this round.")
    expect(page.locator("[data-board]").filter(has_not=page.locator(".late"))).to_have_count(2)
    assert page.request.get("/play/boards/3/").status == 403


@pytest.mark.large
def test_case_31_the_sides_of_a_pair_that_changes_direction(
    transactional_db: None, new_context: NewContext
) -> None:
    session = evening(SIT_OUT)
    page = phone(new_context, session, "EW", 1, in_hall=False)
    begin_round(session, 3)
    expect(page.locator("main")).to_contain_text("You are North–South now.")
    expect(page.locator("main")).to_contain_text("Arrow switch: ")
