from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0068_languages")]

    operations = [
        migrations.AddField(model_name="season", name="draw", field=models.JSONField(blank=True, null=True)),
    ]
