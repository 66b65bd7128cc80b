import re

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from players.domain.personal import FACTS, Game, usual_facts
from players.models import Club, ClubSettings, Player, RegisterEntry
from tests.answers import messages
from tests.events.tournaments.cups import tournament
from tests.players.people import PRIVATE, player
from tests.queries import queries

SETTINGS = "/players/settings/"

EVERYTHING = {"plays_bridge": "on", "plays_chess": "on", "plays_go": "on", "facts": list(FACTS)}

pytestmark = pytest.mark.django_db


def has(page: str, word: str) -> bool:
    """Whether a page has a word, and not only its letters in a secret of a form."""
    return re.search(rf"\b{word}\b", page) is not None


def stored() -> ClubSettings:
    return ClubSettings.objects.get()


def test_the_page_shows_what_is_used_at_first(director_client: Client) -> None:
    form = director_client.get(SETTINGS).context["form"]
    assert [field.value() for field in form.games] == [True, True, True]
    assert form["facts"].value() == list(FACTS)


def test_settings_are_saved(director_client: Client) -> None:
    values = EVERYTHING | {"name": "Hollybrook", "national_number_label": "NBB"}
    answer = director_client.post(SETTINGS, values | {"sorts_by_particle": "on"})
    assert (answer.status_code, answer.url) == (302, SETTINGS)
    [message] = get_messages(answer.wsgi_request)
    assert str(message) == "The settings of the club are saved."
    settings = stored()
    assert (settings.name, settings.national_number_label, settings.sorts_by_particle) == (
        "Hollybrook", "NBB", True,
    )  # fmt: skip
    assert RegisterEntry.objects.get().action == "settings"


def test_what_is_no_longer_chosen_is_named_with_what_changes(director_client: Client) -> None:
    page = director_client.get(SETTINGS).content.decode()
    assert "A game that is no longer ticked leaves the menus" in page
    chess = {"plays_chess": "on", "facts": ["club", "rating"]}
    for values, message in (
        (
            EVERYTHING | {"facts": ["club", "grade"]},
            "No longer shown, though kept: Club number, National",
        ),
        (
            chess,
            "The settings of the club are saved. No longer shown, though kept: Grade. Shown"
            " from now on: Rating. Without bridge the menus have no sessions, series"
            " and movements. What is stored stays.",
        ),
        (
            {"plays_bridge": "on", "facts": ["club", "rating"]},
            "The settings of the club are saved. Without chess and go the menus have tournaments"
            " only while there are any. What is stored stays.",
        ),
    ):
        *_, said = get_messages(director_client.post(SETTINGS, values).wsgi_request)
        assert str(said).startswith(message) or message in str(said)


def test_facts_that_nobody_chose_follow_the_games(director_client: Client) -> None:
    director_client.post(SETTINGS, {"plays_bridge": "on", "facts": list(FACTS)})
    assert stored().facts is None
    assert stored().facts_in_use == usual_facts([Game.BRIDGE])


def test_facts_that_were_chosen_stay_whatever_is_played(director_client: Client) -> None:
    director_client.post(SETTINGS, EVERYTHING | {"facts": ["grade", "club"]})
    assert stored().facts == ["grade", "club"]
    director_client.post(SETTINGS, {"plays_bridge": "on", "facts": ["grade", "club"]})
    assert stored().facts == ["grade", "club"]


@pytest.mark.parametrize(
    ("values", "field", "message"),
    [
        ({"name": "x"}, "plays_bridge", "Choose at least one game."),
        ({**EVERYTHING, "name": "x" * 121}, "name",
         "Ensure this value has at most 120 characters (it has 121)."),
        ({**EVERYTHING, "facts": ["salary"]}, "facts",
         "Select a valid choice. salary is not one of the available choices."),
    ],
)  # fmt: skip
def test_what_is_wrong_is_reported_and_nothing_is_stored(
    director_client: Client, values: dict, field: str, message: str
) -> None:
    page = director_client.post(SETTINGS, values)
    assert (page.status_code, page.context["form"].errors) == (422, {field: [message]})
    assert ClubSettings.objects.count() == 0


@pytest.mark.parametrize(
    ("settings", "shown", "hidden"),
    [
        ({"plays_chess": False, "plays_go": False}, ["Handicap", "NBB number"],
         ["Grade", "grade", "Rating", "rating", "EGD", "FIDE", "kyu", "3d"]),
        ({"plays_bridge": False, "plays_go": False}, ["Rating", "FIDE number", "2345"],
         ["Grade", "grade", "EGD", "Handicap", "kyu", "3d"]),
        ({"plays_bridge": False, "plays_chess": False}, ["Grade", "EGD pin", "3d"],
         ["Rating", "rating", "FIDE", "Handicap", "2345"]),
    ],
    ids=["bridge", "chess", "go"],
)  # fmt: skip
def test_pages_show_the_facts_of_what_the_club_plays_and_no_others(
    director_client: Client, settings: dict, shown: list[str], hidden: list[str]
) -> None:
    ClubSettings.objects.create(national_number_label="NBB", **settings)
    clara = player("Clara Finch", grade="3d", rating=2345, club="Hollybrook", **PRIVATE)
    player("Clara Fynch")
    paths = ["", "new/", f"{clara.pk}/", f"{clara.pk}/edit/", f"{clara.pk}/merge/",
             f"{clara.pk}/merge/?other={clara.pk + 1}"]  # fmt: skip
    pages = [
        director_client.get(f"/players/{path}").content.decode().split("<main", 1)[1]
        for path in paths
    ]  # fmt: skip
    assert [word for word in shown if not has(" ".join(pages), word)] == []
    assert [(path, word) for path, page in zip(paths, pages, strict=True) for word in hidden
            if has(page, word)] == []  # fmt: skip


@pytest.mark.parametrize(
    ("discipline", "shown", "hidden"),
    [("chess", "2345", "3d"), ("go", "3d", "2345"), ("other", "2345", "3d")],
)
def test_a_tournament_shows_ratings_or_grades_whatever_is_stored(
    director_client: Client, discipline: str, shown: str, hidden: str
) -> None:
    made = tournament(2, discipline=discipline)
    made.entries.update(grade="3d", rating=2345, registered=True)
    pages = {
        path: director_client.get(f"{made.get_absolute_url()}{path}").content.decode()
        for path in ("players/", "registration/", "rounds/1/", "standings/", "pairings/1/")
    }
    found = {path: (has(page, shown), has(page, hidden)) for path, page in pages.items()}
    assert {path: each for path, each in found.items() if each[1]} == {}
    assert found["players/"] == found["registration/"] == (True, False)


def test_closing_a_chess_tournament_asks_for_no_grades(director_client: Client) -> None:
    made = tournament(2, discipline="chess")
    made.entries.update(grade="0k", registered=True)
    page = director_client.get(f"{made.get_absolute_url()}registration/close/").content.decode()
    assert "grade" not in page.split("<main", 1)[1]


@pytest.mark.parametrize(
    ("settings", "discipline", "missing"),
    [
        ({"plays_chess": False, "plays_go": False}, "other",
         {"title", "grade", "sex", "federation"}),
        ({"plays_bridge": False, "plays_go": False}, "chess", {"grade"}),
        ({"plays_bridge": False, "plays_chess": False}, "go",
         {"title", "rating", "sex"}),
        # A tournament has the facts of its own game, whatever else the club plays.
        ({"plays_chess": False, "plays_go": False}, "chess", {"grade"}),
    ],
)  # fmt: skip
def test_an_entry_has_the_facts_of_its_game_and_those_in_use(
    director_client: Client, settings: dict, discipline: str, missing: set[str]
) -> None:
    ClubSettings.objects.create(**settings)
    made = tournament(1, discipline=discipline)
    page = director_client.get(f"{made.get_absolute_url()}entries/{made.entries.get().pk}/")
    facts = {"title", "rating", "grade", "sex", "federation", "born", "club"}
    assert facts - set(page.context["form"].fields) == missing
    assert page.status_code == 200


def path(name: str) -> str:
    return f"/players/clubs/{Club.objects.get(name=name).pk}/"


def test_the_clubs_stand_with_their_players(director_client: Client) -> None:
    player("Clara Finch", club="Westmere")
    page = director_client.get("/players/clubs/")
    assert [(str(club), club.player_count) for club in page.context["clubs"]] == [("Westmere", 1)]
    assert f'href="/players/?club={Club.objects.get().pk}"' in page.content.decode()


def test_no_club_is_reported(director_client: Client) -> None:
    assert "There is no club yet." in director_client.get("/players/clubs/").content.decode()


@pytest.mark.parametrize("count", [1, 3])
def test_the_clubs_take_constant_queries(director_client: Client, count: int) -> None:
    for given in ("Ada", "Bo", "Cy")[:count]:
        player(f"{given} Finch", club=f"Club of {given}")
    assert queries(lambda: director_client.get("/players/clubs/")) == 4


def test_a_club_is_renamed(director_client: Client) -> None:
    player("Clara Finch", club="Oxfrod")
    answer = director_client.post(path("Oxfrod"), {"name": " Oxford "})
    assert messages(answer) == ["“Oxfrod” is now called “Oxford”."]
    assert str(Player.objects.get().club) == "Oxford"


@pytest.mark.parametrize("name", ["", "a\tb", "x" * 121])
def test_what_is_no_club_is_refused(director_client: Client, name: str) -> None:
    player("Clara Finch", club="Oxford")
    page = director_client.post(path("Oxford"), {"name": name})
    assert (page.status_code, list(page.context["form"].errors)) == (422, ["name"])
    assert str(Club.objects.get()) == "Oxford"


def test_the_name_of_another_club_asks_and_merges(director_client: Client) -> None:
    player("Clara Finch", club="Oxfrod")
    player("Hugo Tarrant", club="Oxford")
    page = director_client.post(path("Oxfrod"), {"name": "oxford"})
    assert page.status_code == 200
    assert "There is already a club “Oxford”." in page.content.decode()
    assert Club.objects.count() == 2
    oxford = Club.objects.get(name="Oxford")
    answer = director_client.post(path("Oxfrod"), {"name": "oxford", "merge": oxford.pk})
    assert messages(answer) == ["“Oxfrod” is now “Oxford” everywhere."]
    assert {each.club for each in Player.objects.all()} == {oxford}


def test_a_club_of_nobody_is_deleted(director_client: Client) -> None:
    Club.objects.create(name="Oxford")
    answer = director_client.post(path("Oxford"), {"name": "Oxford", "delete": "yes"})
    assert messages(answer) == ["“Oxford” is deleted."]
    assert Club.objects.count() == 0


def test_a_club_with_players_stays(director_client: Client) -> None:
    player("Clara Finch", club="Oxford")
    answer = director_client.post(path("Oxford"), {"delete": "yes"})
    assert messages(answer) == [
        "“Oxford” cannot be deleted, because players or events belong to it."
    ]
