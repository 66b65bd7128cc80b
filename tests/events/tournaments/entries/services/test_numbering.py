from typing import Any

import pytest

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import Entry, Tournament
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.entries.services import entries as service
from events.tournaments.entries.services.numbering import number_entries
from events.tournaments.rounds.services.pairings import numbered_games, set_pairings
from players.domain.names import read_name
from players.models import ClubSettings
from tests.events.tournaments import cups

pytestmark = pytest.mark.django_db


BY = Actor()


def numbered(tournament: Tournament) -> list[tuple[int | None, str]]:
    return list(tournament.entries.values_list("number", "family"))


def paired() -> Tournament:
    made = cups.tournament(entries=3)
    set_pairings(round=made.rounds.get(number=2), pairings=Pairings(((1, 2),)), by=BY)
    return made


VIRTUAL = {
    "match": "0", "game": "1", "first_round": 1, "last_round": 2, "first": 1, "last": 12,
}  # fmt: skip


def test_who_is_registered_is_numbered_by_rating_title_and_name() -> None:
    made = cups.tournament()
    for family, facts in {
        "Ash": {"rating": 1800, "number": 1},
        "Birch": {"rating": 2100},
        "Cedar": {"rating": 2100, "title": "FM"},
        "Dale": {"registered": False, "rating": 2500, "number": 2},
        "Elm": {},
        "Alder": {},
    }.items():
        Entry.objects.create(tournament=made, family=family, **({"registered": True} | facts))
    number_entries(tournament=made, by=BY)
    assert numbered(made) == [
        (1, "Cedar"),
        (2, "Birch"),
        (3, "Ash"),
        (4, "Alder"),
        (5, "Elm"),
        (None, "Dale"),
    ]


def test_go_players_are_numbered_by_grade() -> None:
    made = cups.tournament(discipline=Tournament.Discipline.GO)
    for family, grade, rating in (("Ash", "3k", 2000), ("Birch", "1d", 1900), ("Elm", "1p", None)):
        Entry.objects.create(
            tournament=made, family=family, grade=grade, rating=rating, registered=True
        )
    number_entries(tournament=made, by=BY)
    assert numbered(made) == [(1, "Elm"), (2, "Birch"), (3, "Ash")]


def test_who_must_not_meet_keeps_it_under_the_new_numbers() -> None:
    forbidden = [
        {"numbers": [1, 3], "first": 1, "last": 2},
        {"numbers": [2, 9], "first": None, "last": None},
    ]
    made = cups.tournament(entries=3, forbidden=forbidden)
    Entry.objects.filter(number=3).update(rating=2500)
    number_entries(tournament=made, by=BY)
    made.refresh_from_db()
    assert made.forbidden == [{"numbers": [1, 2], "first": 1, "last": 2}]


def test_until_round_4_is_paired_games_follow_new_numbers() -> None:
    made = cups.played(rounds=4)
    Entry.objects.filter(number=4).update(rating=2500)
    Entry.objects.filter(number=3).update(registered=False)
    number_entries(tournament=made, by=BY)

    assert numbered(made) == [(1, "Moss"), (2, "Finch"), (3, "Tarrant"), (4, "Lamb")]
    games = [sorted(pair) for pair in numbered_games(made.rounds.get(number=1))]
    assert sorted(games) == [[1, 3], [2, 4]]


def test_numbers_stay_once_round_4_is_paired() -> None:
    made = cups.tournament(entries=4, rounds=4)
    set_pairings(round=made.rounds.get(number=4), pairings=Pairings(((1, 2),)), by=BY)
    with pytest.raises(Refused, match="round 4 is paired"):
        number_entries(tournament=made, by=BY)


@pytest.mark.parametrize(
    ("column", "value"),
    [("kept_records", [{"text": "XXA 1 12", "after": ""}]), ("virtual_points", [VIRTUAL])],
)
def test_numbers_stay_where_something_names_players_by_them(column: str, value: Any) -> None:
    made = paired()
    setattr(made, column, value)
    made.save()
    with pytest.raises(Refused, match="names players by number"):
        number_entries(tournament=made, by=BY)


@pytest.mark.parametrize(
    ("by_particle", "families"),
    [(False, ["van der Berg", "Finch", "Vos"]), (True, ["Finch", "van der Berg", "Vos"])],
)
def test_equals_are_numbered_by_name_as_the_club_sorts(
    by_particle: bool, families: list[str]
) -> None:
    ClubSettings.objects.create(sorts_by_particle=by_particle)
    made = cups.tournament()
    names = [read_name(name) for name in ("Ann Vos", "Jan van der Berg", "Clara Finch")]
    service.add_names(tournament=made, names=names, by=BY)
    number_entries(tournament=made, by=BY)
    assert [family for _, family in numbered(made)] == families
