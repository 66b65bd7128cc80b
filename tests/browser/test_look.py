"""Over pages of every kind: the header stands in one place, and what is written can be read in
dark colours too. Other rules of axe do not depend on the colours; see the tests of each page.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page, expect

from clubscore.web.visitors import Actor
from events.sessions.setup.services import sessions
from movements.domain.mitchell import mitchell
from movements.formats import asc
from players.domain.names import read_name
from tests.browser.accessibility import assert_accessible, assert_readable
from tests.events import factories
from tests.site.doors import address
from tests.site.visits import Values, club, publish_all

PAGES = {
    "club": (
        "",
        "search/",
        "help/<slug:name>/",
        "accounts/",
        "backups/",
        "players/",
        "players/<int:number>/",
        "players/settings/",
        "movements/",
        "movements/<int:movement_id>/",
        "movements/choose/",
        "admin/",
        "admin/players/player/",
        "admin/players/club/add/",
    ),
    "sessions": (
        "sessions/new/",
        "sessions/<int:session_id>/",
        "sessions/<int:session_id>/settings/",
        "sessions/<int:session_id>/boards/<int:board>/",
        "sessions/<int:session_id>/monitor/",
        "sessions/<int:session_id>/rulings/",
        "sessions/<int:session_id>/ranking/",
        "sessions/<int:session_id>/travellers/",
        "sessions/<int:session_id>/grid/",
        "sessions/<int:session_id>/cards/",
        "series/<int:series_id>/",
    ),
    "tournaments": (
        "tournaments/",
        "tournaments/new/",
        "tournaments/<slug:slug>/",
        "tournaments/<slug:slug>/settings/",
        "tournaments/<slug:slug>/players/",
        "tournaments/<slug:slug>/registration/",
        "tournaments/<slug:slug>/rounds/<int:number>/",
        "tournaments/<slug:slug>/standings/",
        "tournaments/<slug:slug>/crosstable/",
        "nothing/here/",
    ),
}
DUTCH_AND_DARK = {"locale": "nl-NL", "color_scheme": "dark"}
WIDTHS = (320, 390, 768, 1024, 1280, 1366, 1920)

FAULTS = (Path(__file__).parent / "look.js").read_text()


@pytest.fixture
def values(transactional_db: None) -> Values:
    made = club()
    publish_all(made)
    return made


@pytest.mark.large
@pytest.mark.parametrize("part", PAGES)
@pytest.mark.parametrize(
    "language",
    [
        pytest.param("en", marks=pytest.mark.browser_context_args(color_scheme="light")),
        pytest.param("nl", marks=pytest.mark.browser_context_args(**DUTCH_AND_DARK)),
    ],
)
def test_nothing_is_cut_split_or_out_of_sight_at_any_width(
    page: Page,
    log_in: Callable[[BrowserContext, User], None],
    values: Values,
    part: str,
    language: str,
) -> None:
    log_in(page.context, User.objects.create_superuser("administrator"))
    faults = {}
    for pattern in PAGES[part]:
        page.goto(address(pattern, values))
        expect(page.locator("html")).to_have_attribute("lang", language)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 768})
            if found := page.evaluate(FAULTS):
                faults[pattern, width] = found
        assert_readable(page)
    assert faults == {}


@pytest.mark.large
def test_fourteen_lines_of_a_board_are_in_sight_while_they_are_typed(
    director_page: Page, transactional_db: None
) -> None:
    session = factories.session(asc.write(mitchell(15)))
    director_page.set_viewport_size({"width": 1366, "height": 768})
    director_page.goto(f"/sessions/{session.pk}/boards/1/")
    bottoms = director_page.evaluate(
        "[...document.querySelectorAll('.typing-table input.typed')]"
        ".map((field) => field.getBoundingClientRect().bottom)"
    )
    assert len([bottom for bottom in bottoms if bottom <= 768]) >= 14


@pytest.mark.parametrize("width", [320, 1280, 1920])
def test_percentages_are_in_sight_beside_any_name(
    director_page: Page, transactional_db: None, width: int
) -> None:
    session = factories.played(asc.write(mitchell(5)))
    long = [read_name("Ada Wolfeschlegelsteinhausenbergerdorffs"), read_name("Bo Lamb")]
    code = factories.contestant(session, 1).code
    sessions.enter_names(session=session, names={code: long}, by=Actor())
    director_page.set_viewport_size({"width": width, "height": 768})
    director_page.goto(f"/sessions/{session.pk}/ranking/")
    assert director_page.evaluate(
        "[...document.querySelectorAll('.table-box')].map("
        "(box) => box.scrollWidth - box.clientWidth)"
    ) == [0, 0]


def test_paper_is_light_and_the_keys_search_and_help(director_page: Page) -> None:
    page = director_page
    page.emulate_media(color_scheme="dark")
    page.goto("/movements/")
    token = "getComputedStyle(document.documentElement).getPropertyValue('--suit-heart')"
    theme = "document.documentElement.dataset.bsTheme"
    on_screen = (page.evaluate(theme), page.evaluate(token))
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-bs-theme", "light")
    assert on_screen == ("dark", "#ff9d92")
    assert page.evaluate(token) == "#b3261e"
    page.emulate_media(media="screen", color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-bs-theme", "dark")

    page.keyboard.press("/")
    field = page.get_by_role("searchbox")
    expect(field).to_be_focused()
    page.keyboard.type("what/is?")
    expect(field).to_have_value("what/is?")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Search")
    expect(page.get_by_text("Nothing was found for “what/is?”.")).to_be_visible()
    page.locator("h1").click()
    page.keyboard.press("?")
    expect(page.locator("h1")).to_have_text("The register of players")
    # On a phone there is no room for the field: its page has one.
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto("/movements/")
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    assert_accessible(page)
