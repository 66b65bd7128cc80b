"""The page of the backups in a browser: made by a button, taken away by an administrator."""

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.accessibility import assert_accessible


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, settings) -> None:
    settings.BACKUP_DIR = tmp_path / "backups"


def test_an_administrator_makes_a_backup_and_takes_it_away(
    page: Page, transactional_db: None, log_in: Callable[[BrowserContext, User], None]
) -> None:
    log_in(page.context, User.objects.create_superuser("administrator"))
    page.goto("/backups/")
    expect(page.get_by_text("There is no backup yet.")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Back up now").click()
    expect(page.get_by_text("The backup is complete and has been verified.")).to_be_visible()
    assert_accessible(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the backup of").click()
    assert gzip.decompress(Path(download.value.path()).read_bytes()).startswith(b'{"clubscore')
    page.set_viewport_size({"width": 360, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") == 360
