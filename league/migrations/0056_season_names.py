from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0055_drop_columns_of_bids")]

    operations = [
        migrations.AddField(
            model_name="season", name="name", field=models.CharField(blank=True, max_length=80)
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.UniqueConstraint(
                condition=~models.Q(name=""), fields=("competition", "name"), name="season_name_unique"
            ),
        ),
    ]
