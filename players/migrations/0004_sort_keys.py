from django.db import migrations

from players.domain.grades import grade_order
from players.domain.names import Name


def fill_in(apps, schema_editor):
    Player = apps.get_model("players", "Player")
    for player in Player.objects.iterator(chunk_size=2000):
        name = Name(player.given, player.middle, player.family)
        player.sort_key = name.sort_key
        player.grade_order = grade_order(player.grade)
        player.save(update_fields=["sort_key", "grade_order"])


class Migration(migrations.Migration):

    dependencies = [
        ("players", "0003_register_log_and_privacy"),
    ]

    operations = [migrations.RunPython(fill_in, migrations.RunPython.noop)]
