"""Marks of the demo, players deleted with results, and private links."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0005_guests'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='club',
            name='is_demo',
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AddField(
            model_name='player',
            name='deleted_at',
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name='deleted'),
        ),
        migrations.AddField(
            model_name='player',
            name='is_demo',
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AlterField(
            model_name='registerentry',
            name='action',
            field=models.CharField(choices=[('added', 'added'), ('changed', 'changed'), ('kept', 'took another record in'), ('merged', 'merged into another record'), ('deleted', 'deleted'), ('erased', 'personal data erased'), ('settings', 'settings of the club changed'), ('linked', 'private link made'), ('unlinked', 'private link withdrawn')], max_length=12, verbose_name='action'),
        ),
        migrations.CreateModel(
            name='PrivateLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token_hash', models.CharField(editable=False, max_length=64, unique=True)),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('created_by', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='private_links', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'private link',
                'verbose_name_plural': 'private links',
                'ordering': ('-pk',),
            },
        ),
    ]
