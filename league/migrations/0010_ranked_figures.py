"""Standings keep the games' own figures that they are ranked by. Nothing was ranked by one before: there is none to
fill in."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0009_own_figures")]
    operations = [
        migrations.AddField(
            model_name="standing",
            name="figures",
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
