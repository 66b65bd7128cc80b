from collections.abc import Sequence
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubscore.web.visitors import Actor
from events.sessions.setup.services.sessions import publish
from players.domain.names import read_name
from players.models import Club, ClubSettings, FormerNumber, Player, RegisterEntry
from players.services.players import change_player, delete_players, empty_bin_of_players
from players.services.private_links import make_private_link
from tests.answers import messages
from tests.events import factories
from tests.events.tournaments import cups
from tests.events.tournaments.cups import tournament
from tests.players.people import PRIVATE, enter, play, player
from tests.queries import queries_again

PARTS = "/players/name-parts/"

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Berg, Jan van der", {"name": "Jan van der Berg", "given": "Jan", "particle": "van der",
                               "family": "Berg", "is_doubtful": False}),
        ("Li Wei", {"name": "Li Wei", "given": "Li", "particle": "", "family": "Wei",
                    "is_doubtful": True}),
        ("", {"error": "The name is missing."}),
        ("a\0b", {"error": "A name cannot have the character U+0000: leave it out."}),
    ],
)  # fmt: skip
def test_parts_are_answered(director_client: Client, text: str, answer: dict) -> None:
    assert director_client.get(PARTS, {"name": text}).json() == answer


def test_no_name_at_all_is_answered(director_client: Client) -> None:
    assert director_client.get(PARTS).json() == {"error": "The name is missing."}


def made(name: str = "Clara Finch") -> str:
    number = Player.objects.get(name=name).pk
    return f"/players/own/{make_private_link(number=number, by=Actor())}/"


def test_a_visitor_reads_what_is_published_of_the_own_results(client: Client) -> None:
    shown = play("Clara Finch", "Hugo Tarrant", title="Winter pairs")
    factories.enter(shown, 1, "420", "50")
    publish(session=shown, by=Actor())
    play("Clara Finch", "Hugo Tarrant", title="Secret pairs", day=6)
    page = client.get(made())
    assert page.status_code == 200
    assert ("Winter pairs" in page.text, "Secret pairs" in page.text) == (True, False)
    assert ("100.00 %" in page.text, "Hugo Tarrant" in page.text) == (True, True)
    assert "/players/1" not in page.text


def test_others_who_want_initials_are_shown_by_them(client: Client) -> None:
    session = play("Clara Finch", "Hugo Tarrant")
    Player.objects.filter(name="Hugo Tarrant").update(initials_only=True)
    publish(session=session, by=Actor())
    page = client.get(made())
    assert ("Hugo" in page.text, "H. T." in page.text) == (False, True)


def test_the_page_is_found_by_nobody_and_kept_nowhere(client: Client) -> None:
    player("Clara Finch")
    page = client.get(made())
    assert page.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert 'name="robots" content="noindex, nofollow"' in page.text
    assert "no-store" in page.headers["Cache-Control"]


@pytest.mark.parametrize("token", ["x", "A" * 32, "A" * 3000])
def test_a_wrong_token_is_not_found(client: Client, token: str) -> None:
    player("Clara Finch")
    made()
    page = client.get(f"/players/own/{token}/")
    assert page.status_code == 404
    assert "This link does not work, or no longer." in page.text


def test_a_director_makes_a_link_and_sees_it_once(director_client: Client, client: Client) -> None:
    clara = player("Clara Finch")
    page = director_client.post(f"/players/{clara.pk}/link/")
    address = page.context["address"]
    assert address.startswith("http://testserver/players/own/")
    assert '<svg viewBox="0 0 ' in page.text
    assert client.get(address).status_code == 200
    again = director_client.get(f"/players/{clara.pk}/").text
    assert (address in again, "Renew the link" in again) == (False, True)


def test_an_address_of_this_computer_alone_is_warned_about(director_client: Client) -> None:
    clara = player("Clara Finch")
    path = f"/players/{clara.pk}/link/"
    alone = director_client.post(path, headers={"host": "localhost:8000"})
    assert "This address works on this computer only." in alone.text
    assert "This address works on this computer only." not in director_client.post(path).text


def test_a_director_withdraws_a_link(director_client: Client, client: Client) -> None:
    clara = player("Clara Finch")
    address = director_client.post(f"/players/{clara.pk}/link/").context["address"]
    answer = director_client.post(f"/players/{clara.pk}/link/withdraw/", follow=True)
    assert "The link no longer works." in answer.text
    assert client.get(address).status_code == 404


def test_an_erased_player_gets_no_link(director_client: Client) -> None:
    clara = player("Clara Finch")
    director_client.post(f"/players/{clara.pk}/erase/", {"what": "everything", "sure": "yes"})
    answer = director_client.post(f"/players/{clara.pk}/link/", follow=True)
    assert "there is no link to it" in answer.text
    assert "Make a link" not in answer.text


def test_the_login_link_does_not_carry_the_token(client: Client) -> None:
    player("Clara Finch")
    token = made().split("/")[-2]
    page = client.get(f"/players/own/{token}/").text
    [login] = [link for link in page.split('href="') if link.startswith("/login/")]
    assert token not in login.partition('"')[0]
    assert 'href="/login/?next=/tournaments/"' in client.get("/tournaments/").text


NEW = "/players/new/"

VALUES = {"name": "Finch", "grade": "", "club_name": "", "country": ""}


def test_the_page_shows_what_is_known(director_client: Client) -> None:
    clara = player("Clara Finch", club="Hollybrook", grade="3d", **PRIVATE)
    page = director_client.get(f"/players/{clara.pk}/")
    facts = {fact.label: fact.text for fact in page.context["facts"]}
    assert facts == {
        "Grade": "3d",
        "Club": "Hollybrook",
        "Note": PRIVATE["note"],
        "Born": PRIVATE["born"],
        "E-mail": PRIVATE["email"],
        "Telephone": PRIVATE["telephone"],
    }
    assert "Nothing yet." in page.content.decode()


def test_the_page_shows_what_was_played(director_client: Client) -> None:
    session = play("Clara Finch", "Hugo Tarrant", title="Winter pairs")
    factories.enter(session, 1, "420", "50")
    clara = Player.objects.get(given="Clara")
    page = director_client.get(f"/players/{clara.pk}/")
    [event] = page.context["events"]
    assert (event.title, event.result) == ("Winter pairs", "100.00 %")
    text = page.content.decode()
    assert "Winter pairs" in text
    assert "Hugo Tarrant" in text
    assert f"/players/{clara.pk}/delete/" in text


def test_many_events_come_in_pages(director_client: Client) -> None:
    for day in range(1, 24):
        play("Clara Finch", day=day)
    clara = Player.objects.get()
    page = director_client.get(f"/players/{clara.pk}/")
    assert [event.date.day for event in page.context["events"]] == list(range(23, 3, -1))
    page = director_client.get(f"/players/{clara.pk}/", {"page": "2"})
    assert [event.date.day for event in page.context["events"]] == [3, 2, 1]


@pytest.mark.parametrize("count", [1, 3])
def test_the_page_takes_constant_queries(director_client: Client, count: int) -> None:
    for day in range(1, count + 1):
        factories.enter(play("Clara Finch", "Hugo Tarrant", day=day), 1, "420", "50")
    clara = Player.objects.get(given="Clara")
    for grade in ("1k", "2k", "3k")[:count]:
        clara.grade = grade
        change_player(player=clara, by=Actor(factories.DirectorFactory()))
    for each in range(count):
        enter(clara, tournament(1, name=f"Cup {each}"))
    # A session or tournament that changed is scored again, and cached.
    assert queries_again(lambda: director_client.get(f"/players/{clara.pk}/")) == 27


def test_a_former_number_leads_to_whom_it_became(director_client: Client) -> None:
    clara = player("Clara Finch")
    FormerNumber.objects.create(number=900, player=clara)
    answer = director_client.get("/players/900/")
    assert (answer.status_code, answer.url) == (302, f"/players/{clara.pk}/")
    assert messages(answer) == [f"Number 900 was merged into number {clara.pk}."]


def test_the_number_of_a_deleted_player_says_so(director_client: Client) -> None:
    number = player("Clara Finch").pk
    delete_players(numbers=[number], by=Actor())
    assert ">Restore<" in director_client.get(f"/players/{number}/").text
    empty_bin_of_players(before=timezone.now(), by=Actor())
    page = director_client.get(f"/players/{number}/")
    assert page.status_code == 410
    assert "The number is never given again." in page.content.decode()


def test_a_player_is_added(director_client: Client) -> None:
    values = {**VALUES, "name": "Clara Finch", "grade": "3D", "club_name": "Hollybrook", **PRIVATE}
    answer = director_client.post(NEW, values)
    clara = Player.objects.get()
    assert (answer.status_code, answer.url) == (302, f"/players/{clara.pk}/?added=yes")
    assert (str(clara), clara.grade, str(clara.club)) == ("Clara Finch", "3d", "Hollybrook")
    assert {field: getattr(clara, field) for field in PRIVATE} == PRIVATE
    assert messages(answer) == [f"Clara Finch is in the register, with the number {clara.pk}."]
    assert RegisterEntry.objects.get().user.username.startswith("director")


WRONG = (
        ("name", "?", "“?” is not a name: it has no letter and no digit."),
        ("grade", "8d", '"8d" is not a grade. Grades are 99k–1k, 1d–7d, 1p–9p.'),
        ("club_name", "Club\t7", "Leave the character U+0009 out."),
        ("country", "x" * 61, "Ensure this value has at most 60 characters (it has 61)."),
        ("rating", "4001", "Ensure this value is less than or equal to 4000."),
        ("federation", "NL", "“NL” is not a federation: three letters, such as NED."),
        ("born", "1958-02-30", "There is no such date as “1958-02-30”."),
        ("email", "clara", "Enter a valid email address."),
        ("telephone", "ring", "“ring” is not a telephone number. Write digits, with + in front for"
         " another country."),
        ("fide_number", "x", "“x” is not a FIDE number: digits only, at most 11."),
        ("note", "a\0b", "Null characters are not allowed."),
)  # fmt: skip


@pytest.mark.parametrize("wrong", [WRONG, [("name", "", "The name is missing.")]], ids=len)
def test_what_is_wrong_is_reported_at_its_field_and_kept(
    director_client: Client, wrong: Sequence[tuple[str, str, str]]
) -> None:
    typed = {field: text for field, text, _error in wrong}
    page = director_client.post(NEW, VALUES | typed)
    form = page.context["form"]
    assert page.status_code == 422
    assert [field for field, _text, error in wrong if error not in form.errors[field]] == []
    assert {field: form[field].value() for field in typed} == typed
    assert (Player.objects.count(), Club.objects.count()) == (0, 0)


def test_after_one_was_added_another_is_offered(director_client: Client) -> None:
    page = director_client.post(NEW, {**VALUES, "name": "Clara Finch"}, follow=True)
    later = director_client.get(f"/players/{Player.objects.get().pk}/")
    link = f'href="{NEW}"'
    assert [link in each.content.decode() for each in (page, later)] == [True, False]


@pytest.mark.parametrize("length", [90, 260])
def test_an_overlong_name_gives_one_message(director_client: Client, length: int) -> None:
    page = director_client.post(NEW, {**VALUES, "name": "x" * length})
    [error] = page.context["form"].errors["name"]
    assert f"{length}" in error


def test_a_name_in_the_register_is_refused_and_who_has_it_is_named(director_client: Client) -> None:
    finch = player("Finch", club="Hollybrook", grade="3d")
    page = director_client.post(NEW, VALUES)
    assert page.status_code == 422
    assert page.context["form"].non_field_errors() == [
        "A player of this name is already in the register.",
        f"It is Finch, number {finch.pk}, Hollybrook, 3d. Give two people different names, for"
        " example with a second initial.",
    ]


@pytest.mark.parametrize(
    ("values", "focused"), [({}, "name"), ({"grade": "8d", "born": "x"}, "grade")]
)
def test_typing_begins_at_the_first_field_or_the_first_wrong_one(
    director_client: Client, values: dict, focused: str
) -> None:
    page = director_client.post(NEW, {**VALUES, **values}) if values else director_client.get(NEW)
    fields = page.context["form"].fields.items()
    assert [name for name, field in fields if "autofocus" in field.widget.attrs] == [focused]


def test_a_player_is_changed(director_client: Client) -> None:
    clara = player("Clara Finch", club="Hollybrook", grade="3d")
    page = director_client.get(f"/players/{clara.pk}/edit/")
    form = page.context["form"]
    names = [name for name in form.fields if name != "initials_only"]
    values = {name: form[name].value() or "" for name in names}
    assert values["club_name"] == "Hollybrook"
    answer = director_client.post(
        f"/players/{clara.pk}/edit/", {**values, "initials_only": "on", "club_name": "Westmere"}
    )
    assert (answer.status_code, messages(answer)) == (302, ["Clara Finch is saved."])
    clara.refresh_from_db()
    assert (str(clara.club), clara.grade, clara.initials_only) == ("Westmere", "3d", True)


def test_a_club_of_old_with_an_odd_name_may_stay(director_client: Client) -> None:
    clara = player("Clara Finch", club="Club 7")
    values = {**VALUES, "name": "Clara Finch", "club_name": "Club 7", "grade": "2d"}
    assert director_client.post(f"/players/{clara.pk}/edit/", values).status_code == 302
    clara.refresh_from_db()
    assert (str(clara.club), clara.grade) == ("Club 7", "2d")


def test_what_two_changed_is_asked_about_once(director_client: Client) -> None:
    clara = player("Clara Finch")
    path = f"/players/{clara.pk}/edit/"
    shown = director_client.get(path).context["form"].shown_text
    clara.grade = "3d"
    clara.save()
    mine = {**VALUES, "name": "Clara Finch", "grade": "2d", "shown": shown}
    page = director_client.post(path, mine)
    assert page.status_code == 422
    assert page.context["form"].errors == {
        "grade": [
            "Somebody else has changed this to “3d” meanwhile. Save again to overwrite with yours."
        ]
    }
    assert Player.objects.get().grade == "3d"
    again = {**mine, "shown": page.context["form"].shown_text}
    assert director_client.post(path, again).status_code == 302
    assert Player.objects.get().grade == "2d"


def test_a_club_is_written_as_an_import_writes_it(director_client: Client) -> None:
    values = {**VALUES, "club_name": " North   Hollybrook "}
    assert director_client.post("/players/new/", values).status_code == 302
    assert [club.name for club in Club.objects.all()] == ["North Hollybrook"]


def test_a_change_of_somebody_who_was_erased_meanwhile_is_asked_about(
    director_client: Client,
) -> None:
    clara = player("Clara Finch")
    path = f"/players/{clara.pk}/edit/"
    shown = director_client.get(path).context["form"].shown_text
    Player.objects.update(erased_at=timezone.now())
    mine = {**VALUES, "name": "Clara Finch", "note": "Left-handed", "shown": shown}

    page = director_client.post(path, mine)

    assert page.context["form"].errors["note"] == [
        "The data of this player has been erased meanwhile. Save again to store yours."
    ]
    assert Player.objects.get().note == ""


def test_parts_are_recognised_without_a_script_and_asked_about(director_client: Client) -> None:
    answer = director_client.post(NEW, {**VALUES, "name": "María José Garcia Lopez"})
    maria = Player.objects.get()
    assert (maria.given, maria.family) == ("María José", "Garcia Lopez")
    assert messages(answer)[1:] == [
        "Is the given name “María José” and the family name “Garcia Lopez”? If not, edit the name."
    ]


def test_parts_that_were_corrected_are_stored_and_not_asked_about(director_client: Client) -> None:
    values = {**VALUES, "name": "Li Wei", "given": "Wei", "particle": "", "family": "Li"}
    answer = director_client.post(NEW, values)
    wei = Player.objects.get()
    assert (wei.name, wei.given, wei.family) == ("Li Wei", "Wei", "Li")
    assert len(messages(answer)) == 1


@pytest.mark.parametrize(
    ("stored", "typed", "after"),
    [
        ("Clara Finch", {"family": "Moss"}, ("Clara Moss", "Clara", "", "Moss")),
        ("Clara Finch", {"name": "Clara Moss"}, ("Clara Moss", "Clara", "", "Moss")),
        ("Clara Finch", {"family": "Berg", "particle": "van den"},
         ("Clara van den Berg", "Clara", "van den", "Berg")),
        ("Jan Smit (Oxford)", {"family": "Smits"}, ("Jan Smits (Oxford)", "Jan", "", "Smits")),
        ("Jan Smit (Oxford)", {"grade": "3d"}, ("Jan Smit (Oxford)", "Jan", "", "Smit")),
        ("Jan Smit (Oxford)", {"name": "Jan Smit (Leiden)"},
         ("Jan Smit (Leiden)", "Jan", "", "Smit")),
        ("Li Wei", {"given": "Wei", "family": "Li"}, ("Li Wei", "Wei", "", "Li")),
    ],
)  # fmt: skip
def test_the_name_is_changed_in_whole_or_by_its_parts(
    director_client: Client, stored: str, typed: dict[str, str], after: tuple[str, ...]
) -> None:
    one = player(stored.partition(" (")[0])
    Player.objects.filter(pk=one.pk).update(name=stored, name_key=stored.casefold())
    shown = {"name": stored, "given": one.given, "particle": "", "family": one.family}
    answer = director_client.post(f"/players/{one.pk}/edit/", {**VALUES, **shown, **typed})
    one.refresh_from_db()
    assert answer.status_code == 302
    assert (one.name, one.given, one.particle, one.family) == after


def test_tournaments_that_show_the_old_name_are_offered(director_client: Client) -> None:
    clara, cup = player("Clara Finch"), cups.tournament(entries=1)
    enter(clara, cup)
    page = f"/players/{clara.pk}/"
    assert "rename/" not in director_client.get(page).text
    clara.set_name(read_name("Clara van der Moss"))
    change_player(player=clara, fields=["name"], by=Actor())
    assert "Spring cup: Finch, Clara" in director_client.get(page).text
    director_client.post(f"{page}rename/", {"event": [f"tournaments-{cup.pk}", "x-1"]})
    assert cup.entries.get().name == "van der Moss, Clara"
    assert "rename/" not in director_client.get(page).text


def test_parts_of_another_name_are_refused(director_client: Client) -> None:
    values = {**VALUES, "name": "Ann Smith", "given": "Ann", "family": "Jones"}
    page = director_client.post(NEW, values)
    assert page.context["form"].errors == {
        "family": ["Together the three parts must have exactly the words of the name."]
    }
    assert Player.objects.count() == 0


def test_a_changed_name_is_recognised_again(director_client: Client) -> None:
    clara = player("Clara Finch")
    path = f"/players/{clara.pk}/edit/"
    old = {"given": "Clara", "particle": "", "family": "Finch"}
    director_client.post(path, {**VALUES, **old, "name": "Moss, Clara van"})
    clara.refresh_from_db()
    assert (clara.name, clara.given, clara.particle, clara.family) == (
        "Clara van Moss", "Clara", "van", "Moss",
    )  # fmt: skip


def test_what_is_not_shown_is_not_changed(director_client: Client) -> None:
    clara = player("Clara Finch", club="Hollybrook", grade="3d", rating=1800)
    ClubSettings.objects.create(facts=["note"])
    director_client.post(f"/players/{clara.pk}/edit/", {"name": "Clara Finch", "note": "tall"})
    clara.refresh_from_db()
    assert (str(clara.club), clara.grade, clara.rating, clara.note) == (
        "Hollybrook", "3d", 1800, "tall",
    )  # fmt: skip


def folds(page: Any) -> dict[str, bool]:
    """What is folded away of the form, and whether it is open."""
    form = page.context["form"]
    return {str(fold.title): fold.is_open for fold in (*form.public_folds, *form.private_folds)}


def test_what_is_seldom_typed_is_folded_away_until_it_has_a_value_or_is_wrong(
    director_client: Client,
) -> None:
    federations, strength, rare = (
        "Federations, title and country",
        "Playing strength",
        "Born, gender and note",
    )
    new = director_client.get(NEW)
    assert folds(new) == {federations: False, strength: False, rare: False}
    # All fields are there, once.
    for field in new.context["form"].fields:
        assert new.text.count(f' name="{field}"') == 1, field

    wrong = director_client.post(NEW, VALUES | {"rating": "x", "note": "a\0b"})
    assert folds(wrong) == {federations: False, strength: True, rare: True}
    clara = player("Clara Finch", country="Ireland")
    edit = director_client.get(f"/players/{clara.pk}/edit/")
    assert folds(edit) == {federations: True, strength: False, rare: False}
