"""Whose site it is, made once: a server that only shows results writes nothing."""

from django.db import migrations


def _make(apps, schema_editor):
    apps.get_model("events", "ClubSite").objects.using(schema_editor.connection.alias).get_or_create(
        pk=1
    )


class Migration(migrations.Migration):

    dependencies = [
        ("events", "0047_site_uploads"),
    ]

    operations = [
        migrations.RunPython(_make, migrations.RunPython.noop),
    ]
