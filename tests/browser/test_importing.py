"""Importing players: looking at a file, correcting it, storing it while the page tells how far."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from players.models import Player
from tests.browser.accessibility import (
    assert_accessible,
    assert_accessible_in_both_colours,
    assert_fits_a_phone,
)
from tests.players.register_files import GOOD, HEADER

IMPORT = "/players/import/"
FAULTY = f"{HEADER}\nClara Finch\t3d\tHollybrook\n\nZelda O’Hare\t8d\tHollybrook\n"


def look_at(page: Page, text: str, path: Path, name: str = "players.txt") -> None:
    (path / name).write_text(text, encoding="utf-8")
    page.goto(IMPORT)
    page.get_by_label("File of players").set_input_files(path / name)
    page.get_by_label("exactly as GoDraw").check()
    page.get_by_role("button", name="Preview the players").click()


@pytest.mark.large
def test_pages_are_accessible_and_fit_a_phone(director_page: Page, tmp_path: Path):
    director_page.goto(IMPORT)
    assert_accessible_in_both_colours(director_page)
    assert_fits_a_phone(director_page)
    for text in (GOOD, FAULTY):
        look_at(director_page, text, tmp_path)
        expect(director_page.locator("table")).to_have_count(1)
        expect(director_page.locator("h1")).to_have_count(1)
        assert_accessible_in_both_colours(director_page)
        assert_fits_a_phone(director_page)


def test_director_mends_looks_and_imports(director_page: Page, tmp_path: Path):
    page = director_page
    look_at(page, FAULTY, tmp_path)
    expect(page.get_by_role("alert")).to_contain_text(
        'Line 4, GRADE: "8d" is not a grade. Grades are 99k–1k, 1d–7d, 1p–9p.'
        " No players were imported."
    )
    expect(page.locator(".faulty-line mark")).to_have_text("8d")

    # The mistake is selected: what is typed takes its place.
    page.keyboard.type("7d")
    page.get_by_role("button", name="Preview the players").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Import these players?")
    expect(page.get_by_role("row", name="O'Hare")).to_contain_text("7d")
    expect(page.locator(".callout")).to_contain_text("became a plain apostrophe")
    page.get_by_role("button", name="Import 2 players").click()

    expect(page.get_by_role("status")).to_contain_text("2 players are new in the register.")
    link = page.get_by_role("link", name="To the register")
    expect(link).to_be_focused()
    expect(page.get_by_role("button", name="Import 2 players")).to_be_hidden()
    assert_accessible(page)
    link.click()
    expect(page.get_by_role("link", name="O'Hare, Zelda")).to_be_visible()


@pytest.mark.large
def test_a_login_that_has_ended_keeps_the_file(director_page: Page, tmp_path: Path):
    page = director_page
    look_at(page, GOOD, tmp_path)
    expect(page.get_by_role("button", name="Import 2 players")).to_be_visible()
    cookies = [cookie for cookie in page.context.cookies() if cookie["name"] == "sessionid"]
    page.context.clear_cookies(name="sessionid")

    page.get_by_role("button", name="Import 2 players").click()
    expect(page.get_by_role("status")).to_contain_text("Your login has expired.")

    page.context.add_cookies(cookies)
    page.get_by_role("button", name="Import 2 players").click()
    expect(page.get_by_role("status")).to_contain_text("2 players are new in the register.")


@pytest.mark.large
def test_import_works_without_scripts(director_page: Page, tmp_path: Path):
    page = director_page
    page.route(
        "**/import_players*.js",
        lambda route: route.fulfill(body="", content_type="text/javascript"),
    )
    look_at(page, GOOD, tmp_path)

    page.get_by_role("button", name="Import 2 players").click()

    expect(page).to_have_url(re.compile(r"/players/$"))
    expect(page.get_by_role("status")).to_contain_text("2 players are new in the register.")


LIST = "Name;Born;E-mail;Town\nAnn Lee;1961;ann@example.org;Ede\nBo Finch;1958;;Ede\n"
FAULTY_LIST = f"{LIST}Cy Boon;31-2-1961;cy;Ede\n"


def look_at_list(page: Page, text: str) -> None:
    page.goto(IMPORT)
    page.get_by_label("Or its lines").fill(text)
    page.get_by_role("button", name="Preview the players").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Import these members?")


@pytest.mark.large
def test_page_of_a_list_is_accessible_and_fits_a_phone(director_page: Page):
    Player.objects.create(given="Ann", family="Lee")

    look_at_list(director_page, FAULTY_LIST)

    expect(director_page.get_by_role("heading", name="2 problems")).to_be_visible()
    assert_accessible(director_page)
    assert_fits_a_phone(director_page)


@pytest.mark.large
def test_director_answers_leaves_out_and_imports_a_list(director_page: Page):
    page = director_page
    Player.objects.create(given="Ann", family="Lee", note="here")
    look_at_list(page, FAULTY_LIST)
    expect(page.get_by_text("Line 4, born: Cy Boon: There is no such date")).to_be_visible()

    page.get_by_role("checkbox", name="Leave out the line with a problem").check()
    page.get_by_label("What is done with Ann Lee").select_option(label="the same person: update")
    page.get_by_text("columns is not known and is left out: Town").click()
    page.get_by_label("Town Ede").select_option(label="Note")
    page.get_by_role("button", name="Read it with these columns").click()
    expect(page.get_by_role("listitem").filter(has_text="Ann Lee")).to_contain_text("here → Ede")
    page.get_by_role("button", name="Import: 1 new, 1 changed, 1 skipped").click()

    expect(page).to_have_url(re.compile(r"/players/$"))
    expect(page.get_by_role("status")).to_contain_text(
        "1 player is new in the register. 1 player was updated. 1 line was left out."
    )
    assert list(Player.objects.order_by("number").values_list("name", "born", "note")) == [
        ("Ann Lee", "1961", "Ede"),
        ("Bo Finch", "1958", "Ede"),
    ]
