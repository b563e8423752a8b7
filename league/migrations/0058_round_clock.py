from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0057_paired_stages_and_teams")]

    operations = [
        migrations.AddField(
            model_name="round", name="clock_ends_at", field=models.DateTimeField(blank=True, null=True)
        ),
        migrations.AddField(
            model_name="round", name="clock_left", field=models.PositiveIntegerField(blank=True, null=True)
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.CheckConstraint(
                condition=models.Q(("clock_ends_at__isnull", True), ("clock_left__isnull", True), _connector="OR"),
                name="round_clock_runs_or_is_paused",
            ),
        ),
    ]
