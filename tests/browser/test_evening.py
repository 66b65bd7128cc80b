"""The whole evening of a director in one browser: from a movement's file to published results.

Every page that is passed is checked for accessibility.
"""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.fixtures import Settings

from events.club.demo import build_demo
from players.domain.names import read_name
from players.services.players import add_missing_players
from tests.browser.picture import Picture
from tests.browser.waitress_server import HALL

HOWELL = """ 4  2  3  3 0
# Four pairs, three rounds; both tables share the boards.
 1- 2 A  3- 4 A
 3- 1 B  4- 2 B
 1- 4 C  2- 3 C
"""
BRIDGESCORE = "2\n2\n3\n1 1 2 -50\n1 2 1 412\n2 1 3 300\n2 2 1 100\nend\n"


@pytest.fixture
def register(transactional_db: None) -> None:
    names = ("Clara Finch", "Hugo Tarrant", "Vera Lindqvist", "Walter Pym", "Maud Pettifer")
    add_missing_players(names=[read_name(name) for name in names])


def test_an_evening_from_movement_to_published_results(
    director_page: Page, register: None, picture: Picture, page_of_visitor: Page
) -> None:
    page = director_page

    page.goto("/")
    picture(page, "home-empty")
    upload_movement(page, picture)
    set_up_session(page, picture)
    type_travellers(page, picture)
    finish_and_publish(page, picture)
    read_results(page_of_visitor, picture)


def upload_movement(page: Page, picture: Picture) -> None:
    page.get_by_role("link", name="Add a movement").click()
    picture(page, "movement-upload")
    file = {"name": "four pairs.asc", "mimeType": "text/plain", "buffer": HOWELL.encode()}
    page.get_by_label("Movement file").set_input_files(files=[file])
    page.get_by_role("button", name="Preview").click()
    picture(page, "movement-preview")
    page.get_by_label("Name").fill("Howell, two tables")
    page.get_by_role("button", name=re.compile("Keep|Store")).click()
    expect(page.locator("h1")).to_have_text("Howell, two tables")
    picture(page, "movement")
    page.get_by_text("By pair", exact=True).click()
    page.get_by_role("link", name="3", exact=True).first.click()
    picture(page, "movement-contestant")
    page.goto("/movements/")
    picture(page, "movements")


def set_up_session(page: Page, picture: Picture) -> None:
    page.goto("/")
    page.get_by_role("link", name="New session").click()
    page.get_by_label("Title").fill("Thursday evening")
    page.get_by_label("Movement").select_option(label="Howell, two tables")
    page.get_by_label("Boards per round").fill("1")
    first = page.get_by_label("Contestant 1, player 1")
    first.press_sequentially("fin")
    expect(page.locator("#register-names option[value='Clara Finch']")).to_have_count(1)
    first.press("Enter")
    expect(first).to_have_value("Clara Finch")
    expect(page.get_by_label("Contestant 1, player 2")).to_be_focused()
    page.keyboard.type("tarrant")
    page.keyboard.press("Enter")
    page.keyboard.type("Clara Finch")
    page.keyboard.press("Enter")
    stranger = page.get_by_label("Contestant 2, player 2")
    stranger.fill("Nora Newcomer")
    stranger.press("Enter")
    expect(page.get_by_label("Add to the register").nth(3)).to_be_visible()
    page.get_by_role("button", name="Create the session").click()
    problems = page.locator(".name-problem")
    expect(problems.nth(3)).to_contain_text("“Nora Newcomer” is not in the register.")
    picture(page, "session-new")
    page.get_by_label("Add to the register").nth(3).check()
    page.get_by_role("button", name="Create the session").click()
    expect(problems.nth(2)).to_contain_text("Clara Finch is already entered, as contestant 1.")
    page.get_by_label("Contestant 2, player 1").fill("Vera Lindqvist")
    page.get_by_label("Contestant 2, player 1").press("Enter")
    page.get_by_role("button", name="Create the session").click()
    expect(page.locator("h1")).to_have_text("Thursday evening")
    expect(page.locator(".contestant-list")).to_contain_text("Vera Lindqvist – Nora Newcomer")
    picture(page, "session-set-up")


def type_travellers(page: Page, picture: Picture) -> None:
    """Three boards of two lines by keyboard alone, with a slip that is refused and corrected."""
    page.get_by_role("link", name="Scores").click()
    fields = page.locator("input.typed")
    status = page.locator(".typing-status")
    expect(fields.nth(0)).to_be_focused()
    page.keyboard.type("4sn=")
    expect(status.nth(0)).to_contain_text("4♠N= +420")
    page.keyboard.press("Enter")
    expect(fields.nth(1)).to_be_focused()
    expect(status.nth(0)).to_contain_text("saved")
    page.keyboard.type("412")
    page.keyboard.press("Enter")
    expect(status.nth(1)).to_contain_text("no contract gives it")
    expect(fields.nth(1)).to_have_value("412")
    expect(fields.nth(1)).to_be_focused()
    picture(page, "typing-refused")
    page.keyboard.press("Backspace")
    page.keyboard.type("45+")
    page.keyboard.press("Enter")
    expect(page.locator(".page-title")).to_have_text("Board 2")
    page.keyboard.type("10-")
    page.keyboard.press("Enter")
    expect(fields.nth(1)).to_be_focused()
    page.keyboard.type("p")
    page.keyboard.press("Enter")
    expect(page.locator(".page-title")).to_have_text("Board 3")
    page.keyboard.type("3nxw-2")
    page.keyboard.press("Enter")
    expect(fields.nth(1)).to_be_focused()
    expect(status.nth(0)).to_contain_text("3NTxW−2")
    picture(page, "typing")
    page.keyboard.type("a6040")
    page.keyboard.press("Enter")
    expect(page.locator(".page-title")).to_have_text("Overview")


def finish_and_publish(page: Page, picture: Picture) -> None:
    page.get_by_role("link", name="Results").click()
    expect(page.locator("main")).to_contain_text("Provisional: all results are in")
    picture(page, "ranking-provisional")
    page.get_by_role("link", name="Overview").click()
    page.get_by_role("button", name="Finish the session").click()
    page.get_by_role("button", name="Publish the results").click()
    expect(page.locator(".stage-current")).to_contain_text("Publish")
    expect(page.locator(".state")).to_have_text("published")
    picture(page, "session-finished")


def read_results(page: Page, picture: Picture) -> None:
    """The results as a player reads them, without a login."""
    page.goto("/")
    page.get_by_role("link", name=re.compile("Thursday evening")).first.click()
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(4)
    expect(rows.first).to_contain_text("1")
    for name in ("Travellers", "Frequencies", "Personal cards"):
        page.get_by_role("link", name=name).click()
        picture(page, f"visitor-{name.lower().replace(' ', '-')}")
    page.get_by_role("link", name="Ranking").click()
    page.get_by_role("link", name=re.compile("Clara Finch.*Hugo Tarrant")).click()
    expect(page.locator("tbody tr")).to_have_count(3)
    picture(page, "visitor-card")


@pytest.mark.large
def test_a_bridgescore_file_is_corrected_and_kept(director_page: Page, picture: Picture) -> None:
    page = director_page
    page.goto("/bridgescore/")
    picture(page, "bridgescore-upload")
    file = {"name": "evening.txt", "mimeType": "text/plain", "buffer": BRIDGESCORE.encode()}
    page.get_by_label("BridgeScore file").set_input_files(files=[file])
    page.get_by_role("button", name="Score it").click()
    faulty = page.get_by_label("Line 5")
    expect(faulty).to_have_value("1 2 1 412")
    picture(page, "bridgescore-correct")
    faulty.fill("1 2 1 420")
    page.get_by_role("button", name="Score again").click()
    picture(page, "bridgescore-report")
    page.get_by_label("Title").fill("From the old program")
    page.get_by_role("button", name="Store the session").click()
    expect(page.locator("h1")).to_have_text("From the old program")
    page.get_by_role("link", name="Results").click()
    expect(page.locator("tbody tr")).to_have_count(5)


@pytest.mark.large
def test_pages_of_a_full_club(director_page: Page, page_of_visitor: Page, picture: Picture) -> None:
    """Fourteen pairs: what the director and what a player sees."""
    evening, tonight, *_ = build_demo(today=timezone.localdate())
    desk = f"/sessions/{tonight.pk}"
    results = f"/sessions/{evening.pk}"
    pages = {
        director_page: {
            "desk": f"{desk}/",
            "board": f"{desk}/boards/11/",
            "names": f"{desk}/names/",
            "settings": f"{desk}/settings/",
        },
        page_of_visitor: {
            "home": "/",
            "ranking": f"{results}/ranking/",
            "ranking-two-lists": f"{desk}/ranking/",
            "travellers": f"{results}/travellers/",
            "frequencies": f"{results}/frequencies/",
            "cards": f"{results}/cards/",
        },
    }
    for page, addresses in pages.items():
        for name, address in addresses.items():
            page.goto(address)
            picture(page, name)

    phone = page_of_visitor
    phone.set_viewport_size({"width": 390, "height": 844})
    phone.goto(f"{results}/ranking/")
    phone.locator("main tbody a").first.click()
    expect(phone.locator("h1")).to_be_visible()
    picture(phone, "phone")


@pytest.mark.large
def test_pages_of_the_tables(
    director: User,
    log_in: Callable[..., None],
    new_context: Callable[..., BrowserContext],
    picture: Picture,
    settings: Settings,
) -> None:
    """What the director sees at the address of the hall."""
    _, tonight, *_ = build_demo(today=timezone.localdate())
    settings.HALL = True
    context = new_context(in_hall=True, viewport={"width": 1280, "height": 720})
    log_in(context, director, HALL)
    page = context.new_page()
    page.goto(f"/sessions/{tonight.pk}/tables/")
    page.get_by_role("button", name="Switch on").click()
    page.goto(f"/sessions/{tonight.pk}/tables/")
    expect(page.locator(".watch-table")).to_have_count(7)
    picture(page, "tables")
    page.goto(f"/sessions/{tonight.pk}/display/")
    page.get_by_role("button", name="Next").click()
    expect(page.locator("body")).to_have_attribute("data-phase", "play")
    picture(page, "display")
    page.goto(f"/sessions/{tonight.pk}/paper/table-cards/?wifi=Hall&key=spades")
    picture(page, "table-cards")


@pytest.mark.large
def test_pages_fit_their_width(director_page: Page) -> None:
    _, tonight, *_ = build_demo(today=timezone.localdate())
    page = director_page
    for path in ("", "ranking/", "travellers/", "frequencies/", "names/", "settings/", "boards/1/"):
        page.goto(f"/sessions/{tonight.pk}/{path}")
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") == width
