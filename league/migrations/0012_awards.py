"""Awards of seasons. Those that were closed before get theirs later, as working them out is no migration's work."""

import django.db.models.deletion
from django.db import migrations, models
from django.utils import timezone


def leave_jobs(apps, schema_editor):
    seasons = apps.get_model("league", "Season").objects.using(schema_editor.connection.alias)
    jobs = apps.get_model("league", "Job").objects.using(schema_editor.connection.alias)
    now = timezone.now()
    competitions = seasons.filter(state="closed").values_list("competition", flat=True).distinct()
    jobs.bulk_create(
        [
            jobs.model(kind="state-awards", arguments={"competition": pk}, created_at=now, due_at=now)
            for pk in competitions.order_by("competition")
        ],
        batch_size=500,
    )


class Migration(migrations.Migration):

    dependencies = [("league", "0011_decisions")]

    operations = [
        migrations.CreateModel(
            name='Award',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveIntegerField()),
                ('category', models.CharField(max_length=100)),
                ('value', models.CharField(max_length=40)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='awards', to='league.player')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='awards', to='league.season')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('season', 'place', 'player'), name='award_once'), models.CheckConstraint(condition=models.Q(('place__gte', 1)), name='award_place_from_1')],
            },
        ),
        migrations.RunPython(leave_jobs, migrations.RunPython.noop),
    ]
