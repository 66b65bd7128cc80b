"""Typing one section of several: the page shows and sends that alone."""

import pytest
from playwright.sync_api import Page, expect

from clubscore.web.visitors import Actor
from events.models import Session
from events.sessions.setup.services import sections
from tests.events import factories


@pytest.fixture
def evening(transactional_db: None) -> Session:
    """Two sections; the first is in, and has a doubtful line."""
    made = factories.session(factories.MITCHELL_3)
    sections.add_section(
        session_id=made.pk,
        movement=factories.movement(factories.MITCHELL_3, name="Another"),
        boards_per_round=1,
        first_board=1,
        by=Actor(),
    )
    factories.enter_in(made, "A", 1, "4sw=", "4sw+1", "4sn=")
    return made


def points(page: Page) -> list[str]:
    return page.locator("[data-points=percentage]").all_inner_texts()


def test_a_section_is_typed_and_undone_beside_another(
    director_page: Page, evening: Session
) -> None:
    page = director_page
    page.goto(f"/sessions/{evening.pk}/boards/1/?section=B")
    expect(page.locator("#board-doubt-count")).to_be_hidden()
    page.keyboard.type("4se+1")
    expect(page.locator(".typing-status").first).to_contain_text("NS ")
    page.keyboard.press("Enter")
    page.keyboard.type("4sw=")
    page.keyboard.press("Enter")
    progress = page.locator("#board-progress")
    expect(progress).to_have_text("2 of 3")
    expect(page.locator("[data-section=B] small").first).to_have_text("2/3")
    expect(page.locator("[data-section=A] small").first).to_have_text("3/3")
    assert points(page) == ["12.50", "62.50", ""]

    page.keyboard.press("Control+z")
    expect(page.locator("#undo-status")).to_contain_text("Undone")
    expect(progress).to_have_text("1 of 3")
    assert points(page) == ["16.67", "", ""]
