"""The pages on a phone: nothing that counts is beyond the edge, all that is to be tapped is large
enough; and a player finds the own name, the own result and the boards."""

from itertools import product
from pathlib import Path
from string import ascii_lowercase

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from clubscore.web.visitors import Actor
from events.models import Contestant, Session, TravellerLine
from events.sessions.core.domain.adjustment import read_adjustment
from events.sessions.lines.services.saving import enter_result
from events.sessions.rulings import services as rulings
from events.sessions.series.services import publish_series
from events.sessions.setup.services import sessions
from movements.formats import asc
from players.domain.names import read_name
from tests.browser.accessibility import assert_accessible
from tests.events import factories
from tests.events.sessions import evenings
from tests.events.tournaments import cups
from tests.movements.domain.building import mitchell

BY = Actor()
TABLES, FEW = 7, 3
WHAT_IS_WRONG = (Path(__file__).parent / "phone.js").read_text()
WHAT_COUNTS = {
    "ranking": ".result",
    "travellers": ".ns-points, .ew-points",
    "frequencies": "td:last-child",
    "cards": ".own-points, .share",
    "grid": ".result",
}

OF_TOURNAMENT = (
    "standings",
    "crosstable",
    "teams",
    "players",
    "players/1",
    "rounds/1",
    "places",
    "find",
)


@pytest.fixture
def session(transactional_db: None) -> Session:
    return evening_of(TABLES)


@pytest.fixture
def short_session(transactional_db: None) -> Session:
    """The same in few words: each is measured for its contrast."""
    return evening_of(FEW)


def evening_of(tables: int) -> Session:
    """An evening with long names, leads, rulings and a correction."""
    made = factories.session(
        asc.write(mitchell(tables, tables, 2)), boards_per_round=2, title="Evening", winners=1
    )
    contestants = Contestant.objects.filter(section__session=made)
    names = {
        contestant.code: [
            read_name(f"Bartholomew Featherstone-{a}{b}"),
            read_name(f"Bo Player-{a}{b}"),
        ]
        for contestant, (a, b) in zip(contestants, product("ABC", ascii_lowercase), strict=False)
    }
    sessions.enter_names(session=made, names=names, by=BY)
    lines = list(TravellerLine.objects.filter(section__session=made))
    for line in lines:
        line.contract, line.declarer, line.tricks, line.lead = "3NTxx", "N", 4, "HT"
        line.score_ns = -2800 if line.pk % 2 else -2200
    TravellerLine.objects.bulk_update(lines, ["score_ns", "contract", "declarer", "tricks", "lead"])
    ruled = {"A6040": lines[0], "60:420/40:-50": lines[1], "100:420(4SN=)": lines[2]}
    for text, line in ruled.items():
        rulings.make_ruling(
            session_id=made.pk, line_id=line.pk, adjustment=read_adjustment(text), by=BY
        )
    sessions.publish(session=made, by=BY)
    enter_result(session_id=made.pk, line_id=lines[3].pk, text="170", by=BY)
    return made


@pytest.mark.parametrize("name", WHAT_COUNTS)
@pytest.mark.large
def test_nothing_of_the_results_is_beyond_the_edge(
    page: Page, session: Session, short_session: Session, name: str
) -> None:
    page.goto(f"/sessions/{session.pk}/{name}/")
    expect(page.locator("h1")).to_have_count(1)
    cells = page.locator(f"tbody :is({WHAT_COUNTS[name]})").filter(visible=True)
    wide = "[...document.querySelectorAll('.table-box')].filter(b => b.scrollWidth > b.clientWidth)"
    for width in (390, 360):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert page.evaluate(f"{wide}.length") == 0
        edges = cells.evaluate_all(
            "cells => cells.map(cell => { const b = cell.getBoundingClientRect();"
            " return [b.width > 0, b.right] })"
        )
        assert edges != []
        assert [edge for edge in edges if not edge[0] or edge[1] > width] == []

    page.goto(f"/sessions/{short_session.pk}/{name}/")
    expect(cells).not_to_have_count(0)
    assert_accessible(page)


@pytest.mark.large
def test_a_line_of_a_traveller_stands_on_two_rows_on_a_phone_and_on_one_elsewhere(
    page: Page, session: Session
) -> None:
    page.goto(f"/sessions/{session.pk}/travellers/")
    rows = "[...document.querySelectorAll('.traveller:first-child tbody tr')]"
    top = "cell => Math.round(cell.getBoundingClientRect().top)"
    tops = f"{rows}.map(row => new Set([...row.cells].map({top})).size)"
    page.set_viewport_size({"width": 390, "height": 844})
    assert set(page.evaluate(tops)) == {2}
    page.set_viewport_size({"width": 1280, "height": 800})
    assert set(page.evaluate(tops)) == {1}


@pytest.mark.large
def test_everything_that_visitors_tap_is_large_enough_and_no_table_is_cut(
    page: Page, short_session: Session
) -> None:
    series = evenings.series(evenings.evening())
    publish_series(series=series, by=BY)
    cups.published()
    movement = short_session.sections.get().movement
    first = Contestant.objects.filter(section__session=short_session).first()
    paths = [
        "/",
        "/language/",
        "/login/",
        "/series/",
        series.get_absolute_url(),
        "/movements/",
        *(f"/movements/{movement.pk}/{page}" for page in ("", "1/", "paper/guide-cards/")),
        *(f"/sessions/{short_session.pk}/{page}/" for page in (*WHAT_COUNTS, "find")),
        f"/sessions/{short_session.pk}/cards/{first.pk}/",
        f"/sessions/{short_session.pk}/travellers/1/?for={first.pk}",
        "/tournaments/",
        *(f"/tournaments/spring-cup/{page}/" for page in OF_TOURNAMENT),
    ]
    page.set_viewport_size({"width": 390, "height": 844})
    wrong = {}
    for path in paths:
        page.goto(path)
        wrong[path] = page.evaluate(WHAT_IS_WRONG)
    assert {path: found for path, found in wrong.items() if found} == {}


def test_a_player_finds_the_own_name_once_and_then_goes_from_board_to_board(page: Page) -> None:
    session = evenings.evening()
    ranking = reverse("events:ranking", args=[session.pk])
    board = reverse("events:board-page", args=[session.pk, 1])
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(ranking)
    page.get_by_label("Find my name").press_sequentially("bx")
    page.locator("[data-find-list] a").click()
    expect(page.locator(".own-facts dd").first).to_have_text("1")
    # Remembered: the ranking begins with the own result, and a board marks the own line.
    page.goto(ranking)
    expect(page.locator("[data-me-headline]")).to_have_text("Place 1 · 100.00 %")
    expect(page.locator("tr.mine")).to_have_count(1)
    expect(page.locator("tr.mine")).to_contain_text("Ann Bx")
    page.goto(board)
    expect(page.locator(".board-table .mine")).to_contain_text("Bx")
    assert_accessible(page)
    page.goto(ranking)
    page.get_by_role("button", name="Not me").click()
    expect(page.get_by_label("Find my name")).to_be_focused()
    expect(page.locator("tr.mine")).to_have_count(0)
    page.goto(board)
    expect(page.locator(".board-table tbody tr")).to_have_count(3)
    expect(page.locator(".board-table .mine")).to_have_count(0)


@pytest.mark.large
def test_the_arrow_keys_lead_from_board_to_board(page: Page) -> None:
    session = factories.played()
    sessions.publish(session=session, by=BY)
    first = Contestant.objects.filter(section__session=session).first()
    page.goto(f"{reverse('events:board-page', args=[session.pk, 2])}?for={first.pk}")
    for key, number in (("ArrowRight", 3), ("ArrowLeft", 2), ("ArrowLeft", 1)):
        page.keyboard.press(key)
        expect(page.locator(".page-title")).to_contain_text(f"Board {number}")
        expect(page.locator(".board-table .mine")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".page-title")).to_contain_text("Board 1")


@pytest.mark.large
def test_the_card_of_a_tournament_shows_the_places_round_by_round(page: Page) -> None:
    cups.published()
    page.goto("/tournaments/spring-cup/players/3/")
    expect(page.locator("#places-chart svg.chart")).to_be_visible()
    assert_accessible(page)
