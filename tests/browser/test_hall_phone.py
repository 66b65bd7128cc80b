"""Phones in a tournament: the result with the opponent's word, on two phones and on one, without a
network; the arbiter's page beside them."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from events.models import Entry, Game, HallClock, HallSettings, Tournament
from tests.browser.accessibility import assert_accessible
from tests.browser.picture import Picture
from tests.events.hall.phones import code_of, game_of, hall, pair, typed
from tests.events.hall.test_captains import teams

SMALL = {"width": 320, "height": 568}
DEAD = 370
"""Milliseconds in which a screen that has just changed takes no tap, and a little more."""


def phone(
    new_context: Callable[..., BrowserContext], made: Tournament, number: int, kind: str = "player"
) -> Page:
    """A phone that has scanned a card."""
    page = new_context(viewport=SMALL, in_hall=True).new_page()
    page.goto(f"/h/{code_of(made, kind, number)}/")
    page.get_by_role("button", name="Yes, this is me" if kind == "player" else "This").click()
    page.wait_for_url("**/hall/")
    expect(page.locator(".foot")).to_be_visible()
    return page


def tap(page: Page, name: str) -> tuple[float, float]:
    """A key by its name, once the screen takes a tap; its top and its foot."""
    key = page.get_by_role("button", name=name, exact=True)
    expect(key).to_be_visible()
    page.wait_for_timeout(DEAD)
    box = key.bounding_box()
    assert box
    key.click()
    return box["y"], box["y"] + box["height"]


def assert_fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
    assert_accessible(page)


def result(game: Game) -> tuple[str, int]:
    game.refresh_from_db()
    return game.outcome, game.version


def test_case_44_two_phones_agree_with_two_taps(
    transactional_db: None, new_context: Callable[..., BrowserContext], picture: Picture
) -> None:
    made = hall()
    white, black = (phone(new_context, made, number) for number in (1, 2))
    expect(black.get_by_text("You are Black against Clara Finch (1990)")).to_be_visible()
    assert_fits(white)
    picture(white, "hall-phone")
    tap(white, "I won")
    expect(white.get_by_text("You say: Finch won (1–0)")).to_be_visible()
    expect(black.get_by_text("Clara Finch says: Finch won (1–0)")).to_be_visible()
    assert_fits(black)
    picture(black, "hall-phone-agree")
    assert result(game_of(made)) == ("**", 0)
    tap(black, "Agree")
    for page in (white, black):
        expect(page.get_by_text("✓ Finch won (1–0)")).to_be_visible()
    assert result(game_of(made)) == ("10", 1)


def test_case_45_one_phone_three_taps_none_in_one_place(
    transactional_db: None, new_context: Callable[..., BrowserContext]
) -> None:
    made = hall()
    page = phone(new_context, made, 1)
    tap(page, "Tarrant won")
    handed, _foot = tap(page, "Hand over")
    assert_fits(page)
    _top, agreed = tap(page, "Hugo Tarrant: agree")
    expect(page.get_by_text("✓ Tarrant won (0–1)")).to_be_visible()
    assert (result(game_of(made)), agreed <= handed) == (("01", 1), True)


def test_two_reports_that_differ_are_decided_with_one_click(
    transactional_db: None,
    new_context: Callable[..., BrowserContext],
    director_page: Page,
    picture: Picture,
) -> None:
    made = hall()
    white, black = (phone(new_context, made, number) for number in (1, 2))
    tap(white, "I won")
    tap(black, "Not right")
    tap(black, "Draw")
    for page in (white, black):
        expect(page.get_by_text("You do not agree. The arbiter comes.")).to_be_visible()
        expect(page.get_by_text("Hugo Tarrant says: Draw (½–½)")).to_be_visible()
    assert_fits(white)
    director_page.goto(f"/tournaments/{made.slug}/hall/")
    expect(director_page.get_by_text("▲ They do not agree")).to_be_visible()
    picture(director_page, "hall-desk")
    director_page.set_viewport_size({"width": 390, "height": 844})
    assert director_page.evaluate("document.documentElement.scrollWidth") <= 390
    assert_accessible(director_page)
    # The first contradiction is the one of the keys.
    director_page.locator("body").press("=")
    expect(director_page.get_by_text("Nobody needs you now.")).to_be_visible()
    for page in (white, black):
        expect(page.get_by_text("The arbiter entered this result.")).to_be_visible()


def test_my_games_have_the_own_point_first_and_half_a_point_of_komi_no_draw(
    transactional_db: None, new_context: Callable[..., BrowserContext]
) -> None:
    made = hall(discipline="go")
    Entry.objects.filter(tournament=made).update(grade="3k")
    page = phone(new_context, made, 2)
    expect(page.get_by_text("no stones; komi 7½")).to_be_visible()
    expect(page.get_by_role("button", name="Finch won")).to_be_visible()
    expect(page.get_by_role("button", name="Draw", exact=True)).to_have_count(0)
    typed(made, game_of(made), "0")
    typed(made, game_of(made, 2), "1")
    pair(made, 2, (2, 3), (4, 1))
    expect(page.locator("table")).to_contain_text("1–0")
    assert_fits(page)


def test_who_is_missing_is_named_and_comes_too_late(
    transactional_db: None, new_context: Callable[..., BrowserContext], director_page: Page
) -> None:
    made = hall(paired=False)
    first, late = (phone(new_context, made, number) for number in (1, 4))
    director_page.goto(f"/tournaments/{made.slug}/hall/")
    director_page.get_by_role("button", name="Open", exact=True).click()
    expect(first.get_by_role("button", name="I am here", exact=True)).to_be_visible()
    first.context.set_offline(True)
    tap(first, "I am here")
    expect(first.get_by_text("I am here: saved on this phone")).to_be_visible()
    first.context.set_offline(False)
    expect(first.get_by_text("You are checked in for round 1.")).to_be_visible()
    asked = []
    director_page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.accept()))
    expect(director_page.get_by_text("here 1 of 4")).to_be_visible()
    director_page.get_by_role("button", name="Close the check-in: the missing").click()
    expect(director_page.get_by_role("link", name="Pair round 1")).to_be_visible()
    assert "Quentin Moss" in asked[0]
    expect(first.get_by_text("You are checked in for round 1.")).to_be_visible()
    expect(late.get_by_text("Check-in is closed. Please go to the arbiter.")).to_be_visible()
    tap(late, "I am here")
    director_page.get_by_role("button", name="Admit").click()
    expect(late.get_by_text("Check-in is closed.")).to_be_hidden()
    assert_fits(first)


def test_case_46_what_is_reported_offline_is_sent_once(
    transactional_db: None, new_context: Callable[..., BrowserContext]
) -> None:
    made = hall()
    page = phone(new_context, made, 1)
    page.context.set_offline(True)
    tap(page, "I won")
    expect(page.get_by_text("saved on this phone", exact=True)).to_be_visible()
    page.goto("/hall/")
    expect(page.get_by_text("You say: Finch won (1–0)")).to_be_visible()
    assert game_of(made).reports.count() == 0
    # The phone is put away, and taken out again when there is a network.
    page.close()
    page.context.set_offline(False)
    again = page.context.new_page()
    again.goto("/hall/")
    expect(again.get_by_text("Waiting for Hugo Tarrant to agree.")).to_be_visible()
    assert game_of(made).reports.count() == 1
    assert again.evaluate("localStorage.getItem('clubscore-hall|outbox')") == "[]"


def test_a_name_is_found_at_the_door_without_scripts(
    transactional_db: None, new_context: Callable[..., BrowserContext]
) -> None:
    made = hall(paired=False)
    HallSettings.objects.update(check_in=1)
    page = new_context(viewport=SMALL, in_hall=True, java_script_enabled=False).new_page()
    page.goto(f"/h/{code_of(made, 'door')}/")
    page.get_by_label("Who are you?").fill("fin")
    page.get_by_role("button", name="Find my name").click()
    page.locator("summary").filter(has_text="Finch, Clara").click()
    page.get_by_role("button", name="Yes, this is me, and I am here").click()
    page.wait_for_url("**/hall/")
    assert made.entries.get(number=1).presences.count() == 1


def test_a_tablet_lets_both_agree_under_their_names(
    transactional_db: None, new_context: Callable[..., BrowserContext]
) -> None:
    made = hall()
    page = phone(new_context, made, 0, "tablet")
    expect(page.get_by_text("The arbiter lets this device in by these digits:")).to_be_visible()
    expect(page.get_by_role("button", name="Call the arbiter")).to_have_count(0)
    made.hall_devices.update(approved_at=made.hall_codes.first().made_at)
    HallSettings.objects.update(revision=100)
    tap(page, "Board 2: Edith Lamb against Quentin Moss")
    tap(page, "Draw (½–½)")
    assert_fits(page)
    tap(page, "Edith Lamb: agree")
    tap(page, "Quentin Moss: agree")
    expect(page.get_by_role("button", name="Board 1")).to_be_visible()
    assert result(game_of(made, 2)) == ("==", 1)


def test_a_captain_sets_a_line_up_by_tapping(
    transactional_db: None, new_context: Callable[..., BrowserContext], director_page: Page
) -> None:
    made = teams()
    team = made.teams.order_by("pk").first()
    assert team
    page = new_context(viewport=SMALL, in_hall=True).new_page()
    page.goto(f"/h/{code_of(made, 'team', team.pk)}/")
    page.get_by_role("button", name="Yes, I am the captain").click()
    page.wait_for_url("**/hall/")
    director_page.goto(f"/tournaments/{made.slug}/hall/")
    director_page.get_by_role("button", name="Publish the matches").click()
    tap(page, "Line-up")
    for name in ("Hugo Tarrant", "Edith Lamb"):
        tap(page, name)
    expect(page.get_by_role("button", name="2. Edith Lamb")).to_be_visible()
    assert_fits(page)
    tap(page, "Send")
    tap(page, "Line-up")
    expect(page.get_by_text("The line-up has been sent.")).to_be_visible()
    director_page.get_by_role("button", name="Set the boards").click()
    expect(page.get_by_text("Rooks – Knights 0–0")).to_be_visible()
    expect(page.locator("[data-game]")).to_have_count(2)
    assert_fits(page)


def press(page: Page, name: str) -> None:
    """A key by the keyboard alone."""
    page.wait_for_timeout(DEAD)
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == name:
            break
    page.keyboard.press("Enter")


def test_case_47_the_keyboard_alone_and_text_twice_as_large(
    transactional_db: None, new_context: Callable[..., BrowserContext]
) -> None:
    made = hall()
    white, black = (phone(new_context, made, number) for number in (1, 2))
    for page in (white, black):
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert_fits(page)
    press(white, "I won")
    expect(black.get_by_text("Clara Finch says: Finch won (1–0)")).to_be_visible()
    assert_fits(black)
    press(black, "Not right")
    assert_fits(black)
    press(black, "Back")
    press(black, "Agree")
    expect(white.get_by_text("✓ Finch won (1–0)")).to_be_visible()
    assert_fits(white)
    for screen in ("Pairings", "Standings", "Bye or withdrawal", "More"):
        press(white, screen)
        assert_fits(white)
        press(white, "Back")


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (["Bye or withdrawal"], "Ask for a half-point bye"),
        (["Bye or withdrawal", "Withdraw from the tournament"], "Yes, I withdraw"),
        (["Pairings"], "Back"),
        (["Standings"], "Back"),
        (["Call the arbiter"], "Take the call back"),
        (["More", "Nederlands"], "Terug"),
    ],
)
def test_screens_fit_a_small_phone(
    transactional_db: None, new_context: Callable[..., BrowserContext], keys: list[str], said: str
) -> None:
    page = phone(new_context, hall(), 1)
    for key in keys:
        tap(page, key)
    expect(page.get_by_role("button", name=said, exact=True)).to_be_visible()
    assert_fits(page)


@pytest.mark.parametrize(
    ("kind", "cards", "most", "least"),
    [
        ("players", 4, 60, 20),
        ("door", 1, 265, 69.9),
        ("boards", 2, 130, 20),
        ("tablet", 1, 265, 20),
    ],
)
def test_cards_have_codes_that_are_large_enough(
    transactional_db: None, director_page: Page, kind: str, cards: int, most: int, least: int
) -> None:
    made = hall()
    director_page.goto(f"/tournaments/{made.slug}/hall/cards/?kind={kind}")
    director_page.emulate_media(media="print")
    expect(director_page.locator(".table-card")).to_have_count(cards)
    millimetres = "(each, what) => each.getBoundingClientRect()[what] / 96 * 25.4"
    card, code = director_page.locator(".table-card").first, director_page.locator(".qr").first
    assert card.evaluate(millimetres, "height") <= most
    assert code.evaluate(millimetres, "width") >= least
    director_page.emulate_media(media="screen")
    assert_accessible(director_page)
    before = director_page.locator(".table-card-code").first.text_content() or ""
    director_page.once("dialog", lambda dialog: dialog.accept())
    director_page.get_by_role("button", name="New code").first.click()
    expect(director_page.locator(".table-card-code").first).not_to_have_text(before)


@pytest.mark.parametrize(("length", "since", "told"), [
    (60, timedelta(minutes=15), r"0:4[45]:\d\d"), (60, timedelta(hours=3), "0:00:00"),
    (60, timedelta(hours=5), ""), (0, timedelta(hours=5), r"5:00:\d\d"),
    (0, timedelta(hours=13), ""),
])  # fmt: skip
def test_a_clock_that_was_forgotten_is_not_shown(
    transactional_db: None, new_context: Callable[..., BrowserContext], length: int,
    since: timedelta, told: str,
) -> None:  # fmt: skip
    made = hall()
    starts = timezone.now() - since
    ends = starts + timedelta(minutes=length) if length else None
    HallClock.objects.create(tournament=made, round=1, phase="play", starts_at=starts, ends_at=ends)
    page = new_context(in_hall=True).new_page()
    page.goto(f"/hall/d/{made.hall.display_code}/")
    expect(page.get_by_role("heading")).to_have_text("Round 1")
    expect(page.locator("#digits")).to_have_text(re.compile(f"^{told}$"))


def test_case_40_the_display_turns_its_pages_and_holds_with_space(
    transactional_db: None, new_context: Callable[..., BrowserContext], picture: Picture
) -> None:
    made = hall()
    typed(made, game_of(made), "1")
    page = new_context(viewport={"width": 1366, "height": 768}, in_hall=True).new_page()
    page.clock.install()
    page.goto(f"/hall/d/{made.hall.display_code}/")
    heading = page.get_by_role("heading")
    expect(heading).to_have_text("Round 1")
    expect(page.get_by_role("row").nth(1)).to_have_text(re.compile("Finch.*1–0.*Tarrant"))
    # Two lines are as large as the width of the names lets them be, and none runs out of it.
    box, table = (page.locator(each).bounding_box() for each in ("main", "#table"))
    size = page.locator("#rows").evaluate("rows => parseFloat(getComputedStyle(rows).fontSize)")
    assert box is not None
    assert table is not None
    assert table["width"] <= box["width"]
    assert size > 0.07 * 768
    picture(page, "hall-display")
    page.clock.run_for(13_000)
    expect(heading).to_have_text("Round 1: who plays where")
    page.keyboard.press("Space")
    page.clock.run_for(30_000)
    expect(heading).to_have_text("Round 1: who plays where")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
