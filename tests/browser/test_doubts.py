"""Doubts while travellers are typed, and on their page."""

import pytest
from playwright.sync_api import Page, expect

from events.models import Session, TravellerLine
from tests.browser.picture import Picture
from tests.events import factories
from tests.events.sessions.doubts.test_services import FOUR_TABLES

WEST = "2 of 3 played 4♠ by EW — declarer West?"


@pytest.fixture
def evening(transactional_db: None) -> Session:
    made = factories.session(FOUR_TABLES, boards_per_round=2)
    factories.enter(made, 2, "50", "100", "50", "100")
    return made


def stored(session: Session, table: int, board: int = 1) -> tuple[int | None, str]:
    line = TravellerLine.objects.get(section__session=session, board=board, table=table)
    return line.score_ns, line.declarer


def type_lines(page: Page, *texts: str) -> None:
    for text in texts:
        page.keyboard.type(text)
        page.keyboard.press("Enter")


def test_a_doubt_comes_while_typing_is_fixed_undone_and_dismissed_by_keys(
    director_page: Page, evening: Session, picture: Picture
) -> None:
    page = director_page
    page.goto(f"/sessions/{evening.pk}/boards/1/")
    type_lines(page, "4sw=", "4sw+1", "4sn=")
    doubts = page.locator(".typing-doubts .doubt")
    expect(doubts).to_have_count(1)
    beside = page.locator("tbody[data-line]").nth(2).locator(".doubt-sentence")
    expect(beside).to_have_text(WEST)
    expect(page.locator("#doubt-status")).to_have_text(WEST)
    expect(page.locator("#board-doubt-count")).to_have_text("1 doubt")
    fields = page.locator("input.typed")
    expect(fields.nth(3)).to_be_focused()
    strip = page.locator('.board-strip [data-board="1"]')
    expect(strip.locator(".strip-doubts")).to_have_text("1 doubtful")
    picture(page, "doubt")

    page.keyboard.press(";")
    expect(fields.nth(2)).to_have_value("4SW=")
    expect(page.locator(".typing-status").nth(2)).to_contain_text("fixed")
    expect(doubts).to_have_count(0)
    expect(strip.locator(".strip-doubts")).to_be_hidden()
    expect(fields.nth(3)).to_be_focused()
    assert stored(evening, 3) == (-420, "W")

    page.keyboard.press("Control+z")
    expect(fields.nth(2)).to_have_value("4SN=")
    expect(beside).to_have_text(WEST)
    assert stored(evening, 3) == (420, "N")

    page.keyboard.press("&")
    expect(doubts).to_have_count(0)
    expect(page.locator("#undo-status")).to_have_text("Table 3: 3 – 7. Dismissed.")
    expect(fields.nth(3)).to_be_focused()
    expect(fields.nth(3)).to_have_value("")
    page.reload()
    expect(page.locator("#board-doubt-count")).to_be_hidden()
    assert stored(evening, 3) == (420, "N")


@pytest.mark.large
def test_the_keys_are_for_the_doubt_of_the_line_or_else_for_the_latest(
    director_page: Page, evening: Session
) -> None:
    page = director_page
    page.goto(f"/sessions/{evening.pk}/boards/1/")
    # Each side declared as often, so that both lines are doubted.
    type_lines(page, "4sw=", "4sn=")
    rows = page.locator("tbody[data-line]")
    expect(page.locator(".typing-doubts .doubt")).to_have_count(2)
    expect(rows.nth(1).locator(".doubt.current")).to_be_visible()
    fields = page.locator("input.typed")
    fields.nth(0).focus()
    expect(rows.nth(0).locator(".doubt.current")).to_be_visible()
    expect(page.locator(".doubt.current")).to_have_count(1)
    page.keyboard.press(";")
    expect(fields.nth(0)).to_have_value("4SN=")
    expect(fields.nth(0)).to_be_focused()
    assert stored(evening, 1) == (420, "N")


@pytest.mark.large
def test_two_boards_are_exchanged_beside_the_line_and_undone_as_one(
    director_page: Page, evening: Session
) -> None:
    page = director_page
    factories.enter(evening, 1, "4hn=", "4hn+1", "3hs+1", "3cw-1")
    factories.enter(evening, 2, "3cw=", "2cw+1", "3ce-1", "4hn-1")
    other = page.locator('.board-strip [data-board="2"]')
    page.goto(f"/sessions/{evening.pk}/boards/1/")
    expect(other.locator(".strip-doubts")).to_have_text("1 doubtful")
    page.get_by_role("button", name="Exchange the two results").click()
    expect(page.locator("input.typed").nth(3)).to_have_value("4HN-1")
    expect(other.locator(".strip-doubts")).to_be_hidden()
    assert (stored(evening, 4), stored(evening, 4, board=2)) == ((-50, "N"), (50, "W"))
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("input.typed").nth(3)).to_have_value("3CW-1")
    assert (stored(evening, 4), stored(evening, 4, board=2)) == ((50, "W"), (-100, "N"))


@pytest.mark.large
def test_a_doubt_that_is_no_more_says_so_and_shows_the_board_as_it_is(
    director_page: Page, evening: Session
) -> None:
    page = director_page
    factories.enter(evening, 1, "4sw=", "4sw=", "4sn=", "")
    page.goto(f"/sessions/{evening.pk}/boards/1/")
    factories.enter(evening, 1, "4sw=", "4sw=", "4sw-1", "")
    page.keyboard.press(";")
    expect(page.locator("#undo-status")).to_contain_text("This doubt no longer exists")
    expect(page.locator("input.typed").nth(2)).to_have_value("4SW-1")
    expect(page.locator(".typing-doubts .doubt")).to_have_count(0)
    assert stored(evening, 3) == (50, "W")


def test_the_page_of_doubts_is_worked_through_by_keys(
    director_page: Page, evening: Session, picture: Picture
) -> None:
    page = director_page
    factories.enter(evening, 1, "4sw=", "4sw+1", "4se=", "4sn=")
    factories.enter(evening, 2, "140", "140", "-140", "110")
    page.goto(f"/sessions/{evening.pk}/")
    page.get_by_role("link", name="Scores", exact=True).click()
    page.get_by_role("link", name="Doubts", exact=True).click()
    expect(page.get_by_role("heading", name="Doubts", exact=True)).to_be_visible()
    expect(page.locator(".doubt-list .doubt")).to_have_count(2)
    picture(page, "doubts")
    page.keyboard.press("ArrowDown")
    page.keyboard.press(";")
    expect(page.locator(".doubt-list .doubt")).to_have_count(1)
    assert stored(evening, 3, board=2) == (140, "")
    # The page is a new one, and takes keys as soon as a doubt is marked.
    expect(page.locator(".doubt.current")).to_have_count(1)
    page.keyboard.press("&")
    expect(page.locator(".doubts-dismissed .doubt")).to_have_count(1)
    expect(page.get_by_text("There is no doubt about any result.")).to_be_visible()
    open_doubts = page.locator(".doubt-list:not(.doubts-dismissed) .doubt")
    page.keyboard.press("Control+z")
    expect(open_doubts).to_have_count(1)
    assert stored(evening, 3, board=2) == (140, "")
    page.keyboard.press("Control+z")
    expect(open_doubts).to_have_count(2)
    assert stored(evening, 3, board=2) == (-140, "")
    page.get_by_role("link", name="Board 2, table 3, round 1, 3 against 7").click()
    expect(page.locator(".page-title")).to_have_text("Board 2")
    expect(page.locator("input.typed").nth(2)).to_be_focused()
