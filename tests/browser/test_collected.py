"""The demo as a club has it: scripts and styles collected and joined, on the laptop's server.

The other tests of pages have the tests' own settings.
"""

import os
import re
import subprocess
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tools.serving import PREPARE, SERVE, serving

pytestmark = pytest.mark.large

MOST_REQUESTS = 12
"""Of a page with nothing kept, pictures of guides apart."""
MOST_SHIFT = 0.02
"""Of layout: 0.1 counts as good."""
SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""
LINKS = "links => links.map(link => link.getAttribute('href').split(/[?#]/)[0])"
NO_PAGE = re.compile(r"/(admin|static|api)/|\.\w+$|/(export|files)/")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("demo")


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    environment = {
        "DJANGO_SETTINGS_MODULE": "clubscore.settings",
        "DATABASE_URL": "",
        "CLUBSCORE_DATA": str(folder),
        "CLUBSCORE_STATIC": str(folder / "static"),
        "CLUBSCORE_BROWSER": "no",
    }
    subprocess.run(PREPARE, env={**os.environ, **environment}, check=True, capture_output=True)
    with serving(SERVE, environment, quiet=True) as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
def visitor(new_context: Callable[..., BrowserContext]) -> BrowserContext:
    """A browser that was never here."""
    context = new_context(viewport={"width": 1366, "height": 768})
    context.add_init_script(SHIFTS)
    return context


@pytest.fixture
def director(address: str, folder: Path, visitor: BrowserContext) -> BrowserContext:
    """Of a director who has just logged in."""
    context = visitor
    login = (folder / "director-login.txt").read_text()
    page = context.new_page()
    page.goto(f"{address}/login/")
    page.get_by_label("Name").fill("director")
    page.get_by_label("Password").fill(login.split("password:")[1].strip())
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("button", name="Log out")).to_be_attached()
    return context


def entry_page(page: Page, address: str) -> str:
    """The address of a board on which something is still to be typed."""
    for number in range(1, 20):
        path = f"/sessions/{number}/boards/11/"
        page.goto(address + path)
        if page.locator("#traveller input.typed").count():
            return address + path
    raise AssertionError("no board to type")


def test_the_entry_page_asks_for_few_files_and_for_none_again(
    director: BrowserContext, address: str, new_context: Callable[..., BrowserContext]
) -> None:
    board = entry_page(director.new_page(), address)
    context = new_context(storage_state=director.storage_state())
    page = context.new_page()
    asked, kept = [], set[str]()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.requestWillBeSent", lambda event: asked.append(event["requestId"]))
    session.on("Network.requestServedFromCache", lambda event: kept.add(event["requestId"]))
    page.goto(board, wait_until="networkidle")
    assert len(asked) <= MOST_REQUESTS

    asked.clear()
    page.goto(board, wait_until="networkidle")
    # The page itself, and what it asks for anew.
    assert len([request for request in asked if request not in kept]) == 1


def test_a_result_is_typed_with_the_joined_scripts(director: BrowserContext, address: str) -> None:
    page = director.new_page()
    page.goto(entry_page(page, address))
    line = page.locator("[data-line]:has(input.typed)").first
    line.locator("input.typed").fill("420! slip")
    line.locator("input.typed").press("Enter")
    expect(line.locator('[data-cell="ns_score"]')).to_have_text("420")
    page.reload()
    expect(line.locator('[data-cell="ns_score"]')).to_have_text("420")


@pytest.mark.parametrize(("who", "least"), [("director", 80), ("visitor", 8)])
def test_no_page_moves_under_the_reader_s_eye(
    request: pytest.FixtureRequest, address: str, who: str, least: int
) -> None:
    page: Page = request.getfixturevalue(who).new_page()
    waiting, met, moved = deque(["/"]), set[str](), {}
    while waiting:
        path = waiting.popleft()
        pattern = re.sub(r"\d+", "0", path)
        if pattern in met or NO_PAGE.search(path):
            continue
        met.add(pattern)
        page.goto(address + path, wait_until="networkidle")
        if (shifted := page.evaluate("window.shifted")) > MOST_SHIFT:
            moved[path] = shifted
        links = page.locator("a[href]").evaluate_all(LINKS)
        waiting.extend(link for link in links if link.startswith("/"))

    assert moved == {}
    assert len(met) > least
