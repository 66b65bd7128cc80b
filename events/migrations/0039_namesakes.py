"""Entries of one name in a tournament have what tells them apart."""

from collections import defaultdict

from django.db import migrations, models
from django.db.models import Count

from clubscore.database.transactions import settle_constraints
from events.tournaments.core.domain.namesakes import Named, marks


def _tell_apart(apps, editor):
    entries = apps.get_model("events", "Entry").objects.using(editor.connection.alias)
    alike = entries.order_by().values("tournament", "family", "given").annotate(n=Count("pk"))
    with_namesakes = set(alike.filter(n__gt=1).values_list("tournament", flat=True))
    people = defaultdict(list)
    for entry in entries.filter(tournament__in=with_namesakes):
        name = f"{entry.family}, {entry.given}"
        people[entry.tournament_id].append(
            Named(entry.pk, name, entry.title, entry.club, entry.number)
        )
    for named in people.values():
        for pk, mark in marks(named).items():
            entries.filter(pk=pk).update(mark=mark)
    settle_constraints(editor)


class Migration(migrations.Migration):
    dependencies = [("events", "0038_bin")]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="mark",
            field=models.CharField(blank=True, editable=False, max_length=120),
        ),
        migrations.RunPython(_tell_apart, migrations.RunPython.noop, elidable=True),
    ]
