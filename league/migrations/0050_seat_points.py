from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0048_require_rounds")]

    operations = [
        migrations.AddField(model_name="seat", name="points", field=models.IntegerField(default=0)),
        migrations.AddField(
            model_name="seat", name="deal_scores", field=models.JSONField(blank=True, null=True)
        ),
    ]
