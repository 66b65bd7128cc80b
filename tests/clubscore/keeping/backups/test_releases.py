"""A club kept by each released version is read, brought up to date, and comes to the same."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client

import clubscore
from clubscore.keeping.backups import schema
from clubscore.keeping.backups.archive import Reader
from clubscore.keeping.backups.restoring import restore_backup
from events.models import Session
from tools.release import FOLDER, outcome

pytestmark = [
    pytest.mark.both_databases,
    pytest.mark.django_db(transaction=True),
    pytest.mark.large,
]

RELEASES = sorted(path.name.removesuffix(".jsonl.gz") for path in FOLDER.glob("*.jsonl.gz"))


CHANGED = {("events.session", "letters"): {"en": ""}}
"""What an update makes of values: English letters were what nobody had chosen."""


def updated(label: str, name: str, value: Any) -> Any:
    changes = CHANGED.get((label, name))
    return changes.get(value, value) if changes else value


def kept_rows(path: Path) -> dict[str, list[dict[str, Any]]]:
    """The rows of a file by table, each by its columns."""
    rows: dict[str, list[dict[str, Any]]] = {}
    with Reader(path) as reader:
        for table, row in ((table, row) for table, rows in reader.rows() for row in rows):
            rows.setdefault(table.label, []).append(dict(zip(table.columns, row, strict=True)))
    return rows


def test_this_release_is_among_those_kept() -> None:
    assert clubscore.__version__ in RELEASES
    assert [name for name in RELEASES if not (FOLDER / f"{name}.json").exists()] == []


@pytest.mark.parametrize("release", RELEASES)
def test_a_club_of_a_release_comes_to_the_same(release: str, client: Client) -> None:
    path = FOLDER / f"{release}.jsonl.gz"
    with Reader(path) as reader:
        assert reader.header.version == release

    restore_backup(path)

    assert schema.pending(connection) == []
    # Every row is there, with every value that still has a column.
    for label, rows in kept_rows(path).items():
        model = apps.get_model(label)
        fields = {str(field.column): field for field in schema.fields(model)}
        stored = model._base_manager.order_by("pk").values_list(
            *(field.attname for name, field in fields.items() if name in rows[0])
        )
        encoders = [
            schema.encoder(field) or (lambda value: value)
            for name, field in fields.items()
            if name in rows[0]
        ]
        now = [
            [encode(value) for encode, value in zip(encoders, row, strict=True)] for row in stored
        ]
        then = [[updated(label, name, row[name]) for name in fields if name in row] for row in rows]
        assert now[: len(then)] == then, label
    # The same results, and pages to read them.
    assert json.loads(json.dumps(outcome())) == json.loads((FOLDER / f"{release}.json").read_text())
    for session in Session.objects.filter(published_at__isnull=False):
        assert client.get(f"/sessions/{session.pk}/ranking/").status_code == 200
