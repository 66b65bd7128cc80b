"""Keys that are typed while a board is saved and the next one is asked for."""

import pytest
from django.contrib.sessions.models import Session as Login
from playwright.sync_api import Page, Route, expect

from events.models import Session, TravellerLine
from tests.browser.test_typing_flow import enter, open_board
from tests.events import factories

POLL_MS = 20
POLLS = 1000


@pytest.fixture
def evening(transactional_db: None) -> Session:
    return factories.session(boards_per_round=2)


def hold_back(page: Page, address: str) -> list[Route]:
    """What is asked of an address, until the test lets it go on. To be called before the page is
    opened: a key may overtake the order to hold back.
    """
    asked: list[Route] = []
    page.route(address, lambda route: asked.append(route))
    return asked


def wait_for(page: Page, asked: list[Route]) -> Route:
    """What was asked; a failure, with the page's own words, where nothing is for long."""
    for _ in range(POLLS):
        if asked:
            return asked.pop()
        page.wait_for_timeout(POLL_MS)
    pytest.fail("Nothing was asked; the page says: " + page.locator("main").inner_text())


def scores(session: Session, board: int) -> list[int | None]:
    lines = TravellerLine.objects.filter(section__session=session, board=board)
    return [line.score_ns for line in lines.order_by("round", "table")]


def test_what_is_typed_before_the_next_board_is_there_is_typed_on_it(
    director_page: Page, evening: Session
) -> None:
    page = director_page
    asked = hold_back(page, "**/boards/2/")
    open_board(page, evening)
    enter(page, "420", "430")
    following = wait_for(page, asked)
    enter(page, "12", "110")
    following.continue_()
    fields = page.locator("input.typed")
    expect(page.locator(".page-title")).to_have_text("Board 2")
    # 12 is no score, and stays in its line.
    expect(page.locator(".typing-status").first).to_contain_text("12 is not a score")
    expect(fields.first).to_have_value("12")
    expect(fields.nth(1)).to_have_value("110")
    assert scores(evening, 1) == [420, 430]


@pytest.mark.large
@pytest.mark.parametrize("pause_ms", [0, 15, 60])
def test_no_key_is_lost_from_board_to_board(
    director_page: Page, evening: Session, pause_ms: int
) -> None:
    page = director_page
    open_board(page, evening)
    typed = ["420", "430", "110", "10-", "400", "11-", "10+", "620", "8-", "90", "12-", "14-"]
    page.keyboard.type("\n".join(typed) + "\n", delay=pause_ms)
    expect(page.locator(".page-title")).to_have_text("Overview")
    assert [scores(evening, board) for board in range(1, 7)] == [
        [420, 430], [110, -100], [400, -110], [100, 620], [-80, 90], [-120, -140]
    ]  # fmt: skip


@pytest.mark.large
def test_back_leads_to_the_board_before(director_page: Page, evening: Session) -> None:
    page = director_page
    open_board(page, evening)
    enter(page, "420", "430")
    expect(page.locator(".page-title")).to_have_text("Board 2")
    assert page.url.endswith("/boards/2/")
    assert page.title().startswith("Board 2 ")
    page.go_back()
    expect(page.locator(".page-title")).to_have_text("Board 1")
    expect(page.locator("input.typed:focus")).to_have_count(1)
    page.keyboard.press("h")
    expect(page.get_by_role("dialog")).to_contain_text("+420 to North–South")
    page.keyboard.press("Escape")
    page.go_forward()
    expect(page.locator(".page-title")).to_have_text("Board 2")


@pytest.mark.large
def test_a_login_that_ended_is_asked_for_at_the_next_board(
    director_page: Page, evening: Session
) -> None:
    page = director_page
    open_board(page, evening)
    Login.objects.all().delete()
    page.keyboard.press("PageDown")
    expect(page.get_by_label("Password")).to_be_visible()


def test_a_board_typed_ahead_whole_leads_to_the_one_after_it(
    director_page: Page, evening: Session
) -> None:
    page = director_page
    asked = hold_back(page, "**/boards/2/")
    open_board(page, evening)
    enter(page, "420", "430")
    following = wait_for(page, asked)
    enter(page, "11+")
    page.keyboard.type("1x")
    page.keyboard.press("Backspace")
    enter(page, "0-", "400")
    following.continue_()
    expect(page.locator(".page-title")).to_have_text("Board 3")
    expect(page.locator("input.typed").nth(1)).to_be_focused()
    expect(page.locator(".typing-status").first).to_contain_text("saved")
    assert [scores(evening, board) for board in (1, 2, 3)] == [[420, 430], [110, -100], [400, None]]


def test_what_is_typed_while_a_line_is_being_refused_goes_into_no_line(
    director_page: Page, evening: Session
) -> None:
    page = director_page
    asked = hold_back(page, "**/lines/*/")
    open_board(page, evening)
    enter(page, "420")
    wait_for(page, asked).continue_()
    expect(page.locator(".typing-status").first).to_contain_text("saved")
    enter(page, "412")
    saving = wait_for(page, asked)
    enter(page, "110", "50")
    saving.continue_()
    status = page.locator(".typing-status").nth(1)
    expect(status).to_contain_text("412 is not a score")
    expect(status).to_contain_text("Typed in the meantime and not saved: 110 50")
    expect(page.locator("input.typed").nth(1)).to_have_value("412")
    expect(page.locator("input.typed").nth(1)).to_be_focused()
    assert scores(evening, 1) == [420, None]


@pytest.mark.large
def test_page_down_carries_what_is_typed_after_it(director_page: Page, evening: Session) -> None:
    page = director_page
    asked = hold_back(page, "**/boards/2/")
    open_board(page, evening)
    page.keyboard.press("PageDown")
    following = wait_for(page, asked)
    page.keyboard.type("g4")
    following.continue_()
    expect(page.locator(".page-title")).to_have_text("Board 2")
    expect(page.locator("#go-to-board")).to_have_value("4")


@pytest.mark.large
def test_another_board_does_not_open_over_a_refused_line_or_without_a_connection(
    director_page: Page, evening: Session
) -> None:
    page = director_page
    open_board(page, evening)
    enter(page, "412")
    fields = page.locator("input.typed")
    expect(page.locator(".typing-status").first).to_contain_text("not a score")
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
    expect(page.locator(".page-title")).to_have_text("Board 1")
    page.context.set_offline(False)
    expect(page.locator(".typing-status").first).to_contain_text("saved")
    assert scores(evening, 1) == [420, None]
