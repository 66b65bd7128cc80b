"""The log of deletions; and what an earlier release's demo made is marked as the demo's."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


PLAYERS = (
    "Agnes Marlowe", "Bertil Oakes", "Clara Finch", "Desmond Pryce", "Edith Lamb",
    "Florian Weck", "Greta Sandoval", "Hugo Tarrant", "Imke van der Brink", "Jonas Holm",
    "Kirsten Dale", "Lionel Ashcroft", "Maud Pettifer", "Niall Corrigan", "Odile Renaud",
    "Percy Whitlock", "Quentin Moss", "Rosalind Keane", "Sander Hoekstra", "Tilda Brandt",
    "Ulf Ekman", "Vera Lindqvist", "Walter Pym", "Xenia Kovar", "Yorick Bell",
    "Zelda O'Hare", "Anton Fairweather", "Beatrix Stroud",
)  # fmt: skip
MOVEMENTS = (
    "Fourteen pairs, six rounds", "Mitchell, seven tables", "Rainbow individual, five tables",
)  # fmt: skip


def mark_demo(apps: Any, schema_editor: Any) -> None:
    """Mark what an earlier release's demo made: its players, its club and its movements."""
    using = schema_editor.connection.alias
    seats = apps.get_model("events", "ContestantPlayer").objects.using(using)
    numbers = seats.filter(session__is_demo=True).values_list("player", flat=True).distinct()
    keys = [name.casefold() for name in PLAYERS]
    players = apps.get_model("players", "Player").objects.using(using)
    players.filter(pk__in=list(numbers), name_key__in=keys).update(is_demo=True)
    sessions = apps.get_model("events", "Session").objects.using(using).filter(is_demo=True)
    clubs = apps.get_model("players", "Club").objects.using(using)
    clubs.filter(name="Hollybrook Bridge Club", session__in=sessions).update(is_demo=True)
    movements = apps.get_model("movements", "Movement").objects.using(using)
    movements.filter(name__in=MOVEMENTS, section__session__in=sessions).update(is_demo=True)


class Migration(migrations.Migration):

    dependencies = [
        ('events', '0002_joining'),
        ('movements', '0002_demo'),
        ('players', '0006_demo_deletion_links'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Deletion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('session', 'session'), ('tournament', 'tournament'), ('series', 'series'), ('demo', 'demo club')], max_length=12, verbose_name='kind')),
                ('title', models.CharField(blank=True, max_length=200, verbose_name='title')),
                ('date', models.DateField(blank=True, null=True, verbose_name='date')),
                ('results', models.PositiveIntegerField(default=0, verbose_name='results')),
                ('at', models.DateTimeField(auto_now_add=True, verbose_name='when')),
                ('device', models.CharField(blank=True, max_length=200, verbose_name='device')),
                ('backup', models.CharField(blank=True, max_length=100, verbose_name='backup')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'deletion',
                'verbose_name_plural': 'deletions',
                'ordering': ('-pk',),
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['session', 'tournament', 'series', 'demo'])), name='deletion_kind_known')],
            },
        ),
        migrations.RunPython(mark_demo, migrations.RunPython.noop),
    ]
