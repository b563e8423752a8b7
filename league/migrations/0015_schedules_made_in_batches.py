"""A season says that its schedule is still being made, since that takes several transactions where it is large."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0014_usage_of_limits'),
    ]

    operations = [
        migrations.AddField(
            model_name='season',
            name='schedule_batch_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='season',
            name='schedule_token',
            field=models.UUIDField(blank=True, null=True),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(
                condition=models.Q(('schedule_token__isnull', True), ('state', 'draft'), _connector='OR'),
                name='season_with_unfinished_schedule_is_a_draft',
            ),
        ),
    ]
