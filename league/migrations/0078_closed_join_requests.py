"""Requests to join that are closed because their account was linked to a player in another way.

Going back, they are withdrawn ones.
"""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.utils import timezone


def close_requests_of_players(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Close the open requests of accounts that are a player of the club by now."""
    requests = apps.get_model("league", "JoinRequest").objects.using(editor.connection.alias)
    players = apps.get_model("league", "Player").objects.using(editor.connection.alias)
    same = players.filter(club=models.OuterRef("club"), user=models.OuterRef("user"))
    requests.filter(models.Exists(same), state="open").update(state="linked", answered_at=timezone.now())


def call_them_withdrawn(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    requests = apps.get_model("league", "JoinRequest").objects.using(editor.connection.alias)
    requests.filter(state="linked").update(state="withdrawn")


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0077_player_merges"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="joinrequest",
            name="join_request_state_is_known",
        ),
        migrations.AlterField(
            model_name="joinrequest",
            name="state",
            field=models.CharField(
                choices=[
                    ("open", "waiting"),
                    ("approved", "approved"),
                    ("refused", "refused"),
                    ("withdrawn", "withdrawn"),
                    ("linked", "linked in another way"),
                ],
                default="open",
                max_length=20,
            ),
        ),
        migrations.AddConstraint(
            model_name="joinrequest",
            constraint=models.CheckConstraint(
                condition=models.Q(state__in=["open", "approved", "refused", "withdrawn", "linked"]),
                name="join_request_state_is_known",
            ),
        ),
        migrations.RunPython(close_requests_of_players, call_them_withdrawn),
    ]
