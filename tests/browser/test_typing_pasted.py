"""A column pasted from a spreadsheet into the field of a line."""

import pytest
from playwright.sync_api import Page, expect

from events.models import Session, TravellerLine
from tests.browser.picture import Picture
from tests.events import factories

FOUR_TABLES = """ 8  4  1  1 0
 1- 2 A  3- 4 A  5- 6 A  7- 8 A
"""

PASTE = """(text) => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  const paste = { clipboardData: data, bubbles: true, cancelable: true };
  document.activeElement.dispatchEvent(new ClipboardEvent("paste", paste));
}"""


@pytest.fixture
def evening(transactional_db: None) -> Session:
    return factories.session(FOUR_TABLES)


def scores(session: Session) -> list[int | None]:
    lines = TravellerLine.objects.filter(section__session=session).order_by("table")
    return list(lines.values_list("score_ns", flat=True))


def test_a_column_fills_the_lines_below_after_a_preview(
    director_page: Page, evening: Session, picture: Picture
) -> None:
    page = director_page
    page.goto(f"/sessions/{evening.pk}/boards/1/")
    page.keyboard.press("ArrowDown")
    page.evaluate(PASTE, "Score\r\n4sn=\r\n412\r\n-50\r\n60\r\n")
    dialog = page.get_by_role("dialog", name="A pasted column")
    expect(dialog.locator("tbody tr")).to_have_text(
        [
            "Table 2: 3 – 44sn=4♠N= +420",
            "Table 3: 5 – 6412+412 is not a score: no contract gives it.",
            "Table 4: 7 – 8-50−50 to North–South",
        ]
    )
    expect(dialog.locator(".pasted-notes li")).to_have_count(2)
    picture(page, "typing-pasted")
    assert scores(evening) == [None] * 4
    expect(page.get_by_role("button", name="Fill in and save 2 of 3")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".typing-status").nth(3)).to_contain_text("saved")
    fields = page.locator("input.typed")
    expect(fields.nth(2)).to_have_value("412")
    expect(fields.nth(2)).to_be_focused()
    expect(page.locator(".typing-status").nth(2)).to_contain_text("no contract gives it")
    assert scores(evening) == [None, 420, None, -50]


@pytest.mark.large
def test_escape_fills_nothing_in(director_page: Page, evening: Session) -> None:
    page = director_page
    page.goto(f"/sessions/{evening.pk}/boards/1/")
    page.evaluate(PASTE, "420\n450")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.locator("input.typed").first).to_be_focused()
    expect(page.locator("input.typed").first).to_have_value("")
    assert scores(evening) == [None] * 4


@pytest.mark.large
def test_several_columns_are_refused_with_a_sentence(director_page: Page, evening: Session) -> None:
    page = director_page
    page.goto(f"/sessions/{evening.pk}/boards/1/")
    page.evaluate(PASTE, "4S\t10\t420\n3NT\t9\t400")
    expect(page.locator("#typing-alert")).to_contain_text("3 columns were pasted")
    page.evaluate(PASTE, "420\n" * 10_000)
    expect(page.locator(".pasted-notes")).to_contain_text("9996 rows more were pasted")
