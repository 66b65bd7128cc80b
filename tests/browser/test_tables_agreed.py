"""What one side of a table asks and the other agrees to, and how the director undoes it.
Cases 32 and 51."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from events.models import LineContestant, LogEntry, Session
from tests.browser.table_phones import DEAD, enter, line, phone, tap
from tests.events import factories
from tests.events.tables.phones import evening

NewContext = Callable[..., BrowserContext]


def undo(director_page: Page, session: Session) -> None:
    director_page.goto(f"/sessions/{session.pk}/")
    director_page.goto(f"/sessions/{session.pk}/boards/3/")
    director_page.keyboard.press("Control+z")


def seated(session: Session) -> dict[tuple[int, int], str]:
    """The side of each pair on each board of table 2 in round 1."""
    line_contestants = LineContestant.objects.filter(
        line__section__session=session, line__table=2, line__board__in=(3, 4)
    )
    rows = line_contestants.values_list("line__board", "contestant__number", "direction")
    return {(board, number): direction for board, number, direction in rows}


@pytest.mark.large
def test_case_32_a_table_sits_the_other_way_round_and_the_director_undoes_it(
    director_page: Page, new_context: NewContext
) -> None:
    session = evening()
    north, east = (phone(new_context, session, side) for side in ("NS", "EW"))
    usual = seated(session)
    tap(north, "More")
    tap(north, "We sit the other way round")
    # The preview: who would sit where, for the whole round.
    expect(north.locator("main")).to_contain_text("For all boards of this round: 5")
    tap(north, "We sit the other way round")
    expect(north.locator("main")).to_contain_text("Waiting for the other side.")
    expect(east.locator("main")).to_contain_text("we sit the other way round in this round.")
    assert seated(session) == usual
    tap(east, "Yes")
    for page in (north, east):
        expect(page.locator("header")).to_contain_text("NS 5 · EW 2")
    turned = {"NS": "EW", "EW": "NS"}
    assert seated(session) == {key: turned[side] for key, side in usual.items()}
    assert LogEntry.objects.filter(session=session, action=LogEntry.Action.SEATED).count() == 2

    undo(director_page, session)
    for page in (north, east):
        expect(page.locator("header")).to_contain_text("NS 2 · EW 5")
    assert seated(session) == usual


@pytest.mark.large
def test_case_51_two_boards_are_exchanged_and_the_director_undoes_both(
    director_page: Page, new_context: NewContext
) -> None:
    session = evening()
    north, east = (phone(new_context, session, side) for side in ("NS", "EW"))
    enter(north, 3, "4", "S", "seat-N", "plus")
    enter(north, 4, "1", "NT", "seat-N", "minus")
    for board in (3, 4):
        expect(line(east, board, "entered")).to_be_visible()
    tap(north, "More")
    tap(north, "Exchange two boards")
    expect(north.get_by_role("button", name="Exchange two boards")).to_be_disabled()
    for result in ("Board 3: 4♠N+1", "Board 4: 1NT N−1"):
        north.wait_for_timeout(DEAD)
        north.get_by_role("button", name=result).click()
        expect(north.get_by_role("button", name=result)).to_have_attribute("aria-pressed", "true")
    tap(north, "Exchange two boards")
    tap(east, "Yes")
    for page in (north, east):
        expect(line(page, 3, "confirmed")).to_contain_text("1NT N−1")
        expect(line(page, 4, "confirmed")).to_contain_text("4♠N+1")
    # Each at the vulnerability of its new board: North–South only on board 4.
    assert [factories.line(session, board, 2).score_ns for board in (3, 4)] == [-50, 650]
    for board in (3, 4):
        log = LogEntry.objects.filter(line=factories.line(session, board, 2)).order_by("pk")
        assert list(log.values_list("action", flat=True)) == ["entered", "entered", "confirmed"]

    undo(director_page, session)
    for page in (north, east):
        expect(line(page, 3, "entered")).to_contain_text("4♠N+1")
        expect(line(page, 4, "entered")).to_contain_text("1NT N−1")
    assert [factories.line(session, board, 2).score_ns for board in (3, 4)] == [450, -100]
