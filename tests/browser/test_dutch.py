"""What only a browser sees of the pages in Dutch: the texts that scripts write."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext

from tests.events import factories
from tests.events.tournaments import cups
from tests.site.dutch import english_in

NOBODY = "zz9"
"""What is typed into the field that has the focus: no name, no result, no number."""

EVENING = ("", "boards/1/", "slips/1/1/", "names/", "monitor/", "rulings/", "settings/")
CUP = ("", "players/", "registration/", "rounds/1/", "rounds/3/pairings/", "settings/")
OTHERS = ("/", "/sessions/new/", "/players/", "/movements/choose/")


@pytest.fixture
def pages(transactional_db: None) -> list[str]:
    session = factories.session()
    factories.enter(session, 1, "420", "50")
    cups.played()
    evening = [f"/sessions/{session.pk}/{page}" for page in EVENING]
    return [*evening, *(f"/tournaments/spring-cup/{page}" for page in CUP), *OTHERS]


def test_what_scripts_write_is_dutch(
    pages: list[str],
    new_context: Callable[..., BrowserContext],
    log_in: Callable[[BrowserContext, User], None],
    director: User,
) -> None:
    context = new_context(locale="nl-NL")
    log_in(context, director)
    page = context.new_page()
    found, written = {}, set()
    for path in pages:
        answer = page.goto(path)
        assert answer and answer.ok, path
        served = english_in(answer.text())
        page.keyboard.type(NOBODY)
        page.keyboard.press("Enter")
        page.wait_for_load_state("networkidle")
        html = page.content()
        written |= {path} if NOBODY in html else set()
        if english := english_in(html) | served:
            found[path] = english
    assert found == {}
    # Where something was typed, a script or the server has answered.
    assert len(written) > 5
