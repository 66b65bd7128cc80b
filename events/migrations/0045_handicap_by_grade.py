"""Whether handicaps go by grade is a column: until now only a file could say so."""

from django.db import migrations, models

from clubscore.database.transactions import settle_constraints


def from_details(apps, schema_editor):
    """Take the setting of files over."""
    tournaments = apps.get_model("events", "Tournament").objects.using(
        schema_editor.connection.alias
    )
    for tournament in tournaments.exclude(go_details={}):
        settings = tournament.go_details.get("settings", {})
        if settings.pop("handicap_by_mms", True) is False:
            tournament.handicap_by_grade = True
            tournament.save(update_fields=["go_details", "handicap_by_grade"])
    settle_constraints(schema_editor)


def to_details(apps, schema_editor):
    """Put it back where it was."""
    tournaments = apps.get_model("events", "Tournament").objects.using(
        schema_editor.connection.alias
    )
    for tournament in tournaments.filter(handicap_by_grade=True):
        details = {"settings": {}, "weights": {}} | tournament.go_details
        details["settings"] = details["settings"] | {"handicap_by_mms": False}
        tournament.go_details = details
        tournament.save(update_fields=["go_details"])
    settle_constraints(schema_editor)


class Migration(migrations.Migration):

    dependencies = [
        ('events', '0044_keizer_and_knockouts'),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="handicap_by_grade",
            field=models.BooleanField(
                default=False, verbose_name="handicap by grade, not by score"
            ),
        ),
        migrations.RunPython(from_details, to_details),
    ]
