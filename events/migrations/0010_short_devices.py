"""Of a device, the log keeps the browser and the system, no more."""

from django.db import migrations

from clubscore.device import device_name


def shorten(apps, schema_editor):
    entries = apps.get_model("events", "LogEntry").objects.order_by()
    for device in list(entries.filter(device__contains="/").values_list("device", flat=True).distinct()):
        entries.filter(device=device).update(device=device_name(device))


class Migration(migrations.Migration):
    dependencies = [("events", "0009_restored_lines")]

    operations = [migrations.RunPython(shorten, migrations.RunPython.noop)]
