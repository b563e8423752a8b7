"""Since when an account waits to be let in by an administrator."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("league", "0019_addresses_to_be_proved")]

    operations = [
        migrations.AddField(
            model_name="user", name="waiting_since", field=models.DateTimeField(blank=True, null=True)
        ),
    ]
