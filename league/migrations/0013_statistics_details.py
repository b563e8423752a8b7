"""Statistics tell of bids, streaks and rivals, too: counted later, as reading sheets is no migration's work."""

from django.db import migrations, models
from django.utils import timezone


def leave_jobs(apps, schema_editor):
    competitions = apps.get_model("league", "Competition").objects.using(schema_editor.connection.alias)
    jobs = apps.get_model("league", "Job").objects.using(schema_editor.connection.alias)
    now = timezone.now()
    played = competitions.filter(
        models.Q(seasons__divisions__matches__status="played") | models.Q(statistics__isnull=False)
    ).distinct()
    jobs.bulk_create(
        [
            jobs.model(kind="refresh-statistics", arguments={"competition": pk}, created_at=now, due_at=now)
            for pk in played.order_by("pk").values_list("pk", flat=True)
        ],
        batch_size=500,
    )


class Migration(migrations.Migration):

    dependencies = [("league", "0012_awards")]

    operations = [
        migrations.AddField(
            model_name="statistics",
            name="details",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.RunPython(leave_jobs, migrations.RunPython.noop),
    ]
