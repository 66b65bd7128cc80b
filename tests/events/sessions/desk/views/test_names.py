import datetime

import pytest
from django.test import Client

from clubscore.web.visitors import Actor
from events.models import Contestant, ContestantPlayer, LogEntry, Session
from events.sessions.setup.services import sessions
from players.domain.names import TWO_PEOPLE, read_name
from players.models import Player
from tests.events import factories
from tests.events.sessions import match_evenings
from tests.queries import queries

HUGE = "99999999999999999999"


def test_handicaps_of_the_register_are_pointed_out(director_client: Client) -> None:
    session = factories.session()
    for family, handicap in (("Finch", 3), ("Pym", None)):
        Player.objects.create(given="Ann", family=family, handicap=handicap)
    address = f"/sessions/{session.pk}/names/"
    sent = {"A1-1": "Ann Finch", "A1-2": "Ann Pym"}
    answer = director_client.post(address, sent, follow=True)
    said = "1 player has a handicap in the register: Settings → Handicaps fills it in."
    assert said in answer.text
    filled = director_client.get(f"/sessions/{session.pk}/handicaps/?last")
    values = [filled.context["form"][name].value() for name in ("A1-1", "A1-2")]
    assert values == ["3", ""]


def address(session: Session) -> str:
    return f"/sessions/{session.pk}/names/"


def seats(session: Session) -> list[tuple[str, int, str]]:
    rows = ContestantPlayer.objects.filter(session=session).order_by("contestant__number", "place")
    return [(row.contestant.code, row.place, str(row.player)) for row in rows]


def named(**names: tuple[str, str]) -> Session:
    session = factories.session()
    read = {
        code: [read_name(name) if name else None for name in pair] for code, pair in names.items()
    }
    sessions.enter_names(session=session, names=read, by=Actor())
    return session


def test_the_page_shows_the_names_so_far(director_client: Client) -> None:
    session = named(A1=("Clara Finch", "Hugo Tarrant"), A3=("", "Vera Pym"))
    form = director_client.get(address(session)).context["names_form"]
    shown = {name: form[name].value() for name in form.fields if form[name].value()}
    # A name that came alone moves to the first place.
    assert shown == {"A1-1": "Clara Finch", "A1-2": "Hugo Tarrant", "A3-1": "Vera Pym"}


def test_a_player_who_is_shown_by_initials_keeps_the_name(director_client: Client) -> None:
    session = named(A1=("Clara Finch", "Hugo Tarrant"))
    Player.objects.filter(given="Clara").update(initials_only=True)
    form = director_client.get(address(session)).context["names_form"]
    assert form["A1-1"].value() == "Clara Finch"
    director_client.post(address(session), {"A1-1": form["A1-1"].value(), "A1-2": "Hugo Tarrant"})
    assert seats(session) == [("A1", 1, "Clara Finch"), ("A1", 2, "Hugo Tarrant")]


def test_names_are_saved_and_logged(director_client: Client) -> None:
    session = named(A1=("Clara Finch", ""))
    answer = director_client.post(
        address(session),
        {"A1-1": "Clara Finch", "A2-1": "Hugo Tarrant", "A2-1-new": "on"},
        headers={"user-agent": "Phone"},
    )
    assert (answer.status_code, answer.url) == (302, session.get_absolute_url())
    assert seats(session) == [("A1", 1, "Clara Finch"), ("A2", 1, "Hugo Tarrant")]
    entry = LogEntry.objects.first()
    assert (entry.action, entry.device, entry.after["A2"]) == (
        "named",
        "Phone",
        ["Hugo Tarrant", ""],
    )


def test_an_emptied_field_takes_the_player_out(director_client: Client) -> None:
    session = named(A1=("Clara Finch", "Hugo Tarrant"))
    director_client.post(address(session), {"A1-1": "Hugo Tarrant", "A1-2": " "})
    assert seats(session) == [("A1", 1, "Hugo Tarrant")]
    assert Player.objects.count() == 2


def test_players_change_seats(director_client: Client) -> None:
    session = named(A1=("Clara Finch", "Hugo Tarrant"))
    director_client.post(address(session), {"A2-1": "Clara Finch", "A1-1": "Hugo Tarrant"})
    assert seats(session) == [("A1", 1, "Hugo Tarrant"), ("A2", 1, "Clara Finch")]


@pytest.mark.parametrize(
    ("typed", "errors"),
    [
        (
            {"A1-1": "Clara Finch", "A2-2": "clara finch"},
            {"A2-2": [f"clara finch is already entered, as contestant 1. {TWO_PEOPLE}"]},
        ),
        (
            {"A1-1": "Klara Finch"},
            {
                "A1-1": [
                    "“Klara Finch” is not in the register. Is it Clara Finch?"
                    " If not, tick the box to add this player, or enter a guest."
                ]
            },
        ),
        ({"A1-1": HUGE}, {"A1-1": [f"No player has the number {HUGE}."]}),
        ({"A1-1": "\0"}, {"A1-1": ["Null characters are not allowed."]}),
    ],
    ids=["twice", "unknown", "number", "NUL"],
)
def test_what_is_refused_changes_nothing(
    director_client: Client, typed: dict[str, str], errors: dict[str, list[str]]
) -> None:
    session = named(A1=("Clara Finch", "Hugo Tarrant"))
    before = LogEntry.objects.count()
    answer = director_client.post(address(session), typed)
    assert (answer.status_code, answer.context["names_form"].errors) == (422, errors)
    assert seats(session) == [("A1", 1, "Clara Finch"), ("A1", 2, "Hugo Tarrant")]
    assert LogEntry.objects.count() == before


def test_names_of_a_kept_file_stand_by_direction(director_client: Client) -> None:
    session = factories.session()
    section = session.sections.get()
    Contestant.objects.filter(section=section).delete()
    for direction in ("NS", "EW"):
        Contestant.objects.create(section=section, direction=direction, number=1)
    director_client.post(
        address(session), {"ANS1-1": "Clara Finch", "ANS1-1-new": "on", "AEW1-2": ""}
    )
    assert seats(session) == [("ANS1", 1, "Clara Finch")]


def test_an_individual_has_one_name_a_number(director_client: Client) -> None:
    session = factories.session(factories.INDIVIDUAL_4)
    form = director_client.get(address(session)).context["names_form"]
    assert [len(row.fields) for row in form.rows] == [1, 1, 1, 1, 1]


def test_queries_do_not_grow_with_names(director_client: Client) -> None:
    one, many = factories.played(factories.ONE_TABLE), factories.played()
    assert queries(lambda: director_client.get(address(one))) == queries(
        lambda: director_client.get(address(many))
    )


def test_queries_to_save_do_not_grow_with_names(director_client: Client) -> None:
    session = factories.session()
    for given in ("Clara", "Hugo", "Vera"):
        Player.objects.create(given=given, family="Finch")
    typed = {"A1-1": "Clara Finch", "A2-1": "Hugo Finch", "A3-1": "Vera Finch"}
    one = {"A1-1": "Clara Finch"}
    director_client.post(address(session), one)
    assert queries(lambda: director_client.post(address(session), one)) == queries(
        lambda: director_client.post(address(session), typed)
    )


@pytest.mark.parametrize(
    "typed", [{"A1-1": "Bo Pym*"}, {"A1-1": "Bo Pym *"}, {"A1-1": "Bo Pym", "A1-1-guest": "on"}]
)
def test_an_unknown_name_is_that_of_a_guest(director_client: Client, typed: dict[str, str]) -> None:
    session = factories.session()
    assert director_client.post(address(session), typed).status_code == 302
    assert seats(session) == [("A1", 1, "Bo Pym")]
    assert list(Player.everybody.values_list("name", "is_guest")) == [("Bo Pym", True)]


def test_a_plus_adds_to_the_register(director_client: Client) -> None:
    session = factories.session()
    assert director_client.post(address(session), {"A1-1": "Bo Pym+"}).status_code == 302
    assert [str(player) for player in Player.objects.all()] == ["Bo Pym"]


def test_a_guest_stays_one_while_the_box_is_checked(director_client: Client) -> None:
    session = factories.session()
    director_client.post(address(session), {"A1-1": "Bo Pym*"})
    form = director_client.get(address(session)).context["names_form"]
    assert (form["A1-1"].value(), form["A1-1-guest"].value()) == ("Bo Pym", True)
    [guest] = Player.everybody.all()
    director_client.post(address(session), {"A2-2": "Bo Pym", "A2-2-guest": "on"})
    assert seats(session) == [("A2", 2, "Bo Pym")]
    assert list(Player.everybody.all()) == [guest]


def test_a_guest_is_replaced_by_a_player_of_the_register(director_client: Client) -> None:
    session = factories.session()
    Player.objects.create(name="Clara Finch")
    director_client.post(address(session), {"A1-1": "Bo Pym*"})
    # As without the script: the box is checked still.
    director_client.post(address(session), {"A1-1": "Clara Finch", "A1-1-guest": "on"})
    assert list(Player.everybody.values_list("name", "is_guest")) == [("Clara Finch", False)]


def test_a_mark_makes_a_guest_of_a_name_that_the_register_has(director_client: Client) -> None:
    session = factories.session()
    Player.objects.create(name="Bo Pym")
    director_client.post(address(session), {"A1-1": "Bo Pym*"})
    assert Player.everybody.filter(is_guest=True).count() == 1


def test_what_may_be_meant_is_offered(director_client: Client) -> None:
    session = named(A1=("Clara Finch", "Hugo Tarrant"))
    answer = director_client.post(address(session), {"A2-1": "Klara Finch"})
    rows = answer.context["names_form"].rows
    assert rows[1].fields[0].near == ("Clara Finch",)


def test_the_pairs_of_the_evening_before_are_offered(director_client: Client) -> None:
    before = named(A1=("Clara Finch", "Hugo Tarrant"))
    session = factories.session(date=before.date + datetime.timedelta(weeks=1))
    page = director_client.get(address(session)).text
    assert 'data-one="Clara Finch" data-other="Hugo Tarrant"' in page
    assert "Pairs of 5 March" in page


def test_a_pair_that_registers_late_is_stored_without_a_seat(director_client: Client) -> None:
    session = named(A1=("Clara Finch", "Hugo Tarrant"))
    page = director_client.get(address(session)).content.decode()
    late = page.partition("Somebody who comes late")[2]
    assert '<span class="name-number">5</span>' in late
    director_client.post(address(session), {"A5-1": "Vera Pym+", "A5-2": "Otto Reed+"})
    assert seats(session)[-2:] == [("A5", 1, "Vera Pym"), ("A5", 2, "Otto Reed")]
    assert not factories.contestant(session, 5).sides.exists()


def test_a_late_pair_whose_names_are_taken_away_is_gone(director_client: Client) -> None:
    session = named(A5=("Vera Pym", "Otto Reed"))
    director_client.post(address(session), {"A5-1": "", "A5-2": ""})
    assert Contestant.objects.filter(section__session=session).count() == 4


def test_a_finished_session_takes_nobody_late(director_client: Client) -> None:
    session = named()
    sessions.finish(session=session, by=Actor())
    assert "Somebody who comes late" not in director_client.get(address(session)).content.decode()


@pytest.mark.django_db
def test_teams_have_a_heading_above_their_two_pairs(director_client: Client) -> None:
    session = match_evenings.made("teams", 2)
    session.teams.filter(number=2).update(name="Jackdaws")
    answer = director_client.get(address(session))
    seats = [(row.seat.heading, row.seat.label) for row in answer.context["names_form"].rows]
    assert seats == [("Team 1", "1 NS"), ("", "1 EW"), ("Team 2 · Jackdaws", "2 NS"), ("", "2 EW")]
    assert '<li class="section-heading">Team 2 · Jackdaws</li>' in answer.text
