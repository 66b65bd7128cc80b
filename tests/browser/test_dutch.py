"""What only a browser sees of the pages in Dutch: the texts that scripts write."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from clubscore.web.visitors import Actor
from events.models import Session
from events.sessions.setup.services import sessions
from tests.events import factories
from tests.events.tournaments import cups
from tests.site.dutch import english_in

NOBODY = "zz9"
"""What is typed into the field that has the focus: no name, no result, no number."""

MIN_ANSWERED = 5

EVENING = ("", "boards/1/", "slips/A/1/1/", "names/", "monitor/")
CUP = ("players/", "registration/", "rounds/1/", "rounds/3/pairings/", "settings/")
OTHERS = ("/sessions/new/", "/players/")


@pytest.fixture
def session(transactional_db: None) -> Session:
    session = factories.session()
    factories.enter(session, 1, "420", "50")
    factories.enter(session, 1, "450", "50")
    sessions.publish(session=session, by=Actor())
    return session


@pytest.fixture
def pages(session: Session) -> list[str]:
    cups.played()
    evening = [f"/sessions/{session.pk}/{page}" for page in EVENING]
    return [*evening, *(f"/tournaments/spring-cup/{page}" for page in CUP), *OTHERS]


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "locale": "nl-NL"}


def opened(context: BrowserContext, path: str) -> Page:
    """A page in a tab of its own: what scripts ask for comes while the next one is opened."""
    page = context.new_page()
    answer = page.goto(path)
    assert answer is not None
    assert answer.ok, path
    return page


def typed(context: BrowserContext, path: str) -> Page:
    page = opened(context, path)
    page.keyboard.type(NOBODY)
    page.keyboard.press("Enter")
    return page


def settled(page: Page) -> str:
    page.wait_for_load_state("networkidle")
    return page.content()


def assert_dutch(part: Locator, answer: str) -> None:
    """What a script has shown, once the expected answer is in it."""
    expect(part).to_contain_text(answer)
    assert english_in(part.inner_html()) == set()


@pytest.mark.large
def test_what_scripts_write_is_dutch(director_page: Page, pages: list[str]) -> None:
    tabs = {path: typed(director_page.context, path) for path in pages}
    html = {path: settled(tab) for path, tab in tabs.items()}
    assert {path: found for path, text in html.items() if (found := english_in(text))} == {}
    # A field had the focus, and what was typed there is answered by a script or the server.
    assert sum(NOBODY in text for text in html.values()) >= MIN_ANSWERED


@pytest.mark.large
def test_a_dialog_is_dutch(director_page: Page, session: Session) -> None:
    page = opened(director_page.context, f"/sessions/{session.pk}/boards/1/")
    page.keyboard.press("h")
    assert_dutch(page.get_by_role("dialog"), "420")


@pytest.mark.large
def test_a_visitors_page_is_dutch(
    new_context: Callable[..., BrowserContext], session: Session
) -> None:
    page = opened(new_context(), f"/sessions/{session.pk}/ranking/")
    page.locator("#find-name").press_sequentially(NOBODY)
    assert_dutch(page.locator("[data-find-list]"), "Niemand")
    assert english_in(page.content()) == set()
