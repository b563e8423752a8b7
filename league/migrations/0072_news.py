
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0071_privacy'),
    ]

    operations = [
        migrations.AddField(
            model_name='club',
            name='news',
            field=models.CharField(blank=True, max_length=1000),
        ),
        migrations.AddField(
            model_name='club',
            name='news_changed_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
