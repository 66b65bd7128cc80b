from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('events', '0037_outcomes_in_words'),
    ]

    operations = [
        migrations.AddField(
            model_name='session',
            name='cross_imps_award_each',
            field=models.BooleanField(default=False, help_text='In a sum: 3 IMPs times the results less one; otherwise 3 IMPs once.', verbose_name='Average plus for each comparison'),
        ),
        migrations.AddField(
            model_name='session',
            name='handicap_sum',
            field=models.BooleanField(default=False, help_text='Otherwise a pair has their mean.', verbose_name='Handicaps of players are added up'),
        ),
    ]
