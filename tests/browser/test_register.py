"""The register in a browser: searching, merging, deleting; also on a phone."""

import pytest
from playwright.sync_api import Page, expect

from players.models import Player
from tests.browser.accessibility import (
    assert_accessible,
    assert_accessible_in_both_colours,
    assert_fits_a_phone,
)
from tests.players.people import PRIVATE, play, player


@pytest.fixture
def people(transactional_db: None) -> dict[str, int]:
    """Players by name, two of whom are one person; Clara Finch has played."""
    play("Clara Finch", "Hugo Tarrant")
    clara = Player.objects.get(given="Clara")
    for field, value in PRIVATE.items():
        setattr(clara, field, value)
    clara.save()
    player("Clara Fynch", club="Hollybrook", grade="3d")
    player("Élodie Ångström", club="Westmere")
    return {str(each): each.pk for each in Player.objects.all()}


def paths(people: dict[str, int]) -> list[str]:
    clara, double = people["Clara Finch"], people["Clara Fynch"]
    one = f"/players/{clara}/"
    return [
        "/players/",
        "/players/?q=ang&sort=-grade",
        "/players/new/",
        "/players/clubs/",
        "/players/settings/",
        one,
        *(f"{one}{name}/" for name in ("edit", "merge", "held", "erase", "delete")),
        f"{one}merge/?other={double}",
        f"{one}merge/?other={people['Hugo Tarrant']}",
    ]


@pytest.mark.large
def test_pages_are_accessible_and_fit_a_phone(director_page: Page, people: dict[str, int]) -> None:
    for path in paths(people):
        director_page.goto(path)
        expect(director_page.locator("h1")).to_have_count(1)
        assert_accessible_in_both_colours(director_page)
        assert_fits_a_phone(director_page, 390)


def test_the_parts_of_a_name_are_filled_in_asked_about_and_corrected(director_page: Page) -> None:
    page = director_page
    page.goto("/players/new/")
    question = page.get_by_text("Is this right?")
    name, family = page.get_by_label("Name", exact=True), page.get_by_label("Family name")
    name.fill("Berg, Jan van der")
    name.press("Tab")
    expect(name).to_have_value("Jan van der Berg")
    expect(page.get_by_label("Particle")).to_have_value("van der")
    expect(question).to_be_hidden()
    name.fill("Li Wei")
    name.press("Tab")
    expect(family).to_have_value("Wei")
    expect(question).to_be_visible()
    page.get_by_label("Given name").fill("Wei")
    family.fill("Li")
    expect(question).to_be_hidden()
    page.get_by_role("button", name="Add the player").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Li Wei")
    assert Player.objects.get().listed_name == "Li, Wei"


@pytest.mark.large
def test_those_who_never_played_are_deleted(director_page: Page, people: dict[str, int]) -> None:
    page = director_page
    page.goto("/players/")
    page.get_by_label("Choose everybody on this page").check()
    page.get_by_role("button", name="Delete the selected players…").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Delete 2 players?")
    expect(page.get_by_role("heading", level=2)).to_have_text("2 players stay")
    assert_accessible(page)
    page.get_by_role("button", name="Delete 2 players").click()
    expect(page.get_by_text("2 players are deleted.")).to_be_visible()
    assert {str(each) for each in Player.objects.all()} == {"Clara Finch", "Hugo Tarrant"}
