"""Keys that are typed while a board is saved and the next one is asked for: typed on the next one.

Not tested, as no script sees it: the moment in which the browser puts one page in another's place.
"""

import pytest
from playwright.sync_api import Page, Route, expect

from events.models import Session, TravellerLine
from tests.browser.test_typing_flow import enter, open_board
from tests.events import factories

POLL_MS = 20


@pytest.fixture
def evening(transactional_db: None) -> Session:
    return factories.session(boards_per_round=2)


def hold_back(page: Page, address: str) -> list[Route]:
    """What is asked of an address, until the test lets it go on."""
    asked: list[Route] = []
    page.route(address, lambda route: asked.append(route))
    return asked


def wait_for(page: Page, asked: list[Route]) -> Route:
    while not asked:
        page.wait_for_timeout(POLL_MS)
    return asked.pop()


def scores(session: Session, board: int) -> list[int | None]:
    lines = TravellerLine.objects.filter(section__session=session, board=board)
    return [line.score_ns for line in lines.order_by("round", "table")]


def test_what_is_typed_before_the_next_board_is_there_is_typed_on_it(
    director_page: Page, evening: Session
) -> None:
    page = director_page
    open_board(page, evening)
    asked = hold_back(page, "**/boards/2/")
    enter(page, "420", "430")
    following = wait_for(page, asked)
    enter(page, "12", "110")
    following.continue_()
    fields = page.locator("input.entry")
    expect(page.locator("h1")).to_have_text("Board 2")
    # 12 is no score, and stays in its line.
    expect(page.locator(".entry-status").first).to_contain_text("12 is not a score")
    expect(fields.first).to_have_value("12")
    expect(fields.nth(1)).to_have_value("110")
    assert scores(evening, 1) == [420, 430]


def test_a_board_typed_ahead_whole_leads_to_the_one_after_it(
    director_page: Page, evening: Session
) -> None:
    page = director_page
    open_board(page, evening)
    asked = hold_back(page, "**/boards/2/")
    enter(page, "420", "430")
    following = wait_for(page, asked)
    enter(page, "11+")
    page.keyboard.type("1x")
    page.keyboard.press("Backspace")
    enter(page, "0-", "400")
    following.continue_()
    expect(page.locator("h1")).to_have_text("Board 3")
    expect(page.locator("input.entry").nth(1)).to_be_focused()
    expect(page.locator(".entry-status").first).to_contain_text("saved")
    assert [scores(evening, board) for board in (1, 2, 3)] == [[420, 430], [110, -100], [400, None]]


def test_what_is_typed_while_a_line_is_being_refused_goes_into_no_line(
    director_page: Page, evening: Session
) -> None:
    page = director_page
    open_board(page, evening)
    enter(page, "420")
    expect(page.locator(".entry-status").first).to_contain_text("saved")
    asked = hold_back(page, "**/lines/*/")
    enter(page, "412")
    saving = wait_for(page, asked)
    enter(page, "110", "50")
    saving.continue_()
    status = page.locator(".entry-status").nth(1)
    expect(status).to_contain_text("412 is not a score")
    expect(status).to_contain_text("What was typed meanwhile was not taken: 110 50")
    expect(page.locator("input.entry").nth(1)).to_have_value("412")
    expect(page.locator("input.entry").nth(1)).to_be_focused()
    assert scores(evening, 1) == [420, None]


def test_page_down_carries_what_is_typed_after_it(director_page: Page, evening: Session) -> None:
    page = director_page
    open_board(page, evening)
    asked = hold_back(page, "**/boards/2/")
    page.keyboard.press("PageDown")
    following = wait_for(page, asked)
    page.keyboard.type("g4")
    following.continue_()
    expect(page.locator("h1")).to_have_text("Board 2")
    expect(page.locator("#go-to-board")).to_have_value("4")


def test_another_board_does_not_open_over_a_refused_line_or_without_a_connection(
    director_page: Page, evening: Session
) -> None:
    page = director_page
    open_board(page, evening)
    enter(page, "412")
    fields = page.locator("input.entry")
    expect(page.locator(".entry-status").first).to_contain_text("not a score")
    fields.nth(1).focus()
    page.keyboard.type("g3")
    page.keyboard.press("Enter")
    expect(fields.first).to_be_focused()
    page.keyboard.press("Escape")
    page.context.set_offline(True)
    page.keyboard.type("420")
    page.keyboard.press("PageDown")
    expect(page.locator("#undo-status")).to_have_text(
        "The server does not answer: another board cannot be opened now."
    )
    page.keyboard.press("Control+z")
    expect(page.locator("#undo-status")).to_have_text(
        "The server does not answer; nothing was undone."
    )
    expect(page.locator("h1")).to_have_text("Board 1")
    page.context.set_offline(False)
    expect(page.locator(".entry-status").first).to_contain_text("saved")
    assert scores(evening, 1) == [420, None]
