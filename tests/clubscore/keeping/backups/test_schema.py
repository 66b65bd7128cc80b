"""Databases and backups from before the migrations of an application became one."""

import datetime
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from clubscore.keeping.backups import schema
from clubscore.keeping.backups.archive import Header, Writer
from clubscore.keeping.backups.restoring import check_backup
from clubscore.keeping.backups.schema import HalfWay
from clubscore.keeping.doctor import database
from clubscore.text.problems import Refused

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]

EARLY = "The database is that of an early clubscore ({}), and this one cannot bring it up to date."
KEYS = "0002_one_time_keys"
ADVICE = "Open it with that one first, and then with this one: docs/keeping.md."


def forget(app: str, *, after: str) -> None:
    """Leave the record of a database whose migrations of an application went so far."""
    MigrationRecorder(connection).migration_qs.filter(app=app, name__gt=after).delete()


def test_a_database_of_the_former_migrations_is_up_to_date() -> None:
    """What they recorded: all of the names but the one that accounts did not have."""
    MigrationRecorder(connection).migration_qs.filter(app="accounts", name="0001_initial").delete()
    before = set(connection.introspection.table_names())

    assert schema.pending(connection) == []
    assert schema.applied(connection)["accounts"] == ["0001_login_counts", KEYS]
    # Those of before, and those of today.
    for app, of_before in (("events", 14), ("players", 7)):
        of_today = len(list(Path(f"{app}/migrations").glob("0*.py")))
        assert len(schema.applied(connection)[app]) == of_before + of_today
    out = StringIO()
    call_command("migrate", stdout=out, no_color=True)

    assert "No migrations to apply." in out.getvalue()
    assert set(connection.introspection.table_names()) == before
    assert schema.applied(connection)["accounts"] == ["0001_initial", "0001_login_counts", KEYS]


@pytest.mark.parametrize(
    ("app", "last"),
    [
        ("events", "0001_initial"),
        ("events", "0006_series"),
        ("events", "0014_doubts"),
        ("players", "0002_player_updated_at"),
    ],
)
def test_a_database_that_stopped_half_way_is_refused(app: str, last: str, settings) -> None:
    forget(app, after=last)
    recorded = MigrationRecorder(connection).applied_migrations().keys()

    with pytest.raises(HalfWay) as refusal:
        schema.applied(connection)
    for settings.READ_ONLY in (False, True):
        with pytest.raises(CommandError) as refused:
            call_command("start", prepare=True)
        assert str(refused.value) == f"{EARLY.format(f'{app} {last}')}\n{ADVICE}"

    assert str(refusal.value) == EARLY.format(f"{app} {last}")
    [finding] = database.check_migrations()
    assert (finding.msg, finding.hint) == (str(refusal.value), ADVICE)
    assert MigrationRecorder(connection).applied_migrations().keys() == recorded


def backup_of(folder: Path, **last: str) -> Path:
    """A backup without rows, by a clubscore whose migrations went so far."""
    migrations = {
        app: [name for name in names if name <= last.get(app, "9")]
        for app, names in schema.applied(connection).items()
    }
    moment = datetime.datetime(2026, 11, 1, tzinfo=datetime.UTC)
    header = Header("0.0.9", moment, "sqlite", migrations, left_out=[])
    with (folder / "backup").open("wb") as file:
        writer = Writer(file, header)
        for model in schema.models_at(migrations).values() if not last else ():
            writer.table(schema.table(model))
        writer.close(highest={})
    return folder / "backup"


def test_a_backup_of_the_former_migrations_is_read(tmp_path: Path) -> None:
    header, _ = check_backup(backup_of(tmp_path))
    assert "0015_sections_in_the_log" in header.migrations["events"]


@pytest.mark.parametrize(
    "last", [{"events": "0012_counting_members"}, {"players": "0007_short_devices"}]
)
def test_a_backup_from_before_the_first_release_is_refused(
    tmp_path: Path, last: dict[str, str]
) -> None:
    path = backup_of(tmp_path, **last)

    with pytest.raises(Refused) as refusal:
        check_backup(path)

    assert str(refusal.value) == (
        f"{path} was written by an early clubscore (0.0.9), and this one cannot restore it. "
        "Restore it with that one, update, and make a new backup: docs/keeping.md."
    )


def test_what_came_after_the_first_release_is_taken_back() -> None:
    now = schema.applied(connection)
    today = {name for app, name in MigrationLoader(None).disk_migrations if app == "events"}
    # Of the former ones those before 0014.
    before = [name for name in now["events"] if name in today or name < "0014"]
    then = now | {"events": before}
    models, models_then = schema.all_models_at(now), schema.all_models_at(then)
    log, log_then = (
        {field.name for field in each["events.logentry"]._meta.fields}
        for each in (models, models_then)
    )

    assert models.keys() - models_then.keys() == {"events.tickeddoubt"}
    assert log - log_then == {"part_of"}
    # What the backup has no value of is left empty.
    assert models["events.logentry"]._meta.get_field("part_of").null


def test_every_former_migration_has_one_successor() -> None:
    assert {node[1] for node in schema.former_successors().values()} == {"0001_initial"}
    assert schema.missing([("events", "0001_initial")])["events"][0] == "0002_adjustment_length"
    assert schema.missing([("auth", "0001_initial")]) == {}
