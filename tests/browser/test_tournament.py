"""A small tournament in one browser, by keyboard: from making it to the published crosstable."""

import io
import re

import pypdf
import pytest
from playwright.sync_api import Locator, Page, expect

from clubscore.web.visitors import Actor
from events.models import Game, LogEntry, Tournament
from events.tournaments.core.services import change_details, publish_tournament
from events.tournaments.rounds.services.results import enter_result
from events.tournaments.standings.domain.catalogue import CATALOGUE
from players.domain.names import read_name
from players.services.players import add_missing_players
from tests.browser.accessibility import assert_accessible
from tests.browser.picture import Picture
from tests.events.tournaments import cups


@pytest.fixture
def register(transactional_db: None) -> None:
    names = ("Clara Finch", "Hugo Tarrant", "Vera Lindqvist", "Walter Pym", "Maud Pettifer")
    add_missing_players(names=[read_name(name) for name in names])


def test_a_tournament_from_making_it_to_the_published_crosstable(
    director_page: Page, register: None, picture: Picture, page_of_visitor: Page
) -> None:
    page = director_page
    make_tournament(page, picture)
    enter_players(page)
    play_first_round(page, picture)
    play_second_round(page)
    correct_a_result(page, picture)
    finish_and_publish(page)
    read_results(page_of_visitor, picture)


def make_tournament(page: Page, picture: Picture) -> None:
    page.goto("/")
    page.get_by_role("link", name="Tournaments").click()
    page.get_by_role("link", name="New tournament").first.click()
    expect(page.get_by_role("textbox", name="Name")).to_be_focused()
    page.keyboard.type("Autumn cup")
    page.get_by_label("First day").fill("2026-10-02")
    page.get_by_role("spinbutton", name="Rounds").fill("2")
    order_tie_breaks(page)
    picture(page, "tournament-new")
    page.get_by_role("button", name="Create the tournament").click()
    expect(page.locator(".alert-success")).to_contain_text("Now enter the players.")
    assert Tournament.objects.get().tie_breaks == ["SB", "BH/C1", "DE"]


def order_tie_breaks(page: Page) -> None:
    """One up by keyboard, one left out, one more by mouse."""
    chosen = page.locator("#chosen-tie-breaks .tie-break-code")
    expect(chosen).to_have_text(["BH/C1", "BH", "SB"])
    page.get_by_role("checkbox", name=re.compile("^Sonneborn-Berger SB")).focus()
    page.keyboard.press("Alt+ArrowUp")
    page.keyboard.press("Alt+ArrowUp")
    expect(chosen).to_have_text(["SB", "BH/C1", "BH"])
    page.get_by_role("checkbox", name=re.compile("^Buchholz BH")).first.uncheck()
    page.get_by_text("More tie-breaks").click()
    page.get_by_role("checkbox", name=re.compile("^Direct encounter DE")).check()
    expect(chosen).to_have_text(["SB", "BH/C1", "DE"])
    page.get_by_role("button", name="Sonneborn-Berger down").click()
    page.get_by_role("button", name="Sonneborn-Berger up").click()
    expect(chosen).to_have_text(["SB", "BH/C1", "DE"])


def enter_players(page: Page) -> None:
    field = page.get_by_label("Enter a player")
    new = (("fin", "2050"), ("tarrant", "1990"), ("vera", ""), ("pym", "1870"))
    for count, (typed, rating) in enumerate(new, start=1):
        page.wait_for_load_state("domcontentloaded")
        expect(field).to_be_focused()
        page.keyboard.type(typed)
        page.keyboard.press("Tab")
        page.keyboard.type(rating)
        page.keyboard.press("Enter")
        # Not the sentence alone: it would be that of the player before.
        expect(page.locator("tbody tr")).to_have_count(count)
        expect(page.locator(".alert-success")).to_contain_text("is entered.")
    page.wait_for_load_state("domcontentloaded")
    page.keyboard.type("Nora Newcomer")
    page.keyboard.press("Enter")
    expect(page.locator(".name-problem").first).to_contain_text("is not in the register")
    page.get_by_label("Add to the register").check()
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.locator("tbody tr")).to_have_count(5)
    assert_accessible(page)


def play_first_round(page: Page, picture: Picture) -> None:
    page.get_by_role("link", name="Rounds").click()
    page.get_by_role("link", name="Pair this round").click()
    expect(page.get_by_label("Board 1, first player", exact=True)).to_be_focused()
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    page.keyboard.type("vera")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Board 1, second player", exact=True)).to_have_value(
        "3 Lindqvist, Vera"
    )
    page.get_by_role("button", name="4 Pym, Walter").click()
    page.get_by_role("button", name="2 Tarrant, Hugo").click()
    expect(page.locator("#unpaired-count")).to_have_text("1")
    picture(page, "tournament-pairings")
    page.get_by_role("button", name="5 Newcomer, Nora").click()
    page.get_by_label("Board 3, second player", exact=True).fill("u")
    # Enter behind the last name goes to an empty row, and there to the button.
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Save the pairings")).to_be_focused()
    page.keyboard.press("Enter")
    # A tournament by FIDE's rules says where its own pairing differs.
    expect(page.get_by_text("The rules pair this round otherwise")).to_be_visible()
    page.get_by_role("button", name="Save all the same").click()
    expect(page.get_by_text("The pairings of round 1 are saved.")).to_be_visible()
    expect(result_of(page, "Finch, Clara against Lindqvist, Vera")).to_be_focused()
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    expect(page.locator(".typing-status").first).to_contain_text("“7” is not a result.")
    assert_accessible(page)
    page.keyboard.press("Control+A")
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    expect(page.locator(".typing-status").first).to_contain_text("Finch, Clara wins – saved")
    expect(result_of(page, "Pym, Walter against Tarrant, Hugo")).to_be_focused()
    expect(page.locator("#round-progress")).to_have_text("1 of 2 results are in")
    picture(page, "tournament-round")
    page.keyboard.type("=")
    page.keyboard.press("Enter")
    # Everything is in: the page stays, and offers the next step.
    expect(page.locator("#round-done")).to_contain_text("All results of round 1 are in.")
    expect(page.locator("#undo-last")).to_contain_text("4 Pym, Walter – 2 Tarrant, Hugo: * → ½–½")
    expect(page.get_by_role("link", name="Pair round 2")).to_be_focused()
    page.keyboard.press("Enter")


def play_second_round(page: Page) -> None:
    expect(page.get_by_label("Board 1, first player", exact=True)).to_be_focused()
    for typed in ("5", "fin", "2", "3", "pym", "h"):
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
    page.get_by_role("button", name="Save the pairings").click()
    expect(page.locator("tbody tr")).to_have_count(3)
    expect(page.locator("input.typed").first).to_be_focused()
    page.keyboard.type("0")
    page.keyboard.press("Enter")
    page.keyboard.type("+")
    page.keyboard.press("Enter")
    expect(page.locator("#round-done")).to_contain_text("All results of round 2 are in.")
    page.locator("#round-done").get_by_role("link", name="Standings").click()
    expect(page.locator(".page-title")).to_contain_text("Standings")
    expect(page.locator("tbody tr").first).to_contain_text("Finch, Clara")


def correct_a_result(page: Page, picture: Picture) -> None:
    page.get_by_role("link", name="Rounds").click()
    field = result_of(page, "Newcomer, Nora against Finch, Clara")
    field.focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("=")
    status = page.locator(".typing-status").first
    expect(status).to_have_text(re.compile("^draw · places: |^draw · the places stay"))
    page.keyboard.press("Escape")
    expect(field).to_have_value("0")
    page.get_by_role("link", name="Correct board 1").click()
    page.get_by_label("Result").fill("1")
    page.get_by_label("Reason").fill("score sheet misread")
    page.get_by_role("button", name="Show what changes").click()
    expect(page.get_by_role("heading", name="What changes in the standings")).to_be_visible()
    picture(page, "tournament-correct")
    assert Game.objects.get(round__number=2, board_number=1).outcome == "01"
    page.get_by_role("button", name="Save the correction").click()
    expect(page.get_by_text("The result is corrected. Places:")).to_be_visible()
    assert LogEntry.objects.first().reason == "score sheet misread"
    page.get_by_role("button", name="Undo the last result").click()
    expect(page.get_by_text("The last result is undone.")).to_be_visible()
    assert Game.objects.get(round__number=2, board_number=1).outcome == "01"


def result_of(page: Page, players: str) -> Locator:
    """The field of a game; its buttons for a finger are named after it."""
    return page.get_by_label(f"Result of {players}", exact=True)


def finish_and_publish(page: Page) -> None:
    page.get_by_role("link", name="Overview").click()
    expect(page).to_have_url(re.compile("/tournaments/autumn-cup/$"))
    assert_accessible(page)
    page.get_by_role("button", name="Finish the tournament").click()
    page.get_by_role("button", name="Publish the tournament").click()
    expect(page.locator(".alert-success")).to_contain_text("everybody can read it")
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("link", name="Log").click()
    expect(page).to_have_url(re.compile("/log/$"))
    assert_accessible(page)


def read_results(page: Page, picture: Picture) -> None:
    page.goto("/")
    page.get_by_role("link", name=re.compile("Autumn cup")).click()
    expect(page.locator(".page-title")).to_contain_text("Standings")
    assert_accessible(page)
    page.get_by_role("link", name="Crosstable").click()
    rows = page.locator("tbody tr")
    expect(rows.first).to_have_text(re.compile(r"^\s*1\s+Finch, Clara\s+5w14b1\s+2\s"))
    expect(rows).to_have_count(5)
    picture(page, "tournament-crosstable")
    page.get_by_role("link", name="Finch, Clara").click()
    expect(page.locator("tbody").first.locator("tr")).to_have_count(2)
    assert_accessible(page)
    for name, address in (("Start list", "players"), ("Rounds", "rounds")):
        page.get_by_role("link", name=name, exact=True).click()
        expect(page).to_have_url(re.compile(f"/{address}/"))
        assert_accessible(page)


@pytest.fixture
def cup(transactional_db: None) -> Tournament:
    """Two games of the first round, without results."""
    made = cups.tournament(entries=4, tie_breaks=["BH"])
    cups.play(made, 1, (1, 3, ""), (4, 2, ""))
    return made


def outcomes() -> list[str]:
    return list(Game.objects.order_by("board_number").values_list("outcome", flat=True))


def test_a_second_director_is_noticed(director_page: Page, cup: Tournament) -> None:
    page = director_page
    page.goto("/tournaments/spring-cup/rounds/1/")
    game = Game.objects.get(board_number=1)
    enter_result(tournament=cup, game_id=game.pk, text="0", by=Actor())
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    status = page.locator(".typing-status").first
    expect(status).to_contain_text("Somebody else has entered 0–1 here.")
    assert outcomes() == ["01", "**"]
    page.keyboard.press("Enter")
    expect(status).to_contain_text("Finch, Clara wins")
    assert outcomes() == ["10", "**"]


def test_what_was_typed_without_a_connection_is_sent_when_it_is_back(
    director_page: Page, cup: Tournament
) -> None:
    page = director_page
    page.goto("/tournaments/spring-cup/rounds/1/")
    page.context.set_offline(True)
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    expect(page.locator("#typing-alert")).to_contain_text("No connection.")
    assert outcomes() == ["**", "**"]
    page.context.set_offline(False)
    expect(page.locator(".typing-status").first).to_contain_text("– saved")
    assert outcomes() == ["10", "**"]


@pytest.mark.large
def test_the_arrows_go_from_game_to_game(director_page: Page, cup: Tournament) -> None:
    page = director_page
    page.goto("/tournaments/spring-cup/rounds/1/")
    first, second = page.locator("input.typed").nth(0), page.locator("input.typed").nth(1)
    expect(first).to_be_focused()
    page.keyboard.type("1")
    page.keyboard.press("ArrowDown")
    expect(second).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(first).to_be_focused()
    expect(page.locator(".typing-status").first).to_contain_text("saved")
    page.keyboard.press("?")
    expect(page.get_by_text("Enter saves the result")).to_be_visible()


@pytest.mark.large
def test_a_wide_crosstable_is_printed_with_its_heading_on_one_page(
    page_of_visitor: Page, cup: Tournament
) -> None:
    page = page_of_visitor
    cup.tie_breaks = [tie_break.code for tie_break in CATALOGUE[:12]]
    change_details(tournament=cup, fields=["tie_breaks"], by=Actor())
    publish_tournament(tournament=cup, by=Actor())
    page.goto("/tournaments/spring-cup/crosstable/")
    printed = page.pdf(format="A4", prefer_css_page_size=True)
    (sheet,) = pypdf.PdfReader(io.BytesIO(printed)).pages
    assert sheet.mediabox.width > sheet.mediabox.height
    assert "Crosstable" in sheet.extract_text()


@pytest.mark.large
def test_no_page_is_wider_than_a_phone(director_page: Page, cup: Tournament) -> None:
    page = director_page
    page.set_viewport_size({"width": 390, "height": 844})
    for path in (
        "",
        "players/",
        "players/1/",
        "rounds/1/",
        "rounds/1/pairings/",
        "settings/",
        "standings/",
        "crosstable/",
    ):
        page.goto(f"/tournaments/spring-cup/{path}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert_accessible(page)
