from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.accessibility import (
    assert_accessible,
    assert_accessible_in_both_colours,
    assert_fits_a_phone,
)

OPEN_PAGES = ("/", "/movements/", "/login/", "/nothing-here/")


@pytest.mark.large
def test_open_pages_have_one_heading_are_accessible_and_fit_a_phone(page: Page):
    for path in OPEN_PAGES:
        page.goto(path)
        expect(page.locator("h1")).to_have_count(1)
        assert_accessible_in_both_colours(page)
        assert_fits_a_phone(page)


def test_page_begins_in_dark_colours(page: Page):
    page.emulate_media(color_scheme="dark")
    page.goto("/")

    assert page.evaluate("document.documentElement.dataset.bsTheme") == "dark"


def test_skip_link_is_the_first_stop_and_leads_to_the_content(page: Page):
    page.goto("/")

    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")

    expect(page.locator("#content")).to_be_focused()


def test_director_logs_in_and_out(page: Page, director: User):
    page.goto("/")
    page.get_by_role("link", name="Director’s login").first.click()
    page.get_by_label("Username").fill("director")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Log in").click()

    expect(page.locator(".user-name")).to_have_text("director")
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Director’s login").first).to_be_visible()


@pytest.mark.large
def test_director_page_is_logged_in(director_page: Page):
    director_page.goto("/")

    expect(director_page.locator(".user-name")).to_have_text("director")
    assert_accessible(director_page)


def test_admin_keeps_to_the_content_security_policy(
    page: Page, log_in: Callable[[BrowserContext, User], None]
):
    log_in(page.context, User.objects.create_superuser("administrator"))

    for path in ("", "players/player/", "events/session/", "auth/user/add/"):
        response = page.goto(f"/admin/{path}")
        assert response is not None
        assert response.status == 200


def test_complaints_name_a_breach_of_the_content_security_policy(page: Page, complaints: list[str]):
    page.goto("/")

    page.evaluate("document.body.setAttribute('style', 'color: red')")
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<b style=\"color: red\">x</b>')")
    page.wait_for_function("() => true")

    assert len(complaints) == 2
    assert all("Content Security Policy" in complaint for complaint in complaints)
    complaints.clear()


def test_complaints_name_an_error_of_a_script(page: Page, complaints: list[str]):
    page.goto("/")

    with page.context.expect_event("weberror"):
        page.evaluate("setTimeout(() => { throw new Error('broken'); }, 0)")

    assert complaints == ["script: broken"]
    complaints.clear()


@pytest.mark.parametrize("width", [pytest.param(1280, marks=pytest.mark.large), 360])
def test_administrator_adds_a_director_and_hands_the_login_over(
    page: Page, log_in: Callable[[BrowserContext, User], None], width: int
):
    page.set_viewport_size({"width": width, "height": 800})
    log_in(page.context, User.objects.create_superuser("administrator"))
    page.goto("/accounts/")
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") == width

    page.get_by_label("User name").fill("anna")
    page.get_by_role("button", name="Add the account").click()

    expect(page.locator("h1")).to_have_text("The login of anna")
    assert_accessible(page)
    password = page.locator(".login-made dd").nth(1).inner_text()
    if width < 960:
        page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Log out").click()
    page.goto("/login/")
    page.get_by_label("Username").fill("anna")
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in").click()
    if width < 960:
        page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="anna").click()
    expect(page.locator("h1")).to_have_text("Change your password")
    assert_accessible(page)


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.large), "nl"])
def test_the_ways_of_an_administrator_stand_on_one_line(
    page: Page, base_url: str, log_in: Callable[[BrowserContext, User], None], language: str
):
    log_in(page.context, User.objects.create_superuser("administrator"))
    page.context.add_cookies([{"name": "django_language", "value": language, "url": base_url}])
    for width in (1280, 1024):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto("/")
        assert page.locator("html").get_attribute("lang") == language
        middles = page.locator(".navbar-brand, .navbar-nav > li, .header-tools").evaluate_all(
            "all => all.map(each => each.getBoundingClientRect()).map(b => (b.top + b.bottom) / 2)"
        )
        assert len(middles) == 8
        assert max(middles) - min(middles) < 5


@pytest.mark.large
def test_the_rest_of_the_ways_opens_and_closes(
    page: Page, log_in: Callable[[BrowserContext, User], None]
):
    log_in(page.context, User.objects.create_superuser("administrator"))
    page.goto("/")
    more, backups = (
        page.get_by_role("button", name="More"),
        page.get_by_role("link", name="Backups"),
    )
    expect(backups).to_be_hidden()
    more.press("Enter")
    expect(backups).to_be_visible()
    assert_accessible(page)
    backups.press("Escape")
    expect(backups).to_be_hidden()
    expect(more).to_be_focused()
    more.click()
    page.locator("footer p").click()
    expect(backups).to_be_hidden()
    more.click()
    page.get_by_role("link", name="Accounts").click()
    expect(page.locator("h1")).to_have_text("Accounts")


@pytest.mark.large
def test_login_says_how_long_it_waits(page: Page, director: User):
    for _ in range(6):
        page.goto("/login/")
        page.get_by_label("Username").fill("director")
        page.get_by_label("Password").fill("wrong")
        page.get_by_role("button", name="Log in").click()

    expect(page.locator(".alert")).to_contain_text("Too many wrong passwords. Wait a minute")
    assert_accessible(page)
