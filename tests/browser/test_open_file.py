"""A file from the home page to an imported session: dropped, previewed, stored."""

import base64
from pathlib import Path

from playwright.sync_api import Page, expect

from events.models import Session
from tests.browser.accessibility import assert_accessible
from tests.events.exchange.files import data_of
from tests.movements.factories import FOUR_PAIRS

DROP = """([name, bytes]) => {
  const data = new DataTransfer();
  const all = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
  data.items.add(new File([all], name));
  for (const type of ["dragenter", "dragover", "drop"]) {
    const event = new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data });
    document.body.dispatchEvent(event);
  }
}"""


def drop(page: Page, name: str, data: bytes) -> None:
    """Drop a file on the page."""
    page.evaluate(DROP, [name, base64.b64encode(data).decode()])


def test_a_dropped_file_becomes_a_session(director_page: Page) -> None:
    page = director_page
    page.goto("/")
    drop(page, "evening.xml", data_of("sections.xml"))

    expect(page.get_by_role("heading", level=1)).to_have_text("Import this session?")
    expect(page.get_by_text("All 4 published scores agree with ours.")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Café pairs")
    expect(page.get_by_text("4 of 4 published scores agree with ours.")).to_be_visible()
    assert Session.objects.get().is_finished

    # On a page of the session, and sent on to the page of its format.
    drop(page, "four.asc", FOUR_PAIRS.encode())
    expect(page.get_by_text("“four.asc” is a movement.")).to_be_visible()
    expect(page.get_by_role("textbox", name="Name")).to_have_value("four")
    assert Path(page.url).name == "new"
