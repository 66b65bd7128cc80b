"""The club's site: put into a folder on the director's page, then read from the disk, on a phone,
with and without scripts. With ``PICTURES`` set to a folder, pictures of both are kept there."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from events.club.demo import build_demo
from players.models import ClubSettings
from tests.browser.picture import Picture
from tests.jobs import work_off

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def stick(settings: Any, tmp_path: Path) -> Path:
    """A folder such as a memory stick's."""
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    return tmp_path / "results"


def is_as_wide_as_the_screen(page: Page) -> bool:
    inner = "document.documentElement.scrollWidth === document.documentElement.clientWidth"
    return bool(page.evaluate(inner))


def keep(page: Page, name: str) -> None:
    """Keep a picture where pictures are wanted; what checks pages asks for files, which browsers
    refuse to a file."""
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png")


@pytest.mark.large
def test_a_site_is_put_into_a_folder_and_read_there(
    director_page: Page, new_context: Callable[..., BrowserContext], stick: Path, picture: Picture
) -> None:
    build_demo(today=timezone.localdate())
    ClubSettings.objects.update_or_create(defaults={"name": "Hollybrook Bridge Club"})
    page = director_page
    page.goto("/site/")
    page.get_by_label("Folder").fill(str(stick))
    expect(page.get_by_label("Host")).to_be_hidden()
    page.get_by_role("button", name="Save where it goes").click()
    page.get_by_role("button", name="Upload now").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    work_off()
    expect(page.get_by_role("button", name="Upload now")).to_be_visible()
    expect(page.locator("td", has_text="complete")).to_be_visible()
    page.get_by_role("button", name="Make the pages and look").click()
    work_off()
    expect(page.get_by_role("link", name="Download as zip")).to_be_visible()
    # As a club's folder is called.
    page.locator(".goes-to").evaluate("each => each.textContent = 'To E:\\\\results'")
    page.locator("#where .target").evaluate("each => each.textContent = 'E:\\\\results'")
    page.locator("td.target").evaluate("each => each.textContent = 'E:\\\\results'")
    picture(page, "club-site")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert is_as_wide_as_the_screen(page)

    phone = new_context(viewport=PHONE).new_page()
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    phone.goto(f"file://{stick}/index.html")
    keep(phone, "club-site-phone")
    assert is_as_wide_as_the_screen(phone)
    phone.get_by_role("link", name="Search").first.click()
    phone.get_by_label("A player’s name").fill("FÍN cla")
    expect(phone.get_by_role("status")).to_have_text("One player.")
    keep(phone, "club-site-search")
    assert is_as_wide_as_the_screen(phone)
    phone.locator("#search-found a").last.click()
    expect(phone.locator("h1")).to_have_count(1)
    expect(phone.get_by_text("Finch, Clara").first).to_be_visible()
    assert [url for url in asked if not url.startswith("file:")] == []

    plain = new_context(viewport=PHONE, java_script_enabled=False).new_page()
    plain.goto(f"file://{stick}/search/index.html")
    plain.locator(".search-list a").first.click()
    expect(plain.get_by_text("Clara Finch").first).to_be_visible()
