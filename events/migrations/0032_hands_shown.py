from django.db import migrations, models
from django.db.models import F


def note_shown(apps, schema_editor):
    """Hands of finished sessions have been seen: they stay open."""
    HandSet = apps.get_model("events", "HandSet")
    finished = HandSet.objects.filter(session__state="finished")
    finished.update(shown_at=F("created_at"))


class Migration(migrations.Migration):
    dependencies = [("events", "0031_points_besides_games")]

    operations = [
        migrations.AddField(
            model_name="handset",
            name="shown_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.RunPython(note_shown, migrations.RunPython.noop),
    ]
