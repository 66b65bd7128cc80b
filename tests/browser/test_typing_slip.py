"""Typing by round slip: a whole round by keyboard, and a slip that sat the other way."""

import pytest
from playwright.sync_api import Page, expect

from events.models import Session, TravellerLine
from tests.browser.picture import Picture
from tests.browser.test_typing_flow import enter
from tests.browser.test_typing_pasted import FOUR_TABLES
from tests.events import factories


@pytest.fixture
def evening(transactional_db: None) -> Session:
    """Three tables, three rounds of two boards."""
    return factories.session(factories.MITCHELL_3, boards_per_round=2)


def scores(session: Session, round_number: int) -> list[int | None]:
    lines = TravellerLine.objects.filter(section__session=session, round=round_number)
    return [line.score_ns for line in lines.order_by("table", "board")]


def test_a_whole_round_is_typed_by_keyboard(
    director_page: Page, evening: Session, picture: Picture
) -> None:
    page = director_page
    page.goto(f"/sessions/{evening.pk}/boards/1/")
    page.get_by_role("link", name="Slips", exact=True).click()
    expect(page.locator(".page-title")).to_have_text("Round 1, table 1")
    expect(page.locator("input.typed").first).to_be_focused()
    enter(page, "4sn=", "50-")
    expect(page.locator(".page-title")).to_have_text("Round 1, table 2")
    expect(page.locator("#summary")).to_have_text("Round 1, table 1: 2 of 2 in, all saved.")
    enter(page, "110")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".typing-status").first).to_contain_text("saved")
    page.keyboard.press("ArrowDown")
    enter(page, "p")
    enter(page, "140", "42+")
    expect(page.locator(".page-title")).to_have_text("Round 2, table 1")
    picture(page, "typing-slip")
    assert scores(evening, 1) == [420, -500, 110, 0, 140, 420]
    page.keyboard.press("g")
    enter(page, "t2 r1")
    expect(page.locator(".page-title")).to_have_text("Round 1, table 2")
    expect(page.locator("input.typed").first).to_have_value("110")


def test_a_slip_that_sat_the_other_way_is_turned_and_undone_at_once(
    director_page: Page, evening: Session
) -> None:
    page = director_page
    page.goto(f"/sessions/{evening.pk}/slips/A/1/1/")
    enter(page, "420")
    expect(page.locator(".typing-status").first).to_contain_text("saved")
    page.keyboard.press("w")
    north_south = page.locator("[data-seat=ns]")
    expect(north_south).to_have_text(["4", "4"])
    expect(page.locator("#undo-status")).to_have_text(
        "North–South and East–West changed places on boards 1, 2."
    )
    # What is typed next is saved over the new seats without a question.
    enter(page, "630")
    expect(page.locator(".page-title")).to_have_text("Round 1, table 2")
    page.go_back()
    expect(page.locator("input.typed").nth(1)).to_have_value("630")
    page.keyboard.press("Control+z")
    expect(page.locator("input.typed").nth(1)).to_have_value("")
    page.keyboard.press("Control+z")
    expect(north_south).to_have_text(["1", "1"])
    expect(page.locator("input.typed").first).to_have_value("420")


@pytest.mark.large
def test_what_another_director_typed_on_the_traveller_is_seen_before_it_is_overwritten(
    director_page: Page, evening: Session
) -> None:
    page = director_page
    page.goto(f"/sessions/{evening.pk}/slips/A/1/1/")
    expect(page.locator("input.typed").first).to_be_focused()
    factories.enter(evening, 1, "420", "", "")
    enter(page, "450")
    status = page.locator(".typing-status").first
    expect(status).to_contain_text("Enter overwrites with yours; Esc keeps theirs.")
    page.get_by_role("button", name="Keep theirs (Esc)").click()
    expect(page.locator("input.typed").first).to_have_value("420")


@pytest.mark.large
def test_a_doubt_is_shown_and_fixed_on_the_slip(
    director_page: Page, transactional_db: None
) -> None:
    page = director_page
    session = factories.session(FOUR_TABLES, boards_per_round=2)
    factories.enter(session, 1, "4sw=", "4sw+1", "4sw=", "")
    factories.enter(session, 2, "", "", "", "110")
    page.goto(f"/sessions/{session.pk}/slips/A/1/4/")
    enter(page, "4sn=")
    status = page.locator(".typing-status").first
    expect(status).to_contain_text("The slip is complete and saved, with a doubt.")
    expect(page.locator("tbody[data-board='1'] .doubt")).to_have_count(1)
    expect(page.locator("#board-doubt-count")).to_have_text("1 doubt")
    page.keyboard.press(";")
    expect(page.locator(".doubt")).to_have_count(0)
    expect(page.locator("input.typed").first).to_have_value("4SW=")
    page.keyboard.press("Enter")
    expect(page.locator(".page-title")).to_have_text("Round 1, table 1")
