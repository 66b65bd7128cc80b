"""The results of an evening on a phone: nothing that counts is beyond the edge."""

from itertools import product
from string import ascii_lowercase

import pytest
from playwright.sync_api import Page, expect

from clubscore.actor import Actor
from events.models import Contestant, Session, TravellerLine
from events.sessions.domain.adjustments import read_adjustment
from events.sessions.services import rulings, sessions
from events.sessions.services.lines import enter_result
from movements.formats import asc
from players.domain.names import read_name
from tests.browser.accessibility import assert_accessible
from tests.events import factories
from tests.movements.domain.building import mitchell

BY = Actor()
TABLES, FEW = 7, 3
WHAT_COUNTS = {
    "ranking": ".result",
    "travellers": ".ns-points, .ew-points",
    "frequencies": "td:last-child",
    "cards": ".own-points, .share",
    "grid": ".result",
}


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
        each.code: [read_name(f"Bartholomew Featherstone-{a}{b}"), read_name(f"Bo Player-{a}{b}")]
        for each, (a, b) in zip(contestants, product("ABC", ascii_lowercase), strict=False)
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


@pytest.mark.parametrize("width", [390, 360])
@pytest.mark.parametrize("name", WHAT_COUNTS)
def test_nothing_of_the_results_is_beyond_the_edge(
    page: Page, session: Session, short_session: Session, name: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"/sessions/{session.pk}/{name}/")
    expect(page.locator("h1")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    wide = "[...document.querySelectorAll('.table-box')].filter(b => b.scrollWidth > b.clientWidth)"
    assert page.evaluate(f"{wide}.length") == 0
    cells = page.locator(f"tbody :is({WHAT_COUNTS[name]})")
    edges = cells.evaluate_all(
        "cells => cells.map(cell => { const b = cell.getBoundingClientRect();"
        " return [b.width > 0, b.right] })"
    )
    assert edges != []
    assert [edge for edge in edges if not edge[0] or edge[1] > width] == []

    page.goto(f"/sessions/{short_session.pk}/{name}/")
    expect(cells).not_to_have_count(0)
    assert_accessible(page)


def test_a_line_of_a_traveller_stands_on_two_rows_on_a_phone_and_on_one_elsewhere(
    page: Page, session: Session
) -> None:
    page.goto(f"/sessions/{session.pk}/travellers/")
    rows = "[...document.querySelectorAll('tbody tr')]"
    top = "cell => Math.round(cell.getBoundingClientRect().top)"
    tops = f"{rows}.map(row => new Set([...row.cells].map({top})).size)"
    page.set_viewport_size({"width": 390, "height": 844})
    assert set(page.evaluate(tops)) == {2}
    page.set_viewport_size({"width": 1280, "height": 800})
    assert set(page.evaluate(tops)) == {1}
