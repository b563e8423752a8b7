"""Some games count more than they did: results that came in before get the new figures later, from their sheets."""

from django.db import migrations
from django.utils import timezone

STORING = "keep-figures"


def leave_jobs(apps, schema_editor):
    alias = schema_editor.connection.alias
    jobs = apps.get_model("league", "Job").objects.using(alias)
    now = timezone.now()
    competitions = apps.get_model("league", "Competition").objects.using(alias)
    played = set(competitions.filter(seasons__divisions__matches__status="played").values_list("pk", flat=True))
    left = jobs.filter(kind=STORING, state="waiting").values_list("arguments", flat=True)
    played -= {arguments["competition"] for arguments in left}
    jobs.bulk_create(
        [
            jobs.model(kind=STORING, arguments={"competition": pk}, created_at=now, due_at=now)
            for pk in sorted(played)
        ],
        batch_size=500,
    )


class Migration(migrations.Migration):
    dependencies = [("league", "0064_arrangements_and_draws")]
    operations = [migrations.RunPython(leave_jobs, migrations.RunPython.noop)]
