"""Whether a club's players who leave lose their name."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("league", "0023_deleted_accounts")]

    operations = [
        migrations.AddField(
            model_name="club", name="hides_former_players", field=models.BooleanField(default=False)
        ),
    ]
