import datetime
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import Game, LogEntry, RoundResult, Tournament as StoredTournament
from events.tournaments.core.domain.results import Code, Colour, PointSystem, Result
from events.tournaments.core.domain.tournament import (
    Entrant,
    Forbidden,
    PreservedLine,
    Team,
    Tournament,
)
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.files.formats.krause.reader import read
from events.tournaments.files.services.storing import store_tournament
from players.models import Player
from tests.events.tournaments import strategies
from tests.events.tournaments.files.formats.krause.team_files import teams_file
from tests.events.tournaments.files.formats.krause.test_team_facts import EVERY, FORFEITED

pytestmark = pytest.mark.django_db


def result(opponent: int | None, colour: Colour | None, code: str) -> Result:
    return Result(opponent, colour, Code(code))


def entrant(number: int, *results: Result | None) -> Entrant:
    return Entrant(number, f"Family{number}", results=results)


FULL = Tournament(
    name="Spring cup",
    start=datetime.date(2026, 3, 6),
    finish=datetime.date(2026, 3, 7),
    city="Hollybrook",
    federation="IRL",
    kind="Swiss",
    time_control="90 + 30",
    chief_arbiter="Ada Lamb",
    deputies=("Bo Moss", "Cy Dale"),
    rounds=2,
    round_dates=(datetime.date(2026, 3, 6), datetime.date(2026, 3, 7)),
    entrants=(
        Entrant(
            number=1,
            family="Finch",
            given="Clara Anne",
            sex="w",
            title="WIM",
            rating=2200,
            federation="IRL",
            identity="7654321",
            born="1990-02-03",
            rank=1,
            results=(result(3, Colour.BLACK, "1"), result(2, Colour.WHITE, "=")),
        ),
        entrant(2, result(None, None, "U"), result(1, Colour.BLACK, "=")),
        entrant(3, result(1, Colour.WHITE, "0"), None),
    ),
    teams=(Team("The Rooks", (3, 1)), Team("Knights", (2,))),
    system=PointSystem(win=Fraction(3), draw=Fraction(1), half_bye=Fraction(1, 2)),
    tie_breaks=("BH/C1", "SB"),
    forbidden=(Forbidden((1, 3), 2, 2), Forbidden((2, 3))),
    preserved=(PreservedLine("192 FIDE_DUTCH_2026", "142"), PreservedLine("a ruler")),
)


def test_a_stored_tournament_is_read_back_as_it_was() -> None:
    assert tournament_value(store_tournament(value=FULL, by=Actor())) == FULL


def test_every_fact_of_teams_is_read_back_as_it_was() -> None:
    value = read(teams_file(*EVERY, cells=FORFEITED)).tournament
    assert tournament_value(store_tournament(value=value, by=Actor())) == value


@given(strategies.tournaments())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_tournament_is_read_back_as_it_was(value: Tournament) -> None:
    assert tournament_value(store_tournament(value=value, by=Actor())) == value


def test_every_entry_is_registered_and_has_its_player() -> None:
    clara = Player.objects.create(name="Clara Anne Finch")
    made = store_tournament(value=FULL, by=Actor(), players={1: clara})
    assert list(made.entries.values_list("number", "player", "registered")) == [
        (1, clara.pk, True),
        (2, None, True),
        (3, None, True),
    ]


def test_the_registration_is_closed_when_there_are_results() -> None:
    begun = store_tournament(value=FULL, by=Actor())
    to_come = store_tournament(
        value=Tournament(name="Autumn cup", rounds=5, entrants=(entrant(1), entrant(2))), by=Actor()
    )
    assert (begun.registration_is_closed, to_come.registration_is_closed) == (True, False)


def test_reading_a_file_is_in_the_log() -> None:
    made = store_tournament(value=FULL, by=Actor(device="command"))
    assert list(
        LogEntry.objects.filter(tournament=made).values_list("action", "after", "device")
    ) == [
        ("imported", {"players": 3, "rounds": 2}, "command"),
        ("created", {"name": "Spring cup"}, "command"),
    ]


def test_the_leaders_sit_at_the_first_boards() -> None:
    value = Tournament(
        name="Spring cup",
        rounds=2,
        entrants=(
            entrant(1, result(3, Colour.WHITE, "0"), result(2, Colour.BLACK, "1")),
            entrant(2, result(4, None, "0"), result(1, Colour.WHITE, "0")),
            entrant(3, result(1, Colour.BLACK, "1"), result(4, Colour.WHITE, "*")),
            entrant(4, result(2, None, "1"), result(3, Colour.BLACK, "*")),
        ),
    )
    made = store_tournament(value=value, by=Actor())
    sides = RoundResult.objects.filter(round__tournament=made).order_by(
        "round__number", "game__board_number", "side"
    )
    assert list(
        sides.values_list("round__number", "game__board_number", "entry__number", "game__outcome")
    ) == [
        (1, 1, 1, "01"),
        (1, 1, 3, "01"),
        (1, 2, 2, "01"),
        (1, 2, 4, "01"),
        (2, 1, 3, "**"),
        (2, 1, 4, "**"),
        (2, 2, 2, "01"),
        (2, 2, 1, "01"),
    ]
    assert list(
        Game.objects.filter(round__number=1)
        .order_by("board_number")
        .values_list("colours_known", flat=True)
    ) == [True, False]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (result(2, Colour.WHITE, "1"), result(1, Colour.BLACK, "1")),
        (result(2, Colour.WHITE, "1"), None),
        (result(2, Colour.WHITE, "1"), result(3, Colour.BLACK, "0")),
    ],
    ids=["both win", "one side", "another opponent"],
)
def test_a_value_that_contradicts_itself_is_a_mistake_of_ours(
    one: Result, other: Result | None
) -> None:
    value = Tournament(
        name="Spring cup", rounds=1, entrants=(entrant(1, one), entrant(2, other), entrant(3))
    )
    with pytest.raises(ValueError, match=r"against|each other"):
        store_tournament(value=value, by=Actor())


@pytest.mark.parametrize(
    "value",
    [
        Tournament(name="x" * 201),
        Tournament(name="Spring cup", entrants=(Entrant(1, "x" * 81),)),
        Tournament(name="Spring cup", teams=(Team("x" * 101, ()),)),
        Tournament(name="Spring cup", rounds=1000),
    ],
    ids=["name", "family name", "team", "rounds"],
)
def test_what_the_columns_cannot_hold_is_refused_whole(value: Tournament) -> None:
    with pytest.raises(Refused):
        store_tournament(value=value, by=Actor())
    assert StoredTournament.objects.count() == 0
