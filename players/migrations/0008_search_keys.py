from django.db import migrations

from players.domain.names import Name

AT_ONCE = 500


def fill_in(apps, schema_editor):
    """Letters such as ø and ł are searched and sorted as o and l, and apostrophes left out."""
    Player = apps.get_model("players", "Player")
    changed = []
    for player in Player.objects.iterator(chunk_size=2000):
        name = Name(player.given, player.middle, player.family)
        if (player.search_text, player.sort_key) != (name.search_text, name.sort_key):
            player.search_text, player.sort_key = name.search_text, name.sort_key
            changed.append(player)
    Player.objects.bulk_update(changed, ["search_text", "sort_key"], batch_size=AT_ONCE)


class Migration(migrations.Migration):

    dependencies = [
        ("players", "0007_short_devices"),
    ]

    operations = [migrations.RunPython(fill_in, migrations.RunPython.noop)]
