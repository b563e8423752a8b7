"""A club counts its changes, so that pages made before one are known to be old."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0002_people")]

    operations = [
        migrations.AddField(
            model_name="club", name="revision", field=models.PositiveIntegerField(default=0)
        )
    ]
