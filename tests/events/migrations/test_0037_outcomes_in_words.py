"""The statuses of what phones sent become words, and statuses again on the way back."""

import datetime

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from events.models import Submission, TableDevice
from tests.events.tables.phones import Phone, evening

pytestmark = [pytest.mark.large, pytest.mark.django_db(transaction=True)]

BEFORE = [("events", "0036_remarks_of_files")]
AFTER = [("events", "0037_outcomes_in_words")]
STATUSES = {200: "done", 403: "not allowed", 404: "gone", 409: "changed", 410: "closed",
            422: "impossible"}  # fmt: skip


def migrate(to: list[tuple[str, str]]):
    executor = MigrationExecutor(connection)
    executor.migrate(to)
    return executor.loader.project_state(to).apps.get_model("events", "Submission").objects


def test_every_status_is_a_word():
    Phone(evening(), 1, "NS")
    device, now = TableDevice.objects.get(), datetime.datetime.now(datetime.UTC)
    try:
        before = migrate(BEFORE)
        for status in STATUSES:
            before.create(device_id=device.pk, key=str(status), at=now, status=status)
        after = migrate(AFTER)
        found = dict(after.values_list("key", "outcome"))
        assert found == {str(status): word for status, word in STATUSES.items()}
        again = migrate(BEFORE)
        assert all(str(each.status) == each.key for each in again.all())
    finally:
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())
    assert Submission.objects.count() == len(STATUSES)
