"""Ratings of a tournament from a federation's list, and the K of its players."""

import pytest

from events.models import Entry, LogEntry, Tournament
from events.tournaments.entries.services.entries import entry_of
from players.models import LookupList, LookupPlayer, Player
from tests.events.tournaments import cups

pytestmark = pytest.mark.django_db

UPDATE = "/tournaments/spring-cup/ratings/update/"
FIELDS = ("rating", "rapid", "blitz", "k", "rapid_k", "blitz_k")


@pytest.fixture
def listing() -> LookupList:
    """A list with the players 1 and 2, of whom the second has the standard rating alone."""
    made = LookupList.objects.create(name="FIDE", kind="fide_number", is_current=True)
    for number, ratings in (
        ("101", (2100, 2050, 1990, 20, 40, 40)),
        ("102", (1800, None, None, 20, None, None)),
    ):
        values = dict(zip(FIELDS, ratings, strict=True))
        LookupPlayer.objects.create(list=made, number=number, name=f"Listed {number}", **values)
    return made


def cup():
    made = cups.played()
    for number in (1, 2, 3):
        entries = Entry.objects.filter(tournament=made, number=number)
        entries.update(identity=f"10{number}", rating=2000)
    return made


@pytest.mark.parametrize(
    ("kind", "first", "second"),
    [
        ("rating", (2100, 20), (1800, 20)),
        ("rapid", (2050, 40), (2000, None)),
        ("blitz", (1990, 40), (2000, None)),
    ],
)
def test_the_differences_are_shown_and_those_ticked_are_taken(
    director_client, listing, kind, first, second
):
    made = cup()
    made.rating_kind = kind
    made.save()
    rows = director_client.get(UPDATE).context["rows"]
    assert [row["difference"].entry.number for row in rows] == [1, 2]
    sign = "+" if first[0] > 2000 else "−"
    assert rows[0]["rating"] == f"2000 → {first[0]} ({sign}{abs(first[0] - 2000)})"
    ticked = [row["difference"].entry.pk for row in rows if row["difference"].is_one]
    answer = director_client.post(UPDATE, {"list": listing.pk, "entry": ticked}, follow=True)
    stored = [cups.entry(made, number) for number in (1, 2, 3)]
    assert [(each.rating, each.k) for each in stored] == [first, second, (2000, None)]
    assert LogEntry.objects.filter(action="entries", after__has_key="k").count() == len(ticked)
    assert "All ratings are those of the list." in answer.text


@pytest.mark.parametrize(("kind", "rating"), [("rating", 2100), ("rapid", 2050), ("blitz", 2100)])
def test_who_is_entered_gets_the_rating_of_the_kind(kind, rating):
    made = cups.tournament()
    made.rating_kind = kind
    assert entry_of(Player(name="Ada Lark", rating=2100, rapid=2050), made).rating == rating


@pytest.mark.parametrize(
    ("settings", "rating"),
    [
        ({}, 2100),
        ({"time_control": "15 min + 10 s"}, 2050),
        ({"time_control": "3 min + 2 s"}, 2000),
        # The director says otherwise: of the games, or of the ratings alone.
        ({"time_control": "15 min + 10 s", "pace": "standard"}, 2100),
        ({"pace": "blitz"}, 2000),
        ({"time_control": "15 min + 10 s", "rating_kind": "rating"}, 2100),
        ({"discipline": "other", "time_control": "15 min + 10 s"}, 2100),
    ],
)
def test_the_rating_that_counts_is_that_of_the_games(settings, rating):
    made = Tournament(**settings)
    assert entry_of(Player(name="Ada Lark", rating=2100, rapid=2050, blitz=2000), made).rating == (
        rating
    )


def test_each_player_has_a_k(director_client):
    made = cup()
    ratings = "/tournaments/spring-cup/ratings/"
    before = director_client.get(ratings).context["rows"]
    assert [row.k for row in before[:3]] == ["20", "20", "20"]
    answer = director_client.post(
        f"{ratings}k/", {"k-1": "40", "k-2": "", "k-3": "41"}, follow=True
    )
    assert "look at 3. Nothing was saved." in answer.text
    director_client.post(f"{ratings}k/", {"k-1": "40", "k-2": "", "k-3": "10"})
    rows = director_client.get(ratings).context["rows"]
    assert [row.k for row in rows[:3]] == ["40", "20", "10"]
    assert director_client.get(ratings, {"k": "30"}).context["rows"][0].k == "30"
    assert [cups.entry(made, number).k for number in (1, 2, 3)] == [40, None, 10]
