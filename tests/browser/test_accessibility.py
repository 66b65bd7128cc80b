"""What is measured of a page tells of all of it: a word that cannot be read is found anywhere."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.accessibility import assert_accessible

PAGE = """<!doctype html><html lang="en"><title>Rows</title><style>
    body {{ color: #000; background: #fff }}
    .pale {{ color: #ddd }} .dark {{ background: #111 }} .hidden {{ display: none }}
    .veiled {{ opacity: 0.2 }} .even tr:nth-child(40) {{ background: #222 }}
</style><main><h1>Rows</h1><table class="{table}"><tr><th>Word</th></tr>{rows}</table></main>"""
ROW = "<tr><td>word</td></tr>"
PALE = '<tr><td class="pale">word</td></tr>'


def show(page: Page, rows: str, table: str = "") -> None:
    page.set_content(PAGE.format(rows=rows, table=table))


def test_many_words_that_can_be_read(page: Page) -> None:
    show(page, 100 * ROW)
    assert_accessible(page)
    assert page.locator("[data-measured-elsewhere]").count() == 0


@pytest.mark.parametrize(
    "rows",
    [pytest.param(rows, marks=pytest.mark.large) for rows in (
        60 * ROW + PALE,
        60 * ROW + '<tr><td><span class="pale">word</span></td></tr>',
        60 * ROW + '<tr class="dark"><td>word</td></tr>',
        60 * ROW + '<tr class="veiled"><td>word</td></tr>',
        20 * PALE.replace("<tr", '<tr class="hidden"') + PALE,
        20 * PALE.replace("word", "1") + PALE,
        20 * PALE.replace("word", "♠") + PALE,
    )] + [60 * PALE],
    ids=["colour", "inside", "background", "veil", "after hidden", "after digits", "signs", "all"],
)  # fmt: skip
def test_a_word_that_cannot_be_read_is_found(page: Page, rows: str) -> None:
    show(page, rows)
    with pytest.raises(AssertionError, match="color-contrast"):
        assert_accessible(page)
    assert [each["id"] for each in Axe().run(page).response["violations"]] == ["color-contrast"]


def test_a_row_is_told_by_its_place_too(page: Page) -> None:
    show(page, 60 * ROW, table="even")
    with pytest.raises(AssertionError, match="color-contrast"):
        assert_accessible(page)


def test_other_rules_are_asked_about_every_element(page: Page) -> None:
    show(page, 60 * ROW + '<tr><td><img src="data:,"></td></tr>')
    with pytest.raises(AssertionError, match="image-alt"):
        assert_accessible(page)
