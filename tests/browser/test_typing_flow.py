"""Where typing leads: on to the next board, or not yet; what stands beside it meanwhile."""

import pytest
from playwright.sync_api import Page, expect

from events.models import Session, TravellerLine
from tests.browser.picture import Picture
from tests.browser.test_typing_pasted import FOUR_TABLES, PASTE
from tests.events import factories


@pytest.fixture
def evening(transactional_db: None) -> Session:
    return factories.session(boards_per_round=1)


def open_board(page: Page, session: Session, board: int = 1) -> None:
    page.goto(f"/sessions/{session.pk}/boards/{board}/")
    expect(page.locator("input.typed:focus")).to_have_count(1)


def enter(page: Page, *texts: str) -> None:
    for text in texts:
        page.keyboard.type(text)
        page.keyboard.press("Enter")


def test_the_next_board_says_that_the_last_one_is_saved(
    director_page: Page, evening: Session
) -> None:
    page = director_page
    open_board(page, evening)
    enter(page, "420", "430")
    expect(page.locator(".page-title")).to_have_text("Board 2")
    expect(page.locator("#summary")).to_have_text("Board 1: 2 of 2 in, all saved.")
    # Of the last board it is said on the session's own page; here it would be of another board.
    page.evaluate(
        """sessionStorage.setItem("clubscore-finished", JSON.stringify({to: "/", said: "x"}))"""
    )
    open_board(page, evening)
    expect(page.locator("#summary")).to_have_text("")
    enter(page, "p")
    expect(page.locator(".typing-status").first).to_contain_text("saved")
    expect(page.locator("#summary")).to_be_empty()


def test_a_corrected_line_is_shown_before_going_on(director_page: Page, evening: Session) -> None:
    page = director_page
    factories.enter(evening, 1, "420", "430")
    open_board(page, evening)
    enter(page, "4sn=")
    status = page.locator(".typing-status").first
    expect(status).to_have_text("4♠N= +420 – saved. Press Enter again for the next empty line.")
    expect(page.locator("input.typed").first).to_be_focused()
    expect(page.locator(".page-title")).to_have_text("Board 1")
    page.keyboard.press("Enter")
    expect(page.locator(".page-title")).to_have_text("Board 2")


@pytest.mark.large
def test_a_doubt_on_the_last_line_is_seen_before_going_on(director_page: Page) -> None:
    page = director_page
    session = factories.session(FOUR_TABLES, boards_per_round=2)
    factories.enter(session, 1, "4sw=", "4sw+1", "4sw=", "")
    open_board(page, session)
    enter(page, "4sn=")
    expect(page.locator(".typing-status").last).to_contain_text("with a doubt")
    expect(page.locator(".typing-doubts .doubt")).to_have_count(1)
    expect(page.locator(".page-title")).to_have_text("Board 1")
    page.keyboard.press(";")
    expect(page.locator(".typing-doubts .doubt")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator(".page-title")).not_to_have_text("Board 1")


@pytest.mark.large
def test_beside_the_lines_stand_frequencies_and_last_changes(
    director_page: Page, evening: Session, picture: Picture
) -> None:
    page = director_page
    open_board(page, evening)
    expect(page.locator("#beside")).to_contain_text("No result of this board yet.")
    enter(page, "420")
    beside = page.locator("#beside")
    expect(beside.locator(".frequencies-so-far tbody tr")).to_have_text(["+420 1 0 0"])
    expect(beside.locator(".last-changes li")).to_have_count(1)
    expect(beside.locator(".change-place")).to_have_text("Board 1, 1 against 2")
    picture(page, "typing-beside")
    beside.get_by_role("button", name="Undo").click()
    expect(beside).to_contain_text("change undone: 420 → nothing")
    expect(beside).to_contain_text("No result of this board yet.")
    expect(page.locator("input.typed").first).to_have_value("")


@pytest.mark.large
def test_ctrl_z_first_takes_back_what_is_not_kept(director_page: Page, evening: Session) -> None:
    page = director_page
    open_board(page, evening)
    enter(page, "420", "412")
    second = page.locator("input.typed").nth(1)
    expect(page.locator(".typing-status").nth(1)).to_contain_text("no contract gives it")
    page.keyboard.press("Control+z")
    expect(second).to_have_value("")
    expect(second).to_be_focused()
    expect(page.locator("input.typed").first).to_have_value("420")
    page.keyboard.press("Control+z")
    expect(page.locator("input.typed").first).to_have_value("")
    # What is typed next is meant for the line that was undone.
    expect(page.locator("input.typed").first).to_be_focused()


@pytest.mark.large
def test_a_click_chooses_the_whole_field_so_that_letters_are_commands(
    director_page: Page, evening: Session
) -> None:
    page = director_page
    factories.enter(evening, 1, "420", "430")
    open_board(page, evening)
    field = page.locator("input.typed").nth(1)
    field.click()
    page.keyboard.press("h")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(field).to_have_value("430")
    field.click()
    field.click()
    page.keyboard.press("End")
    page.keyboard.type("+")
    expect(field).to_have_value("430+")


@pytest.mark.large
def test_keys_of_doubts_say_when_there_is_nothing_to_do(
    director_page: Page, evening: Session
) -> None:
    page = director_page
    open_board(page, evening)
    page.keyboard.press(";")
    expect(page.locator("#undo-status")).to_have_text(
        "There is no doubt on this board for this key."
    )
    expect(page.locator("input.typed").first).to_have_value("")


def test_a_pasted_column_is_undone_at_once(director_page: Page, evening: Session) -> None:
    page = director_page
    open_board(page, evening)
    page.evaluate(PASTE, "420\n430")
    page.get_by_role("button", name="Fill in").click()
    expect(page.locator(".page-title")).to_have_text("Board 2")
    page.keyboard.press("Control+z")
    expect(page.locator("#undo-status")).to_contain_text(
        "Undone: 2 results are as before, on board 1."
    )
    lines = TravellerLine.objects.filter(section__session=evening, board=1)
    assert [line.score_ns for line in lines] == [None, None]


@pytest.mark.large
def test_the_boards_below_say_in_words_what_their_marks_show(
    director_page: Page, evening: Session
) -> None:
    page = director_page
    open_board(page, evening)
    word = page.locator('.board-strip [data-board="1"] .strip-state')
    enter(page, "420")
    expect(word).to_have_text("in part")
    page.keyboard.type("430")
    page.keyboard.press("Enter")
    expect(page.locator(".page-title")).to_have_text("Board 2")
    expect(word).to_have_text("complete")
    page.keyboard.press("Control+z")
    expect(word).to_have_text("in part")


@pytest.mark.large
def test_what_is_said_of_the_last_board_moves_no_line_of_this_one(
    director_page: Page, evening: Session
) -> None:
    page = director_page
    page.set_viewport_size({"width": 1280, "height": 800})
    open_board(page, evening, board=2)
    place = page.locator("#traveller").bounding_box()
    open_board(page, evening)
    enter(page, "420", "430")
    expect(page.locator("#summary")).to_have_text("Board 1: 2 of 2 in, all saved.")
    assert page.locator("#traveller").bounding_box() == place
    summary = page.locator("#summary")
    summary.evaluate("(each) => { each.textContent = each.textContent.repeat(2); }")
    assert page.locator("#traveller").bounding_box() == place
    enter(page, "620")
    so_far = page.locator(".frequencies-so-far")
    expect(so_far).to_be_visible()
    assert so_far.evaluate("table => table.offsetWidth <= table.parentElement.clientWidth - 16")
