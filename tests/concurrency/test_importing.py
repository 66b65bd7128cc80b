"""Two directors import at the same moment: one file wins, nobody is in the register twice."""

from functools import partial

import pytest

from clubscore.web.visitors import Actor
from events.models import Entry
from events.tournaments.core.selectors.entries import registration_of
from events.tournaments.entries.services.registration import enter_file, register_newcomer
from players.domain.names import read_name
from players.domain.register_rows import Faulty, Reading, refusal_sentence
from players.formats import register
from players.models import Club, Player, RegisterEntry
from players.services.importing import import_players
from players.services.players import add_missing_players
from tests.concurrency.threads import at_once
from tests.events.tournaments.cups import tournament

pytestmark = [
    pytest.mark.concurrency,
    pytest.mark.both_databases,
    pytest.mark.django_db(transaction=True),
]

GIVEN = [f"{first}{second}" for first in "ABCDEFGHIJ" for second in "abcdefghijklmnopqrstuvwxyz"]


def reading_of(givens: list[str]) -> Reading:
    rows = (f"{given} Lee\t1k\tHolly {given}" for given in givens)
    return register.read("\n".join(["NAME\tGRADE\tCLUB", *rows]))


@pytest.mark.parametrize("turn", range(3))
def test_one_of_two_equal_files_wins(turn: int) -> None:
    reading = reading_of(GIVEN)
    importing = partial(import_players, reading=reading, by=Actor())
    outcomes = at_once(importing, importing)
    [players] = [outcome for outcome in outcomes if isinstance(outcome, list)]
    [refused] = [outcome for outcome in outcomes if isinstance(outcome, Faulty)]
    assert str(refusal_sentence(refused)) == (
        f'Line 2, NAME: "Aa Lee" is already in the register, with the number {players[0].number};'
        " so is everybody else in the file. No players were imported."
    )
    assert [player.given for player in Player.objects.order_by("number")] == GIVEN
    assert Club.objects.count() == RegisterEntry.objects.count() == len(GIVEN)


@pytest.mark.parametrize("turn", range(3))
def test_one_of_two_overlapping_files_wins_whatever_their_order(turn: int) -> None:
    files = reading_of(GIVEN), reading_of(GIVEN[::-1][:-1])
    outcomes = at_once(*(partial(import_players, reading=reading, by=Actor()) for reading in files))
    assert {type(outcome) for outcome in outcomes} == {Faulty, list}
    [players] = [outcome for outcome in outcomes if isinstance(outcome, list)]
    assert Player.objects.count() == Club.objects.count() == len(players)


def test_files_without_a_player_in_common_are_both_added() -> None:
    half = len(GIVEN) // 2
    files = reading_of(GIVEN[:half]), reading_of(GIVEN[half:])
    outcomes = at_once(*(partial(import_players, reading=reading, by=Actor()) for reading in files))
    assert [len(outcome) for outcome in outcomes if isinstance(outcome, list)] == [
        half,
        len(GIVEN) - half,
    ]
    assert Player.objects.count() == len(GIVEN)


def test_players_named_in_a_session_meanwhile_are_there_once() -> None:
    reading = reading_of(GIVEN[:40])
    names = [row.name.as_name() for row in reversed(reading.rows)]
    imported, named = at_once(
        partial(import_players, reading=reading, by=Actor()),
        partial(add_missing_players, names=names),
    )
    assert isinstance(named, dict)
    assert isinstance(imported, list | Faulty)
    assert set(named) == set(Player.objects.values_list("name_key", flat=True))
    assert len(named) == 40


def test_one_of_two_equal_files_wins_in_a_tournament() -> None:
    cup = tournament(rounds=3)
    rows = "".join(f"{given} Lee\t1k\tHolly\tr\n" for given in GIVEN[:40])
    reading = register.read(f"NAME\tGRADE\tCLUB\tREG\n{rows}", registration=registration_of(cup))
    entering = partial(enter_file, tournament=cup, reading=reading, by=Actor())
    outcomes = at_once(entering, entering)
    assert {type(outcome) for outcome in outcomes} == {Faulty, list}
    assert Player.objects.count() == 40
    numbers = Entry.objects.filter(tournament=cup).order_by("pk").values_list("number", flat=True)
    assert list(numbers) == list(range(1, 41))


def test_a_file_and_somebody_at_the_desk_are_both_entered() -> None:
    cup = tournament(rounds=3)
    rows = "".join(f"{given} Lee\t1k\tHolly\n" for given in GIVEN[:40])
    reading = register.read(f"NAME\tGRADE\tCLUB\n{rows}", registration=registration_of(cup))
    outcomes = at_once(
        partial(enter_file, tournament=cup, reading=reading, by=Actor()),
        partial(register_newcomer, tournament=cup, name=read_name("Zoe Moss"), by=Actor()),
    )
    assert [type(outcome) for outcome in outcomes] == [list, Entry]
    assert Entry.objects.filter(tournament=cup).count() == Player.objects.count() == 41
