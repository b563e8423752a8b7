from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0044_fill_stage_settings")]

    operations = [
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.CheckConstraint(
                condition=models.Q(("format__in", ["round-robin", "tables"])), name="stage_format_is_known"
            ),
        ),
    ]
