"""Names of players as they are searched."""

from django.db import migrations

from league.models.fields import FoldedNameField
from league.rules.names import fold_name

BATCH_SIZE = 500


def fold_names(apps, schema_editor):
    players = apps.get_model("league", "Player").objects.using(schema_editor.connection.alias)
    batch = []
    for player in players.only("pk", "name").iterator(chunk_size=BATCH_SIZE):
        player.folded_name = fold_name(player.name)
        batch.append(player)
        if len(batch) == BATCH_SIZE:
            players.bulk_update(batch, ["folded_name"])
            batch = []
    players.bulk_update(batch, ["folded_name"])


class Migration(migrations.Migration):

    dependencies = [("league", "0031_decisions_of_files")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="folded_name",
            field=FoldedNameField(default=""),
            preserve_default=False,
        ),
        migrations.RunPython(fold_names, migrations.RunPython.noop),
    ]
