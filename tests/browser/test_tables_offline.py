"""Phones without a network: what they keep, send once, and say. Cases 24, 26 and 26b."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from events.models import LogEntry, TableDevice
from tests.browser.table_phones import enter, line, phone
from tests.events.tables.phones import evening


def boards_entered() -> list[tuple[int, str]]:
    entered = LogEntry.objects.filter(action="entered", line__isnull=False).order_by("pk")
    return list(entered.values_list("line__board", "after__contract"))


def test_case_24_and_26_what_is_entered_offline_is_sent_once_and_in_order(
    transactional_db: None, new_context: Callable[..., BrowserContext]
) -> None:
    page = phone(new_context, evening(), "NS")
    context = page.context
    context.set_offline(True)
    enter(page, 4, "4", "S", "seat-N", "equal")
    enter(page, 3, "1", "NT", "seat-W", "minus")
    expect(page.get_by_text("2 saved on this phone")).to_be_visible()
    assert boards_entered() == []
    page.goto("/play/")
    expect(line(page, 3)).to_contain_text("1NT W−1")
    # The phone is put away, and taken out again when there is a network.
    page.close()
    context.set_offline(False)
    again = context.new_page()
    again.goto("/play/")
    for board in (3, 4):
        expect(line(again, board, "entered")).to_be_visible()
    expect(again.get_by_text("saved on this phone")).to_have_count(0)
    assert boards_entered() == [(4, "4S"), (3, "1NT")]


@pytest.mark.large
def test_case_26b_phone_and_director_say_that_there_is_no_contact_and_take_it_back(
    director_page: Page, new_context: Callable[..., BrowserContext]
) -> None:
    session = evening()
    page = phone(new_context, session, "NS")
    page.clock.install()
    page.reload()
    expect(line(page, 3)).to_be_visible()
    page.context.set_offline(True)
    # The clock goes on by itself, too.
    page.clock.run_for(4_000)
    expect(page.locator(".contact")).to_have_count(0)
    page.clock.run_for(8_000)
    said = re.compile(r"⚠ No contact for \d\d s. You can go on entering.")
    expect(page.locator(".contact")).to_have_text(said)
    # As three minutes later.
    TableDevice.objects.update(seen_at=timezone.now() - timedelta(minutes=3))
    director_page.goto(f"/sessions/{session.pk}/tables/")
    silent = director_page.get_by_text("No device of this table answers")
    expect(silent).to_have_count(1)
    page.context.set_offline(False)
    page.clock.run_for(9_000)
    expect(page.locator(".contact")).to_have_count(0)
    expect(silent).to_have_count(0)
