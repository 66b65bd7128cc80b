from functools import partial
from typing import Any

import pytest
from django.test import Client

from clubscore.web.visitors import Actor
from events.models import Entry, Tournament
from players.models import LookupPlayer, Player
from players.services.lookup import load_in_steps
from tests.events.reading import cells
from tests.events.tournaments import cups
from tests.events.tournaments.cups import entry
from tests.players.formats.lookup.lists import FIDE, plain
from tests.queries import queries

LIST = "/tournaments/spring-cup/players/"

pytestmark = pytest.mark.django_db


@pytest.fixture
def register() -> None:
    for given, family in (("Clara", "Finch"), ("Clara", "Finchley"), ("Ulf", "Ekman")):
        Player.objects.create(given=given, family=family)


def add(client: Client, name: str, **more: str) -> tuple[int, str]:
    """The status, and what the page says at the name."""
    answer = client.post(f"{LIST}add/", {"name": name} | more)
    errors = answer.context["form"].errors if answer.context else {}
    return answer.status_code, " ".join(errors.get("name", []))


def entered(tournament: Tournament) -> list[tuple[int | None, str]]:
    return [(each.number, each.name) for each in tournament.entries.all()]


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("ekm", "Ekman, Ulf"),
        ("ulf ekman", "Ekman, Ulf"),
        ("Finch, Clara", "Finch, Clara"),
        ("ekman, u", "Ekman, Ulf"),
        ("clara finch", "Finch, Clara"),
        ("finchley", "Finchley, Clara"),
    ],
)
def test_a_part_of_a_name_is_enough(
    director_client: Client, register: None, typed: str, name: str
) -> None:
    made = cups.tournament()
    assert add(director_client, typed) == (302, "")
    assert entered(made) == [(1, name)]


def test_a_rating_may_be_typed_with_the_name(director_client: Client, register: None) -> None:
    made = cups.tournament()
    add(director_client, "ekm", rating="1850")
    refused = director_client.post(f"{LIST}add/", {"name": "finchley", "rating": "9000"})
    assert list(made.entries.values_list("family", "rating")) == [("Ekman", 1850)]
    assert refused.context["form"].errors == {
        "rating": ["Ensure this value is less than or equal to 3999."]
    }


def test_where_teams_meet_the_team_is_typed_with_the_name(
    director_client: Client, register: None
) -> None:
    made = cups.tournament(teams_meet=True, board_colours="WB")
    for name, team in (("Ulf", "Anchors"), ("Finchley", "anchors"), ("Finch, Clara", "Bells")):
        add(director_client, name, team_name=team)
    found = [(each.family, each.team.name, each.team_place) for each in made.entries.all()]
    assert found == [("Ekman", "Anchors", 1), ("Finchley", "Anchors", 2), ("Finch", "Bells", 1)]
    page = director_client.get(LIST)
    assert page.context["form"]["team_name"].value() == "Bells"
    # On a phone the team has no column.
    assert [row[1] for row in cells(page)][2] == "Finch, Clara Bells (1)"


def test_in_go_the_register_knows_the_grade(director_client: Client, register: None) -> None:
    made = cups.tournament(discipline=Tournament.Discipline.GO)
    Player.objects.filter(family="Ekman").update(grade="2k")
    add(director_client, "ekm", rating="1850")
    assert list(made.entries.values_list("grade", "rating")) == [("2k", None)]


@pytest.mark.parametrize(
    ("typed", "grade"),
    [("3 dan", "3d"), ("5 Kyu", "5k"), ("", "2k"), ("12k", "12k"), ("9 Dan", "9d")],
)
def test_in_go_a_grade_is_typed_beside_the_name(
    director_client: Client, register: None, typed: str, grade: str
) -> None:
    made = cups.tournament(discipline=Tournament.Discipline.GO)
    Player.objects.filter(family="Ekman").update(grade="2k")
    assert 'name="grade"' in director_client.get(LIST).content.decode()
    add(director_client, "ekm", grade=typed)
    assert list(made.entries.values_list("grade", flat=True)) == [grade]


def test_what_is_no_grade_is_refused(director_client: Client, register: None) -> None:
    made = cups.tournament(entries=1, discipline=Tournament.Discipline.GO)
    refused = director_client.post(f"{LIST}add/", {"name": "ekm", "grade": "10 dan"})
    changed = form_of(director_client, entry(made, 1), grade="10 dan")
    for answer in (refused, changed):
        assert answer.context["form"].errors == {
            "grade": [
                '"10 dan" is not a grade. Grades are 99k–1k, 1d–9d, 1p–9p, and 0k while it is not'
                " known."
            ]
        }
    assert made.entries.count() == 1


def test_in_go_the_country_is_a_field_and_a_column(director_client: Client) -> None:
    made = cups.tournament(entries=1, discipline="go")
    first = entry(made, 1)
    first.federation = "NL"
    first.save()
    page = director_client.get(f"/tournaments/spring-cup/entries/{first.pk}/").text
    start_list = director_client.get(LIST).text

    assert 'value="NL"' in page
    assert ("Country" in page, "Federation" in page) == (True, False)
    assert ("Country" in start_list, "Federation" in start_list) == (True, False)


def test_an_entry_of_8_dan_is_edited(director_client: Client) -> None:
    made = cups.tournament(entries=1, discipline=Tournament.Discipline.GO)
    made.entries.update(grade="8d")
    form_of(director_client, entry(made, 1), grade="8d", club="Vlaardingen")
    assert made.entries.values_list("grade", "club").get() == ("8d", "Vlaardingen")


def test_a_number_of_the_register_is_taken(director_client: Client, register: None) -> None:
    made = cups.tournament()
    number = Player.objects.get(family="Ekman").pk
    add(director_client, f" {number} ")
    assert entered(made) == [(1, "Ekman, Ulf")]


def test_who_is_new_is_added_when_the_box_says_so(director_client: Client, register: None) -> None:
    made = cups.tournament()
    status, said = add(director_client, "Nora Newcomer")
    assert status == 422
    assert said.startswith("“Nora Newcomer” is not in the register.")
    add(director_client, "Nora Newcomer", new="on")
    assert entered(made) == [(1, "Newcomer, Nora")]
    assert Player.objects.filter(family="Newcomer").count() == 1


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "Type a name, part of a name, or a number."),
        (
            "clara",
            "“clara” matches several players: Clara Finch (#), Clara Finchley (#). Type more of the"
            " name, or the number.",
        ),
        ("999999999999999999999", "No player has the number 999999999999999999999."),
        ("Cla\0ra", "Null characters are not allowed."),
    ],
)
def test_who_is_not_found_is_reported_and_nobody_is_entered(
    director_client: Client, register: None, typed: str, said: str
) -> None:
    made = cups.tournament()
    for player in Player.objects.filter(given="Clara"):
        said = said.replace("#", str(player.pk), 1)
    assert add(director_client, typed) == (422, said)
    assert entered(made) == []


def test_of_two_of_one_name_nobody_is_entered_by_the_name_alone(director_client: Client) -> None:
    made = cups.tournament()
    plain, _marked = (
        Player.objects.create(name=name, given="Jan", family="Smit")
        for name in ("Jan Smit", "Jan Smit (Oxford)")
    )
    assert add(director_client, "jan smit")[0] == 422
    add(director_client, str(plain.pk))
    assert entered(made) == [(1, "Smit, Jan")]


def test_what_can_be_no_name_is_refused(director_client: Client) -> None:
    made = cups.tournament()
    status, said = add(director_client, "??", new="on")
    assert (status, "??" in said, entered(made)) == (422, True, [])


def test_a_player_is_entered_once(director_client: Client, register: None) -> None:
    cups.tournament()
    add(director_client, "ekman")
    answer = director_client.post(f"{LIST}add/", {"name": "ekman"})
    assert answer.status_code == 422
    assert "Ekman, Ulf is already in the tournament. For somebody else of this name, type a +" in (
        answer.text
    )


def test_a_namesake_of_somebody_in_the_tournament_is_entered_with_a_plus(
    director_client: Client,
) -> None:
    made = cups.tournament()
    for typed in ("Smith, John +", "Smith, John +", "Smith, John +"):
        assert director_client.post(f"{LIST}add/", {"name": typed}).status_code == 302
    assert [str(each) for each in Player.objects.order_by("pk")] == [
        "John Smith",
        "John Smith (2)",
        "John Smith (3)",
    ]
    shown = [each.shown_name for each in made.entries.order_by("number")]
    assert len(set(shown)) == 3
    # Who is in the register, and not in the tournament, is taken from there.
    Player.objects.create(name="Ada Ash", given="Ada", family="Ash")
    director_client.post(f"{LIST}add/", {"name": "Ada Ash +"})
    assert Player.objects.filter(family="Ash").count() == 1


def test_the_list_shows_the_columns_that_say_something(client: Client) -> None:
    made = cups.published()
    Entry.objects.filter(pk=entry(made, 2).pk).update(title="FM", club="Hollybrook")
    Entry.objects.filter(pk=entry(made, 4).pk).update(withdrawn_after=1, group="A~")
    Entry.objects.create(tournament=made, family="Unnumbered")
    assert cells(client.get(LIST)) == [
        ["1", "", "Finch, Clara", "1990", ""],
        ["2", "FM", "Tarrant, Hugo", "1980", "Hollybrook"],
        ["3", "", "Lamb, Edith", "1970", ""],
        ["4", "", "Moss, Quentin withdrew after round 1", "1960", ""],
    ]


def test_a_director_sees_everybody_and_what_is_in_the_way(director_client: Client) -> None:
    made = cups.tournament(entries=1)
    Entry.objects.create(tournament=made, family="Ash", absent_rounds=[1, 3], group="A~")
    assert [row[1] for row in cells(director_client.get(LIST))] == [
        "Finch, Clara",
        "Ash not in round 1, 3 group A~ not registered",
    ]


def test_a_name_of_initials_is_for_directors_only(client: Client, director_client: Client) -> None:
    made = cups.published()
    shy = Player.objects.create(given="Clara", family="Finch", initials_only=True)
    Entry.objects.filter(pk=entry(made, 1).pk).update(player=shy)
    for path in ("players", "standings", "crosstable", "rounds/1", "players/1", "players/3"):
        address = f"/tournaments/spring-cup/{path}/"
        public, full = (c.get(address).content.decode() for c in (client, director_client))
        assert ("Finch" in public, "Finch" in full) == (False, True)
        assert shy.public_name in public


def test_players_are_numbered_by_strength_until_round_4_is_paired(director_client: Client) -> None:
    made = cups.tournament(entries=2, rounds=4)
    Entry.objects.filter(number=2).update(rating=2400)
    answer = director_client.post(f"{LIST}number/", follow=True)
    assert "The players are numbered by strength." in answer.content.decode()
    assert entered(made) == [(1, "Tarrant, Hugo"), (2, "Finch, Clara")]
    cups.play(made, 1, (1, 2, "1"))
    page = director_client.get(LIST).text
    assert ("Number by strength" in page, "until round 4 is paired" in page) == (True, True)
    cups.play(made, 4, (2, 1, "1"))
    answer = director_client.post(f"{LIST}number/", follow=True)
    assert "The starting numbers cannot be reassigned: round 4 is paired" in answer.text
    assert "Number by strength" not in answer.text


def test_queries_of_the_list_do_not_grow(client: Client) -> None:
    counts = []
    for entries in (1, 3):
        made = cups.tournament(entries=entries, name=f"Cup {entries}")
        Tournament.objects.filter(pk=made.pk).update(published_at="2026-03-05T12:00Z")
        counts.append(queries(partial(client.get, f"/tournaments/{made.slug}/players/")))
    assert counts[0] == counts[1]


def form_of(client: Client, first: Entry, **typed: Any) -> Any:
    values = {
        "number": "1",
        "family": "Finch",
        "given": "Clara",
        "rating": "1990",
        "registered": "on",
    }
    address = f"/tournaments/spring-cup/entries/{first.pk}/"
    return client.post(address, values | typed)


def test_an_entry_is_changed(director_client: Client) -> None:
    first = entry(cups.tournament(entries=2), 1)
    typed = {"title": "FM", "rating": "2310", "absent_rounds": "3, 2", "team_name": "The Rooks"}
    answer = form_of(director_client, first, **typed)
    assert (answer.status_code, answer["Location"]) == (302, LIST)
    first.refresh_from_db()
    assert (first.title, first.rating, first.absent_rounds, first.team.name) == (
        "FM",
        2310,
        [2, 3],
        "The Rooks",
    )


def test_byes_are_asked_for_long_before_their_rounds(director_client: Client) -> None:
    first = entry(cups.tournament(entries=2), 1)

    answer = form_of(director_client, first, absent_rounds="3h 1")
    assert answer.status_code == 302
    first.refresh_from_db()
    assert (first.absent_rounds, first.asked_byes) == ([1, 3], {"3": "H"})
    page = director_client.get(answer["Location"]).text
    assert "not in round 1" in page
    assert "round 3: half-point bye" in page
    form = director_client.get(f"/tournaments/spring-cup/entries/{first.pk}/")
    assert 'value="1 3h"' in form.text
    form_of(director_client, first, absent_rounds="3")
    first.refresh_from_db()
    assert (first.absent_rounds, first.asked_byes) == ([3], {})


@pytest.mark.parametrize(
    ("typed", "field", "message"),
    [
        ({"family": ""}, "family", "This field is required."),
        ({"rating": "9000"}, "__all__", "Ratings are 1 to 3999."),
        ({"number": "2"}, "number", "This starting number is taken."),
        ({"absent_rounds": "4"}, "absent_rounds", "There is no round 4; the tournament has 3."),
        (
            {"absent_rounds": "all"},
            "absent_rounds",
            "“all” is not a round. Type round numbers separated by spaces: 2 5, with h or f behind "
            "one for a half-point or a full-point bye: 5h.",
        ),
        ({"group": "XX"}, "group", "A group is 1: to 9:, 0:, or a letter with * ~ + or -."),
        ({"sex": "x"}, "sex", "Select a valid choice. x is not one of the available choices."),
    ],
)
def test_what_is_wrong_with_an_entry_is_reported_and_nothing_is_stored(
    director_client: Client, typed: dict[str, str], field: str, message: str
) -> None:
    first = entry(cups.tournament(entries=2), 1)
    answer = form_of(director_client, first, title="FM", **typed)
    errors = answer.context["form"].errors
    assert (answer.status_code, [message in texts for texts in errors.values()]) == (422, [True])
    assert "Finch, Clara" in answer.content.decode()
    first.refresh_from_db()
    assert (first.title, first.number, first.rating) == ("", 1, 1990)


def test_an_entry_of_another_tournament_is_not_found(director_client: Client) -> None:
    cups.tournament()
    stranger = entry(cups.tournament(entries=1, name="Autumn cup"), 1)
    address = f"/tournaments/spring-cup/entries/{stranger.pk}/"
    assert director_client.get(address).status_code == 404


def test_an_entry_is_taken_out(director_client: Client) -> None:
    made = cups.tournament(entries=2)
    address = f"/tournaments/spring-cup/entries/{entry(made, 1).pk}/remove/"
    answer = director_client.post(address, follow=True)
    assert "Finch, Clara has been removed." in answer.content.decode()
    assert entered(made) == [(2, "Tarrant, Hugo")]


def test_an_entry_with_results_is_not_taken_out(director_client: Client) -> None:
    made = cups.played()
    address = f"/tournaments/spring-cup/entries/{entry(made, 1).pk}/remove/"
    answer = director_client.post(address, follow=True)
    assert "Withdraw the player instead." in answer.content.decode()
    assert made.entries.count() == 4


def test_a_player_withdraws_and_comes_back(director_client: Client) -> None:
    first = entry(cups.played(), 1)
    address = f"/tournaments/spring-cup/entries/{first.pk}/withdraw/"
    offered = director_client.get(address.removesuffix("withdraw/")).context["rounds"]
    assert offered[0] == 2
    refused = director_client.post(address, {"after_round": "1"}, follow=True)
    assert "has a result in a round after round 1" in refused.content.decode()
    left = director_client.post(address, {"after_round": "2"}, follow=True)
    assert "Finch, Clara is withdrawn after round 2." in left.content.decode()
    back = director_client.post(address, follow=True)
    assert "Finch, Clara plays again." in back.content.decode()


@pytest.fixture
def listed() -> dict[str, LookupPlayer]:
    """FIDE's players by name."""
    list(load_in_steps(file=plain(FIDE).getvalue(), name="FIDE", by=Actor()))
    return {player.name: player for player in LookupPlayer.objects.all()}


@pytest.mark.parametrize(
    "typed", [{"name": "Nora Newcomer*"}, {"name": "Nora Newcomer", "guest": "on"}]
)
def test_a_guest_is_entered(director_client: Client, typed: dict[str, str]) -> None:
    made = cups.tournament()
    assert add(director_client, **typed) == (302, "")
    assert [(each.name, each.player.is_guest) for each in made.entries.all()] == [
        ("Newcomer, Nora", True)
    ]
    assert Player.objects.count() == 0
    assert '<span class="mark mark-open">guest</span>' in director_client.get(LIST).text


def test_a_player_of_a_list_is_entered_with_what_it_says(
    director_client: Client, listed: dict[str, LookupPlayer]
) -> None:
    made = cups.tournament()
    chosen = str(listed["Finch, Clara"].pk)
    assert add(director_client, "Clara Finch", listed=chosen) == (302, "")
    facts = ("family", "title", "rating", "federation", "identity", "born", "sex")
    assert made.entries.values_list(*facts).get() == (
        "Finch", "WFM", 2101, "NED", "1000012", "1990", "w",
    )  # fmt: skip
    player = Player.objects.get()
    assert (player.fide_number, player.title, player.rating, player.gender) == (
        "1000012",
        "WFM",
        2101,
        "w",
    )


def test_a_listed_player_whom_the_register_has_is_that_one(
    director_client: Client, listed: dict[str, LookupPlayer]
) -> None:
    made = cups.tournament()
    known = Player.objects.create(name="Clare Finch-Pym", fide_number="1000012")
    add(director_client, "Clara Finch", listed=str(listed["Finch, Clara"].pk))
    assert made.entries.get().player == known


def test_a_name_that_was_changed_since_is_no_longer_that_of_the_list(
    director_client: Client, listed: dict[str, LookupPlayer]
) -> None:
    made = cups.tournament()
    chosen = str(listed["Finch, Clara"].pk)
    assert add(director_client, "Nora Newcomer", listed=chosen)[0] == 422
    for wrong in ("x", "-1", "9" * 30, "999"):
        assert add(director_client, "Clara Finch", listed=wrong)[0] == 422
    assert made.entries.count() == 0


def test_a_name_that_may_be_meant_is_offered(director_client: Client, register: None) -> None:
    cups.tournament()
    answer = director_client.post(f"{LIST}add/", {"name": "Ulf Eckman"})
    assert list(answer.context["form"].near) == ["Ulf Ekman"]
