import django.db.models.deletion
from django.db import migrations, models

AUTO = models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


class Migration(migrations.Migration):
    dependencies = [("league", "0045_require_stage_settings")]

    operations = [
        # Here, so that going back makes it again once the numbers are there.
        migrations.RemoveConstraint(model_name="match", name="match_counts_from_1"),
        migrations.CreateModel(
            name="Round",
            fields=[
                ("id", AUTO.clone()),
                ("number", models.PositiveIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("planned", "planned"),
                            ("paired", "paired"),
                            ("published", "published"),
                            ("finished", "finished"),
                        ],
                        default="published",
                        max_length=20,
                    ),
                ),
                ("due_on", models.DateField(blank=True, null=True)),
                ("pairings", models.JSONField(blank=True, null=True)),
                (
                    "stage",
                    models.ForeignKey(on_delete=models.CASCADE, related_name="rounds", to="league.stage"),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("stage", "number"), name="round_number_unique"),
                    models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="round_number_from_1"),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["planned", "paired", "published", "finished"])),
                        name="round_state_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                models.Q(("state", "planned"), _negated=True),
                                ("pairings__isnull", True),
                                _connector="OR",
                            ),
                            models.Q(
                                models.Q(("state", "paired"), _negated=True),
                                ("pairings__isnull", False),
                                _connector="OR",
                            ),
                        ),
                        name="round_has_pairings_once_paired",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Bye",
            fields=[
                ("id", AUTO.clone()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("pairing", "bye"),
                            ("full", "full-point bye"),
                            ("half", "half-point bye"),
                            ("zero", "zero-point bye"),
                        ],
                        max_length=20,
                    ),
                ),
                (
                    "origin",
                    models.CharField(
                        choices=[
                            ("system", "by the pairing"),
                            ("request", "on request"),
                            ("no-show", "no-show"),
                        ],
                        default="system",
                        max_length=20,
                    ),
                ),
                ("points", models.IntegerField(default=0)),
                (
                    "entry",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="byes", to="league.entry"),
                ),
                (
                    "round",
                    models.ForeignKey(on_delete=models.CASCADE, related_name="byes", to="league.round"),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("round", "entry"), name="bye_once_a_round"),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["pairing", "full", "half", "zero"])),
                        name="bye_kind_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("origin__in", ["system", "request", "no-show"])),
                        name="bye_origin_is_known",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="match",
            name="round_row",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="matches",
                to="league.round",
            ),
        ),
        migrations.AddField(
            model_name="match", name="leg", field=models.PositiveSmallIntegerField(default=1)
        ),
        migrations.AddField(model_name="match", name="paired", field=models.BooleanField(default=False)),
        migrations.AddField(
            model_name="seat",
            name="round",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="seats",
                to="league.round",
            ),
        ),
        migrations.AddField(model_name="seat", name="leg", field=models.PositiveSmallIntegerField(default=1)),
    ]
