"""The monitor keeps up by itself, and leads to the lines; all by keyboard."""

import pytest
from playwright.sync_api import Page, expect

from clubscore.web.visitors import Actor
from events.models import Session, TravellerLine
from events.sessions.lines.services import saving as lines
from events.sessions.setup.services import sessions
from tests.browser.accessibility import assert_accessible
from tests.events import factories


@pytest.fixture
def session(transactional_db: None) -> Session:
    """Round 1 lacks table 3, round 2 has begun."""
    session = factories.session(factories.MITCHELL_3, boards_per_round=2)
    for line in TravellerLine.objects.filter(round=1, table__lt=3):
        enter(line)
    enter(TravellerLine.objects.filter(round=2, table=2).order_by("board").first())
    return session


def enter(line: TravellerLine) -> None:
    session_id = line.section.session_id
    lines.enter_result(session_id=session_id, line_id=line.pk, text="p", by=Actor())


def test_the_monitor_keeps_up_without_losing_the_place(
    director_page: Page, session: Session
) -> None:
    page = director_page
    page.goto(f"/sessions/{session.pk}/")
    page.get_by_role("link", name="Tables").press("Enter")
    page.get_by_role("link", name="Progress").press("Enter")
    cell = page.get_by_role("link", name="Table 3, round 1: 0 of 2, missing")
    expect(cell).to_be_visible()
    assert_accessible(page)
    cell.focus()
    page.evaluate("window.kept = true")
    for line in TravellerLine.objects.filter(round=1, table=3):
        enter(line)
    done = page.get_by_role("link", name="Table 3, round 1: 2 of 2, complete")
    expect(done).to_be_focused()
    # The page itself was not loaded again.
    assert page.evaluate("window.kept") is True


@pytest.mark.large
def test_a_cell_leads_to_its_line(director_page: Page, session: Session) -> None:
    page = director_page
    page.goto(f"/sessions/{session.pk}/monitor/")
    page.get_by_role("link", name="Table 2, round 2: 1 of 2, in play").press("Enter")
    line = TravellerLine.objects.filter(round=2, table=2).order_by("board").last()
    expect(page.locator(".page-title")).to_have_text(f"Board {line.board}")
    expect(page.locator(f"[data-line='{line.pk}'] input.typed")).to_be_focused()


@pytest.mark.large
def test_the_missing_list_keeps_up_and_leads_to_its_lines(
    director_page: Page, session: Session
) -> None:
    page = director_page
    enter(TravellerLine.objects.filter(round=2, table=2).order_by("board").last())
    page.goto(f"/sessions/{session.pk}/monitor/")
    page.get_by_role("link", name="2 are missing from rounds that are over.").press("Enter")
    rows = page.locator(".missing-list li")
    expect(rows).to_have_count(1)
    assert_accessible(page)
    page.get_by_role("link", name="By board").press("Enter")
    expect(rows).to_have_count(2)
    assert_accessible(page)
    first, last = TravellerLine.objects.filter(round=1, table=3).order_by("board")
    enter(first)
    expect(rows).to_have_count(1)
    rows.get_by_role("link").press("Enter")
    expect(page.locator(f"[data-line='{last.pk}'] input.typed")).to_be_focused()


@pytest.mark.large
def test_a_server_that_does_not_answer_is_told(director_page: Page, session: Session) -> None:
    page = director_page
    page.goto(f"/sessions/{session.pk}/monitor/")
    following = page.get_by_text("This page refreshes automatically.")
    expect(following).to_be_visible()
    page.context.set_offline(True)
    expect(page.locator(".refreshed")).to_contain_text("The server does not answer.")
    expect(following).to_be_hidden()
    page.context.set_offline(False)
    expect(following).to_be_visible()


@pytest.mark.large
def test_a_login_that_ended_is_told(director_page: Page, session: Session) -> None:
    page = director_page
    page.goto(f"/sessions/{session.pk}/monitor/")
    page.context.clear_cookies()
    expect(page.locator(".refreshed")).to_contain_text("Your login has expired.")
    link = page.get_by_role("link", name="Log in again")
    expect(link).to_have_attribute("href", f"/login/?next=%2Fsessions%2F{session.pk}%2Fmonitor%2F")


@pytest.mark.large
def test_a_correction_is_marked_on_the_public_pages(page: Page, session: Session) -> None:
    sessions.finish(session=session, by=Actor())
    sessions.publish(session=session, by=Actor())
    line = TravellerLine.objects.filter(round=1, table=1).first()
    lines.enter_result(session_id=session.pk, line_id=line.pk, text="110! slip", by=Actor())
    for name, marks in (("travellers", 1), ("ranking", 3), ("cards", 2)):
        page.goto(f"/sessions/{session.pk}/{name}/")
        expect(page.locator(".mark-corrected")).to_have_count(marks)
        assert_accessible(page)
