"""What a restore takes away while rows come is there again afterwards; every text arrives."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.utils import Error

from clubscore.keeping.backups.archive import json_text
from clubscore.keeping.backups.restoring import insert, unindexed
from players.models import Club, FormerNumber, Player

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]

CLUBS, PLAYERS = Club._meta.db_table, Player._meta.db_table
TEXTS = ("Meadow", "tab\there", "line\nend\r", r"back\slash \N", "Ödegård ♠", "")


def indexes(*tables: str) -> set[tuple[str, str]]:
    with connection.cursor() as cursor:
        return {
            (table, name)
            for table in tables
            for name, found in connection.introspection.get_constraints(cursor, table).items()
            # SQLite has no names for the others.
            if found["index"] and not name.startswith("__")
        }


def test_every_text_arrives_as_it_was() -> None:
    rows = [[number, text, False] for number, text in enumerate(TEXTS, 1)]
    insert(connection, CLUBS, ["id", "name", "is_demo"], [rows[:3], [], rows[3:]])
    assert list(Club.objects.order_by("pk").values_list("name", flat=True)) == list(TEXTS)


def test_indexes_are_there_again() -> None:
    before = indexes(CLUBS, PLAYERS)
    with unindexed(connection, {CLUBS, PLAYERS}):
        assert indexes(CLUBS, PLAYERS) < before
    assert indexes(CLUBS, PLAYERS) == before


def test_rows_have_to_obey_what_was_taken_away() -> None:
    player = Player.objects.create(family="Finch")
    FormerNumber.objects.create(number=77, player=player)
    table = FormerNumber._meta.db_table
    connection.check_constraints()
    if connection.vendor == "sqlite":
        # Its keys are checked by the one who restores, all at once.
        with unindexed(connection, {table}):
            pass
        return
    with (
        pytest.raises(IntegrityError),
        transaction.atomic(),
        unindexed(connection, {table}),
        connection.cursor() as cursor,
    ):
        cursor.execute(f"UPDATE {table} SET player_id = 4711")


def test_what_no_column_takes_is_an_error_of_the_database() -> None:
    with pytest.raises(Error), transaction.atomic():
        insert(connection, CLUBS, ["no such column"], [[["x"]]])


@pytest.mark.parametrize(
    ("value", "nullable", "text"),
    [
        (None, True, None),
        (None, False, "null"),
        ({"before": [1, "é"]}, True, '{"before": [1, "\\u00e9"]}'),
    ],
)
def test_json_as_django_stores_it(value: object, nullable: bool, text: str | None) -> None:
    assert json_text(nullable)(value) == text
