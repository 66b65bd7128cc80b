"""Typing on without looking, while the page has stopped: nothing lands in another's line."""

import pytest
from playwright.sync_api import Page, expect

from events.models import Session, TravellerLine
from tests.browser.test_typing_flow import enter, open_board
from tests.browser.test_typing_pasted import FOUR_TABLES
from tests.events import factories


@pytest.fixture
def evening(transactional_db: None) -> Session:
    return factories.session(FOUR_TABLES, boards_per_round=2)


def scores(session: Session, board: int = 1) -> list[int | None]:
    lines = TravellerLine.objects.filter(section__session=session, board=board)
    return [line.score_ns for line in lines.order_by("round", "table")]


def refuse(page: Page, text: str) -> None:
    """Enter what is no score in the first line, and see that it is refused."""
    enter(page, text)
    expect(page.locator(".typing-status").first).to_contain_text(f"{text} is not a score")
    expect(page.locator("input.typed").first).to_be_focused()


def test_what_is_typed_over_a_refused_result_is_asked_about(
    director_page: Page, evening: Session
) -> None:
    page = director_page
    open_board(page, evening)
    refuse(page, "412")
    status = page.locator(".typing-status").first
    asked = (
        "{1} stood here, and {0} was typed over it. Is {0} the result of this line? "
        "Enter saves it, Esc takes it out."
    )
    for text in ("110", "50-", "50-"):
        enter(page, text)
        expect(status).to_have_text(asked.format(text, "412"))
    # To go elsewhere is no answer.
    page.locator("input.typed").nth(2).click()
    page.keyboard.type("90")
    page.keyboard.press("Enter")
    expect(page.locator(".typing-status").nth(2)).to_contain_text("saved")
    assert scores(evening) == [None, None, 90, None]
    # All of it is listed, and goes into lines one by one or at once.
    listed = page.locator("#set-aside")
    expect(listed.locator("li kbd")).to_have_text(["110", "50-", "50-"])
    page.locator("input.typed").first.click()
    page.keyboard.press("Escape")
    listed.get_by_role("button", name="Discard all").click()
    expect(listed).to_be_hidden()
    # The focus is in the line again.
    expect(page.locator("input.typed").first).to_be_focused()
    enter(page, "420", "50")
    expect(page.locator("input.typed").nth(3)).to_be_focused()
    expect(page.locator(".typing-status").nth(1)).to_contain_text("saved")
    assert scores(evening) == [420, 50, 90, None]


def test_what_was_typed_over_a_doubt_is_put_into_the_lines_of_the_next_board(
    director_page: Page, evening: Session
) -> None:
    page = director_page
    factories.enter(evening, 1, "4sw=", "4sw+1", "4sw=", "")
    open_board(page, evening)
    enter(page, "4sn=")
    expect(page.locator(".typing-status").last).to_contain_text("with a doubt")
    enter(page, "110", "412", "9-", "100-")
    listed = page.locator("#set-aside")
    expect(listed.locator("h2")).to_have_text(
        "Typed while a line waited for an answer, and not saved yet: 4"
    )
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    expect(page.locator(".page-title")).to_have_text("Board 2")
    put = listed.get_by_role("button", name="Put in the next empty line: 110")
    put.click()
    # They are another board's, so it is asked once.
    expect(listed.get_by_role("status")).to_contain_text("These were typed on “Board 1”.")
    assert scores(evening, 2) == [None] * 4
    put.click()
    expect(page.locator("input.typed").nth(1)).to_be_focused()
    page.keyboard.press("i")
    expect(listed).to_be_hidden()
    # A wrong one is refused in its line, as if it were typed there.
    expect(page.locator(".typing-status").nth(1)).to_contain_text("no contract gives it")
    expect(page.locator(".typing-status").nth(3)).to_contain_text("saved")
    assert scores(evening, 1) == [-420, -450, -420, 420]
    assert scores(evening, 2) == [110, None, -90, -1000]


def test_what_finds_no_empty_line_stays_listed(director_page: Page, evening: Session) -> None:
    page = director_page
    factories.enter(evening, 1, "420", "50", "430", "450")
    open_board(page, evening)
    enter(page, "480")
    expect(page.locator(".typing-status").first).to_contain_text("Press Enter again")
    enter(page, "110", "5-")
    listed = page.locator("#set-aside")
    expect(listed.locator("li")).to_have_count(2)
    # The answer that the last one is meant here takes it off the list.
    page.keyboard.press("Enter")
    expect(listed.locator("li kbd")).to_have_text(["110"])
    listed.get_by_role("button", name="Put all").click()
    expect(listed.get_by_role("status")).to_contain_text("There is no empty line from here on.")
    expect(listed.locator("li kbd")).to_have_text(["110"])
    page.reload()
    expect(listed.locator("li kbd")).to_have_text(["110"])


@pytest.mark.large
def test_enter_alone_says_that_it_is_meant(director_page: Page, evening: Session) -> None:
    page = director_page
    open_board(page, evening)
    refuse(page, "412")
    enter(page, "420")
    expect(page.locator(".typing-status").first).to_contain_text("Enter saves it")
    page.keyboard.press("Enter")
    expect(page.locator(".typing-status").first).to_contain_text("saved")
    expect(page.locator("input.typed").nth(1)).to_be_focused()
    assert scores(evening) == [420, None, None, None]


@pytest.mark.large
@pytest.mark.parametrize("key", ["Backspace", "Escape", "End"])
def test_whoever_mends_a_refused_result_is_not_asked(
    director_page: Page, evening: Session, key: str
) -> None:
    page = director_page
    open_board(page, evening)
    refuse(page, "41")
    page.keyboard.press(key)
    enter(page, "0" if key == "End" else "410")
    expect(page.locator(".typing-status").first).to_contain_text("is not a score")
    page.keyboard.press("Backspace")
    enter(page, "420")
    expect(page.locator(".typing-status").first).to_contain_text("saved")
    assert scores(evening) == [420, None, None, None]


@pytest.mark.large
def test_the_last_line_is_not_typed_over_while_the_board_stays(
    director_page: Page, evening: Session
) -> None:
    page = director_page
    factories.enter(evening, 1, "420", "50", "430", "450")
    open_board(page, evening)
    enter(page, "480")
    status = page.locator(".typing-status").first
    expect(status).to_contain_text("Press Enter again for the next empty line")
    enter(page, "110")
    expect(status).to_contain_text("480 stood here, and 110 was typed over it.")
    page.keyboard.press("Escape")
    expect(page.locator("input.typed").first).to_have_value("480")
    assert scores(evening) == [480, 50, 430, 450]


@pytest.mark.large
def test_the_last_line_is_not_typed_over_without_a_connection(
    director_page: Page, evening: Session
) -> None:
    page = director_page
    factories.enter(evening, 1, "420", "50", "430", "")
    open_board(page, evening)
    page.context.set_offline(True)
    enter(page, "480")
    expect(page.locator("#undo-status")).to_have_text(
        "The server does not answer: another board cannot be opened now."
    )
    enter(page, "110")
    expect(page.locator(".typing-status").nth(3)).to_contain_text(
        "480 stood here, and 110 was typed over it."
    )
    page.keyboard.press("Escape")
    expect(page.locator("input.typed").nth(3)).to_have_value("480")
    page.context.set_offline(False)
    expect(page.locator(".typing-status").nth(3)).to_contain_text("saved")
    assert scores(evening) == [420, 50, 430, 480]


@pytest.mark.large
def test_what_was_undone_is_typed_over(director_page: Page, evening: Session) -> None:
    page = director_page
    factories.enter(evening, 1, "420", "", "", "")
    open_board(page, evening)
    page.keyboard.press("ArrowUp")
    enter(page, "480")
    expect(page.locator(".typing-status").first).to_contain_text("saved")
    page.keyboard.press("Control+z")
    expect(page.locator("#undo-status")).to_contain_text("Undone")
    expect(page.locator("input.typed").first).to_be_focused()
    enter(page, "110")
    expect(page.locator(".typing-status").first).to_contain_text("+110")
    expect(page.locator(".typing-status").first).to_contain_text("saved")
    assert scores(evening) == [110, None, None, None]
