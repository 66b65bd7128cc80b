"""Every service that writes, against itself and against each that touches the same rows.

Two processes run one service each; the first is stopped in the middle while the second begins.
What is stored afterwards, and what either was told, has to be as if one had come after the other:
then nothing that was answered as saved is lost, nothing is doubled, and nobody sees a fault. The
usual run takes the pairs of which each was once a fault.
"""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType
from zlib import crc32

import pytest

from tests.concurrency.evening import database
from tests.concurrency.races.all_cases import CASES
from tests.concurrency.races.cases import CONTROL
from tests.concurrency.races.race import Course, course

pytestmark = [pytest.mark.concurrency, pytest.mark.both_databases, pytest.mark.race]

APPS = ("accounts", "events", "movements", "players")
NOT_RACED = {
    "events.sessions.bridgescore.services.create_session_from_file",
    "events.sessions.desk.services.bin.erase",
    "events.sessions.desk.services.bin.restore_session",
    "events.sessions.series.services.leave_series",
    "events.sessions.series.services.restore_series",
    "events.tournaments.entries.services.entries.add_entries",
    "events.tournaments.files.services.importing.import_tournament",
    "events.tournaments.desk.services.erase_tournaments",
    "events.tournaments.desk.services.restore_tournament",
    "events.tournaments.files.services.storing.store_tournament",
    "events.tournaments.entries.services.entries.join_team",
    "events.tournaments.teams.services.change_team_fact",
    "events.website.services.sending._finish",
    "movements.services.remove_demo_movements",
    "players.services.players.empty_bin_of_players",
    "players.services.players.remove_demo_register",
    "players.services.players.restore_player",
}
"""Parts of services that are raced, files that become rows of their own, and one row of the admin
under the lock of its tournament."""
ORDER = (
    "players_registerversion",
    "players_player",
    "events_series",
    "events_session",
    "events_tournament",
    "movements_movement",
)
ONCE_A_FAULT = (
    ("add a section, Empty", "delete a session, Empty"),
    ("another movement, Empty", "delete a session, Empty"),
    ("a key of the clock, Empty", "delete the earlier session, Empty"),
    ("a pair leaves, Main", "take back a ruling"),
    ("change a series, Empty", "delete a session, Empty"),
    ("colours, Cup", "undo a game"),
    ("colours, Open", "erase a player"),
    ("confirm a table, Empty", "a change, Empty"),
    ("consent, Main", "restore a line"),
    ("create a session", "merge them the other way"),
    ("create a session", "replace a movement"),
    ("create a tournament", "create a tournament"),
    ("delete a session, Empty", "enter a result, Empty"),
    ("delete a session, Empty", "penalty, Empty"),
    ("delete a tournament, Open", "game, Open"),
    ("enter a result, Empty", "delete a session, Empty"),
    ("enter a result, Main", "a pair leaves, Main"),
    ("erase a player", "merge two clubs"),
    ("fewer rounds, Open", "city, Open"),
    ("fewer rounds, Open", "pair, Open"),
    ("finish what the tables entered, Main", "open the hands, Main"),
    ("forget and undo, Empty", "a change, Empty"),
    ("game, Open", "delete a tournament, Open"),
    ("game, Open", "pair again, Open"),
    ("give a password", "take rights"),
    ("known entry, Open", "erase a player"),
    ("merge them the other way", "merge two clubs"),
    ("names, Empty", "remove a section, Empty"),
    ("new names, Empty", "names at the table, Empty"),
    ("new names, Empty", "new entry, Open"),
    ("number all, Cup", "erase a player"),
    ("opponents object, Main", "finish what the tables entered, Main"),
    ("remove an entry, Open", "change an entry, Open"),
    ("remove the hands, Main", "store what was solved, Main"),
    ("set a session of matches up", "set a session of matches up"),
    ("tables on, Empty", "a change, Empty"),
    ("upload the site", "stop an upload of the site"),
)


TRIES = 25
"""So often may the control race end as if one had come after the other."""


@pytest.fixture(scope="module")
def track(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Course]:
    with database(tmp_path_factory.mktemp("races")) as environment, course(environment) as made:
        yield made


def test_every_service_is_raced() -> None:
    raced = {case.service for case in CASES.values()}
    missing = {
        f"{service.__module__}.{service.__name__}"
        for app in APPS
        for module in _services(import_module(app))
        for service in vars(module).values()
        if getattr(service, "is_service", False) and service not in raced
    }
    assert missing == NOT_RACED


def _services(app: ModuleType) -> Iterator[ModuleType]:
    """The modules that change what is stored; the demo is removed by a page alone."""
    for found in walk_packages(app.__path__, f"{app.__name__}."):
        if "services" in found.name.split(".") or found.name == "events.club.views":
            yield import_module(found.name)


def test_a_fault_would_be_found(track: Course) -> None:
    # On a busy machine one of the two may be done before the other begins.
    assert any(track.fault(CONTROL, CONTROL, pause=0) for _again in range(TRIES))


@pytest.mark.large
def test_a_case_does_what_it_is_there_for(track: Course) -> None:
    broken = {name: track.alone(name) for name in CASES}
    assert {name: each["why"] for name, each in broken.items() if each["outcome"] == "fault"} == {}


def test_every_service_locks_in_the_one_order(track: Course) -> None:
    """As ``events.common.services`` has it; on SQLite nothing is locked but the whole."""
    wrong = {}
    for name in CASES:
        # Locking once more what is locked changes nothing.
        locked = list(dict.fromkeys(track.alone(name)["locked"]))
        ranks = [ORDER.index(table) if table in ORDER else len(ORDER) for table in locked]
        # Nobody else sees the session that is created.
        if ranks != sorted(ranks) and not name.startswith("create a session"):
            wrong[name] = locked
    assert wrong == {}


@pytest.mark.parametrize("place", [1, *(pytest.param(n, marks=pytest.mark.large) for n in (0, 2))])
@pytest.mark.parametrize(("first", "second"), ONCE_A_FAULT)
def test_what_was_once_a_fault_is_none(track: Course, first: str, second: str, place: int) -> None:
    """Stopped before its first statement, after it, or after its last."""
    last = track.alone(first)["statements"]
    assert track.fault(first, second, pause=(0, 1, last)[place]) == ""


@pytest.mark.large
@pytest.mark.parametrize("one", sorted(CASES.keys() - {CONTROL}))
def test_two_services_at_once_come_one_after_the_other(track: Course, one: str) -> None:
    """Whichever is stopped; what is after the other is worked out once for both."""
    faults = []
    for other, case in CASES.items():
        if one <= other and case.rows & CASES[one].rows:
            for first, second in dict.fromkeys(((one, other), (other, one))):
                places = (0, 1, track.alone(first)["statements"])
                # Another place for each pair, and always the same.
                place = places[crc32(f"{first}{second}".encode()) % len(places)]
                faults.append(track.fault(first, second, place))
    assert [fault for fault in faults if fault] == []
