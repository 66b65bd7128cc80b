"""What only a browser sees of the pages in Dutch: the texts that scripts write."""

from typing import Any

import pytest
from playwright.sync_api import Page

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
def pages(transactional_db: None) -> list[str]:
    session = factories.session()
    factories.enter(session, 1, "420", "50")
    cups.played()
    evening = [f"/sessions/{session.pk}/{page}" for page in EVENING]
    return [*evening, *(f"/tournaments/spring-cup/{page}" for page in CUP), *OTHERS]


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "locale": "nl-NL"}


def test_what_scripts_write_is_dutch(director_page: Page, pages: list[str]) -> None:
    page = director_page
    found, answered = {}, 0
    for path in pages:
        answer = page.goto(path)
        assert answer is not None
        assert answer.ok, path
        page.keyboard.type(NOBODY)
        page.keyboard.press("Enter")
        page.wait_for_load_state("networkidle")
        html = page.content()
        answered += NOBODY in html
        if english := english_in(html):
            found[path] = english
    assert found == {}
    # A field had the focus, and what was typed there is answered by a script or the server.
    assert answered >= MIN_ANSWERED
