"""What players may read, and how a wrong result is corrected. Cases 36 and 45."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from events.models import Session
from events.sessions.setup.services.sessions import finish, publish
from tests.browser.table_phones import DEAD, enter, line, phone, tap
from tests.events.tables.phones import BY, MADE, Phone, evening

NewContext = Callable[..., BrowserContext]
SIX = ("4", "S", "seat-N", "plus", "1")


@pytest.mark.large
def test_case_36_travellers_come_with_the_last_confirmation_and_standings_stay_away(
    transactional_db: None, new_context: NewContext
) -> None:
    session = evening(preset="social")
    north, elsewhere = (phone(new_context, session, "NS", table) for table in (2, 1))
    east = Phone(session, 2, "EW")
    for board in (3, 4):
        enter(north, board, *SIX)
        expect(line(north, board, "entered")).to_be_visible()
    east.at(3, "confirm")
    expect(line(north, 3, "confirmed")).to_be_visible()
    # One board of the round is not confirmed: no traveller of any.
    results = north.get_by_role("button", name="Board 3: Results")
    expect(results).to_have_count(0)
    east.at(4, "confirm")
    expect(results).to_be_visible()
    north.wait_for_timeout(DEAD)
    results.click()
    expect(north.locator("tr.own")).to_contain_text("4♠N+1")
    tap(north, "Back")
    # Table 1 has the boards still to play; the last two of three rounds show no standings.
    assert elsewhere.goto("/play/boards/3/").status == 403
    tap(north, "More")
    expect(north.get_by_role("button", name="Another board")).to_be_visible()
    expect(north.get_by_role("button", name="Standings")).to_have_count(0)


@pytest.mark.large
def test_case_45_a_claim_is_agreed_to_accepted_and_marked_as_corrected(
    director_page: Page, new_context: NewContext
) -> None:
    session = evening()
    north, east = (phone(new_context, session, side) for side in ("NS", "EW"))
    enter(north, 3, *SIX)
    expect(line(north, 3, "entered")).to_be_visible()
    finish(session=session, by=BY)
    publish(session=session, by=BY)
    expect(north.locator(".notice.good")).to_contain_text("The results are published.")
    tap(north, "My card")
    tap(north, "This is wrong")
    north.wait_for_timeout(DEAD)
    for key in ("4", "S", "seat-N", "equal", "ok"):
        north.locator(f".pad-{key}").click()
    expect(east.locator(".notice.ask")).to_contain_text("4♠N=")
    tap(east, "Yes")
    expect(north.locator("main")).to_contain_text("The director decides")

    director_page.goto(f"/sessions/{session.pk}/claims/")
    director_page.get_by_role("button", name="Accept").click()
    expect(director_page.locator("main")).to_contain_text("The result is corrected.")
    public = new_context().new_page()
    public.goto(f"/sessions/{session.pk}/travellers/3/")
    expect(public.locator("main")).to_contain_text("corrected")

    # After the minutes for corrections nobody is offered it, and who sends it is told.
    over = timezone.now() - timedelta(minutes=31)
    Session.objects.filter(pk=session.pk).update(published_at=over)
    answer = north.evaluate(_CLAIM, MADE)
    assert (answer["status"], answer["message"]) == (
        403,
        "It is too late to claim a correction: speak to the director.",
    )


_CLAIM = """async (sent) => {
  const [{ line, version }] = (await (await fetch("/play/card/")).json()).rows;
  const token = document.cookie.split("csrftoken=")[1].split(";")[0];
  const answer = await fetch(`/play/lines/${line}/claim/`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token },
    body: JSON.stringify({ ...sent, version, key: "0".repeat(32) }),
  });
  return { status: answer.status, ...(await answer.json()) };
}"""
