from django.db import migrations, models


def call_them_by_the_next_best(apps, schema_editor):
    """Going back, a paired stage gets the format that every stage had before: rounds say what was paired."""
    stages = apps.get_model("league", "Stage").objects.using(schema_editor.connection.alias)
    stages.filter(format="paired").update(format="round-robin")


class Migration(migrations.Migration):
    dependencies = [("league", "0056_season_names")]

    operations = [
        migrations.AddField(
            model_name="entry", name="team", field=models.CharField(blank=True, max_length=80)
        ),
        migrations.RemoveConstraint(model_name="stage", name="stage_format_is_known"),
        migrations.RunPython(migrations.RunPython.noop, call_them_by_the_next_best),
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
