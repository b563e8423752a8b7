from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0038_fill_entry_of_decisions")]

    operations = [
        # Here, so that going back makes them again once the numbers are there.
        migrations.RemoveConstraint(model_name="division", name="division_level_unique"),
        migrations.RemoveConstraint(model_name="division", name="division_counts_from_1"),
        migrations.RemoveConstraint(model_name="entry", name="entry_once_a_season"),
        migrations.CreateModel(
            name="Stage",
            fields=[
                (
                    "id",
                    models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                ),
                ("number", models.PositiveSmallIntegerField(default=1)),
                ("name", models.CharField(blank=True, max_length=80)),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=models.CASCADE, related_name="stages", to="league.season"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("season", "number"), name="stage_number_unique"),
                    models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="stage_number_from_1"),
                ],
            },
        ),
        migrations.AddField(
            model_name="division",
            name="stage_row",
            field=models.ForeignKey(
                null=True, on_delete=models.CASCADE, related_name="divisions", to="league.stage"
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="stage_row",
            field=models.ForeignKey(
                null=True, on_delete=models.CASCADE, related_name="entries", to="league.stage"
            ),
        ),
    ]
