"""Names of clubs and competitions as they are compared and searched; look-alikes that exist already stay."""

from django.db import migrations

from league.models.fields import FoldedNameField
from league.rules.names import fold_name

BATCH_SIZE = 500


def fold_names(apps, schema_editor):
    for name in ("Club", "Competition"):
        table = apps.get_model("league", name).objects.using(schema_editor.connection.alias)
        rows = list(table.only("pk", "name"))
        for row in rows:
            row.folded_name = fold_name(row.name)
        table.bulk_update(rows, ["folded_name"], batch_size=BATCH_SIZE)


class Migration(migrations.Migration):

    dependencies = [("league", "0016_one_daily_job")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="folded_name",
            field=FoldedNameField(db_index=True, default=""),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="competition",
            name="folded_name",
            field=FoldedNameField(default=""),
            preserve_default=False,
        ),
        migrations.RunPython(fold_names, migrations.RunPython.noop),
    ]
