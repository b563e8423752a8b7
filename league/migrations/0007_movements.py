"""Seasons that were closed before movements were kept get theirs: later, as working them out is no migration's work."""

from django.db import migrations
from django.utils import timezone


def leave_jobs(apps, schema_editor):
    seasons = apps.get_model("league", "Season").objects.using(schema_editor.connection.alias)
    jobs = apps.get_model("league", "Job").objects.using(schema_editor.connection.alias)
    now = timezone.now()
    closed = seasons.filter(state="closed", competition__kind="league").values_list("pk", flat=True)
    jobs.bulk_create(
        [jobs.model(kind="state-movements", arguments={"season": pk}, created_at=now, due_at=now) for pk in closed],
        batch_size=500,
    )


class Migration(migrations.Migration):
    dependencies = [("league", "0006_seasons_end")]
    operations = [migrations.RunPython(leave_jobs, migrations.RunPython.noop)]
