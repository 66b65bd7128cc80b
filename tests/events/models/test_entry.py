from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError, RestrictedError

from events.models import Entry, Team
from players.models import Player
from tests.events.tournaments import cups
from tests.events.tournaments.cups import entry

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


def test_an_entry_shows_its_number_and_name() -> None:
    first = entry(cups.tournament(entries=1), 1)
    assert (str(first), first.name) == ("1 Finch, Clara", "Finch, Clara")
    assert str(Entry(family="Finch")) == "– Finch"


def test_entries_come_by_number_and_those_without_one_at_the_end() -> None:
    made = cups.tournament(entries=2)
    for family in ("Ash", "Birch"):
        Entry.objects.create(tournament=made, family=family)
    entry(made, 1).delete()
    Entry.objects.create(tournament=made, family="Cedar", number=1)
    assert [each.family for each in made.entries.all()] == ["Cedar", "Tarrant", "Ash", "Birch"]


@pytest.mark.parametrize(
    "change",
    [
        {"number": 2},
        {"number": 0},
        {"number": 10_000},
        {"family": ""},
        {"sex": "x"},
        {"rating": 0},
        {"rating": 4000},
        {"identity": "7654321"},
        {"team_place": 1},
    ],
    ids=str,
)
def test_an_entry_against_the_rules_is_refused_by_the_database(change: dict[str, Any]) -> None:
    made = cups.tournament(entries=2)
    Entry.objects.filter(pk=entry(made, 2).pk).update(identity="7654321")
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.filter(pk=entry(made, 1).pk).update(**change)


def test_several_entries_may_be_without_a_number_and_an_identity() -> None:
    made = cups.tournament()
    for _ in range(2):
        Entry.objects.create(tournament=made, family="Finch")
    assert made.entries.filter(number=None, identity="", player=None).count() == 2


def test_a_player_is_in_a_tournament_once_and_protected_by_it() -> None:
    made, other = cups.tournament(), cups.tournament()
    clara = Player.objects.create(given="Clara", family="Finch")
    for each in (made, other):
        Entry.objects.create(tournament=each, player=clara, family="Finch")
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.create(tournament=made, player=clara, family="Finch-Weck")
    with pytest.raises(ProtectedError):
        clara.delete()


@pytest.mark.parametrize("name", ["the rooks", "THE  ROOKS", "TheRooks"])
def test_a_team_of_one_name_is_refused_by_the_database(name: str) -> None:
    made = cups.tournament()
    Team.objects.create(tournament=made, name="The Rooks")
    Team.objects.create(tournament=cups.tournament(), name=name)
    with pytest.raises(IntegrityError), transaction.atomic():
        Team.objects.create(tournament=made, name=name)
    with pytest.raises(ValidationError, match="in the tournament already"):
        Team(tournament=made, name=name).full_clean()


def test_a_team_has_a_name() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Team.objects.create(tournament=cups.tournament(), name="  ")


def test_a_place_in_a_team_is_taken_once_and_its_team_restricted() -> None:
    made = cups.tournament(entries=2)
    team = Team.objects.create(tournament=made, name="The Rooks")
    Entry.objects.filter(pk=entry(made, 1).pk).update(team=team, team_place=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.filter(pk=entry(made, 2).pk).update(team=team, team_place=1)
    with pytest.raises(RestrictedError):
        team.delete()


def test_a_team_of_another_tournament_is_refused() -> None:
    stranger = Team.objects.create(tournament=cups.tournament(), name="The Rooks")
    first = entry(cups.tournament(entries=1), 1)
    first.team, first.team_place = stranger, 1
    with pytest.raises(ValidationError) as refused:
        first.full_clean()
    assert refused.value.message_dict == {"team": ["This team is of another tournament."]}


@pytest.mark.parametrize(
    ("values", "attended"),
    [
        ({}, [1, 2, 3, 4, 5]),
        ({"absent_rounds": [2, 5]}, [1, 3, 4]),
        ({"withdrawn_after": 2}, [1, 2]),
        ({"withdrawn_after": 0}, []),
        ({"absent_rounds": [1], "withdrawn_after": 3}, [2, 3]),
    ],
)
def test_a_player_attends_every_round_unless_said_otherwise(
    values: dict[str, Any], attended: list[int]
) -> None:
    assert [number for number in range(1, 6) if Entry(**values).attends(number)] == attended


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("absent_rounds", "1 2"),
        ("absent_rounds", [0]),
        ("absent_rounds", [True]),
        ("absent_rounds", [2, 1]),
        ("absent_rounds", [1, 1]),
        ("group", "a*"),
        ("group", "1"),
        ("group", "1:\n"),
        ("group", "AA"),
    ],
)
def test_a_field_of_another_form_is_refused(field: str, value: Any) -> None:
    first = entry(cups.tournament(entries=1), 1)
    setattr(first, field, value)
    with pytest.raises(ValidationError) as refused:
        first.full_clean()
    assert list(refused.value.message_dict) == [field]


@pytest.mark.parametrize("group", ["", "0:", "9:", "A*", "Z~", "B+", "C-"])
def test_a_group_of_the_grammar_is_taken(group: str) -> None:
    first = entry(cups.tournament(entries=1), 1)
    first.group = group
    first.full_clean()
