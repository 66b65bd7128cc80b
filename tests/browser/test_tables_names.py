"""Players write their names at the table, where the director's list has none."""

from collections.abc import Callable

from playwright.sync_api import BrowserContext, expect

from events.models import ContestantPlayer
from tests.browser.table_phones import phone, tap
from tests.events.tables.phones import evening
from tests.players.people import player


def test_a_pair_writes_its_names_and_the_opponents_agree(
    new_context: Callable[..., BrowserContext],
) -> None:
    player("Ida Brown")
    session = evening(names=True)
    north, east = (phone(new_context, session, side) for side in ("NS", "EW"))
    tap(north, "Enter names")
    first, second = (north.locator(f"#name-{seat}") for seat in "NS")
    first.press_sequentially("bro")
    tap(north, "Ida Brown")
    expect(first).to_have_value("Ida Brown")
    second.fill("Ann Green")
    assert north.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tap(north, "These are the names")
    expect(north.locator("main")).to_contain_text("Your opponents are asked")
    expect(east.locator("main")).to_contain_text("Is it right who sits here?")
    expect(east.locator("main")).to_contain_text("Ida Brown – Ann Green")
    tap(east, "Yes")
    for page in (north, east):
        expect(page.locator(".seats")).to_contain_text("Brown – Green")
    assert ContestantPlayer.objects.filter(session=session).count() == 2
