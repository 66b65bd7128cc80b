"""Pictures of the pages that a test passes, for the guides in ``docs``."""

from collections.abc import Callable

from playwright.sync_api import Page

TALLEST = 1500
"""A picture of a long page ends here, in pixels."""

PHONE = 500
"""A narrower page is a phone's."""

Picture = Callable[[Page, str], None]
"""Checks a page as it stands for accessibility, and keeps its picture where pictures are wanted."""
