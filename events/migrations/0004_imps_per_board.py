"""Sessions that exist stay ranked by the total, as they were published."""

from django.db import migrations, models

CHOICES = [
    ("unequal", "the IMPs per board where pairs played different numbers of boards"),
    ("total", "the total"),
    ("board", "the IMPs per board"),
]


def field(default: str) -> models.CharField:
    return models.CharField(
        choices=CHOICES, default=default, max_length=8, verbose_name="IMPs ranked by"
    )


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0003_deletion"),
    ]

    operations = [
        migrations.AddField(model_name="session", name="imps_by", field=field("total")),
        migrations.AlterField(model_name="session", name="imps_by", field=field("unequal")),
    ]
