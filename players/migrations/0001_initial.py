"""All tables as they are; takes the place of the migrations that led to them one by one."""

import django.db.models.deletion
import players.models.validators
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    # And the first of them, whose name this one has.
    replaces = [
        ('players', '0002_player_updated_at'),
        ('players', '0003_register_log_and_privacy'),
        ('players', '0004_sort_keys'),
        ('players', '0005_one_validator_a_field'),
        ('players', '0006_player_erased_at'),
        ('players', '0007_short_devices'),
        ('players', '0008_search_keys'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='RegisterEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.BigIntegerField(db_index=True, verbose_name='number')),
                ('other', models.BigIntegerField(blank=True, null=True, verbose_name='other number')),
                ('at', models.DateTimeField(auto_now_add=True, verbose_name='when')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('device', models.CharField(blank=True, max_length=200, verbose_name='device')),
                ('action', models.CharField(choices=[('added', 'added'), ('changed', 'changed'), ('kept', 'took another record in'), ('merged', 'merged into another record'), ('deleted', 'deleted'), ('erased', 'personal data erased')], max_length=12, verbose_name='action')),
                ('before', models.JSONField(default=dict, verbose_name='before')),
                ('after', models.JSONField(default=dict, verbose_name='after')),
            ],
            options={
                'verbose_name': 'entry of the register’s log',
                'verbose_name_plural': 'entries of the register’s log',
                'ordering': ('-pk',),
            },
        ),
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, unique=True, validators=[players.models.validators.validate_club], verbose_name='name')),
            ],
            options={
                'verbose_name': 'club',
                'verbose_name_plural': 'clubs',
                'ordering': ('name',),
            },
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('number', models.BigAutoField(primary_key=True, serialize=False, verbose_name='number')),
                ('given', models.CharField(blank=True, max_length=80, verbose_name='given name')),
                ('middle', models.CharField(blank=True, max_length=80, verbose_name='middle name')),
                ('family', models.CharField(max_length=80, verbose_name='family name')),
                ('grade', models.CharField(blank=True, max_length=3, validators=[players.models.validators.validate_grade], verbose_name='grade')),
                ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, to='players.club', verbose_name='club')),
                ('country', models.CharField(blank=True, default='UK', max_length=60, validators=[players.models.validators.validate_country], verbose_name='country')),
                ('note', models.TextField(blank=True, validators=[players.models.validators.validate_note], verbose_name='note')),
                ('born', models.CharField(blank=True, help_text='The year, or year, month and day: 1958 or 1958-03-21.', max_length=10, validators=[players.models.validators.validate_born], verbose_name='born')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='e-mail')),
                ('telephone', models.CharField(blank=True, max_length=40, validators=[players.models.validators.validate_telephone], verbose_name='telephone')),
                ('fide_number', models.CharField(blank=True, max_length=11, validators=[players.models.validators.validate_fide_number], verbose_name='FIDE number')),
                ('initials_only', models.BooleanField(default=False, help_text='Pages that everybody can read show the initials instead of the name.', verbose_name='initials only')),
                ('erased_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='erased')),
                ('updated_at', models.DateTimeField(auto_now=True, db_index=True)),
                ('name_key', models.CharField(editable=False, max_length=242)),
                ('search_text', models.CharField(db_index=True, editable=False, max_length=242)),
                ('sort_key', models.CharField(db_index=True, editable=False, max_length=242)),
                ('grade_order', models.PositiveSmallIntegerField(db_index=True, default=999, editable=False)),
            ],
            options={
                'verbose_name': 'player',
                'verbose_name_plural': 'players',
                'ordering': ('sort_key', 'number'),
                'constraints': [models.UniqueConstraint(models.F('name_key'), name='player_name_once', violation_error_message='A player of this name is already in the register.'), models.CheckConstraint(condition=models.Q(('family', ''), _negated=True), name='player_has_family_name', violation_error_message='The family name is missing.'), models.UniqueConstraint(condition=models.Q(('fide_number', ''), _negated=True), fields=('fide_number',), name='player_fide_number_once', violation_error_message='Another player has this FIDE number.')],
            },
        ),
        migrations.CreateModel(
            name='FormerNumber',
            fields=[
                ('number', models.BigIntegerField(primary_key=True, serialize=False, verbose_name='number')),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='former_numbers', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'former number',
                'verbose_name_plural': 'former numbers',
                'ordering': ('number',),
            },
        ),
    ]
