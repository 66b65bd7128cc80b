"""Typing the results of a round: going to a board, and what is left in a field."""

import pytest
from playwright.sync_api import Page, expect

from events.models import Game
from tests.events.tournaments import cups

pytestmark = pytest.mark.django_db(transaction=True)


def outcomes() -> list[str]:
    games = Game.objects.order_by("board_number")
    return list(games.values_list("outcome", flat=True))


def test_a_board_and_a_result_go_there_and_nothing_typed_vanishes(director_page: Page) -> None:
    page = director_page
    made = cups.tournament(entries=8)
    cups.play(made, 1, (1, 5, ""), (6, 2, ""), (3, 7, ""), (8, 4, ""))
    page.goto("/tournaments/spring-cup/rounds/1/")
    fields = page.locator("#round input.typed")
    page.keyboard.type("3 1")
    page.keyboard.press("Enter")
    expect(fields.nth(3)).to_be_focused()
    expect(fields.nth(0)).to_have_value("")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(fields.nth(1)).to_be_focused()
    page.keyboard.type("9 1")
    page.locator("#typing-help summary").click()
    expect(page.locator("#round tr.refused")).to_have_count(1)
    expect(fields.nth(1)).to_have_value("9 1")
    page.locator("#typing-help summary").click()
    expect(fields.nth(1)).to_have_value("9 1")
    fields.nth(1).fill("=")
    page.locator("#typing-help summary").click()
    expect(page.locator("#round-progress")).to_have_text("2 of 4 results are in")

    assert outcomes() == ["**", "==", "10", "**"]


def test_a_draw_in_a_knock_out_asks_in_its_place_who_goes_on(director_page: Page) -> None:
    page = director_page
    made = cups.tournament(entries=2, kind="Knockout")
    cups.play(made, 1, (1, 2, ""))
    page.goto("/tournaments/spring-cup/rounds/1/")
    page.keyboard.type("=")
    page.keyboard.press("Enter")
    question = page.locator("form.play-off")
    expect(question.get_by_role("button", name="Finch, Clara")).to_be_focused()
    expect(page.locator("#round-done")).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page.locator("#round-done")).to_be_visible()
    expect(question.locator("[aria-pressed=true]")).to_have_text("Finch, Clara")
