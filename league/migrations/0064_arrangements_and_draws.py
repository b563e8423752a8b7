from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0063_ladders")]

    operations = [
        migrations.AddField(
            model_name="match", name="arranged_on", field=models.DateField(blank=True, null=True)
        ),
        migrations.AddField(
            model_name="match", name="venue", field=models.CharField(blank=True, max_length=80)
        ),
        migrations.AddField(
            model_name="season", name="draw_shown_at", field=models.DateTimeField(blank=True, null=True)
        ),
    ]
