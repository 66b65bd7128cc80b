"""Typing travellers when things go wrong: a login that ends, a connection that drops, a second
director."""

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session as Login
from playwright.sync_api import Page, expect

from clubscore.web.visitors import Actor
from events.models import Session, TravellerLine
from events.sessions.lines.services import saving as lines
from tests.browser.picture import Picture
from tests.events import factories


@pytest.fixture
def evening(transactional_db: None) -> Session:
    return factories.session(boards_per_round=1)


def saved(session: Session, table: int) -> int | None:
    line = TravellerLine.objects.get(section__session=session, board=1, table=table)
    return line.score_ns


def test_what_was_typed_after_the_login_ended_is_sent_after_the_next(
    director_page: Page, director: User, evening: Session
) -> None:
    page = director_page
    page.goto(f"/sessions/{evening.pk}/boards/1/")
    Login.objects.all().delete()
    page.keyboard.type("420")
    page.keyboard.press("Enter")
    page.keyboard.type("450")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Log in and send").click()
    page.get_by_label("Username").fill("director")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Log in").click()
    expect(page.locator(".typing-status").nth(0)).to_contain_text("saved")
    expect(page.locator(".typing-status").nth(1)).to_contain_text("saved")
    assert (saved(evening, 1), saved(evening, 2)) == (420, 450)


@pytest.mark.large
def test_what_waits_since_before_an_upgrade_is_sent(director_page: Page, evening: Session) -> None:
    page = director_page
    line = factories.line(evening, 1)
    page.goto(f"/sessions/{evening.pk}/ranking/")
    page.evaluate(
        """([session, id]) => localStorage.setItem(
          `clubscore-waiting|${session}|${id}`,
          JSON.stringify({
            id, url: `/sessions/${session}/lines/${id}/`, entry: "420", version: "0", at: 1,
          }),
        )""",
        [str(evening.pk), str(line.pk)],
    )
    page.goto(f"/sessions/{evening.pk}/boards/1/")
    expect(page.locator(".typing-status").first).to_contain_text("saved")
    assert saved(evening, 1) == 420


def test_what_was_typed_without_a_connection_is_sent_when_it_is_back(
    director_page: Page, evening: Session
) -> None:
    page = director_page
    page.goto(f"/sessions/{evening.pk}/boards/1/")
    page.context.set_offline(True)
    page.keyboard.type("420")
    page.keyboard.press("Enter")
    expect(page.locator("#typing-alert")).to_contain_text("The server does not answer.")
    waiting = page.locator("#waiting")
    expect(waiting.locator("summary")).to_have_text("One line waits to be sent")
    expect(waiting.locator("li")).to_have_text("Board 1 – Result of 1 against 2: 420")
    assert saved(evening, 1) is None
    page.context.set_offline(False)
    expect(waiting).to_be_hidden()
    expect(page.locator(".typing-status").first).to_contain_text("saved")
    expect(page.locator("#typing-alert")).to_be_empty()
    assert saved(evening, 1) == 420


@pytest.mark.large
def test_what_waits_is_sent_now_when_asked_for(director_page: Page, evening: Session) -> None:
    page = director_page
    # The page's clock stands, so that nothing is sent again by itself.
    page.clock.install(time=0)
    page.goto(f"/sessions/{evening.pk}/boards/1/")
    page.clock.pause_at(1000)
    page.route("**/lines/**", lambda route: route.abort())
    page.keyboard.type("420")
    page.keyboard.press("Enter")
    expect(page.locator("#waiting summary")).to_have_text("One line waits to be sent")
    page.unroute("**/lines/**")
    assert saved(evening, 1) is None
    page.get_by_role("button", name="Send now").click()
    expect(page.locator("#waiting")).to_be_hidden()
    assert saved(evening, 1) == 420


def test_a_second_director_sees_what_the_first_entered_and_decides(
    director_page: Page, evening: Session, picture: Picture
) -> None:
    page = director_page
    page.goto(f"/sessions/{evening.pk}/boards/1/")
    line = factories.line(evening, board=1)
    lines.enter_result(session_id=evening.pk, line_id=line.pk, text="420", by=Actor())
    page.keyboard.type("450")
    page.keyboard.press("Enter")
    status = page.locator(".typing-status").first
    expect(status).to_contain_text("has entered +420 to North–South here; you typed +450")
    expect(page.locator("input.typed").first).to_be_focused()
    assert saved(evening, 1) == 420
    picture(page, "typing-conflict")
    page.keyboard.press("Enter")
    expect(status).to_contain_text("saved")
    assert saved(evening, 1) == 450


@pytest.mark.large
@pytest.mark.parametrize(
    ("choice", "score"), [("Overwrite with mine (Enter)", 450), ("Keep theirs (Esc)", 420)]
)
def test_the_choice_of_the_second_director_has_buttons(
    director_page: Page, evening: Session, choice: str, score: int
) -> None:
    page = director_page
    page.goto(f"/sessions/{evening.pk}/boards/1/")
    line = factories.line(evening, board=1)
    lines.enter_result(session_id=evening.pk, line_id=line.pk, text="420", by=Actor())
    page.keyboard.type("450")
    page.keyboard.press("Enter")
    page.get_by_role("button", name=choice).click()
    expect(page.get_by_role("button", name=choice)).to_have_count(0)
    expect(page.locator("input.typed").first).to_have_value(str(score))
    expect(page.locator("[data-cell=ns_score]").first).to_have_text(str(score))
    assert saved(evening, 1) == score


def test_a_line_is_changed_restored_and_cleared(director_page: Page, evening: Session) -> None:
    page = director_page
    line = factories.line(evening, board=1)
    lines.enter_result(session_id=evening.pk, line_id=line.pk, text="420", by=Actor())
    page.goto(f"/sessions/{evening.pk}/boards/1/")
    field = page.locator("input.typed").first
    status = page.locator(".typing-status").first
    expect(page.locator("input.typed").nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.type("999")
    page.keyboard.press("Escape")
    expect(field).to_have_value("420")
    page.keyboard.type("4se-1")
    page.keyboard.press("Enter")
    expect(status).to_contain_text("saved")
    expect(field).to_have_value("4SE-1")
    page.get_by_role("button", name="Clear the line of 1 against 2").click()
    expect(field).to_be_focused()
    page.keyboard.press("Enter")
    expect(status).to_contain_text("cleared")
    assert saved(evening, 1) is None


def test_page_keys_keep_the_line_and_turn_the_boards(director_page: Page, evening: Session) -> None:
    page = director_page
    page.goto(f"/sessions/{evening.pk}/boards/1/")
    page.keyboard.type("420")
    page.keyboard.press("PageDown")
    expect(page.locator(".page-title")).to_have_text("Board 2")
    assert saved(evening, 1) == 420
    page.keyboard.press("PageUp")
    expect(page.locator(".page-title")).to_have_text("Board 1")
    expect(page.locator("input.typed").nth(1)).to_be_focused()


@pytest.mark.large
def test_page_keys_stay_where_a_result_is_refused(director_page: Page, evening: Session) -> None:
    page = director_page
    page.goto(f"/sessions/{evening.pk}/boards/1/")
    page.keyboard.type("412")
    page.keyboard.press("PageDown")
    expect(page.locator(".typing-status").first).to_contain_text("no contract gives it")
    expect(page.locator(".page-title")).to_have_text("Board 1")
    expect(page.locator("input.typed").first).to_have_value("412")


@pytest.mark.large
def test_a_stroke_takes_the_other_reading_of_a_score_in_tens(
    director_page: Page, evening: Session
) -> None:
    page = director_page
    page.goto(f"/sessions/{evening.pk}/boards/1/")
    page.keyboard.type("50-")
    reading = page.locator(".typing-status").first
    expect(reading).to_contain_text("−500 to North–South")
    page.keyboard.press("/")
    expect(reading).to_contain_text("−50 to North–South")
    expect(page.locator("input.typed").first).to_have_value("-50")
    page.keyboard.press("Enter")
    expect(reading).to_contain_text("saved")
    assert saved(evening, 1) == -50


def test_the_contract_is_shown_with_its_suit(director_page: Page, evening: Session) -> None:
    page = director_page
    page.goto(f"/sessions/{evening.pk}/boards/1/")
    page.keyboard.type("4hn=")
    page.keyboard.press("Enter")
    contract = page.locator("[data-cell=played]").first
    expect(contract).to_have_text("4♥N=")
    expect(contract.get_by_role("img", name="hearts")).to_be_visible()
