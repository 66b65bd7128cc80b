"""A series: made in one page, read on a phone, printed on A4; handicaps and a carry-over.

With ``PICTURES`` set to a folder, a picture of the standings is kept there.
"""

import os
import re
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from events.club.demo import TROPHY, build_demo
from events.models import Series, Session
from tests.browser.accessibility import assert_accessible
from tests.events.sessions.evenings import evening, series


def is_as_wide_as_the_screen(page: Page) -> bool:
    inner = "document.documentElement.scrollWidth === document.documentElement.clientWidth"
    return bool(page.evaluate(inner))


def test_a_series_is_made_and_read(director_page: Page) -> None:
    build_demo(today=timezone.localdate())
    page = director_page
    page.goto("/")
    page.get_by_role("link", name="Series", exact=True).click()
    page.get_by_role("link", name="New series").click()
    assert_accessible(page)
    page.get_by_label("Name").fill("Winter league")
    page.get_by_label("players: everybody has the result of the pair").check()
    page.get_by_label("Best sessions that count").fill("2")
    # Looking for sessions keeps what is typed.
    page.get_by_label("Title or club").fill("autumn")
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_label("Name")).to_have_value("Winter league")
    found = page.locator("fieldset .pick input[type=checkbox]")
    expect(found).to_have_count(3)
    for place in range(3):
        found.nth(place).check()
    page.get_by_label("Title or club").fill("individual")
    page.get_by_role("button", name="Find").click()
    expect(page.locator(".pick input:checked")).to_have_count(3)
    page.get_by_role("checkbox", name="Individual cup").check()
    page.get_by_label(re.compile("^Weight of Individual cup")).fill("0")
    page.get_by_role("button", name="Create the series").click()
    expect(page.locator(".pick .name-problem")).to_have_text(
        "A weight is a whole number of percent, from 1 to 999."
    )
    assert_accessible(page)
    page.get_by_label(re.compile("^Weight of Individual cup")).fill("50")
    page.get_by_role("button", name="Create the series").click()
    expect(page.locator("h1")).to_have_text("Winter league")
    expect(page.locator(".series-table thead th")).to_have_count(8)
    expect(page.locator(".series-table tbody tr")).to_have_count(28)
    expect(page.locator(".series-table small")).to_have_text("50 %")
    assert_accessible(page)
    page.get_by_role("button", name="Publish the standings").click()
    expect(page.get_by_role("status")).to_contain_text("The standings are published")


@pytest.mark.large
def test_standings_on_a_phone_show_every_evening_under_the_name(page: Page, db: None) -> None:
    build_demo(today=timezone.localdate())
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto("/series/")
    page.get_by_role("link", name=re.compile(TROPHY)).click()
    first = page.locator(".series-table tbody tr").first
    expect(first.locator("td.on-wide").first).to_be_hidden()
    expect(first.locator(".evening")).to_have_count(3)
    expect(first.locator(".evening .dropped")).to_have_text(re.compile(r"^\(\d+\.\d\d\)$"))
    expect(first.locator(".result")).to_be_in_viewport()
    assert is_as_wide_as_the_screen(page)
    assert_accessible(page)


@pytest.mark.large
def test_pages_fit_their_width(director_page: Page) -> None:
    build_demo(today=timezone.localdate())
    made, session = Series.objects.get(), Session.objects.filter(title="Autumn pairs").first()
    page = director_page
    for path in (
        "/series/",
        f"/series/{made.pk}/",
        f"/series/{made.pk}/edit/",
        f"/series/{made.pk}/delete/",
        f"/sessions/{session.pk}/handicaps/",
        f"/sessions/{session.pk}/carry-over/",
        f"/sessions/{session.pk}/settings/",
    ):
        page.goto(path)
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert is_as_wide_as_the_screen(page), path
            assert_accessible(page)


@pytest.mark.large
@pytest.mark.parametrize("sessions", [6, 7])
def test_many_sessions_are_printed_sideways(
    director_page: Page, sessions: int, tmp_path: Path
) -> None:
    made = series(*(evening(day=day) for day in range(1, sessions + 1)))
    page = director_page
    page.goto(made.get_absolute_url())
    printed = page.pdf(format="A4", prefer_css_page_size=True)
    [box] = set(re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", printed))
    width, height = (float(side) for side in box)
    assert (width > height) is (sessions > 6)
    page.emulate_media(media="print")
    expect(page.locator(".series-table td.on-wide").first).to_be_visible()
    expect(page.locator(".on-narrow").first).to_be_hidden()
    expect(page.locator(".navbar")).to_be_hidden()
    expect(page.locator(".actions")).to_be_hidden()


def test_only_what_belongs_to_the_method_is_shown(director_page: Page) -> None:
    session = evening()
    page = director_page
    page.goto(f"/sessions/{session.pk}/settings/")
    shown = {
        "matchpoints": ("scale", "neuberg", "small_groups", "expected", "session_average"),
        "Butler": ("butler_drop",),
        "cross-IMPs": ("cross_imps_mean", "neuberg", "expected"),
        "total points": (),
    }
    for folded in ("Boards with fewer results than others", "Adjusted scores"):
        page.get_by_text(folded, exact=True).click()
    page.get_by_role("checkbox", name="Neuberg").uncheck()
    expect(page.locator(".setting-small_groups")).to_be_hidden()
    page.get_by_role("checkbox", name="Neuberg").check()
    for method, names in shown.items():
        page.get_by_role("radio", name=f"{method}:").check()
        for name in {name for all_names in shown.values() for name in all_names}:
            field = page.locator(f".setting-{name}")
            if name in names:
                expect(field).to_be_visible()
            else:
                expect(field).to_be_hidden()
        expect(page.locator(".setting-winners")).to_be_visible()
    page.get_by_role("button", name="Save the settings").click()
    page.get_by_role("link", name="Results", exact=True).click()
    expect(page.locator("details.scoring-note")).to_contain_text(
        "Total points: the scores added up."
    )


@pytest.mark.large
def test_settings_work_without_scripts(
    new_context: object, director: object, log_in: object
) -> None:
    session = evening()
    context = new_context(java_script_enabled=False)  # type: ignore[operator]
    log_in(context, director)  # type: ignore[operator]
    page = context.new_page()
    page.goto(f"/sessions/{session.pk}/settings/")
    page.get_by_role("radio", name="Butler:").check()
    expect(page.locator(".setting-scale")).to_be_hidden()
    page.get_by_role("radio", name="the two best and the two worst").check()
    page.get_by_role("button", name="Save the settings").click()
    page.goto(f"/sessions/{session.pk}/ranking/")
    expect(page.locator("details.scoring-note")).to_contain_text(
        "the mean of the board without the two best and the two worst"
    )


@pytest.mark.large
def test_standings_of_the_demo_club(page: Page, db: None) -> None:
    build_demo(today=timezone.localdate())
    page.goto(Series.objects.get().get_absolute_url())
    expect(page.locator(".series-table tbody tr")).to_have_count(16)
    expect(page.locator(".series-table td .d-block")).to_have_count(2)
    assert_accessible(page)
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=Path(folder) / "series.png", full_page=True)
