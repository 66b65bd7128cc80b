"""What a lost game of a Keizer earns: until now nothing."""

from django.db import migrations

import events.models.points


class Migration(migrations.Migration):
    dependencies = [("events", "0048_whose_site")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="keizer_loss",
            field=events.models.points.PointsField(
                default="0", verbose_name="lost game (share of the opponent’s value)"
            ),
        ),
    ]
