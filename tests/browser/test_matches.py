"""A Swiss event of teams through the browser: set up, typed, drawn, changed by hand, read."""

import pytest
from playwright.sync_api import Page, expect

from events.models import Session
from tests.browser.accessibility import assert_accessible
from tests.events.sessions import match_evenings

PHONE = {"width": 390, "height": 844}


def fits(page: Page) -> bool:
    return bool(
        page.evaluate(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        )
    )


@pytest.mark.large
@pytest.mark.usefixtures("transactional_db")
def test_only_the_fields_of_what_is_played_are_shown(director_page: Page) -> None:
    page = director_page
    page.goto("/sessions/new/matches/")
    fields = {
        "lot": page.get_by_label("First round of a Swiss event"),
        "odd": page.get_by_label("An odd number, in a Swiss event"),
        "counts": page.get_by_label("A match counts"),
        "scale": page.get_by_label("Scale of victory points"),
        "own": page.get_by_label("The club’s own scale"),
    }

    def shown() -> list[str]:
        return [name for name, field in fields.items() if field.is_visible()]

    assert shown() == ["counts", "scale"]
    page.get_by_label("Swiss teams").check()
    assert shown() == ["lot", "odd", "counts", "scale"]
    fields["scale"].select_option("own")
    assert shown() == ["lot", "odd", "counts", "scale", "own"]
    fields["counts"].select_option("imps")
    assert shown() == ["lot", "odd", "counts"]
    fields["odd"].select_option("triangle")
    page.get_by_label("Swiss pairs").check()
    assert shown() == ["lot", "odd", "scale"]
    assert (fields["scale"].input_value(), fields["odd"].input_value()) == ("wbf2013", "bye")
    page.get_by_label("Pairs are compared by").select_option("mp")
    assert shown() == ["lot", "odd"]


@pytest.mark.usefixtures("transactional_db")
def test_an_event_from_setting_up_to_the_second_round(director_page: Page) -> None:
    page = director_page
    page.goto("/sessions/new/")
    page.get_by_role("link", name="New session of teams or Swiss").click()
    page.get_by_label("Title").fill("Club teams")
    page.get_by_label("Swiss teams").check()
    page.get_by_label("Teams, or pairs").fill("4")
    page.get_by_label("Boards per match").fill("2")
    page.get_by_label("Rounds", exact=False).first.fill("3")
    page.get_by_label("First round of a Swiss event").select_option("halves")
    assert_accessible(page)
    page.get_by_role("button", name="Create the session").click()
    for number, name in enumerate(("Aalst", "Breda", "Chaam", "Doorn"), start=1):
        page.get_by_label(f"Name of team {number}").fill(name)
    assert_accessible(page)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("The teams are saved.")).to_be_visible()

    # A whole traveller by keyboard: both rooms of both matches.
    session = Session.objects.get()
    page.goto(f"/sessions/{session.pk}/boards/1/")
    note = "other room: 3NTN−1 −50 · +10 IMPs to NS · match 10–0"
    for text in ("3ntn=", "3ntn-1"):
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    expect(page.get_by_text(note)).to_be_visible()
    for text in ("p", "p"):
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    page.wait_for_url("**/boards/2/")

    match_evenings.play(session)
    page.get_by_role("link", name="Tables", exact=True).click()
    expect(page.get_by_role("heading", name="Draw round 2")).to_be_visible()
    assert_accessible(page)
    page.get_by_label("Home").first.select_option(label="1 Aalst")
    page.get_by_label("Visitors").first.select_option(label="3 Chaam")
    page.get_by_label("Home").nth(1).select_option(label="2 Breda")
    page.get_by_label("Visitors").nth(1).select_option(label="4 Doorn")
    page.get_by_role("button", name="Check my changes").click()
    expect(page.get_by_text("1 and 3 have met before.")).to_be_visible()
    page.get_by_role("link", name="Back to the proposal").click()
    page.get_by_role("button", name="Draw round 2").click()
    expect(page.get_by_text("Round 2 is drawn: players see it now.")).to_be_visible()

    page.get_by_role("link", name="Matches", exact=True).click()
    assert_accessible(page)
    page.locator(".match-list a").first.click()
    expect(page.get_by_title("Aalst sits North–South")).to_have_text("Open room")
    assert_accessible(page)


@pytest.mark.large
@pytest.mark.usefixtures("transactional_db")
def test_all_pages_of_matches_fit_a_phone(director_page: Page) -> None:
    session = match_evenings.made("swiss-teams", 9, odd="triangle", rounds=3)
    match_evenings.play(session)
    match = session.bridge_matches.first()
    assert match
    page = director_page
    page.set_viewport_size(PHONE)
    wide = []
    for address in (
        "/sessions/new/matches/",
        f"/sessions/{session.pk}/ranking/",
        f"/sessions/{session.pk}/matches/",
        f"/sessions/{session.pk}/matches/{match.pk}/",
        f"/sessions/{session.pk}/matches/{match.pk}/award/",
        f"/sessions/{session.pk}/draw/",
        f"/sessions/{session.pk}/teams/",
        f"/sessions/{session.pk}/teams/settings/",
        f"/sessions/{session.pk}/club-points/",
        "/club-points/",
        "/club-points/rules/new/",
    ):
        page.goto(address)
        if not fits(page):
            wide.append(address)
        assert_accessible(page)

    assert wide == []
