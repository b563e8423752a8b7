from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0036_statistics_revision")]

    operations = [
        migrations.AddField(
            model_name="decision",
            name="entry",
            field=models.ForeignKey(
                null=True, on_delete=models.SET_NULL, related_name="decisions", to="league.entry"
            ),
        ),
    ]
