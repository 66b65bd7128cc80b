import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.models import Club, ClubSettings
from players.selectors.clubs import (
    club_named,
    club_settings,
    clubs,
    clubs_by_name,
    clubs_differing_in_case,
)
from tests.players.people import player

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


def test_without_a_row_there_are_the_usual_settings() -> None:
    assert club_settings().name == ""
    ClubSettings.objects.create(name="Hollybrook")
    assert club_settings().name == "Hollybrook"


def test_clubs_come_with_the_number_of_their_players() -> None:
    player("Clara Finch", club="Westmere")
    player("Hugo Tarrant", club="Westmere")
    Club.objects.create(name="Ashdown")
    assert [(club.name, club.player_count) for club in clubs()] == [("Ashdown", 0), ("Westmere", 2)]


def test_a_club_is_found_whatever_its_case_and_its_letters() -> None:
    club = Club.objects.create(name="Älmhult")
    assert club_named("ÄLMHULT") == club
    assert club_named("Almhult") is None


def test_of_clubs_that_differ_in_case_the_one_spelled_so_is_found() -> None:
    first, second = Club.objects.create(name="OXFORD"), Club.objects.create(name="Oxford")
    assert [club_named(name) for name in ("Oxford", "OXFORD", "oxford")] == [second, first, first]


def test_clubs_are_sorted_whatever_their_case() -> None:
    for name in ("oxford", "Westmere", "Oxford", "ashdown"):
        Club.objects.create(name=name)
    assert sorted(club.name for club in clubs()) == ["Oxford", "Westmere", "ashdown", "oxford"]
    names = [club.name.casefold() for club in clubs()]
    assert names == ["ashdown", "oxford", "oxford", "westmere"]


def test_new_clubs_that_differ_in_case_from_another_are_reported_with_it() -> None:
    Club.objects.create(name="Oxford")
    new = ["OXFORD", "Leeds", "leeds", "York"]
    assert list(clubs_differing_in_case(new)) == [("OXFORD", "Oxford"), ("leeds", "Leeds")]


def test_clubs_by_name_are_spelled_exactly_so() -> None:
    club = Club.objects.create(name="Oxford")
    assert clubs_by_name(["Oxford", "OXFORD"]) == {"Oxford": club}


def test_settings_are_read_once_in_a_request_and_anew_in_the_next(director_client: Client) -> None:
    for given in ("Clara", "Hugo", "Ida"):
        player(f"{given} Finch")
    ClubSettings.objects.create(name="Hollybrook")
    for name in ("Hollybrook", "Westmere"):
        ClubSettings.objects.update(name=name)
        with CaptureQueriesContext(connection) as captured:
            page = director_client.get("/players/").content.decode()
        assert f"· {name}</title>" in page
        assert sum("players_clubsettings" in each["sql"] for each in captured) == 1


def test_outside_of_requests_settings_are_read_each_time() -> None:
    ClubSettings.objects.create(name="Hollybrook")
    assert club_settings().name == "Hollybrook"
    ClubSettings.objects.update(name="Westmere")
    assert club_settings().name == "Westmere"
