"""Names of players as they are searched."""

from django.db import migrations

from league.models.fields import FoldedNameField
from league.rules.names import fold_name

BATCH_SIZE = 500


def fold_names(apps, schema_editor):
    players = apps.get_model("league", "Player").objects.using(schema_editor.connection.alias)
    named = list(players.only("pk", "name"))
    for player in named:
        player.folded_name = fold_name(player.name)
    players.bulk_update(named, ["folded_name"], batch_size=BATCH_SIZE)


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
