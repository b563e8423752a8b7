
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0072_news'),
    ]

    operations = [
        migrations.AddField(
            model_name='entry',
            name='lot',
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.AddField(
            model_name='player',
            name='next_key',
            field=models.CharField(blank=True, max_length=100),
        ),
        migrations.AddField(
            model_name='player',
            name='to_erase',
            field=models.BooleanField(default=False),
        ),
    ]
