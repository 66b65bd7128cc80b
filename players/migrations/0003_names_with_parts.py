"""Names as people write them, with parts for sorting; facts of every game; settings of the club.

A name of given, middle and family name becomes their text; a particle at the end of the middle
name is one, what is left of it belongs to the given name. Backwards the text is split at its
words, so no name changes; parts that were corrected, and the new facts, are lost.
"""

import django.core.validators
import players.models.validators
from django.db import migrations, models

from players.domain.name_parts import split_last_particle
from players.domain.names import Name

_BATCH_SIZE = 500


def _forwards(apps, editor):
    """The text and the parts of every name."""
    for player in _players(apps, editor):
        given, particle = split_last_particle(player.middle)
        text = " ".join(filter(None, (player.given, player.middle, player.family)))
        name = Name(text, f"{player.given} {given}".strip(), particle, player.family)
        player.name, player.given, player.particle = name.text, name.given, name.particle
        player.name_key, player.match_key = name.key, name.match_key
        player.search_text, player.sort_key = name.search_text, name.sort_key(False)
        yield player


def _backwards(apps, editor):
    """Given, middle and family name, of the words of the text."""
    for player in _players(apps, editor):
        given, *middle = player.name.split(" ")
        player.family = middle.pop()[:80] if middle else given
        player.given = given[:80] if given != player.name else ""
        player.middle = " ".join(middle)[:80]
        player.search_text = Name(player.name).search_text
        player.sort_key = Name(player.name, f"{player.given} {player.middle}",
                               family=player.family).sort_key(False)
        yield player


def _players(apps, editor):
    model = apps.get_model("players", "Player")
    return model.objects.using(editor.connection.alias).order_by("pk").iterator(_BATCH_SIZE)


def _stored(change, fields):
    def store(apps, editor):
        model = apps.get_model("players", "Player").objects.using(editor.connection.alias)
        batch = []
        for player in change(apps, editor):
            batch.append(player)
            if len(batch) == _BATCH_SIZE:
                model.bulk_update(batch, fields)
                batch = []
        model.bulk_update(batch, fields)

    return store


_COLUMNS = ["given", "family", "name_key", "match_key", "search_text", "sort_key"]


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0002_register_version'),
    ]

    operations = [
        migrations.CreateModel(
            name='ClubSettings',
            fields=[
                ('id', models.PositiveSmallIntegerField(default=1, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(blank=True, max_length=120, verbose_name='name of the club')),
                ('plays_bridge', models.BooleanField(default=True, verbose_name='bridge')),
                ('plays_chess', models.BooleanField(default=True, verbose_name='chess')),
                ('plays_go', models.BooleanField(default=True, verbose_name='go')),
                ('national_number_label', models.CharField(blank=True, help_text='For example EBU, NBB or ACBL.', max_length=20, verbose_name='name of the national number')),
                ('facts', models.JSONField(blank=True, null=True, verbose_name='facts in use')),
                ('sorts_by_particle', models.BooleanField(default=False, help_text='Jan van der Berg is found under V, as in Belgium, and not under B.', verbose_name='sort by particle')),
            ],
            options={
                'verbose_name': 'settings of the club',
                'verbose_name_plural': 'settings of the club',
            },
        ),
        migrations.RemoveConstraint(
            model_name='player',
            name='player_has_family_name',
        ),
        migrations.AddField(
            model_name='player',
            name='club_number',
            field=models.CharField(blank=True, max_length=20, validators=[players.models.validators.validate_club_number], verbose_name='club number'),
        ),
        migrations.AddField(
            model_name='player',
            name='egd_pin',
            field=models.CharField(blank=True, max_length=10, validators=[players.models.validators.validate_egd_pin], verbose_name='EGD pin'),
        ),
        migrations.AddField(
            model_name='player',
            name='federation',
            field=models.CharField(blank=True, max_length=3, validators=[players.models.validators.validate_federation], verbose_name='federation'),
        ),
        migrations.AddField(
            model_name='player',
            name='gender',
            field=models.CharField(blank=True, choices=[('m', 'man'), ('w', 'woman'), ('x', 'other')], max_length=1, verbose_name='gender'),
        ),
        migrations.AddField(
            model_name='player',
            name='handicap',
            field=models.DecimalField(blank=True, decimal_places=2, max_digits=5, null=True, verbose_name='handicap'),
        ),
        migrations.AddField(
            model_name='player',
            name='match_key',
            field=models.CharField(db_index=True, default='', editable=False, max_length=242),
        ),
        migrations.AddField(
            model_name='player',
            name='name',
            field=models.CharField(blank=True, max_length=242, verbose_name='name'),
        ),
        migrations.AddField(
            model_name='player',
            name='national_number',
            field=models.CharField(blank=True, max_length=20, validators=[players.models.validators.validate_national_number], verbose_name='national number'),
        ),
        migrations.AddField(
            model_name='player',
            name='particle',
            field=models.CharField(blank=True, max_length=80, verbose_name='particle'),
        ),
        migrations.AddField(
            model_name='player',
            name='rating',
            field=models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MaxValueValidator(4000)], verbose_name='rating'),
        ),
        migrations.AddField(
            model_name='player',
            name='title',
            field=models.CharField(blank=True, max_length=20, validators=[players.models.validators.validate_title], verbose_name='title'),
        ),
        migrations.AlterField(
            model_name='player',
            name='country',
            field=models.CharField(blank=True, max_length=60, validators=[players.models.validators.validate_country], verbose_name='country'),
        ),
        migrations.AlterField(
            model_name='player',
            name='family',
            field=models.CharField(blank=True, max_length=80, verbose_name='family name'),
        ),
        migrations.AlterField(
            model_name='player',
            name='given',
            field=models.CharField(blank=True, max_length=161, verbose_name='given name'),
        ),
        migrations.RunPython(
            _stored(_forwards, [*_COLUMNS, "name", "particle"]),
            _stored(_backwards, [*_COLUMNS, "middle"]),
        ),
        migrations.RemoveField(
            model_name='player',
            name='middle',
        ),
        migrations.AlterField(
            model_name='registerentry',
            name='action',
            field=models.CharField(choices=[('added', 'added'), ('changed', 'changed'), ('kept', 'took another record in'), ('merged', 'merged into another record'), ('deleted', 'deleted'), ('erased', 'personal data erased'), ('settings', 'settings of the club changed')], max_length=12, verbose_name='action'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('name', ''), _negated=True), models.Q(('family', ''), ('given', ''), _negated=True)), name='player_has_a_name', violation_error_message='The name is missing.'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('rating__isnull', True), ('rating__lte', 4000), _connector='OR'), name='player_rating_to_4000', violation_error_message='Ratings are 0 to 4000.'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(condition=models.Q(('national_number', ''), _negated=True), fields=('national_number',), name='player_national_number_once', violation_error_message='Another player has this national number.'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(condition=models.Q(('club_number', ''), _negated=True), fields=('club_number',), name='player_club_number_once', violation_error_message='Another player has this club number.'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(condition=models.Q(('egd_pin', ''), _negated=True), fields=('egd_pin',), name='player_egd_pin_once', violation_error_message='Another player has this EGD pin.'),
        ),
        migrations.AddConstraint(
            model_name='clubsettings',
            constraint=models.CheckConstraint(condition=models.Q(('id', 1)), name='club_settings_once'),
        ),
        migrations.AddConstraint(
            model_name='clubsettings',
            constraint=models.CheckConstraint(condition=models.Q(('plays_bridge', True), ('plays_chess', True), ('plays_go', True), _connector='OR'), name='club_plays_something', violation_error_message='Choose at least one game.'),
        ),
    ]
