"""E-mail addresses are kept in lower case from now on; no two accounts differ by capital letters."""

from django.db import migrations
from django.db.models.functions import Lower


def in_lower_case(apps, schema_editor):
    apps.get_model("league", "User").objects.using(schema_editor.connection.alias).update(email=Lower("email"))


class Migration(migrations.Migration):
    dependencies = [("league", "0003_club_revision")]

    operations = [migrations.RunPython(in_lower_case, migrations.RunPython.noop)]
