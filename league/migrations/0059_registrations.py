
import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0058_round_clock'),
    ]

    operations = [
        migrations.CreateModel(
            name='Registration',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('waiting', 'on the waiting list'), ('entered', 'registered'), ('checked-in', 'there'), ('withdrawn', 'withdrawn')], max_length=20)),
                ('team', models.CharField(blank=True, max_length=80)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.AddField(
            model_name='season',
            name='registration_closes_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='season',
            name='registration_limit',
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='season',
            name='registration_open',
            field=models.BooleanField(default=False),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('registration_open', False), ('state', 'draft'), _connector='OR'), name='season_open_for_registration_is_a_draft'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('registration_limit__isnull', True), ('registration_limit__gte', 1), _connector='OR'), name='season_registration_limit_from_1'),
        ),
        migrations.AddField(
            model_name='registration',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='registrations', to='league.player'),
        ),
        migrations.AddField(
            model_name='registration',
            name='season',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='registrations', to='league.season'),
        ),
        migrations.AddConstraint(
            model_name='registration',
            constraint=models.UniqueConstraint(fields=('season', 'player'), name='registration_once_a_season'),
        ),
        migrations.AddConstraint(
            model_name='registration',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'entered', 'checked-in', 'withdrawn'])), name='registration_state_is_known'),
        ),
    ]
