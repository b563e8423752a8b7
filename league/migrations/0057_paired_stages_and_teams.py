from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0056_season_names")]

    operations = [
        migrations.AddField(
            model_name="entry", name="team", field=models.CharField(blank=True, max_length=80)
        ),
        migrations.RemoveConstraint(model_name="stage", name="stage_format_is_known"),
        migrations.AlterField(
            model_name="stage",
            name="format",
            field=models.CharField(
                choices=[
                    ("round-robin", "round robin"),
                    ("tables", "tables of more than two"),
                    ("paired", "rounds paired one after the other"),
                ],
                default="round-robin",
                max_length=20,
            ),
        ),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.CheckConstraint(
                condition=models.Q(format__in=["round-robin", "tables", "paired"]),
                name="stage_format_is_known",
            ),
        ),
    ]
