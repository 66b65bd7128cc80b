"""The page of a round that is being paired: how far it is, stopped, answered while it is open."""

import pytest
from playwright.sync_api import Page, expect

from clubscore.jobs.queue import release, take
from events.tournaments.rounds.views import proposal
from tests.browser.accessibility import assert_accessible
from tests.events.tournaments import cups
from tests.jobs import work_off

PAIRINGS = "/tournaments/spring-cup/rounds/1/pairings/"


@pytest.fixture(autouse=True)
def _slow(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A field that no request has the time for, and a worker that is still at something else."""
    cups.tournament(entries=6)
    monkeypatch.setattr(proposal, "wait", lambda _job, seconds: None)


def propose(page: Page) -> None:
    page.goto(PAIRINGS)
    page.get_by_role("button", name="Propose round 1").click()
    expect(page.get_by_role("status")).to_contain_text("6 players are being paired.")


@pytest.mark.parametrize("width", [1280, pytest.param(390, marks=pytest.mark.large)])
def test_the_page_says_how_far_it_is_and_turns_into_the_proposal(
    director_page: Page, width: int
) -> None:
    page = director_page
    page.set_viewport_size({"width": width, "height": 900})
    propose(page)
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.locator(".pairing-progress")).to_contain_text("of at most 120 seconds.")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert_accessible(page)
    # The time goes on without anybody's doing.
    said = page.locator(".pairing-progress").inner_text()
    expect(page.locator(".pairing-progress")).not_to_have_text(said)

    work_off()
    expect(page.get_by_text("A proposal: nothing is saved yet.")).to_be_visible()


@pytest.mark.large
def test_it_is_stopped(director_page: Page) -> None:
    propose(director_page)
    director_page.get_by_role("button", name="Stop").click()
    expect(director_page.get_by_text("Pairing round 1 was stopped.")).to_be_visible()
    expect(director_page).to_have_url(f"{director_page.url.partition('/tournaments')[0]}{PAIRINGS}")


@pytest.mark.large
def test_a_process_that_dies_twice_is_said(director_page: Page) -> None:
    page = director_page
    propose(page)
    for _ in range(2):
        take(worker="test")
        release(worker="test")
    take(worker="test")
    expect(page.get_by_text("was interrupted twice, and is given up.")).to_be_visible()
