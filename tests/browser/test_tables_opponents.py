"""Two phones of a table, and what comes between them: the opponents' no, the director, the network.
Cases 8 to 12, 14 to 18, 21 to 23 and 25."""

import json
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page, Route, expect

from clubscore.web.visitors import Actor
from events.models import LogEntry, Session
from events.sessions.lines.services.saving import enter_result
from tests.browser.table_phones import DEAD, enter, line, phone, tap
from tests.events import factories
from tests.events.tables.phones import Phone, evening, history

NewContext = Callable[..., BrowserContext]


def both(new_context: NewContext, session: Session) -> tuple[Page, Page]:
    return phone(new_context, session, "NS"), phone(new_context, session, "EW")


def press(page: Page, *keys: str) -> None:
    page.wait_for_timeout(DEAD)
    for key in keys:
        page.locator(f".pad-{key}").click()


def tap_as_soon_as_shown(page: Page, selector: str) -> None:
    """The page itself taps it, once; a click from here may come after the pause."""
    page.evaluate(
        """selector => new MutationObserver((_, observer) => {
            const shown = document.querySelector(selector);
            if (!shown) return;
            observer.disconnect();
            shown.click();
            document.body.dataset.tapped = "";
        }).observe(document.body, {childList: true, subtree: true})""",
        selector,
    )


def test_cases_8_to_10_the_opponents_say_otherwise_or_the_same(
    transactional_db: None, new_context: NewContext
) -> None:
    session = evening(boards=3)
    north, east = both(new_context, session)
    enter(north, 4, "4", "S", "seat-N", "plus")
    expect(line(east, 4, "entered")).to_contain_text("You lose 650")
    tap(east, "Board 4: Not right")
    tap(east, "Enter")
    press(east, "4", "S", "seat-N", "equal", "ok")
    for page in (north, east):
        expect(line(page, 4, "objected")).to_contain_text("4♠N+1")
        expect(line(page, 4)).to_contain_text("4♠N=")
    tap(north, "Board 4: Settle it")
    tap(north, "Accept theirs")
    for page in (north, east):
        expect(line(page, 4, "confirmed")).to_contain_text("4♠N=")
    assert [action for action, _ in history(session)] == [
        "entered",
        "objected",
        "entered",
        "confirmed",
    ]

    # Both keypads are open before either has anything to see.
    for board, made in ((5, "equal"), (6, "minus")):
        for page in (north, east):
            tap(page, f"Board {board}: Enter")
        press(north, "3", "NT", "seat-W", "equal", "ok")
        press(east, "3", "NT", "seat-W", made, "ok")
    for page in (north, east):
        expect(line(page, 5, "confirmed")).to_contain_text("Entered alike by both sides")
        expect(line(page, 6, "objected")).to_contain_text("3NT W=")
        expect(line(page, 6)).to_contain_text("3NT W−1")
    assert factories.line(session, 6, 2).score_ns == -600


@pytest.mark.large
def test_cases_11_and_12_one_phone_at_the_table(
    transactional_db: None, new_context: NewContext
) -> None:
    tablet = phone(new_context, evening(), "table")
    tap_as_soon_as_shown(tablet, ".handover .confirm")
    enter(tablet, 3, "4", "S", "seat-N", "plus")
    confirm = tablet.locator(".handover .confirm")
    # What is tapped together with OK does nothing.
    expect(tablet.locator("body[data-tapped]")).to_be_attached()
    tablet.wait_for_timeout(DEAD)
    expect(confirm).to_be_visible()
    assert not LogEntry.objects.filter(action="confirmed").exists()
    confirm.click()
    expect(line(tablet, 3, "confirmed")).to_be_visible()
    assert LogEntry.objects.get(action="confirmed").reason == "same device"

    own = phone(new_context, evening(same_device=False), "NS")
    enter(own, 3, "4", "S", "seat-N", "plus")
    expect(line(own, 3, "entered")).to_contain_text("waiting for East–West")
    expect(own.get_by_role("button", name="East–West")).to_have_count(0)


@pytest.mark.large
def test_cases_14_to_16_the_director_types_meanwhile_and_undoes(
    director_page: Page, director: User, new_context: NewContext
) -> None:
    session = evening()
    north, east = both(new_context, session)
    tap(north, "Board 3: Enter")
    press(north, "4", "S", "seat-N", "plus")
    row = factories.line(session, 3, 2)
    enter_result(session_id=session.pk, line_id=row.pk, text="3ntn=", by=Actor(user=director))
    north.locator(".pad-ok").click()
    for page in (north, east):
        expect(line(page, 3, "director")).to_contain_text("Entered by the director")
    expect(north.get_by_role("button", name="Board 3: Object")).to_be_visible()
    expect(line(north, 3).get_by_role("button")).to_have_count(1)
    row.refresh_from_db()
    assert row.contract == "3NT"
    tap(north, "Board 3: Object")
    expect(north.get_by_role("button", name="Take the call back")).to_be_visible()

    enter(east, 4, "1", "NT", "seat-E", "equal")
    expect(line(north, 4, "entered")).to_be_visible()
    tap(north, "Board 4: Confirm")
    expect(line(east, 4, "confirmed")).to_be_visible()
    row = factories.line(session, 4, 2)
    enter_result(session_id=session.pk, line_id=row.pk, text="1nte-1", by=Actor(user=director))
    for page in (north, east):
        expect(line(page, 4, "director")).to_contain_text("1NT E−1")

    enter_result(session_id=session.pk, line_id=row.pk, text="", by=Actor(user=director))
    expect(line(east, 4, "empty")).to_be_visible()
    enter(east, 4, "2", "H", "seat-E", "equal")
    expect(line(north, 4, "entered")).to_contain_text("2♥E=")
    director_page.goto(f"/sessions/{session.pk}/")
    director_page.goto(f"/sessions/{session.pk}/boards/4/")
    director_page.keyboard.press("Control+z")
    for page in (north, east):
        expect(line(page, 4, "empty")).to_be_visible()


@pytest.mark.large
def test_cases_17_18_21_and_22_what_the_keys_take_and_the_server_refuses(
    transactional_db: None, new_context: NewContext
) -> None:
    session = evening()
    north, east = both(new_context, session)
    tap(north, "Board 3: Enter")
    press(north, "7", "NT", "seat-S")
    for key in ("plus", "10"):
        expect(north.locator(f".pad-{key}")).to_be_disabled()
    tap(north, "Cancel")
    press(north, "pass", "ok")
    expect(line(east, 3, "entered")).to_contain_text("Passed out")
    tap(east, "Board 3: Confirm")
    expect(line(north, 3, "confirmed")).to_be_visible()

    before = LogEntry.objects.count()
    row, other = factories.line(session, 4, 2), factories.line(session, 1, 1)
    over = {"level": 7, "strain": "NT", "doubled": "", "declarer": "S", "tricks": 14, "lead": ""}
    for pk, wrong, status in ((row.pk, over, 422), (other.pk, over | {"tricks": 13}, 403)):
        assert send(north, pk, wrong) == status
    assert LogEntry.objects.count() == before

    tap(north, "Board 4: Enter")
    tap(north, "Not played…")
    tap(north, "No time")
    for page in (north, east):
        expect(line(page, 4)).to_contain_text("Not played")


def send(page: Page, line_id: int, values: dict[str, object]) -> int:
    """The status of a crafted entry, sent by the phone's own page."""
    body = json.dumps({**values, "version": 0, "key": f"{line_id:032x}"})
    return int(
        page.evaluate(
            """async ([path, body]) => (await fetch(path, {method: "POST", body, headers: {
                "Content-Type": "application/json", "X-CSRFToken":
                document.cookie.match(/csrftoken=([^;]+)/)?.[1]
                  ?? document.querySelector("[name=csrfmiddlewaretoken]").value}})).status""",
            [f"/play/lines/{line_id}/", body],
        )
    )


@pytest.mark.large
def test_case_23_a_lead_in_either_order(transactional_db: None, new_context: NewContext) -> None:
    north = phone(new_context, evening(lead="must"), "NS")
    for board, keys in ((3, ("H", "minus")), (4, ("minus", "H"))):
        tap(north, f"Board {board}: Enter")
        press(north, "4", "S", "seat-N")
        expect(north.locator(".pad-ok")).to_be_disabled()
        # While the lead is asked, the minus is the queen.
        press(north, *keys, "equal", "ok")
        expect(line(north, board, "entered")).to_contain_text("4♠N= ♥Q")


def test_case_25_an_answer_that_is_lost_makes_one_entry(
    transactional_db: None, new_context: NewContext
) -> None:
    session = evening()
    north = phone(new_context, session, "NS", in_hall=False)
    lost: list[int] = []

    def lose(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.fetch().status)
        route.abort()

    north.route("**/play/lines/*/", lose)
    enter(north, 3, "4", "S", "seat-N", "plus")
    expect(line(north, 3, "entered")).to_contain_text("4♠N+1")
    expect(north.get_by_text("saved on this phone")).to_have_count(0)
    assert lost == [200]
    assert [action for action, _ in history(session)] == ["entered"]


@pytest.mark.large
def test_what_one_side_says_waits_for_the_other_and_a_phone_that_only_looks_is_offered_nothing(
    transactional_db: None, new_context: NewContext
) -> None:
    session = evening()
    north, looks = phone(new_context, session, "NS"), phone(new_context, session, "look")
    assert Phone(session, 2, "EW").now["device"]["approved"]
    tap(north, "Call the director")
    expect(looks.get_by_text("The director is called.")).to_be_visible()
    tap(north, "More")
    tap(north, "We are at round 2")
    expect(
        north.get_by_text("You say that you are at round 2. Waiting for East–West.")
    ).to_be_visible()
    expect(looks.locator("main button")).to_have_text(["More"])
    tap(north, "Take it back")
    expect(north.get_by_text("You say that")).to_have_count(0)
