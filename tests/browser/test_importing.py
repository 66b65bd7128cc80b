"""Importing players: looking at a file, mending it, storing it while the page tells how far."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from players.models import Player
from tests.browser.accessibility import assert_accessible
from tests.players.register_files import GOOD, HEADER

IMPORT = "/players/import/"
FAULTY = f"{HEADER}\nClara Finch\t3d\tHollybrook\n\nZelda O’Hare\t8d\tHollybrook\n"


def look_at(page: Page, text: str, path: Path, name: str = "players.txt") -> None:
    (path / name).write_text(text, encoding="utf-8")
    page.goto(IMPORT)
    page.get_by_label("File of players").set_input_files(path / name)
    page.get_by_label("exactly as GoDraw").check()
    page.get_by_role("button", name="Preview the players").click()


@pytest.mark.parametrize("text", [GOOD, FAULTY], ids=["preview", "refusal"])
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_page_is_accessible(director_page: Page, tmp_path: Path, text: str, colours: str):
    director_page.emulate_media(color_scheme="dark" if colours == "dark" else "light")
    director_page.goto(IMPORT)
    assert_accessible(director_page)

    look_at(director_page, text, tmp_path)

    expect(director_page.locator("table")).to_have_count(1)
    expect(director_page.locator("h1")).to_have_count(1)
    assert_accessible(director_page)


@pytest.mark.parametrize("text", ["", GOOD, FAULTY], ids=["question", "preview", "refusal"])
def test_page_fits_a_phone(director_page: Page, tmp_path: Path, text: str):
    director_page.set_viewport_size({"width": 360, "height": 640})
    director_page.goto(IMPORT)
    if text:
        look_at(director_page, text, tmp_path)
        expect(director_page.locator("table")).to_be_visible()

    assert director_page.evaluate("document.documentElement.scrollWidth") == 360


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


def test_director_chooses_another_encoding(director_page: Page, tmp_path: Path):
    page = director_page
    (tmp_path / "players.txt").write_bytes(f"{HEADER}\nŁucja\t1k\tŁódź\n".encode("cp1250"))
    page.goto(IMPORT)
    page.get_by_label("File of players").set_input_files(tmp_path / "players.txt")
    page.get_by_label("exactly as GoDraw").check()
    page.get_by_role("button", name="Preview the players").click()

    page.get_by_label("It was read as Windows-1252.").select_option(
        label="Windows-1250 (Central Europe)"
    )
    page.get_by_role("button", name="Read it again").click()

    expect(page.get_by_role("row", name="Łucja")).to_contain_text("Łódź")
    page.get_by_role("button", name="Import 1 player").click()
    expect(page.get_by_role("status")).to_contain_text("1 player is new in the register.")


def test_somebody_added_meanwhile_is_told(director_page: Page, tmp_path: Path):
    page = director_page
    look_at(page, GOOD, tmp_path)
    expect(page.get_by_role("button", name="Import 2 players")).to_be_visible()
    hugo = Player.objects.create(given="Hugo", family="Tarrant")

    page.get_by_role("button", name="Import 2 players").click()

    expect(page.get_by_role("alert")).to_contain_text(
        f'Line 3, NAME: "Hugo Tarrant" is already in the register, with the number {hugo.number}.'
    )
    assert Player.objects.count() == 1


def test_a_login_that_has_ended_keeps_the_file(director_page: Page, tmp_path: Path):
    page = director_page
    look_at(page, GOOD, tmp_path)
    expect(page.get_by_role("button", name="Import 2 players")).to_be_visible()
    cookies = [each for each in page.context.cookies() if each["name"] == "sessionid"]
    page.context.clear_cookies(name="sessionid")

    page.get_by_role("button", name="Import 2 players").click()
    expect(page.get_by_role("status")).to_contain_text("Your login has expired.")

    page.context.add_cookies(cookies)
    page.get_by_role("button", name="Import 2 players").click()
    expect(page.get_by_role("status")).to_contain_text("2 players are new in the register.")


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
