from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0060_addresses_of_guests")]

    operations = [
        migrations.AddField(
            model_name="season", name="finalists", field=models.JSONField(blank=True, null=True)
        ),
    ]
