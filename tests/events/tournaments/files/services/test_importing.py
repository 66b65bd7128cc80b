from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import Entry, LogEntry, Tournament as StoredTournament
from events.tournaments.core.domain.tournament import Tournament
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.files.domain import Format
from events.tournaments.files.formats.krause.reader import read
from events.tournaments.files.formats.krause.writer import write
from events.tournaments.files.services.importing import import_tournament
from players.models import Player, RegisterEntry

DATA = Path("tests/data/krause")

FILES = {
    "club.tab": Format.TRF16,
    "trf26.tab": Format.TRF26,
    "teams26.tab": Format.TRF26,
    "krause2006.tab": Format.KRAUSE,
}

pytestmark = pytest.mark.django_db


def value_of(name: str) -> Tournament:
    return read((DATA / name).read_bytes().decode()).tournament


@pytest.mark.parametrize(("name", "format_"), FILES.items())
def test_a_file_comes_back_to_the_byte_from_the_database(name: str, format_: Format) -> None:
    stored = import_tournament(value=value_of(name), by=Actor())

    value = tournament_value(stored)
    assert value == value_of(name)
    assert write(value, format=format_).text.encode() == (DATA / name).read_bytes()


def test_new_players_are_added_to_the_register_and_logged() -> None:
    stored = import_tournament(value=value_of("club.tab"), by=Actor())

    players = Player.objects.order_by("number")
    assert [str(player) for player in players] == [
        "Edith Lamb", "Quentin Moss", "Łucja Żurek", "Jan Willem van der Berg",
        "Mary-Jane O’Neill", "Xenie Kovář", "Walter Pym", "Ulf Ekman", "Kirsten Dale",
    ]  # fmt: skip
    assert RegisterEntry.objects.count() == 9
    entries = Entry.objects.filter(tournament=stored).order_by("number")
    assert [entry.player for entry in entries] == list(players)
    assert entries[4].name == "O’Neill, Mary-Jane"
    assert [entry.action for entry in LogEntry.objects.filter(tournament=stored)] == [
        "imported", "created",
    ]  # fmt: skip


def test_known_players_are_linked_and_left_as_they_are() -> None:
    edith = Player.objects.create(given="Edith", family="Lamb", country="Wales")
    stored = import_tournament(value=value_of("club.tab"), by=Actor())

    edith.refresh_from_db()
    assert (edith.country, edith.born) == ("Wales", "")
    assert Entry.objects.get(tournament=stored, number=1).player == edith
    assert Player.objects.count() == 9


def test_somebody_else_of_the_same_name_is_entered_without_a_player() -> None:
    Player.objects.create(given="Edith", family="Lamb")
    stored = import_tournament(value=value_of("club.tab"), by=Actor(), strangers=[1, 2])

    assert Entry.objects.get(tournament=stored, number=1).player is None
    assert Entry.objects.exclude(player=None).count() == 8


def test_nobody_is_added_to_the_register_when_that_is_wished() -> None:
    import_tournament(value=value_of("club.tab"), by=Actor(), add_new=False)

    assert (Player.objects.count(), Entry.objects.filter(player=None).count()) == (0, 9)


def test_importing_twice_makes_two_tournaments_and_adds_nobody_twice() -> None:
    one = import_tournament(value=value_of("club.tab"), by=Actor())
    two = import_tournament(value=value_of("club.tab"), by=Actor())

    assert (one.slug, two.slug) == (
        "mill-lane-club-championship", "mill-lane-club-championship-2",
    )  # fmt: skip
    assert Player.objects.count() == 9


def test_a_tournament_not_yet_begun_is_stored_without_rounds() -> None:
    text = "012 Lakeside Open\n042 2026/03/07\n001    1      Lamb,Edith\n001    2      Moss,Ada\n"
    stored = import_tournament(value=read(text).tournament, by=Actor())

    assert (stored.rounds_planned, stored.entries.count()) == (0, 2)
    assert not stored.registration_is_closed
    assert tournament_value(stored) == read(text).tournament


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"name": ""}, "The tournament's name is missing; enter one."),
        ({"start": None}, "The start date is missing; enter it."),
        ({"start": date(2027, 1, 1)}, "The tournament starts after its last day."),
    ],
)
def test_a_tournament_that_cannot_be_stored_leaves_nothing_behind(
    facts: dict[str, object], message: str
) -> None:
    value = replace(value_of("club.tab"), **facts)  # type: ignore[arg-type]

    with pytest.raises(Refused) as refused:
        import_tournament(value=value, by=Actor())
    assert str(refused.value) == message
    assert (StoredTournament.objects.count(), Player.objects.count()) == (0, 0)
