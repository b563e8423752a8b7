"""A game counts something more on its sheets: results from before get it later, as reading sheets is no migration's work."""

from django.db import migrations
from django.utils import timezone


def leave_jobs(apps, schema_editor):
    alias = schema_editor.connection.alias
    competitions = apps.get_model("league", "Competition").objects.using(alias)
    jobs = apps.get_model("league", "Job").objects.using(alias)
    now = timezone.now()
    played = competitions.filter(seasons__divisions__matches__status="played").distinct()
    jobs.bulk_create(
        [
            jobs.model(kind="keep-figures", arguments={"competition": pk}, created_at=now, due_at=now)
            for pk in played.order_by("pk").values_list("pk", flat=True)
        ],
        batch_size=500,
    )


class Migration(migrations.Migration):
    dependencies = [("league", "0065_figures_of_games")]
    operations = [migrations.RunPython(leave_jobs, migrations.RunPython.noop)]
