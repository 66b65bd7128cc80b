"""The director's page of the tables, and phones beside it.
Cases 1, 2, 5, 27, 35, 37 to 42, 44, 45, 50 and 52."""

import re
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest_django.fixtures import Settings

from events.models import Session, TableCode
from events.sessions.setup.services.sessions import enter_names, finish, publish
from events.tables.services import directing as clock
from events.tables.services.settings import change_table_settings
from players.domain.names import read_name
from players.models import Player
from tests.browser.table_phones import DEAD, SMALL, enter, line, phone, tap
from tests.events import factories
from tests.events.tables.phones import BY, Phone, code_of, evening, play_round

NewContext = Callable[..., BrowserContext]


def table(director_page: Page, number: int) -> Locator:
    heading = director_page.locator("h2", has_text=f"Table {number}")
    return director_page.locator(".watch-table").filter(has=heading)


def test_cases_1_2_and_40_switched_on_each_table_has_a_code(
    director_page: Page, new_context: NewContext
) -> None:
    session = factories.session(factories.MITCHELL_3, boards_per_round=2)
    visitor = new_context(viewport=SMALL).new_page()
    assert visitor.goto("/t/ABCDEFGHJK/").status == 404
    expect(visitor.locator("main")).to_contain_text("This code leads to no table.")
    expect(visitor.locator("main")).not_to_contain_text(session.title)
    director_page.goto(f"/sessions/{session.pk}/tables/")
    director_page.get_by_role("button", name="Switch on").click()
    expect(director_page.locator(".watch-table")).to_have_count(3)
    director_page.goto(f"/sessions/{session.pk}/paper/table-cards/")
    expect(director_page.locator(".qr")).to_have_count(3)
    addresses = director_page.locator("main").inner_text()
    codes = list(TableCode.objects.filter(session=session).values_list("code", flat=True))
    assert [code for code in codes if f"/t/{code}/" not in addresses] == []

    bound = phone(new_context, session, "NS", 1, in_hall=False)
    director_page.goto(f"/sessions/{session.pk}/tables/")
    table(director_page, 1).get_by_role("button", name="New code").click()
    expect(director_page.locator(".watch-table")).to_have_count(3)
    old = TableCode.objects.exclude(revoked_at=None).get().code
    assert visitor.request.get(f"/t/{old}/").status == 404
    assert bound.request.get("/play/now/").status == 200


@pytest.mark.large
def test_case_5_after_thirty_wrong_codes_an_address_waits_and_a_joined_phone_goes_on(
    transactional_db: None, new_context: NewContext
) -> None:
    session = evening()
    bound = phone(new_context, session, "NS")
    stranger = new_context(viewport=SMALL)
    statuses = [stranger.request.get(f"/t/WRNG{number:06}/").status for number in range(31)]
    assert (set(statuses[:30]), statuses[30]) == ({404}, 429)
    enter(bound, 3, "4", "S", "seat-N", "plus")
    expect(line(bound, 3, "entered")).to_be_visible()


@pytest.mark.large
def test_cases_38_39_and_42_the_director_lets_in_comes_and_takes_back(
    director_page: Page, new_context: NewContext
) -> None:
    session = evening()
    north, east = (phone(new_context, session, side) for side in ("NS", "EW"))
    third = new_context(viewport=SMALL).new_page()
    third.goto(f"/t/{code_of(session, 2)}/")
    third.get_by_role("button", name="It stays at this table").click()
    expect(third.locator("main")).to_contain_text("This phone waits to be let in")
    director_page.goto(f"/sessions/{session.pk}/tables/")
    table(director_page, 2).get_by_role("button", name="Let it in").click()
    expect(line(third, 3)).to_be_visible()
    # A second phone of a pair is let in by the first.
    second = new_context(viewport=SMALL).new_page()
    second.goto(f"/t/{code_of(session, 2)}/")
    second.get_by_role("button", name="North–South").click()
    expect(second.locator("main")).to_contain_text("This phone waits to be let in")
    tap(north, "Allow")
    expect(line(second, 3)).to_be_visible()

    tap(north, "Call the director")
    call = director_page.locator("[data-call]").filter(has_text="Table 2")
    expect(call).to_be_visible(timeout=5_000)
    call.get_by_role("button", name="On my way").click()
    expect(north.locator("main")).to_contain_text("The director comes.")

    enter(north, 3, "4", "S", "seat-N", "plus")
    expect(line(east, 3, "entered")).to_be_visible()
    director_page.goto(f"/sessions/{session.pk}/tables/")
    device = table(director_page, 2).locator(".watch-device").first
    device.locator("summary").click()
    device.get_by_role("button", name="Forget it and take back what it entered").click()
    expect(line(east, 3, "empty")).to_be_visible()
    expect(north.locator("main")).to_contain_text("Ask the director.")


@pytest.mark.large
def test_cases_35_and_37_a_phone_reads_nothing_of_others_before_the_end(
    transactional_db: None, new_context: NewContext
) -> None:
    session = evening(approve="never")
    page = phone(new_context, session, "NS", 1, in_hall=False)
    other = Phone(session, 2, "NS")
    other.enter(3)
    assert page.request.get("/play/boards/3/").status == 403
    assert '"tricks"' not in page.request.get("/play/now/").text()
    assert page.request.get("/play/card/?pair=2").status == 403
    finish(session=session, by=BY)
    publish(session=session, by=BY)
    assert page.request.get("/play/card/?pair=2").status == 200


@pytest.mark.large
def test_case_41_the_word_of_the_evening_leads_to_the_table(
    transactional_db: None, new_context: NewContext
) -> None:
    session = evening(evening_word="4711")
    Session.objects.filter(pk=session.pk).update(date=timezone.localdate())
    page = new_context(viewport=SMALL).new_page()
    page.goto("/table/2/")
    page.get_by_label("The word of this evening").fill("0815")
    tap(page, "Go to the table")
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_label("The word of this evening").fill("4711")
    tap(page, "Go to the table")
    page.get_by_role("button", name="North–South").click()
    expect(line(page, 3)).to_be_visible()


@pytest.mark.large
def test_cases_27_and_52_finish_lists_what_is_not_settled_and_a_late_result_is_stored(
    director_page: Page, new_context: NewContext
) -> None:
    session = evening()
    north, east = (phone(new_context, session, side) for side in ("NS", "EW"))
    enter(north, 3, "4", "S", "seat-N", "plus")
    tap(east, "Board 3: Not right")
    tap(east, "Just not right")
    expect(line(north, 3, "objected")).to_be_visible()
    director_page.goto(f"/sessions/{session.pk}/")
    director_page.get_by_role("link", name="Finish").first.click()
    expect(director_page.locator("main")).to_contain_text("4♠")
    session.refresh_from_db()
    assert not session.is_finished

    tap(north, "Board 4: Enter")
    north.wait_for_timeout(DEAD)
    for key in ("1", "NT", "seat-N", "equal"):
        north.locator(f".pad-{key}").click()
    finish(session=session, by=BY)
    north.locator(".pad-ok").click()
    expect(north.locator("main")).to_contain_text("1NT N=")
    director_page.goto(f"/sessions/{session.pk}/tables/")
    expect(director_page.locator("main")).to_contain_text("1NTN=")


@pytest.mark.large
def test_case_44_the_display_names_nobody_and_shows_no_result(
    director_page: Page, new_context: NewContext
) -> None:
    session = evening()
    pairs = {f"A{number}": [read_name(f"Ada Hidden{number}"), None] for number in range(1, 7)}
    enter_names(session=session, names=pairs, by=BY)
    Player.objects.update(initials_only=True)
    play_round(session, 1)
    clock.press(session_id=session.pk, key="next")
    director_page.goto(f"/sessions/{session.pk}/display/")
    expect(director_page.locator("#digits")).to_contain_text(":")
    shown = director_page.locator("body").inner_text()
    assert re.search(r"\b450\b|%|Hidden", shown) is None
    # In *social* the standings of complete rounds are on it, with initials where asked.
    switches = {"standings": True, "hide_last": 0}
    change_table_settings(session_id=session.pk, values=switches, by=BY)
    body = director_page.locator("body")
    expect(body).to_contain_text("After one round")
    expect(body).to_contain_text("A. H.")
    assert "Hidden" not in body.inner_text()


@pytest.mark.large
def test_case_50_a_server_that_only_shows_results_says_so(
    transactional_db: None, new_context: NewContext, settings: Settings, complaints: list[str]
) -> None:
    session = evening()
    page = phone(new_context, session, "NS", in_hall=False)
    settings.READ_ONLY = True
    assert page.request.get("/play/").status == 503
    assert page.goto(f"/t/{code_of(session, 1)}/").status == 503
    expect(page.locator("main")).to_contain_text("Entry is at the address on the card.")
    complaints.clear()
