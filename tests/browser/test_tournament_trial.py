"""What a first tournament stumbles over: keys and clicks whose typing would be lost."""

import pytest
from playwright.sync_api import Page, expect

from events.models import Entry, RoundResult
from tests.events.tournaments import cups

DESK = "/tournaments/spring-cup/"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.large
def test_a_newcomer_decided_by_a_sign_gets_the_rating_that_follows(director_page: Page) -> None:
    page = director_page
    cups.tournament()
    page.goto(f"{DESK}players/")
    page.keyboard.type("Zeller, Odo+")
    page.keyboard.press("Tab")
    page.keyboard.type("1919")
    page.keyboard.press("Enter")
    expect(page.get_by_text("1 Zeller, Odo is entered.")).to_be_visible()
    assert Entry.objects.get().rating == 1919


@pytest.mark.large
def test_go_begins_as_a_mcmahon(director_page: Page) -> None:
    page = director_page
    page.goto("/tournaments/new/")
    kind = page.get_by_label("Kind of tournament")
    page.locator("#id_discipline").select_option("go")
    expect(kind).to_have_value("McMahon")
    expect(page.locator("[name=tie_breaks]:checked").first).to_have_value("MMS")
    page.locator("#id_discipline").select_option("chess")
    expect(kind).to_have_value("Swiss")
    kind.select_option("Knockout")
    page.locator("#id_discipline").select_option("go")
    expect(kind).to_have_value("Knockout")


def test_a_late_player_is_clicked_and_typing_goes_on_beside(director_page: Page) -> None:
    page = director_page
    made = cups.tournament(entries=5)
    cups.play(made, 1, (1, 2, ""), (3, 4, ""))
    page.goto(f"{DESK}rounds/1/pairings/")
    expect(page.get_by_label("Board 3, first player", exact=True)).to_be_focused()
    page.get_by_role("button", name="5 Dale, Kirsten").click()
    page.keyboard.type("u")
    page.get_by_role("button", name="Save the pairings").click()
    page.wait_for_url("**/rounds/1/")
    assert RoundResult.objects.get(game=None).entry.number == 5


@pytest.mark.large
def test_a_bye_that_was_typed_is_kept_by_a_proposal(director_page: Page) -> None:
    page = director_page
    cups.tournament(entries=5)
    page.goto(f"{DESK}rounds/1/pairings/")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    page.keyboard.type("h")
    page.get_by_role("button", name="Propose round 1").click()
    expect(
        page.get_by_text("Saved, so that they are not paired: 2 Tarrant, Hugo (h).")
    ).to_be_visible()
    rows = page.locator("#pairing-rows input")
    expect(rows).not_to_have_count(0)
    values = [row.input_value() for row in rows.all()]
    assert [text for text in values if text][-2:] == ["2 Tarrant, Hugo", "h"]


@pytest.mark.large
def test_a_handicap_that_cannot_be_read_stays_in_its_field(director_page: Page) -> None:
    page = director_page
    cups.tournament(entries=4, discipline="go")
    page.goto(f"{DESK}rounds/1/pairings/")
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    second = page.get_by_label("Board 1, second player", exact=True)
    second.fill("2 h12")
    page.keyboard.press("Enter")
    expect(second).to_have_value("2 h12")
    second.fill("2 k5.5 h3")
    page.keyboard.press("Enter")
    expect(second).to_have_value("2 Tarrant, Hugo k5.5 h3")
