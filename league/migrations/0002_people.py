"""The role of a player, and invitations."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

ROLES = [("owner", "owner"), ("organiser", "organiser"), ("scorer", "scorer"), ("player", "player")]
KNOWN = models.CheckConstraint(
    condition=models.Q(("role__in", [role for role, _label in ROLES])), name="membership_role_is_known"
)


class Migration(migrations.Migration):
    dependencies = [("league", "0001_nouns")]

    operations = [
        migrations.RemoveConstraint(model_name="membership", name="membership_role_is_known"),
        migrations.AlterField(
            model_name="membership", name="role", field=models.CharField(choices=ROLES, max_length=20)
        ),
        migrations.AddConstraint(model_name="membership", constraint=KNOWN),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("email", models.EmailField(max_length=254)),
                ("role", models.CharField(choices=ROLES, max_length=20)),
                ("made_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                ("accepted_at", models.DateTimeField(blank=True, null=True)),
                (
                    "accepted_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="league.club",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="league.player",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("role__in", [role for role, _label in ROLES])),
                        name="invitation_role_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("withdrawn_at", None), ("accepted_at", None), _connector="OR"),
                        name="invitation_is_accepted_or_withdrawn",
                    ),
                ],
            },
        ),
    ]
