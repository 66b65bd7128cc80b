import datetime
from typing import Any

import pytest

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import LogEntry, Tournament
from events.tournaments.core import services as service
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.rounds.services.pairings import set_pairings
from tests.events import factories
from tests.events.tournaments import cups

pytestmark = pytest.mark.django_db
BY = Actor()


def log(tournament: Tournament) -> list[tuple[str, Any, Any]]:
    entries = LogEntry.objects.filter(tournament=tournament)
    return list(entries.values_list("action", "before", "after"))


def changed(tournament: Tournament, **values: Any) -> Tournament:
    for field, value in values.items():
        setattr(tournament, field, value)
    service.change_details(tournament=tournament, fields=list(values), by=BY)
    return Tournament.objects.get(pk=tournament.pk)


def test_a_tournament_has_its_rounds_from_the_beginning() -> None:
    director = factories.DirectorFactory()
    made = service.create_tournament(
        name="Spring cup",
        rounds=2,
        start=datetime.date(2026, 3, 6),
        tie_breaks=["BH/C1", "SB"],
        city="Hollybrook",
        by=Actor(user=director),
    )
    made.refresh_from_db()
    assert list(made.rounds.values_list("number", "date")) == [(1, None), (2, None)]
    assert (made.tie_breaks, made.city, made.created_by) == (
        ["BH/C1", "SB"],
        "Hollybrook",
        director,
    )
    assert log(made) == [("created", {}, {"name": "Spring cup"})]


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Spring cup", "spring-cup-2"),
        ("Spring", "spring"),
        ("Frühling & Co.", "fruhling-co"),
        ("春", "tournament"),
        ("New", "new-2"),
        ("Import", "import-2"),
    ],
)
def test_an_address_is_made_from_the_name(name: str, slug: str) -> None:
    cups.tournament(name="Spring cup")
    assert cups.tournament(name=name).slug == slug


def test_a_tournament_of_a_long_name_has_a_short_address() -> None:
    made = [cups.tournament(name="Cup " * 40).slug for _ in range(2)]
    assert [len(slug) <= 80 for slug in made] == [True, True]
    assert made[1] == f"{made[0]}-2"


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"name": ""}, "name: This field cannot be blank."),
        ({"finish": datetime.date(2026, 3, 5)}, "The tournament starts after its last day."),
        ({"rounds": 1000}, "A tournament has at most 999 rounds."),
    ],
)
def test_facts_against_the_rules_are_refused(facts: dict[str, Any], message: str) -> None:
    with pytest.raises(Refused) as refused:
        cups.tournament(**facts)
    assert str(refused.value) == message
    assert Tournament.objects.count() == 0


def test_an_unknown_tie_break_is_refused_and_known_ones_are_spelled_the_same() -> None:
    with pytest.raises(Refused, match="“XYZ” is not a known tie-break"):
        cups.tournament(tie_breaks=["BH", "XYZ"])
    made = cups.tournament(tie_breaks=["bh-c1", "SB", "BH/C1"])
    assert made.tie_breaks == ["BH/C1", "SB"]


def test_changed_details_are_stored_and_logged_with_what_they_were() -> None:
    made = changed(cups.tournament(), city="Hollybrook", rounds_planned=4)
    assert (made.city, made.rounds_planned) == ("Hollybrook", 4)
    assert log(made)[0] == (
        "changed",
        {"city": "", "rounds_planned": "3"},
        {"city": "Hollybrook", "rounds_planned": "4"},
    )


def test_nothing_changed_is_not_logged() -> None:
    made = cups.tournament()
    changed(made)
    assert [action for action, _, _ in log(made)] == ["created"]


def test_the_rounds_follow_the_plan() -> None:
    made = cups.tournament()
    service.date_round(round=made.rounds.get(number=2), date=datetime.date(2026, 3, 7), by=BY)
    for planned in (5, 2):
        made = changed(made, rounds_planned=planned)
        assert list(made.rounds.values_list("number", flat=True)) == list(range(1, planned + 1))
    assert made.rounds.get(number=2).date == datetime.date(2026, 3, 7)


def test_a_round_with_results_does_not_go() -> None:
    made = cups.tournament(entries=2)
    set_pairings(round=made.rounds.get(number=2), pairings=Pairings(((1, 2),)), by=BY)
    with pytest.raises(Refused) as refused:
        changed(made, rounds_planned=1)
    assert str(refused.value) == ("Round 2 has results, so the tournament needs at least 2 rounds.")
    made.refresh_from_db()
    assert (made.rounds_planned, made.rounds.count()) == (3, 3)


def test_the_day_of_a_round_is_logged_once() -> None:
    made = cups.tournament()
    second = made.rounds.get(number=2)
    for _ in range(2):
        service.date_round(round=second, date=datetime.date(2026, 3, 7), by=BY)
    assert log(made)[:-1] == [
        ("changed", {"round": 2, "date": ""}, {"round": 2, "date": "2026-03-07"})
    ]


def test_finishing_and_publishing_go_both_ways_and_are_logged() -> None:
    made = cups.tournament()
    states = []
    for act in (
        service.finish_tournament,
        service.publish_tournament,
        service.reopen_tournament,
        service.withdraw_tournament,
    ):
        act(tournament=made, by=BY)
        made.refresh_from_db()
        states.append((made.is_finished, made.is_published))
    assert states == [(True, False), (True, True), (False, True), (False, False)]
    assert [action for action, _, _ in log(made)] == [
        "withdrawn",
        "reopened",
        "published",
        "finished",
        "created",
    ]
