"""How often an invitation was mailed, and when for the last time: once, when it was made, as far as is known."""

import django.utils.timezone
from django.db import migrations, models


def mailed_when_made(apps, schema_editor):
    invitations = apps.get_model("league", "Invitation").objects.using(schema_editor.connection.alias)
    invitations.update(mailed_at=models.F("made_at"))


class Migration(migrations.Migration):

    dependencies = [("league", "0017_folded_names")]

    operations = [
        migrations.AddField(
            model_name="invitation",
            name="mailed_at",
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.AddField(
            model_name="invitation",
            name="mail_count",
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.RunPython(mailed_when_made, migrations.RunPython.noop),
    ]
