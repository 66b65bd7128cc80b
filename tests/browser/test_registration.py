"""The registration desk, by keyboard."""

import pytest
from playwright.sync_api import Page, expect

from events.models import Entry, Tournament
from tests.browser.accessibility import assert_accessible
from tests.browser.picture import Picture
from tests.events.tournaments import cups

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cup() -> Tournament:
    made = cups.tournament(discipline="go")
    for family, given, grade in (
        ("Ångström", "Nils", "3d"),
        ("Lamb", "Edith", "0k"),
        ("Lambert", "Jean", "5k"),
        ("Moss", "Quentin", "1d"),
    ):
        Entry.objects.create(tournament=made, family=family, given=given, grade=grade)
    return made


def desk(page: Page, cup: Tournament) -> None:
    page.goto(f"/tournaments/{cup.slug}/registration/")
    # The browser gives the focus a moment after it has loaded.
    expect(page.locator("#desk-search")).to_be_focused()


def kept(cup: Tournament, family: str) -> tuple[bool, list[int], str]:
    entry = cup.entries.get(family=family)
    return entry.registered, entry.absent_rounds, entry.group


@pytest.mark.large
def test_registering_by_a_part_of_the_name_and_enter(director_page: Page, cup: Tournament) -> None:
    page = director_page
    desk(page, cup)

    page.keyboard.type("angs")
    page.keyboard.press("Enter")
    expect(page.locator("#desk-summary")).to_have_text("1 of 4 players are registered.")
    page.keyboard.type("mos")
    page.keyboard.press("Enter")
    expect(page.locator("#desk-summary")).to_have_text("2 of 4 players are registered.")

    assert [kept(cup, family)[0] for family in ("Ångström", "Moss", "Lamb")] == [True, True, False]


def test_arrows_move_r_registers_digits_are_rounds_g_the_group(
    director_page: Page, cup: Tournament, picture: Picture
) -> None:
    page = director_page
    desk(page, cup)

    page.keyboard.type("lamb")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("r")
    expect(page.locator("#desk-summary")).to_have_text("1 of 4 players are registered.")
    page.keyboard.press("2")
    expect(page.get_by_label("Lambert, Jean plays in round 2")).not_to_be_checked()
    page.keyboard.press("2")
    expect(page.locator("#desk input[value='2']")).to_have_js_property("indeterminate", True)
    page.keyboard.press("g")
    page.keyboard.type("a~")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Group of Lambert, Jean")).to_have_value("A~")

    picture(page, "tournament-registration")

    assert kept(cup, "Lambert") == (True, [2], "A~")
    assert kept(cup, "Lamb") == (False, [], "")


@pytest.mark.large
def test_after_the_group_the_next_player_is_looked_for(
    director_page: Page, cup: Tournament
) -> None:
    page = director_page
    desk(page, cup)

    page.keyboard.type("angs")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("g")
    page.keyboard.type("b+")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Group of Ångström, Nils")).to_have_value("B+")
    page.keyboard.type("mos")
    page.keyboard.press("Enter")
    expect(page.locator("#desk-summary")).to_have_text("1 of 4 players are registered.")

    assert kept(cup, "Ångström") == (False, [], "B+")
    assert kept(cup, "Moss") == (True, [], "")


@pytest.mark.large
def test_escape_forgets_the_group_that_was_typed(director_page: Page, cup: Tournament) -> None:
    page = director_page
    cup.entries.filter(family="Moss").update(group="A*")
    desk(page, cup)

    page.keyboard.type("moss")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("g")
    page.keyboard.type("b+")
    page.keyboard.press("Escape")
    expect(page.get_by_label("Group of Moss, Quentin")).to_have_value("A*")
    page.keyboard.press("Enter")
    expect(page.locator("#desk-summary")).to_have_text("1 of 4 players are registered.")

    assert kept(cup, "Moss") == (True, [], "A*")


def test_fields_are_in_the_edited_row_alone_and_come_under_the_pointer(
    director_page: Page, cup: Tournament
) -> None:
    page = director_page
    desk(page, cup)
    fields = page.locator("#desk input")
    moss, lamb = (page.locator("tbody tr", has_text=name) for name in ("Moss", "Edith"))

    expect(fields).to_have_count(0)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Ångström, Nils")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_label("Ångström, Nils is registered")).to_be_focused()
    moss.locator("td").nth(2).click()
    expect(page.locator("#desk-summary")).to_have_text("1 of 4 players are registered.")
    # The middle of three rounds.
    lamb.locator("td").nth(3).click()
    expect(page.get_by_label("Lamb, Edith plays in round 2")).to_be_focused()
    expect(fields).to_have_count(5)
    assert_accessible(page)
    expect(moss.locator("td")).to_have_text(["", "1d", "✓", "1 2 3", ""])
    moss.locator("td").nth(4).click()
    expect(page.get_by_label("Group of Moss, Quentin")).to_be_focused()
    expect(lamb.locator("td")).to_have_text(["", "0k", "", "1 – 3", ""])

    assert [kept(cup, family) for family in ("Moss", "Lamb")] == [(True, [], ""), (False, [2], "")]


@pytest.mark.large
def test_enter_twice_takes_nobody_back(director_page: Page, cup: Tournament) -> None:
    page = director_page
    desk(page, cup)

    page.keyboard.type("moss")
    page.keyboard.press("Enter")
    expect(page.locator("#desk-summary")).to_have_text("1 of 4 players are registered.")
    page.keyboard.press("Enter")
    page.keyboard.type("angs")
    page.keyboard.press("Enter")
    expect(page.locator("#desk-summary")).to_have_text("2 of 4 players are registered.")

    assert [kept(cup, family)[0] for family in ("Ångström", "Moss")] == [True, True]


def test_who_is_not_entered_is_taken_to_the_newcomers(director_page: Page, cup: Tournament) -> None:
    page = director_page
    desk(page, cup)

    page.keyboard.type("zoe weiss")
    page.keyboard.press("Enter")
    expect(page.locator("#add-player [name=name]")).to_have_value("zoe weiss")
    page.keyboard.press("Enter")
    # The name is selected: who mistyped it types it again, and End, + adds it.
    expect(page.locator(".name-problem").first).to_contain_text("is not in the register")
    expect(page.locator("#add-player [name=name]")).to_be_focused()
    assert_accessible(page)
    page.keyboard.type("zoe weiss+")
    page.keyboard.press("Enter")
    expect(page.get_by_text("zoe weiss is registered.")).to_be_visible()

    assert kept(cup, "weiss") == (True, [], "")


@pytest.mark.large
def test_letters_are_found_by_their_plain_ones(director_page: Page, cup: Tournament) -> None:
    page = director_page
    Entry.objects.create(tournament=cup, family="O'Neill", given="Søren")
    desk(page, cup)

    for typed in ("soren", "SØREN", "oneill", "o’neill"):
        page.locator("#desk-search").fill(typed)
        expect(page.locator("#desk tbody tr:visible")).to_have_count(1)
        expect(page.get_by_text("O'Neill, Søren")).to_be_visible()


@pytest.mark.large
def test_a_group_that_is_none_is_refused_beside_the_name(
    director_page: Page, cup: Tournament
) -> None:
    page = director_page
    desk(page, cup)

    page.get_by_role("link", name="Lamb, Edith").click()
    group = page.get_by_label("Group of Lamb, Edith")
    group.fill("12")
    group.press("Enter")

    expect(page.get_by_text('"12" is not a group.')).to_be_visible()
    expect(page.get_by_label("Group of Lamb, Edith")).to_have_value("12")
    expect(page.get_by_label("Group of Lamb, Edith")).to_be_focused()
    assert kept(cup, "Lamb") == (False, [], "")


@pytest.mark.large
def test_closing_warns_of_unknown_grades(director_page: Page, cup: Tournament) -> None:
    page = director_page
    cup.entries.update(registered=True)
    desk(page, cup)
    assert_accessible(page)

    page.get_by_role("link", name="Close the registration").click()
    expect(page.get_by_text("Lamb, Edith, 0k")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Close it anyway").click()

    expect(page.get_by_text("The registration is closed.")).to_be_visible()
    assert list(cup.entries.order_by("number").values_list("family", flat=True)) == [
        "Ångström",
        "Moss",
        "Lambert",
        "Lamb",
    ]


@pytest.mark.large
def test_a_box_that_is_checked_and_cleared_at_once_is_clear(
    director_page: Page, cup: Tournament
) -> None:
    """The second change is sent when the first is answered, and is one of what is stored then."""
    page = director_page
    desk(page, cup)
    page.get_by_role("link", name="Moss, Quentin").click()
    box = page.get_by_label("Moss, Quentin is registered")

    with page.expect_response(
        lambda answer: (
            'name="group"' in (sent := answer.request.post_data or "")
            and 'name="registered"' not in sent
        )
    ):
        box.evaluate("(box) => { box.click(); box.click(); }")
    page.reload()

    expect(page.locator("#desk-summary")).to_have_text("0 of 4 players are registered.")
    assert kept(cup, "Moss")[0] is False


def test_a_group_that_somebody_else_changed_is_asked_about(
    director_page: Page, cup: Tournament, picture: Picture
) -> None:
    page = director_page
    desk(page, cup)
    cup.entries.filter(family="Moss").update(group="A*")
    row = page.locator("tbody tr", has_text="Moss")
    row.get_by_role("link").click()
    group = row.locator(".desk-group")

    group.fill("B*")
    group.press("Enter")
    expect(row.locator(".desk-error")).to_have_text(
        "Somebody else has changed this to “A*” meanwhile. Save again to overwrite with yours."
    )
    assert kept(cup, "Moss")[2] == "A*"
    picture(page, "registration-asked")
    group.focus()
    with page.expect_response("**/registration/*/"):
        group.press("Enter")

    expect(row.locator(".desk-error")).to_have_text("")
    assert kept(cup, "Moss")[2] == "B*"


def test_whole_family_names_come_first_and_of_two_enter_takes_neither(
    director_page: Page, cup: Tournament
) -> None:
    page = director_page
    for family, given in (("Beekman", "Ada"), ("Ekdal", "Filip"), ("Ek", "Li"), ("Ek", "Bo")):
        Entry.objects.create(tournament=cup, family=family, given=given)
    desk(page, cup)
    names = page.locator("#desk tbody tr:visible th a")

    page.keyboard.type("ek")
    expect(names).to_have_text(["Ek, Bo", "Ek, Li", "Ekdal, Filip", "Beekman, Ada"])
    page.keyboard.press("Enter")
    expect(page.locator("#desk-summary")).to_contain_text("4 players fit")
    page.keyboard.type("Ek, L")
    expect(names).to_have_text(["Ek, Li", "Ekdal, Filip"])
    page.keyboard.press("Enter")
    expect(page.locator("#desk-summary")).to_have_text("1 of 8 players are registered.")
    page.keyboard.type("ek")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#desk-summary")).to_have_text("2 of 8 players are registered.")
    page.locator("#desk-search").fill("")
    expect(names.first).to_have_text("Ångström, Nils")

    assert [entry.given for entry in cup.entries.filter(registered=True)] == ["Li", "Bo"]
