"""What the administration calls several of a kind, where an added s is not it."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("league", "0004_addresses")]

    operations = [
        migrations.AlterModelOptions(name="entry", options={"verbose_name_plural": "entries"}),
        migrations.AlterModelOptions(name="match", options={"verbose_name_plural": "matches"}),
        migrations.AlterModelOptions(name="statistics", options={"verbose_name_plural": "statistics"}),
    ]
