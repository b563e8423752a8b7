from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0040_fill_stages")]

    operations = [
        migrations.RemoveField(model_name="division", name="stage"),
        migrations.RemoveField(model_name="entry", name="stage"),
        migrations.RenameField(model_name="division", old_name="stage_row", new_name="stage"),
        migrations.RenameField(model_name="entry", old_name="stage_row", new_name="stage"),
        migrations.AlterField(
            model_name="division",
            name="stage",
            field=models.ForeignKey(on_delete=models.CASCADE, related_name="divisions", to="league.stage"),
        ),
        migrations.AlterField(
            model_name="entry",
            name="stage",
            field=models.ForeignKey(on_delete=models.CASCADE, related_name="entries", to="league.stage"),
        ),
        migrations.AddConstraint(
            model_name="division",
            constraint=models.UniqueConstraint(fields=("stage", "level"), name="division_level_unique"),
        ),
        migrations.AddConstraint(
            model_name="division",
            constraint=models.CheckConstraint(
                condition=models.Q(("level__gte", 1)), name="division_level_from_1"
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(fields=("stage", "player"), name="entry_once_a_stage"),
        ),
    ]
