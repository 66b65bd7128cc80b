"""The hands of a session from the director's page to a player's phone."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from clubscore.web.visitors import Actor
from events.exchange.formats.pbn_writer import write_hands
from events.exchange.services.hands import attach_hands, open_hands
from events.models import BoardHands, Session
from events.sessions.hands.domain import HandFormat, Makeable, deal_of_number
from events.sessions.setup.services.sessions import finish, publish
from tests.browser.accessibility import assert_accessible
from tests.events import factories

TRICKS = Makeable((9, 10, 8, 6, 7, 9, 10, 8, 6, 7, 4, 3, 5, 7, 6, 4, 3, 5, 7, 6))


@pytest.fixture
def session(transactional_db: None) -> Session:
    return factories.played(boards_per_round=1)


def test_hands_of_a_file_are_stored_opened_and_removed(
    director_page: Page, session: Session, tmp_path: Path
) -> None:
    page = director_page
    file = tmp_path / "set.pbn"
    deals = [(board, deal_of_number(board)) for board in (1, 2, 3)]
    file.write_bytes(write_hands(deals, HandFormat.PBN))
    page.goto(f"/sessions/{session.pk}/")
    page.get_by_role("link", name="Tables").click()
    page.get_by_role("link", name="Hands").click()
    assert_accessible(page)
    page.get_by_label("File: PBN").set_input_files(file)
    page.get_by_role("button", name="Store these hands").press("Enter")
    expect(page.get_by_text("The hands of 3 boards are stored.")).to_be_visible()
    expect(page.get_by_text("nobody, until the session is finished")).to_be_visible()
    expect(page.locator(".deal-diagram")).to_have_count(0)
    assert_accessible(page)

    # What another process has worked out comes without loading the page again.
    progress = page.get_by_role("progressbar")
    if progress.count():
        BoardHands.objects.update(tricks=str(TRICKS))
        expect(page.get_by_text("worked out", exact=True)).to_be_visible(timeout=10_000)

    page.get_by_text("Open the hands before every result is in").press("Enter")
    page.get_by_role("button", name="Open the hands").click()
    expect(page.get_by_text("Say why: the reason is kept in the log.")).to_be_visible()
    page.locator("[name=open-reason]").fill("a card on the floor")
    page.locator("[name=open-reason]").press("Enter")
    expect(page.locator(".deal-diagram")).to_have_count(3)
    assert_accessible(page)

    page.get_by_text("Remove the hands", exact=True).first.press("Enter")
    page.locator("[name=remove-reason]").fill("wrong set")
    page.locator("[name=remove-reason]").press("Enter")
    expect(page.get_by_text("No hands are stored for this session")).to_be_visible()


@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=pytest.mark.large)])
def test_a_player_goes_from_the_card_to_the_hand(page: Page, session: Session, width: int) -> None:
    hands = [(board, deal_of_number(board), TRICKS) for board in (1, 2, 3)]
    attach_hands(session=session, hands=hands, file_name="set.pbn", by=Actor())
    finish(session=session, by=Actor())
    publish(session=session, by=Actor())
    page.set_viewport_size({"width": width, "height": 844})
    contestant = factories.contestant(session, 1)
    page.goto(f"/sessions/{session.pk}/cards/{contestant.pk}/")
    page.get_by_role("link", name="1", exact=True).first.click()
    expect(page.get_by_role("group", name="North")).to_be_visible()
    expect(page.get_by_text("Par +420")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    boxes = {
        seat: page.get_by_role("group", name=seat).bounding_box() or {}
        for seat in ("North", "East", "South", "West")
    }
    north, east, south, west = boxes.values()
    assert north["y"] + north["height"] <= east["y"] + 1
    assert west["x"] + west["width"] <= north["x"] <= east["x"]
    assert east["y"] + east["height"] <= south["y"] + 1
    assert_accessible(page)


@pytest.mark.parametrize(("per_page", "sheets"), [(4, 2), (9, 1)])
@pytest.mark.large
def test_records_fit_on_their_sheets(
    page: Page, session: Session, tmp_path: Path, per_page: int, sheets: int
) -> None:
    more = factories.session(factories.HOWELL_4, title="More", boards_per_round=3)
    boards = range(1, per_page + 1 if per_page == 9 else 6)
    hands = [(board, deal_of_number(board * 10**25), TRICKS) for board in boards]
    attach_hands(session=more, hands=hands, file_name="set.pbn", by=Actor())
    open_hands(session=more, reason="nobody plays them", by=Actor())
    finish(session=more, by=Actor())
    publish(session=more, by=Actor())
    page.goto(f"/sessions/{more.pk}/hands/records/{per_page}/")
    pdf = page.pdf(format="A4", prefer_css_page_size=True)
    assert pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page ") == sheets
    page.emulate_media(media="print")
    # Nothing of a record is outside its frame.
    assert (
        page.evaluate(
            """() => [...document.querySelectorAll(".record")].filter((record) =>
                 record.scrollHeight > record.clientHeight + 1).length"""
        )
        == 0
    )
