"""What is written comes back, row by row; what cannot come back changes nothing."""

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import authenticate
from django.contrib.sessions.models import Session as Login
from django.db import IntegrityError, connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.test import Client

from clubscore.keeping.backups.archive import Ending, Header, Reader, Table, Writer
from clubscore.keeping.backups.restoring import check_backup, restore_backup
from clubscore.keeping.backups.writing import write_backup
from clubscore.text.problems import Refused
from players.models import Club, Player
from tests.clubscore.keeping.backups.club import everything, full_club

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]


def parts(path: Path) -> tuple[Header, list[tuple[Table, list[Any]]], Ending]:
    with Reader(path) as reader:
        rows = [(table, row) for table, rows in reader.rows() for row in rows]
        return reader.header, rows, reader.ending


def rewritten(
    path: Path, target: Path, change: Callable[[Table, list[Any]], tuple[Table, list[Any]]]
) -> Path:
    """A whole backup with other rows, checksum and all."""
    header, rows, ending = parts(path)
    with target.open("wb") as file:
        writer = Writer(file, header)
        tables = {row[0].label for row in rows}
        for label in ending.rows:
            mine = [change(table, list(row)) for table, row in rows if table.label == label]
            if label in tables:
                writer.table(mine[0][0])
            for _, row in mine:
                writer.rows([row])
        writer.close(highest=ending.highest)
    return target


@pytest.mark.large
def test_a_club_moves_to_the_other_database_and_back(tmp_path: Path, other_database: str) -> None:
    """This database, a file, SQLite, a file, this database, a file, SQLite: every row stays."""
    full_club()
    client = Client()
    assert client.login(username="Ragna Ödegård", password="correct horse")
    deleted = Player.objects.order_by("-number").first().number + 1
    before = everything()
    # A new model gets a row in full_club(), so that it is seen to come back.
    assert [label for label, rows in before.items() if not rows] == []

    written = write_backup(tmp_path / "first")
    assert restore_backup(tmp_path / "first", using=other_database) == written
    assert everything(other_database) == before
    assert everything("default") == before

    # What comes after the backup is gone with it.
    write_backup(tmp_path / "second", using=other_database)
    Club.objects.create(name="Newcomers")
    Player.objects.update(note="changed")
    restore_backup(tmp_path / "second")
    assert everything() == before
    connection.check_constraints()

    write_backup(tmp_path / "third")
    restore_backup(tmp_path / "third", using=other_database)
    assert everything(other_database) == before
    first, third = parts(tmp_path / "first"), parts(tmp_path / "third")
    assert first[1:] == third[1:]
    assert first[0].migrations == third[0].migrations

    # Numbers go on; one that was given and deleted is not given again.
    assert Player.objects.create(family="Newer").number == deleted + 1
    there = Player(family="Newer")
    there.save(using=other_database)
    assert there.number == deleted + 1
    highest = max(row["id"] for row in before["players.club"])
    assert Club.objects.create(name="Newcomers").pk == highest + 1
    # The database goes on stating its rules.
    with pytest.raises(IntegrityError):
        Club.objects.create(name="Newcomers")
    # Users are the same, logins under way have ended.
    assert Login.objects.count() == 0
    assert client.get("/players/").status_code == 302
    assert authenticate(username="Ragna Ödegård", password="correct horse") is not None


@pytest.mark.large
def test_a_backup_from_before_an_update_is_brought_up_to_date(
    tmp_path: Path, other_database: str
) -> None:
    """The tables as an earlier Django made them: types of content had a name, user names 30
    letters."""
    executor = MigrationExecutor(connections[other_database])
    earlier = {"auth": "0005_alter_user_last_login_null", "contenttypes": "0001_initial"}
    leaves = executor.loader.graph.leaf_nodes()
    targets = [(app, earlier.get(app, name)) for app, name in leaves]
    executor.migrate(targets)
    old = executor.loader.project_state(targets).apps
    session = old.get_model("events", "Session").objects.using(other_database).create(
        title="Before the update", date="2026-03-05"
    )  # fmt: skip
    old.get_model("auth", "User").objects.using(other_database).create(username="director")
    old.get_model("contenttypes", "ContentType").objects.using(other_database).create(
        app_label="players", model="player", name="player"
    )
    write_backup(tmp_path / "old", using=other_database)
    header, _ = check_backup(tmp_path / "old")
    assert header.migrations["contenttypes"] == ["0001_initial"]

    restore_backup(tmp_path / "old")

    restored = everything()
    assert [row["title"] for row in restored["events.session"]] == ["Before the update"]
    assert [row["id"] for row in restored["events.session"]] == [session.pk]
    assert [row["username"] for row in restored["auth.user"]] == ["director"]
    assert MigrationExecutor(connection).migration_plan(leaves) == []
    models = {row["model"] for row in restored["contenttypes.contenttype"]}
    assert {"player", "penalty"} <= models


@pytest.mark.large
def test_a_backup_of_names_with_a_middle_part_is_brought_up_to_date(
    tmp_path: Path, other_database: str
) -> None:
    executor = MigrationExecutor(connections[other_database])
    leaves = executor.loader.graph.leaf_nodes()
    before = {"players": "0002_register_version", "events": "0002_joining"}
    targets = [(app, before.get(app, name)) for app, name in leaves]
    executor.migrate(targets)
    old = executor.loader.project_state(targets).apps.get_model("players", "Player")
    old.objects.using(other_database).create(
        given="Jan", middle="Van der", family="Berg", name_key="jan van der berg",
        search_text="jan van der berg", sort_key="berg jan van der",
    )  # fmt: skip
    write_backup(tmp_path / "old", using=other_database)

    restore_backup(tmp_path / "old")

    [player] = Player.objects.all()
    assert (player.name, player.given, player.particle, player.family) == (
        "Jan Van der Berg", "Jan", "Van der", "Berg",
    )  # fmt: skip


def small_backup(path: Path) -> dict[str, list[dict[str, Any]]]:
    """Write a backup of a small club; its rows."""
    Player.objects.create(given="Ann", family="Other", club=Club.objects.create(name="Hollybrook"))
    write_backup(path)
    return everything()


def test_a_row_that_no_table_takes_leaves_everything_as_it_was(tmp_path: Path) -> None:
    before = small_backup(tmp_path / "backup")

    def lost(table: Table, row: list[Any]) -> tuple[Table, list[Any]]:
        if table.label == "players.player":
            row[table.columns.index("club_id")] = 4711
        return table, row

    path = rewritten(tmp_path / "backup", tmp_path / "lost", lost)
    with pytest.raises(Refused, match=r"lost is damaged"):
        restore_backup(path)

    assert everything() == before
    assert list(tmp_path.glob("*.part*")) == []


@pytest.mark.large
@pytest.mark.parametrize("spoilt", ["no database", "damaged pages"])
def test_a_damaged_file_is_kept_beside_the_new_one(
    tmp_path: Path, other_database: str, spoilt: str
) -> None:
    before = small_backup(tmp_path / "backup")
    there = tmp_path / "other.sqlite3"
    if spoilt == "no database":
        content = b"Not a database at all. " * 500
    else:
        restore_backup(tmp_path / "backup", using=other_database)
        whole = there.read_bytes()
        content = whole[:100] + bytes(len(whole) // 2) + whole[len(whole) // 2 + 100 :]
    there.write_bytes(content)
    (tmp_path / "other.sqlite3.damaged-1").touch()
    aside: list[Path] = []

    restore_backup(tmp_path / "backup", using=other_database, on_set_aside=aside.append)

    assert everything(other_database) == before
    assert {path.name for path in tmp_path.glob("other.sqlite3.*")} == {
        "other.sqlite3.damaged-1",
        *(path.name for path in aside),
    }
    if spoilt == "no database":
        assert aside == [tmp_path / "other.sqlite3.damaged-2"]
        assert aside[0].read_bytes() == content


def test_other_columns_are_refused(tmp_path: Path) -> None:
    before = small_backup(tmp_path / "backup")

    def renamed(table: Table, row: list[Any]) -> tuple[Table, list[Any]]:
        return Table(table.label, ("other", *table.columns[1:])), row

    with pytest.raises(Refused, match="damaged"):
        restore_backup(rewritten(tmp_path / "backup", tmp_path / "renamed", renamed))

    assert everything() == before


@pytest.mark.parametrize(
    "value", [{"a": 1}, 10**30, "a\0b", "\ud800"], ids=lambda value: repr(value)[:12]
)
def test_a_value_that_no_column_takes_is_refused(tmp_path: Path, value: object) -> None:
    before = small_backup(tmp_path / "backup")

    def crafted(table: Table, row: list[Any]) -> tuple[Table, list[Any]]:
        return table, [value for _ in row] if "name" in table.columns else row

    with pytest.raises(Refused):
        restore_backup(rewritten(tmp_path / "backup", tmp_path / "crafted", crafted))

    assert everything() == before


def test_a_backup_without_one_of_the_tables_is_refused(tmp_path: Path) -> None:
    before = small_backup(tmp_path / "backup")
    header, rows, _ = parts(tmp_path / "backup")
    with (tmp_path / "poorer").open("wb") as file:
        writer = Writer(file, header)
        writer.table(rows[0][0])
        writer.close(highest={})

    with pytest.raises(Refused, match="damaged"):
        restore_backup(tmp_path / "poorer")

    assert everything() == before


def test_a_backup_of_a_newer_release_is_refused(tmp_path: Path) -> None:
    header = Header(
        version="9.0",
        made_at=datetime.datetime(2036, 1, 1, tzinfo=datetime.UTC),
        database="sqlite",
        migrations={"events": ["0001_initial", "0999_the_future"]},
        left_out=[],
    )
    with (tmp_path / "newer").open("wb") as file:
        Writer(file, header).close(highest={})

    with pytest.raises(Refused) as refusal:
        restore_backup(tmp_path / "newer")

    assert str(refusal.value) == (
        f"{tmp_path / 'newer'} was written by a newer clubscore (9.0). "
        "Update clubscore, then restore."
    )


@pytest.mark.large
def test_an_older_release_restores_its_backup_over_a_newer_database(tmp_path: Path) -> None:
    full_club()
    before = everything()
    write_backup(tmp_path / "before the update")
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE events_future (id integer PRIMARY KEY)")
        cursor.execute("CREATE TABLE somebody_elses (id integer PRIMARY KEY)")
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) "
            "VALUES ('events', '0999_the_future', CURRENT_TIMESTAMP)"
        )
    restore_backup(tmp_path / "before the update")

    there = connection.introspection.table_names()
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS somebody_elses")
    assert everything() == before
    assert "events_future" not in there
    # Another program's tables stay, where there can be any.
    assert ("somebody_elses" in there) == (connection.vendor == "postgresql")
