"""Calls have their round in a column: before, it stood in the note, with a tick behind it where
somebody came after the check-in."""

from typing import Any

from django.db import migrations, models

from clubscore.database.transactions import settle_constraints

TICK = ": ✓"


def read_notes(apps: Any, editor: Any) -> None:
    calls = apps.get_model("events", "HallCall").objects.using(editor.connection.alias)
    for call in calls.filter(kind="late", note__endswith=TICK):
        number = call.note.removesuffix(TICK)
        if number.isascii() and number.isdigit():
            call.kind, call.round, call.note = "check-in", int(number), ""
            call.save(update_fields=["kind", "round", "note"])
    settle_constraints(editor)


class Migration(migrations.Migration):

    dependencies = [
        ("events", "0057_pace"),
    ]

    operations = [
        migrations.AddField(
            model_name="hallcall",
            name="round",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="hallcall",
            name="kind",
            field=models.CharField(
                choices=[
                    ("call", "call"),
                    ("late", "came too late"),
                    ("check-in", "came after the check-in"),
                ],
                default="call",
                max_length=8,
            ),
        ),
        migrations.RunPython(read_notes, migrations.RunPython.noop),
    ]
