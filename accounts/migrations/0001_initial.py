"""All tables as they are; takes the place of the migrations that led to them one by one."""

from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('accounts', '0001_login_counts')]

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='LoginCount',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('account', models.CharField(blank=True, max_length=64)),
                ('place', models.CharField(blank=True, max_length=64)),
                ('failures', models.PositiveIntegerField(default=0)),
                ('last', models.DateTimeField(db_index=True)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('account', 'place'), name='accounts_one_count_of_account_and_place')],
            },
        ),
    ]
