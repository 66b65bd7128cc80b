"""Whether a page can be used without a mouse, without colours, with a screen reader: axe."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def assert_accessible(page: Page) -> None:
    """Fail with axe's report when the page as it stands breaks one of its rules."""
    page.wait_for_load_state()
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
