from django.db import migrations, models

from clubscore.database.transactions import settle_constraints


def follow_the_reader(apps, schema_editor):
    """English letters were what sessions had before anybody chose."""
    sessions = apps.get_model("events", "Session").objects.using(schema_editor.connection.alias)
    sessions.filter(letters="en").update(letters="")
    settle_constraints(schema_editor)


def name_english(apps, schema_editor):
    sessions = apps.get_model("events", "Session").objects.using(schema_editor.connection.alias)
    sessions.filter(letters="").update(letters="en")
    settle_constraints(schema_editor)


class Migration(migrations.Migration):

    dependencies = [
        ('events', '0039_namesakes'),
    ]

    operations = [
        migrations.AddField(
            model_name='session',
            name='cross_imps_award_each',
            field=models.BooleanField(default=False, help_text='In a sum: 3 IMPs times the results less one; otherwise 3 IMPs once.', verbose_name='Average plus for each comparison'),
        ),
        migrations.AddField(
            model_name='session',
            name='handicap_sum',
            field=models.BooleanField(default=False, help_text='Otherwise a pair has their mean.', verbose_name='Handicaps of players are added up'),
        ),
        migrations.AlterField(
            model_name='session',
            name='letters',
            field=models.CharField(blank=True, help_text='Empty: those of the language of whoever types.', max_length=60, verbose_name='letters'),
        ),
        migrations.RunPython(follow_the_reader, name_english, elidable=True),
    ]
