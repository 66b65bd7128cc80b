"""Over pages of every kind: the header stands in one place, and what is written can be read in
dark colours too. Other rules of axe do not depend on the colours; see the tests of each page.
"""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page

from tests.browser.accessibility import assert_readable
from tests.site.doors import address
from tests.site.visits import Values, club, publish_all

PAGES = {
    "club": (
        "",
        "search/",
        "help/",
        "help/<slug:name>/",
        "accounts/",
        "backups/",
        "deleted/",
        "players/",
        "players/<int:number>/",
        "players/<int:number>/edit/",
        "players/settings/",
        "players/clubs/",
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
        "sessions/<int:session_id>/names/",
        "sessions/<int:session_id>/settings/",
        "sessions/<int:session_id>/boards/<int:board>/",
        "sessions/<int:session_id>/monitor/",
        "sessions/<int:session_id>/rulings/",
        "sessions/<int:session_id>/doubts/",
        "sessions/<int:session_id>/ranking/",
        "sessions/<int:session_id>/travellers/",
        "sessions/<int:session_id>/frequencies/",
        "sessions/<int:session_id>/grid/",
        "sessions/<int:session_id>/cards/",
        "series/",
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
        "tournaments/<slug:slug>/log/",
        "nothing/here/",
    ),
}
LEFT = "document.querySelector('.navbar-brand').getBoundingClientRect().left"


@pytest.fixture
def values(transactional_db: None) -> Values:
    made = club()
    publish_all(made)
    return made


@pytest.mark.parametrize("part", PAGES)
def test_pages_have_one_margin_and_can_be_read_in_the_dark(
    page: Page, log_in: Callable[[BrowserContext, User], None], values: Values, part: str
) -> None:
    log_in(page.context, User.objects.create_superuser("administrator"))
    page.emulate_media(color_scheme="dark")
    lefts: dict[int, dict[str, float]] = {1280: {}, 390: {}}
    for pattern in PAGES[part]:
        page.goto(address(pattern, values))
        for width, found in lefts.items():
            page.set_viewport_size({"width": width, "height": 800})
            found[pattern] = page.evaluate(LEFT)
        assert_readable(page)
    assert {width: set(found.values()) for width, found in lefts.items()} == {
        1280: {36},
        390: {12.75},
    }
