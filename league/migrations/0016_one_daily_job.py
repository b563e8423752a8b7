"""Of the daily job that cleans up only one waits or runs, however many processes plan it."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0015_schedules_made_in_batches'),
    ]

    operations = [
        migrations.AddConstraint(
            model_name='job',
            constraint=models.UniqueConstraint(
                condition=models.Q(('kind', 'clean-up'), ('state__in', ['waiting', 'running'])),
                fields=('kind',),
                name='job_cleans_up_once_a_day',
            ),
        ),
    ]
