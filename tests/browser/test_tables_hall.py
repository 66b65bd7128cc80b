"""What the hall sees: displays that agree, and another movement on the phones. Cases 34 and 43."""

import re
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from events.models import MovementChange, RoundClock, TableCall, TableEntrySettings
from events.sessions.desk.services import movement_change
from events.tables.services import directing as clock
from movements.services import store_movement
from tests.browser.table_phones import enter, line, phone
from tests.events.tables.phones import BY, evening
from tools.serving import SERVE, serving

# As three tables from round 1, with the pairs of East–West the other way round from round 2 on.
OTHER_WAY = """ 6  3  3  3 0
 1- 4 A  2- 5 B  3- 6 C
 1- 5 C  2- 6 A  3- 4 B
 1- 6 B  2- 4 C  3- 5 A
"""


def shown(page: Page) -> int:
    """The seconds on a display."""
    minutes, seconds = page.locator("#digits").inner_text().split(":")
    return 60 * int(minutes) + int(seconds)


@pytest.mark.large
def test_case_43_displays_of_two_servers_agree_also_after_one_was_started_again(
    transactional_db: None, new_context: Callable[..., BrowserContext], tmp_path: Path
) -> None:
    session = evening(seconds_a_board=60, extra_seconds=0)
    code = TableEntrySettings.objects.get(session=session).display_code
    one, other = (new_context().new_page() for _display in range(2))
    clock.press(session_id=session.pk, key="next")
    second = partial(serving, SERVE, another_server(tmp_path), quiet=True)
    with second() as port:
        for page, server in ((one, ""), (other, f"http://localhost:{port}")):
            page.goto(f"{server}/d/{code}/")
            # Two boards of a minute: at once the last minutes, in words, a colour and a shape.
            expect(page.locator("#phase")).to_contain_text("The last minutes")
            expect(page.locator("#shape")).to_have_text("▲")
    clock.press(session_id=session.pk, key="plus")
    expect(one.locator("#phase")).to_contain_text("No new board")
    with second(port=port):
        expect(other.locator("#phase")).to_contain_text("No new board")
        assert abs(shown(one) - shown(other)) <= 1


@pytest.mark.parametrize(("since", "told"), [
    (timedelta(minutes=5), r"−5:0\d"), (timedelta(hours=1, minutes=42), r"−1:42:0\d"),
    (timedelta(hours=3, minutes=1), "–:––"),
])  # fmt: skip
def test_a_round_that_is_over_counts_on_until_it_was_forgotten(
    transactional_db: None, new_context: Callable[..., BrowserContext], since: timedelta, told: str
) -> None:
    session = evening(seconds_a_board=60, extra_seconds=0)
    clock.press(session_id=session.pk, key="next")
    RoundClock.objects.update(ends_at=timezone.now() - since)
    page = new_context().new_page()
    page.goto(f"/d/{TableEntrySettings.objects.get(session=session).display_code}/")
    expect(page.locator("#digits")).to_have_text(re.compile(f"^{told}$"))


def another_server(folder: Path) -> dict[str, str]:
    """The environment of a second process of clubscore on the database of the tests."""
    return {
        "DJANGO_SETTINGS_MODULE": "clubscore.settings",
        "CLUBSCORE_DATA": str(folder),
        "CLUBSCORE_SECRET_KEY": "x" * 60,
        "DATABASE_URL": f"sqlite:///{connection.settings_dict['NAME']}",
        "WEB_CONCURRENCY": "1",
    }


@pytest.mark.large
def test_case_34_another_movement_from_round_two_reaches_the_phones(
    transactional_db: None, new_context: Callable[..., BrowserContext], complaints: list[str]
) -> None:
    session = evening()
    east = phone(new_context, session, "EW")
    enter(east, 3, "4", "S", "seat-N", "equal")
    expect(line(east, 3, "entered")).to_be_visible()
    # Round 2, and a result that is only on the phone when its line goes.
    for _key in ("start", "move"):
        clock.press(session_id=session.pk, key="next")
    expect(east.locator("h1")).to_have_text("Table 3 · Round 2")
    board = int(east.locator(".boards:not(.late) [data-board]").first.get_attribute("data-board"))
    east.context.set_offline(True)
    enter(east, board, "1", "NT", "seat-N", "equal")
    other = store_movement(name="The other way", text=OTHER_WAY)
    change = MovementChange(section=session.sections.get(), movement=other, first_round=2)
    seen = movement_change.fingerprint(movement_change.preview(change=change))
    movement_change.change_movement(change=change, seen=seen, by=BY)
    east.context.set_offline(False)
    expect(east.locator(".notice.switch")).to_contain_text("The movement has changed.")
    expect(east.locator("h1")).to_have_text("Table 1 · Round 2")
    expect(east.get_by_text(f"Board {board}, 1NT N=:")).to_be_visible()
    [late] = TableCall.objects.filter(session=session, kind=TableCall.Kind.LATE)
    assert (late.board, late.note) == (board, "1NTN=")
    expect(east.locator("[data-board='3'] .result")).to_have_text("4♠N=")
    # The line of the board is not there any more, and the phone has said so.
    assert [complaint[:4] for complaint in complaints] == ["404:"]
    complaints.clear()
