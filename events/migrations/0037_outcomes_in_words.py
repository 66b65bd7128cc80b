"""What came of a submission is stored in words; what HTTP says of it is the door's."""

from django.db import migrations, models

WORDS = {
    200: "done",
    401: "forgotten",
    403: "not allowed",
    404: "gone",
    409: "changed",
    410: "closed",
    422: "impossible",
    429: "too many",
}


def write_words(apps, schema_editor):
    submissions = apps.get_model("events", "Submission").objects.using(schema_editor.connection.alias)
    for status, word in WORDS.items():
        submissions.filter(status=status).update(outcome=word)


def write_statuses(apps, schema_editor):
    submissions = apps.get_model("events", "Submission").objects.using(schema_editor.connection.alias)
    for status, word in WORDS.items():
        submissions.filter(outcome=word).update(status=status)


class Migration(migrations.Migration):
    dependencies = [("events", "0036_remarks_of_files")]

    operations = [
        migrations.AddField(
            model_name="submission",
            name="outcome",
            field=models.CharField(default="impossible", max_length=16),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name="submission", name="status", field=models.PositiveSmallIntegerField(default=422)
        ),
        migrations.RunPython(write_words, write_statuses, elidable=True),
        migrations.RemoveField(model_name="submission", name="status"),
        migrations.RemoveField(model_name="submission", name="settled_at"),
    ]
