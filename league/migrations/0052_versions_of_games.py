"""Seasons say with which version of their game they were opened; there was only one so far."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0051_fill_seat_points")]

    operations = [
        migrations.AddField(
            model_name="season", name="game_version", field=models.PositiveIntegerField(default=1)
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(("game_version__gte", 1)), name="season_game_version_from_1"
            ),
        ),
    ]
