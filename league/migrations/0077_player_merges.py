"""Two records of one person are merged: so the table is called, and so its rows say which of them came over."""

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

VISIBILITIES = ["name", "short", "minor", "hidden"]


def call_them_merges(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    _rename_detail(apps, editor, "joins", "merges")


def call_them_joins(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    _rename_detail(apps, editor, "merges", "joins")


def _rename_detail(apps: Apps, editor: BaseDatabaseSchemaEditor, old: str, new: str) -> None:
    for row in apps.get_model("league", "PlayerMerge").objects.using(editor.connection.alias).iterator():
        row.detail = {new if name == old else name: value for name, value in row.detail.items()}
        row.save(update_fields=["detail"])


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0076_indexes"),
    ]

    operations = [
        migrations.RenameModel("PlayerJoin", "PlayerMerge"),
        migrations.AlterField(
            model_name="playermerge",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="player_merges", to="league.club"
            ),
        ),
        migrations.AlterField(
            model_name="playermerge",
            name="kept",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="merges", to="league.player"
            ),
        ),
        migrations.RemoveConstraint(model_name="playermerge", name="player_join_visibility_is_known"),
        migrations.AddConstraint(
            model_name="playermerge",
            constraint=models.CheckConstraint(
                condition=models.Q(visibility__in=VISIBILITIES), name="player_merge_visibility_is_known"
            ),
        ),
        migrations.RunPython(call_them_merges, call_them_joins),
    ]
