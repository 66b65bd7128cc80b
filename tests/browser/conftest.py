"""Pages in a real browser: Chromium against waitress, with every complaint a failure.

A test asks for ``page`` (a visitor) or ``director_page`` and goes to paths: ``page.goto("/")``.
Errors of scripts, breaches of the content security policy and answers of 500 fail the test. With
``PICTURES`` set to a folder (``make pictures``), what ``picture`` is asked for is kept there.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as live
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Response, expect
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from tests.browser.accessibility import assert_accessible
from tests.browser.picture import PHONE, TALLEST, Picture
from tests.browser.waitress_server import HALL, WaitressServer
from tests.jobs import work_off
from tools.chromium import require_chromium

# Playwright keeps an event loop in the test's thread, and Django would refuse to query there.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")

# A busy machine is no failure of a page.
expect.set_options(timeout=20_000)

_ARGUMENTS = (
    f"--host-resolver-rules=MAP {HALL} 127.0.0.1",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--no-sandbox",
)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(autouse=True)
def _proposals_of_small_fields_come_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is, and in the database of the test."""
    for view in ("proposal", "end_check"):
        monkeypatch.setattr(
            f"events.tournaments.rounds.views.{view}.wait", lambda _job, seconds: work_off()
        )


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {
        **browser_type_launch_args,
        "executable_path": str(require_chromium()),
        "args": list(_ARGUMENTS),
    }


def _as_it_is(application: Any) -> Any:
    """The server, which gives what was collected by itself."""
    return application


@pytest.fixture(scope="session")
def live_server(django_db_setup: None) -> Iterator[LiveServer]:
    """In place of pytest-django's, on the server that a club has."""
    server = LiveServer("localhost", start=False)
    server.thread.server_class = WaitressServer
    if live.IS_COLLECTED:
        server.thread.static_handler = _as_it_is
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def base_url(live_server: LiveServer) -> str:
    return live_server.url


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    usual = {**browser_context_args, "locale": "en-GB", "reduced_motion": "reduce"}
    # Each context is given its own.
    usual.pop("base_url", None)
    return usual


@pytest.fixture
def complaints() -> list[str]:
    """What the browser complained of, in all windows of the test. Ends the test as a failure."""
    return []


@pytest.fixture
def new_context(
    new_context: Callable[..., BrowserContext],
    complaints: list[str],
    settings: Settings,
    base_url: str,
) -> Iterator[Callable[..., BrowserContext]]:
    """Makes a watched browser of its own; ``in_hall``, one that comes to the hall's address."""
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, HALL]

    def watched_context(*, in_hall: bool = False, **options: Any) -> BrowserContext:
        hall = f"http://{HALL}:{base_url.rpartition(':')[2]}"
        context = new_context(base_url=hall if in_hall else base_url, **options)
        context.on("weberror", lambda error: complaints.append(f"script: {error.error}"))
        context.on("console", lambda message: _note_message(message, complaints))
        context.on("response", lambda response: _note_response(response, complaints))
        return context

    yield watched_context
    assert complaints == []


def _note_message(message: ConsoleMessage, complaints: list[str]) -> None:
    # A refused request (a conflict, a lost login) is an answer that the page deals with.
    if message.type == "error" and not message.text.startswith("Failed to load resource"):
        complaints.append(f"console: {message.text}")


def _note_response(response: Response, complaints: list[str]) -> None:
    is_missing_file = response.status == 404 and response.request.resource_type != "document"
    if response.status >= 500 or is_missing_file:
        complaints.append(f"{response.status}: {response.url}")


@pytest.fixture
def director(transactional_db: None) -> User:
    """A director who is no administrator."""
    return User.objects.create_user("director", password="correct horse", is_staff=True)


@pytest.fixture
def log_in(base_url: str) -> Callable[..., None]:
    """Give a browser a user's login, without the login page; at the laptop, or at another host."""

    def give_login(context: BrowserContext, user: User, host: str = "localhost") -> None:
        client = Client()
        client.force_login(user)
        key = client.cookies[live.SESSION_COOKIE_NAME].value
        address = f"http://{host}:{base_url.rpartition(':')[2]}"
        context.add_cookies([{"name": live.SESSION_COOKIE_NAME, "value": key, "url": address}])

    return give_login


@pytest.fixture
def director_page(
    page: Page, director: User, log_in: Callable[[BrowserContext, User], None]
) -> Page:
    """A page of a browser where the director is logged in."""
    log_in(page.context, director)
    return page


@pytest.fixture
def page_of_visitor(browser: Browser, base_url: str) -> Iterator[Page]:
    """A second browser, without a login."""
    context = browser.new_context(base_url=base_url)
    yield context.new_page()
    context.close()


@pytest.fixture
def picture() -> Picture:
    """Check a page as it stands, and keep its picture where pictures are wanted."""
    folder = os.environ.get("PICTURES")

    def take(page: Page, name: str) -> None:
        expect(page.locator("h1")).to_have_count(1)
        assert_accessible(page)
        if folder:
            size = page.viewport_size
            assert size
            # Of a phone what is on its screen.
            most = size["height"] if size["width"] < PHONE else TALLEST
            height = min(most, page.evaluate("document.documentElement.scrollHeight"))
            if size["width"] >= PHONE:
                # What sticks to the foot of the window stands at the foot of the picture.
                page.set_viewport_size({"width": size["width"], "height": height})
            page.screenshot(
                path=Path(folder) / f"{name}.png",
                full_page=True,
                clip={"x": 0, "y": 0, "width": size["width"], "height": height},
            )
            page.set_viewport_size(size)

    return take
