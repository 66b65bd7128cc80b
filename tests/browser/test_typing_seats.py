"""Typing travellers that say something else than the movement: swapped sides, other pairs, scores
that no contract gives; and going from board to board."""

import pytest
from playwright.sync_api import Page, expect

from clubscore.web.visitors import Actor
from events.models import LogEntry, Session, TravellerLine
from events.sessions.lines.services.seats import change_seats
from tests.browser.picture import Picture
from tests.events import factories


@pytest.fixture
def evening(transactional_db: None) -> Session:
    return factories.session(boards_per_round=1)


def sides(session: Session, table: int = 1) -> list[tuple[str, int]]:
    line = factories.line(session, board=1, table=table)
    return [(side.direction, side.contestant.number) for side in line.sides.order_by("-direction")]


def test_one_key_swaps_the_sides_and_another_undoes_it(
    director_page: Page, evening: Session, picture: Picture
) -> None:
    page = director_page
    page.goto(f"/sessions/{evening.pk}/boards/1/")
    row = page.locator("tbody[data-line]").first
    page.keyboard.press("*")
    expect(row.locator("[data-seat=ns]")).to_have_text("2")
    expect(row.locator(".seats-note")).to_have_text("played by others than scheduled (1 against 2)")
    expect(row.locator("input.typed")).to_be_focused()
    page.keyboard.type("420")
    page.keyboard.press("Enter")
    expect(row.locator(".typing-status")).to_contain_text("saved")
    assert sides(evening) == [("NS", 2), ("EW", 1)]
    picture(page, "typing-swapped")
    page.keyboard.press("Control+z")
    expect(row.locator(".typing-status")).to_contain_text("undone")
    page.keyboard.press("Control+z")
    expect(row.locator("[data-seat=ns]")).to_have_text("1")
    expect(row.locator(".seats-note")).to_be_empty()
    assert sides(evening) == [("NS", 1), ("EW", 2)]


@pytest.mark.large
def test_the_sides_are_swapped_by_a_button(director_page: Page, evening: Session) -> None:
    page = director_page
    page.goto(f"/sessions/{evening.pk}/boards/1/")
    page.get_by_role("button", name="Swap: 2 sat North–South, 1 East–West").click()
    expect(page.locator("[data-seat=ns]").first).to_have_text("2")
    assert sides(evening) == [("NS", 2), ("EW", 1)]


@pytest.mark.large
def test_the_key_behind_a_saved_result_swaps_too(director_page: Page, evening: Session) -> None:
    page = director_page
    factories.enter(evening, 1, "420", "50")
    page.goto(f"/sessions/{evening.pk}/boards/1/")
    field = page.locator("input.typed").first
    field.click()
    page.keyboard.press("End")
    page.keyboard.press("*")
    page.keyboard.press("Enter")
    expect(page.locator("[data-seat=ns]").first).to_have_text("2")
    expect(field).to_have_value("420")


def test_other_pairs_are_typed_and_then_the_result(director_page: Page, evening: Session) -> None:
    page = director_page
    page.goto(f"/sessions/{evening.pk}/boards/1/")
    page.keyboard.type("1*4")
    expect(page.locator(".typing-status").first).to_contain_text("1 against 4, and not 1 against 2")
    page.keyboard.press("Enter")
    page.keyboard.type("420")
    page.keyboard.press("Enter")
    page.keyboard.type("450")
    page.keyboard.press("Enter")
    expect(page.locator(".page-title")).to_have_text("Board 2")
    assert (sides(evening), sides(evening, 2)) == ([("NS", 1), ("EW", 4)], [("NS", 3), ("EW", 2)])
    lines = TravellerLine.objects.filter(section__session=evening, board=1).order_by("table")
    assert [line.score_ns for line in lines] == [420, 450]


@pytest.mark.large
def test_a_pair_with_a_result_is_refused_and_stays_in_the_field(
    director_page: Page, evening: Session
) -> None:
    page = director_page
    factories.enter(evening, 1, "", "50")
    page.goto(f"/sessions/{evening.pk}/boards/1/")
    page.keyboard.type("1*4")
    page.keyboard.press("Enter")
    status = page.locator(".typing-status").first
    expect(status).to_contain_text("4 already has a result on board 1")
    expect(page.locator("input.typed").first).to_have_value("1*4")
    page.keyboard.press("Escape")
    expect(page.locator("input.typed").first).to_have_value("")
    assert sides(evening) == [("NS", 1), ("EW", 2)]


def test_a_swap_without_a_connection_is_sent_before_the_result(
    director_page: Page, evening: Session
) -> None:
    page = director_page
    page.goto(f"/sessions/{evening.pk}/boards/1/")
    page.context.set_offline(True)
    page.keyboard.press("*")
    page.keyboard.type("420")
    page.keyboard.press("Enter")
    expect(page.locator("#waiting summary")).to_have_text("2 lines wait to be sent")
    page.context.set_offline(False)
    expect(page.locator(".typing-status").first).to_contain_text("saved")
    assert sides(evening) == [("NS", 2), ("EW", 1)]
    actions = LogEntry.objects.filter(line__isnull=False).order_by("pk")
    assert list(actions.values_list("action", flat=True)) == ["seated", "entered"]


@pytest.mark.large
def test_a_score_that_no_contract_gives_is_kept_with_a_reason(
    director_page: Page, evening: Session
) -> None:
    page = director_page
    page.goto(f"/sessions/{evening.pk}/boards/1/")
    page.keyboard.type("412")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Save it anyway, with a reason").click()
    expect(page.locator("input.typed").first).to_be_focused()
    page.keyboard.type("the card says so")
    page.keyboard.press("Enter")
    expect(page.locator("input.typed").first).to_have_value("412")
    expect(page.locator(".typing-status").first).to_contain_text("saved")
    entry = LogEntry.objects.get(line__isnull=False)
    assert (entry.after, entry.reason) == ({"score_ns": 412}, "the card says so")


@pytest.mark.large
def test_g_and_a_number_go_to_a_board(director_page: Page, evening: Session) -> None:
    page = director_page
    page.goto(f"/sessions/{evening.pk}/boards/1/")
    page.keyboard.type("g9")
    page.keyboard.press("Enter")
    expect(page.locator("#go-to [role=status]")).to_have_text("Board 9 is not in this session.")
    page.keyboard.press("Escape")
    expect(page.locator("input.typed").first).to_be_focused()
    page.keyboard.type("420")
    page.keyboard.press("Enter")
    page.keyboard.type("g3")
    page.keyboard.press("Enter")
    expect(page.locator(".page-title")).to_have_text("Board 3")
    assert factories.line(evening, board=1).score_ns == 420


@pytest.mark.large
def test_exchanged_seats_stand_on_the_traveller_and_the_card(
    director_page: Page, evening: Session
) -> None:
    page = director_page
    line = factories.line(evening, board=1)
    change_seats(session_id=evening.pk, line_id=line.pk, text="*", by=Actor())
    factories.enter(evening, 1, "420", "50")
    told = "played by others than scheduled (1 against 2)"
    page.goto(f"/sessions/{evening.pk}/travellers/")
    expect(page.locator(".ruling-notes li")).to_have_text(f"2 against 1: {told}")
    contestant = factories.contestant(evening, 1).pk
    page.goto(f"/sessions/{evening.pk}/cards/{contestant}/")
    expect(page.locator(".ruling-notes li")).to_have_text(f"Board 1: {told}")


@pytest.mark.large
def test_enter_after_the_key_that_swaps_waits_for_the_result(
    director_page: Page, evening: Session
) -> None:
    page = director_page
    page.goto(f"/sessions/{evening.pk}/boards/1/")
    fields = page.locator("input.typed")
    expect(fields.first).to_be_focused()
    page.keyboard.press("*")
    page.keyboard.press("Enter")
    expect(page.locator(".typing-status").first).to_contain_text("now the result")
    expect(fields.first).to_be_focused()
    page.keyboard.type("420")
    page.keyboard.press("Enter")
    expect(page.locator(".typing-status").first).to_contain_text("saved")
    expect(fields.nth(1)).to_be_focused()
    # Without a swap Enter skips the line.
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Delete")
    page.keyboard.press("Enter")
    expect(page.locator(".typing-status").first).to_contain_text("cleared")
    expect(fields.nth(1)).to_be_focused()
