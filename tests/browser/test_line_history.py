"""The history of a line over the page, and bringing back what it was, by keyboard."""

import pytest
from playwright.sync_api import Page, expect

from clubscore.web.visitors import Actor
from events.models import Session, TravellerLine
from events.sessions.lines.services import saving as lines
from tests.browser.accessibility import assert_accessible
from tests.events import factories


@pytest.fixture
def session(transactional_db: None) -> Session:
    session = factories.session()
    factories.enter(session, 1, "4sn=", "50")
    factories.enter(session, 1, "450", "50")
    return session


def stored(session: Session, table: int = 1) -> tuple[int | None, str, int]:
    line = factories.line(session, 1, table)
    return line.score_ns, line.contract, line.version


def open_history(page: Page, session: Session) -> None:
    page.goto(f"/sessions/{session.pk}/boards/1/")
    field = page.locator("input.typed").first
    expect(field).to_be_focused()
    page.keyboard.press("h")
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(field).to_have_value("450")


def test_a_state_is_brought_back_with_the_keyboard_alone(
    director_page: Page, session: Session
) -> None:
    page = director_page
    open_history(page, session)
    dialog = page.get_by_role("dialog", name="History of 1 against 2")
    expect(dialog.locator("tbody tr")).to_have_count(2)
    expect(dialog.get_by_role("button", name="Close")).to_be_focused()
    assert_accessible(page)
    # The table can be scrolled, then comes its first button.
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    name = "Restore 4♠N= +420"
    expect(dialog.get_by_role("button", name=name)).to_be_focused()
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    field = page.locator("input.typed").first
    expect(field).to_have_value("4SN=")
    expect(field).to_be_focused()
    expect(page.locator("#undo-status")).to_have_text("Restored on board 1: 4♠N= +420.")
    expect(page.locator(".typing-status").first).to_have_text("4♠N= +420 – restored")
    assert stored(session) == (420, "4S", 3)
    # The line goes on from the version that was brought back.
    page.keyboard.type("430")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".typing-status").first).to_contain_text("saved")
    assert stored(session) == (430, "", 4)


@pytest.mark.large
def test_closing_leads_back_to_the_line_and_changes_nothing(
    director_page: Page, session: Session
) -> None:
    page = director_page
    open_history(page, session)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.locator("input.typed").first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator("input.typed").nth(1)).to_be_focused()
    page.keyboard.press("h")
    expect(page.get_by_role("dialog", name="History of 3 against 4")).to_be_visible()
    assert stored(session) == (450, "", 2)


@pytest.mark.large
def test_while_a_contract_is_typed_the_letter_is_a_letter(
    director_page: Page, session: Session
) -> None:
    page = director_page
    page.goto(f"/sessions/{session.pk}/boards/1/")
    page.keyboard.type("2h")
    expect(page.locator("input.typed").first).to_have_value("2h")
    expect(page.get_by_role("dialog")).to_be_hidden()


@pytest.mark.large
def test_what_another_director_did_meanwhile_is_shown(
    director_page: Page, session: Session
) -> None:
    page = director_page
    open_history(page, session)
    line: TravellerLine = factories.line(session, 1)
    lines.enter_result(session_id=session.pk, line_id=line.pk, text="460", by=Actor())
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Restore 4♠").click()
    expect(dialog.get_by_role("alert")).to_contain_text(
        "somebody else has changed the line to +460"
    )
    expect(dialog.locator("tbody tr")).to_have_count(3)
    assert stored(session) == (460, "", 3)
    dialog.get_by_role("button", name="Restore 4♠").click()
    expect(dialog).to_be_hidden()
    assert stored(session) == (420, "4S", 4)


@pytest.mark.large
def test_from_the_directors_traveller(director_page: Page, session: Session) -> None:
    page = director_page
    page.goto(f"/sessions/{session.pk}/travellers/")
    link = page.get_by_role("link", name="History of 1 against 2")
    link.focus()
    page.keyboard.press("h")
    dialog = page.get_by_role("dialog", name="History of 1 against 2")
    dialog.get_by_role("button", name="Restore 4♠").focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator("tbody tr").first).to_contain_text("420")
    assert stored(session) == (420, "4S", 3)


@pytest.mark.large
def test_without_scripts_the_link_leads_to_a_page(director_page: Page, session: Session) -> None:
    page = director_page
    page.goto(f"/sessions/{session.pk}/travellers/")
    page.goto(page.get_by_role("link", name="History of 1 against 2").get_attribute("href") or "")
    assert_accessible(page)
    page.get_by_role("button", name="Restore the initial state: no result").click()
    expect(page.locator("main [role=status]").first).to_have_text("Restored on board 1: no result.")
    page.get_by_role("link", name="Back to the line on board 1").click()
    expect(page.locator("input.typed").first).to_be_focused()
    assert stored(session) == (None, "", 3)
