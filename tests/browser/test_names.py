"""The names of a field of twelve pairs, typed by keyboard alone."""

import datetime

import pytest
from playwright.sync_api import Page, expect

from clubscore.web.visitors import Actor
from events.models import ContestantPlayer, Session
from events.sessions.setup.services.sessions import enter_names
from players.domain.names import read_name
from players.models import Player
from players.services.players import add_missing_players
from tests.browser.accessibility import assert_accessible
from tests.browser.picture import Picture
from tests.events import factories

pytestmark = pytest.mark.django_db(transaction=True)

TWELVE = """12  6  1  6 0
 1- 2 A  3- 4 B  5- 6 C  7- 8 D  9-10 E 11-12 F
"""
LAST = (("Ann Finch", "Bo Pym"), ("Cy Wren", "Di Lark"), ("Ed Crow", "Flo Dove"))
MEMBERS = tuple(f"{given} Ibbotson" for given in ("Ada", "Ben", "Cas", "Dot", "Eli", "Fay", "Gus"))


def evening(day: int) -> Session:
    return factories.session(TWELVE, title=f"Evening {day}", date=datetime.date(2026, 3, day))


@pytest.fixture
def field() -> Session:
    """An evening without names, a week after one with three pairs."""
    add_missing_players(names=[read_name(name) for name in MEMBERS])
    pairs = {
        f"A{number}": [read_name(name) for name in pair]
        for number, pair in enumerate(LAST, start=1)
    }
    enter_names(session=evening(5), names=pairs, by=Actor())
    return evening(12)


def seats(session: Session) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    rows = ContestantPlayer.objects.filter(session=session).select_related("player", "contestant")
    for row in rows.order_by("place"):
        mark = "*" if row.player.is_guest else ""
        found.setdefault(row.contestant.number, []).append(f"{row.player}{mark}")
    return found


def test_a_whole_field_by_keyboard(director_page: Page, field: Session, picture: Picture) -> None:
    page = director_page
    page.goto(f"/sessions/{field.pk}/names/")
    expect(page.get_by_label("Contestant 1, player 1")).to_be_focused()

    take_both(page, 1, "ann", "Bo Pym")
    take_the_partner(page, 2, "di lark", "Cy Wren")
    for number, given in enumerate(("ada", "cas", "eli"), start=3):
        type_pair(page, number, f"{given} ibb", f"Guest {number}*")
    for number in range(6, 12):
        type_pair(page, number, f"Visitor {number}*", f"Stranger {number}*")
    type_name(page, 12, 1, "Ben Ibbotsen")
    expect(page.get_by_role("button", name="Ben Ibbotson")).to_be_visible()
    picture(page, "names-typed")
    assert_accessible(page)
    page.get_by_label("Contestant 12, player 2").fill("Nora Newcomer+")
    page.get_by_role("button", name="Save the names").click()

    # The cursor is at the first problem, and what may be meant is beside it.
    expect(page.get_by_label("Contestant 12, player 1")).to_be_focused()
    page.get_by_role("button", name="Ben Ibbotson").click()
    second = page.get_by_label("Contestant 12, player 2")
    expect(second).to_be_focused()
    second.fill("Nora Newcomer")
    second.press("+")
    row = page.locator(".name-row", has=second)
    expect(row.get_by_label("Add to the register").last).to_be_checked()
    page.get_by_role("button", name="Save the names").click()
    expect(page.locator(".alert-success")).to_contain_text("The names are saved.")

    assert seats(field) == {
        1: ["Ann Finch", "Bo Pym"],
        2: ["Di Lark", "Cy Wren"],
        3: ["Ada Ibbotson", "Guest 3*"],
        4: ["Cas Ibbotson", "Guest 4*"],
        5: ["Eli Ibbotson", "Guest 5*"],
        **{number: [f"Visitor {number}*", f"Stranger {number}*"] for number in range(6, 12)},
        12: ["Ben Ibbotson", "Nora Newcomer"],
    }
    assert Player.objects.filter(name="Nora Newcomer").exists()
    expect(page.locator("main")).to_contain_text("Guests:")

    # Nobody is missing: the cursor does not wait in the row for somebody late.
    page.goto(f"/sessions/{field.pk}/names/")
    expect(page.locator("[data-late] [data-register-name]")).to_have_count(2)
    expect(page.locator("[data-register-name]:focus")).to_have_count(0)


@pytest.mark.large
def test_the_pairs_of_the_last_time_are_entered_by_a_click(
    director_page: Page, field: Session
) -> None:
    page = director_page
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"/sessions/{field.pk}/names/")
    page.get_by_text("Pairs of 5 March").click()
    page.get_by_role("button", name="Ed Crow – Flo Dove").click()

    first = page.get_by_label("Contestant 1, player 1")
    expect(first).to_have_value("Ed Crow")
    expect(page.get_by_label("Contestant 1, player 2")).to_have_value("Flo Dove")
    box = first.bounding_box()
    assert box is not None
    # The width of the screen but for the margins of the page.
    assert box["width"] > 340
    assert_accessible(page)


def type_name(page: Page, number: int, place: int, text: str) -> None:
    field = page.get_by_label(f"Contestant {number}, player {place}", exact=True)
    expect(field).to_be_focused()
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def type_pair(page: Page, number: int, one: str, other: str) -> None:
    type_name(page, number, 1, one)
    type_name(page, number, 2, other)


def take_both(page: Page, number: int, text: str, partner: str) -> None:
    """One key: the player, and the partner of the last time."""
    page.keyboard.type(text)
    page.keyboard.press("=")
    field = page.get_by_label(f"Contestant {number}, player 2", exact=True)
    expect(field).to_have_value(partner)


def take_the_partner(page: Page, number: int, text: str, partner: str) -> None:
    """Enter in the empty field takes who is proposed."""
    type_name(page, number, 1, text)
    field = page.get_by_label(f"Contestant {number}, player 2", exact=True)
    expect(field).to_have_attribute("placeholder", partner)
    field.press("Enter")
    expect(field).to_have_value(partner)


@pytest.mark.large
def test_new_names_are_all_guests_with_one_button(director_page: Page, field: Session) -> None:
    page = director_page
    page.goto(f"/sessions/{field.pk}/names/")
    everyone = page.locator(".new-names")
    # The last is like a member: it has to be looked at by itself.
    for number, name in enumerate(("Zed Quill", "Yola Vane", "Xan Urm", "Adda Ibbotson"), start=7):
        place = page.get_by_label(f"Contestant {number}, player 1")
        place.fill(name)
        place.blur()
    expect(everyone).to_contain_text("3 names are not in the register.")
    assert_accessible(page)
    everyone.get_by_role("button", name="All are guests").click()
    expect(everyone).to_be_hidden()
    page.get_by_label("Contestant 10, player 1").fill("")
    page.get_by_role("button", name="Save").first.click()
    expect(page.locator(".page-title")).not_to_have_text("Names")
    assert [name for pair in seats(field).values() for name in pair] == [
        "Zed Quill*",
        "Yola Vane*",
        "Xan Urm*",
    ]


def test_two_who_fit_are_both_offered_and_the_first_problem_has_the_focus(
    director_page: Page, field: Session
) -> None:
    page = director_page
    page.goto("/sessions/new/")
    page.locator("#id_movement").select_option(index=1)
    first = page.get_by_label("Contestant 1, player 1")
    # While it is typed, where few fit; and all who fit when the field is left.
    first.press_sequentially("ibbotson a")
    for name in ("Ada Ibbotson", "Cas Ibbotson", "Fay Ibbotson"):
        expect(page.get_by_role("button", name=name)).to_be_visible()
    first.fill("ibbots")
    first.press("Tab")
    for name in ("Ada Ibbotson", "Ben Ibbotson"):
        expect(page.get_by_role("button", name=name)).to_be_visible()
    page.get_by_label("Title").fill("Tonight")
    page.get_by_role("button", name="Create the session").click()
    expect(page.get_by_label("Contestant 1, player 1")).to_be_focused()
    page.get_by_role("button", name="Ben Ibbotson").click()
    expect(page.get_by_label("Contestant 1, player 1")).to_have_value("Ben Ibbotson")
