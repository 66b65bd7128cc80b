"""A director's rulings by keyboard, undoing with one key, and where points come from."""

import os
import re
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from clubscore.web.visitors import Actor
from events.club.demo import build_demo
from events.models import Penalty, Session, TravellerLine
from events.sessions.setup.services import sessions
from tests.browser.accessibility import assert_accessible
from tests.events import factories

FIVE_TABLES = " 10  5  1  1 0\n 1- 2 A  3- 4 A  5- 6 A  7- 8 A  9-10 A\n"


@pytest.fixture
def evening(transactional_db: None) -> Session:
    """A board with five results, published."""
    session = factories.session(FIVE_TABLES)
    factories.enter(session, 1, "4sn=", "4sn-1", "4sn=", "3sn+1", "50")
    sessions.publish(session=session, by=Actor())
    return session


def line(session: Session, table: int = 1) -> TravellerLine:
    return factories.line(session, 1, table)


def open_ruling(page: Page, session: Session, table: int = 1) -> None:
    page.goto(f"/sessions/{session.pk}/boards/1/")
    page.locator(".ruling-cell a").nth(table - 1).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".page-title")).to_contain_text("Ruling: board 1")
    expect(page.get_by_label(re.compile("Artificial"))).to_be_focused()


def choose(page: Page, kind: str) -> None:
    """Go down the kinds with the arrow key, as far as wanted."""
    wanted = page.get_by_label(re.compile(kind))
    for _ in range(5):
        if wanted.is_checked():
            break
        page.keyboard.press("ArrowDown")
    expect(wanted).to_be_focused()


def saved(page: Page, text: str) -> None:
    expect(page.locator("main [role=status]").first).to_contain_text(f"The ruling is saved: {text}")
    expect(page.locator(".page-title")).to_have_text("Board 1")


def test_an_artificial_score_by_keyboard(director_page: Page, evening: Session) -> None:
    page = director_page
    open_ruling(page, evening)
    shares = page.locator("#ruling-preview")
    expect(shares).to_contain_text("50.00 %")
    page.keyboard.press("Tab")
    page.keyboard.type("a percentage")
    page.keyboard.press("Tab")
    page.keyboard.type("70")
    expect(shares).to_contain_text("70.00 % · 5.6 of 8")
    page.keyboard.press("Tab")
    page.keyboard.type("a percentage")
    page.keyboard.press("Tab")
    page.keyboard.type("40")
    expect(shares).to_contain_text("40.00 % · 3.2 of 8")
    expect(shares).to_contain_text("Both sides together get more than 100 %.")
    assert_accessible(page)
    page.keyboard.press("Tab")
    page.keyboard.type("12C2")
    page.keyboard.press("Tab")
    page.keyboard.type("The bidding cards fell down.")
    page.keyboard.press("Enter")
    saved(page, "adjusted: 70 % to North–South, 40 % to East–West")
    expect(page.locator("main")).to_contain_text("Both sides together get more than 100 %")
    stored = line(evening)
    assert (stored.adjustment, stored.law, stored.reason, stored.score_ns) == (
        "A7040",
        "12C2",
        "The bidding cards fell down.",
        420,
    )


@pytest.mark.large
def test_an_assigned_score_by_keyboard(director_page: Page, evening: Session) -> None:
    page = director_page
    open_ruling(page, evening)
    choose(page, "Assigned")
    page.keyboard.press("Tab")
    page.keyboard.type("412")
    shares = page.locator("#ruling-preview")
    expect(shares).to_contain_text("+412 is not a score: no contract gives it.")
    page.keyboard.press("Enter")
    expect(page.locator(".field-problem")).to_have_text(
        "+412 is not a score: no contract gives it."
    )
    field = page.get_by_label("The score")
    expect(field).to_be_focused()
    expect(field).to_have_value("412")
    assert_accessible(page)
    field.fill("4sn-1")
    expect(shares).to_contain_text("assigned: 4♠N−1 −50", ignore_case=True)
    page.keyboard.press("Enter")
    saved(page, "assigned: 4♠N−1 −50")
    assert line(evening).adjustment == "100:-50(4SN-1)"


@pytest.mark.large
def test_a_weighted_score_by_keyboard(director_page: Page, evening: Session) -> None:
    page = director_page
    open_ruling(page, evening)
    choose(page, "Weighted")
    for weight, score in (("50", "4sn="), ("30", "4sn-1")):
        page.keyboard.press("Tab")
        page.keyboard.type(weight)
        page.keyboard.press("Tab")
        page.keyboard.type(score)
    shares = page.locator("#ruling-preview")
    expect(shares).to_contain_text("The weights add up to 80 %, not 100 %.")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Another score").first).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.type("20")
    page.keyboard.press("Tab")
    page.keyboard.type("p")
    expect(shares).to_contain_text("50 % 4♠N= +420, 30 % 4♠N−1 −50, 20 % 0")
    page.keyboard.press("Enter")
    saved(page, "adjusted: 50 % 4♠N= +420")
    assert line(evening).adjustment == "50:420(4SN=)/30:-50(4SN-1)/20:0(PASS)"


@pytest.mark.large
def test_a_split_score_by_keyboard(director_page: Page, evening: Session) -> None:
    page = director_page
    open_ruling(page, evening)
    choose(page, "Split")
    # The table's result stands there already; East–West get average plus instead.
    for key in ("Tab", "Tab", "Tab", "Tab", "Tab", "ArrowDown"):
        page.keyboard.press(key)
    expect(page.locator("#ruling-preview")).to_contain_text("4♠N= +420 for North–South")
    page.keyboard.press("Tab")
    expect(page.get_by_role("combobox", name="Law")).to_be_focused()
    page.keyboard.press("Enter")
    saved(page, "adjusted: 4♠N= +420 for North–South, average plus for East–West")
    assert line(evening).adjustment == "100:420(4SN=)|A+"


@pytest.mark.large
def test_not_played_by_keyboard_and_taken_back(director_page: Page, evening: Session) -> None:
    page = director_page
    open_ruling(page, evening)
    choose(page, "Not played")
    expect(page.locator("#ruling-preview")).to_contain_text("the board does not count")
    for _ in range(3):
        page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Save the ruling")).to_be_focused()
    page.keyboard.press("Enter")
    saved(page, "not played")
    assert line(evening).adjustment == "NP"
    page.goto(f"/sessions/{evening.pk}/rulings/")
    assert_accessible(page)
    page.get_by_role("button", name="Remove the ruling on board 1, 1 against 2").press("Enter")
    expect(page.locator("main")).to_contain_text("the result is 4♠N= +420 again")
    expect(page.locator("main")).to_contain_text("No ruling, no penalty")
    assert line(evening).adjustment == ""


def test_a_penalty_by_keyboard(director_page: Page, evening: Session) -> None:
    page = director_page
    page.goto(f"/sessions/{evening.pk}/rulings/")
    page.get_by_role("link", name="Give a penalty").press("Enter")
    assert_accessible(page)
    page.get_by_label("Who").focus()
    page.keyboard.type("3")
    page.get_by_label("How much").focus()
    page.keyboard.type("10")
    page.keyboard.press("Enter")
    expect(page.get_by_text("This field is required.")).to_be_visible()
    expect(page.get_by_label("How much")).to_have_value("10")
    page.get_by_label("Reason").fill("Slow play")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text("PP −10 % (Law 90) – Slow play")
    page.goto(f"/sessions/{evening.pk}/ranking/")
    expect(page.locator("td .text-nowrap")).to_have_text("PP −10 %")
    page.goto(f"/sessions/{evening.pk}/rulings/")
    page.keyboard.press("Control+z")
    expect(page.locator("main [role=status]")).to_have_text(
        re.compile(r"Undone: the penalty of 3 \(Slow play\) is cancelled\.")
    )
    assert Penalty.objects.count() == 0


def test_ctrl_z_undoes_on_the_entry_page(director_page: Page, evening: Session) -> None:
    page = director_page
    page.goto(f"/sessions/{evening.pk}/boards/1/")
    fields = page.locator("input.typed")
    first = fields.nth(0)
    first.fill("450")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".typing-status").nth(0)).to_contain_text("saved")
    second = fields.nth(1)
    expect(second).to_be_focused()
    page.keyboard.type("p")
    # What is being typed is the browser's to undo.
    page.keyboard.press("Control+z")
    expect(second).to_have_value("4SN-1")
    assert line(evening).score_ns == 450
    # Nothing typed in the field: the last change is undone.
    page.keyboard.press("Control+z")
    expect(first).to_have_value("4SN=")
    expect(page.locator("#undo-status")).to_contain_text(
        "Undone on board 1, 1 against 2: +450 to North–South is now 4♠N= +420 again."
    )
    expect(page.locator(".typing-status").nth(0)).to_contain_text("undone")
    expect(page.locator("tbody[data-line] [data-points=percentage]").nth(0)).to_have_text("87.50")
    assert line(evening).score_ns == 420
    assert_accessible(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#undo-status")).to_contain_text("There is nothing to undo")


@pytest.mark.large
def test_an_undo_of_another_board_leads_there(director_page: Page, director: object) -> None:
    session = factories.session(boards_per_round=1)
    page = director_page
    page.goto(f"/sessions/{session.pk}/boards/1/")
    page.keyboard.type("420")
    page.keyboard.press("PageDown")
    expect(page.locator(".page-title")).to_have_text("Board 2")
    page.keyboard.press("Control+z")
    status = page.locator("#undo-status")
    expect(status).to_contain_text("Undone on board 1, 1 against 2")
    expect(page.locator(".board-strip [data-board='1'] .strip-count")).to_have_text("0/2")
    expect(page.locator("#board-progress")).to_have_text("0 of 2")
    status.get_by_role("link", name="Go to this board").click()
    expect(page.locator(".page-title")).to_have_text("Board 1")
    expect(page.locator("input.typed").nth(0)).to_have_value("")


@pytest.mark.large
def test_pages_fit_their_width_and_are_accessible(director_page: Page, evening: Session) -> None:
    page = director_page
    factories.enter(evening, 1, "60:4sn=/40:4sn-1", "a6040", "4sn=", "3sn+1", "50")
    TravellerLine.objects.filter(pk=line(evening, 5).pk).update(deal="B")
    TravellerLine.objects.filter(pk=line(evening).pk).update(law="64", reason="Revoke. " * 20)
    one = line(evening).pk
    for path in (
        "boards/1/",
        "rulings/",
        "penalties/new/",
        "boards/1/deals/?again",
        f"lines/{one}/ruling/",
        f"lines/{one}/points/ns/",
        "travellers/",
        "frequencies/",
        "cards/",
    ):
        page.goto(f"/sessions/{evening.pk}/{path}")
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") == width, path
            assert_accessible(page)


@pytest.mark.large
def test_picture_of_a_ruling(director_page: Page, transactional_db: None) -> None:
    """The page of a full club's ruling, and its picture where pictures are wanted."""
    sessions = build_demo(today=timezone.localdate())
    tonight = next(session for session in sessions if session.date == timezone.localdate())
    page = director_page
    place = TravellerLine.objects.filter(section__session=tonight, board=4).earliest("round")
    page.goto(f"/sessions/{tonight.pk}/lines/{place.pk}/ruling/")
    page.get_by_label(re.compile("Weighted")).check()
    for number, (weight, score) in enumerate((("60", "3nn="), ("40", "3nn-1")), start=1):
        page.locator(f"[name=weighted_weight_{number}]").fill(weight)
        page.locator(f"[name=weighted_result_{number}]").fill(score)
    page.get_by_label("Law").fill("64")
    page.get_by_label("Reason").fill("A revoke; nine tricks were likely without it.")
    expect(page.locator("#ruling-preview")).to_contain_text("60 % 3NTN= +600, 40 % 3NTN−1 −100")
    assert_accessible(page)
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=Path(folder) / "ruling.png", full_page=True)
