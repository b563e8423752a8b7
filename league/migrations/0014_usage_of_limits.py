"""How often something limited was done: counted in a table of its own."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0013_statistics_details'),
    ]

    operations = [
        migrations.CreateModel(
            name='Usage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('limit', models.CharField(max_length=40)),
                ('key', models.CharField(max_length=64)),
                ('began_at', models.DateTimeField(db_index=True)),
                ('count', models.PositiveIntegerField(default=1)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('limit', 'key'), name='usage_key_unique')],
            },
        ),
    ]
