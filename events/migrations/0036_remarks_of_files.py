from django.db import migrations, models


def as_sentences(apps, schema_editor):
    """What was said in the language of whoever imported stays as it is."""
    files = apps.get_model("events", "BatchFile").objects.using(schema_editor.connection.alias)
    for pk, message in files.exclude(message="").values_list("pk", "message"):
        said = [{"template": "%(text)s", "values": {"text": message}}]
        files.filter(pk=pk).update(remarks={"said": said, "more": 0})


class Migration(migrations.Migration):

    dependencies = [
        ('events', '0035_strata'),
    ]

    operations = [
        migrations.AddField(
            model_name='batchfile',
            name='remarks',
            field=models.JSONField(default=dict),
        ),
        migrations.RunPython(as_sentences, migrations.RunPython.noop),
        migrations.RemoveField(
            model_name='batchfile',
            name='message',
        ),
    ]
