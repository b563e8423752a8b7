"""The audit log's rows under their right name, with who acted where it was no person, and a version."""

import django.db.models.deletion
from django.db import migrations, models


def rename_permissions(apps, schema_editor):
    _rename_permissions(apps, "change", "event")


def restore_permissions(apps, schema_editor):
    _rename_permissions(apps, "event", "change")


def _rename_permissions(apps, old, new):
    """Let who may look at the audit log go on to: the right to do so has the table's name in it."""
    Permission = apps.get_model("auth", "Permission")
    for verb in ("add", "change", "delete", "view"):
        named = Permission.objects.filter(content_type__app_label="league", codename=f"{verb}_{old}")
        named.update(codename=f"{verb}_{new}", name=f"Can {verb} {new}")


class Migration(migrations.Migration):
    dependencies = [("league", "0028_mail_failures"), ("auth", "0012_alter_user_first_name_max_length")]

    operations = [
        migrations.RenameModel("Change", "Event"),
        migrations.RenameIndex("event", old_name="change_by_club", new_name="event_by_club"),
        migrations.AlterField(
            "event",
            "club",
            models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="events", to="league.club"
            ),
        ),
        migrations.AddField(
            "event", "principal", models.CharField(blank=True, default="", max_length=40), preserve_default=False
        ),
        migrations.AddField("event", "version", models.PositiveSmallIntegerField(default=0)),
        migrations.AlterField("event", "version", models.PositiveSmallIntegerField(default=1)),
        migrations.RunPython(rename_permissions, restore_permissions),
    ]
