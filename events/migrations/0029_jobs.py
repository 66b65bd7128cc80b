"""Proposals, files and boards that wait are jobs of the one queue. Proposals that nobody saved are
dropped; boards that the solver was killed with are solved again."""

from django.db import migrations, models


def try_again(apps, schema_editor):
    boards = apps.get_model('events', 'BoardHands').objects.using(schema_editor.connection.alias)
    boards.filter(tricks='', tries__gt=0).update(tries=0)


class Migration(migrations.Migration):

    dependencies = [
        ('events', '0028_team_columns'),
    ]

    operations = [
        migrations.RunPython(try_again, migrations.RunPython.noop),
        migrations.DeleteModel(
            name='PairingJob',
        ),
        migrations.RemoveField(
            model_name='batchfile',
            name='tries',
        ),
        migrations.RemoveField(
            model_name='filebatch',
            name='active_at',
        ),
        migrations.RemoveIndex(
            model_name='boardhands',
            name='board_hands_to_solve',
        ),
        migrations.RemoveField(
            model_name='boardhands',
            name='taken_at',
        ),
        migrations.AddIndex(
            model_name='boardhands',
            index=models.Index(condition=models.Q(('tricks', '')), fields=['hand_set', 'board'], name='board_hands_to_solve'),
        ),
    ]
