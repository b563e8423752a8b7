import django.db.models.deletion
from django.db import migrations, models


def call_them_by_the_next_best(apps, schema_editor):
    """Going back, a ladder gets the format that every stage had before."""
    stages = apps.get_model("league", "Stage").objects.using(schema_editor.connection.alias)
    stages.filter(format="ladder").update(format="round-robin")


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0061_finalists"),
    ]

    operations = [
        migrations.CreateModel(
            name="Challenge",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("made_on", models.DateField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "open"),
                            ("ended", "ended"),
                            ("declined", "declined"),
                            ("withdrawn", "withdrawn"),
                        ],
                        default="open",
                        max_length=20,
                    ),
                ),
                ("settled_on", models.DateField(blank=True, null=True)),
            ],
        ),
        migrations.RemoveConstraint(
            model_name="stage",
            name="stage_format_is_known",
        ),
        migrations.RunPython(migrations.RunPython.noop, call_them_by_the_next_best),
        migrations.AddField(
            model_name="division",
            name="as_of",
            field=models.DateField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="entry",
            name="joined_on",
            field=models.DateField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="entry",
            name="left_on",
            field=models.DateField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="stage",
            name="format",
            field=models.CharField(
                choices=[
                    ("round-robin", "round robin"),
                    ("tables", "tables of more than two"),
                    ("paired", "rounds paired one after the other"),
                    ("ladder", "ladder"),
                ],
                default="round-robin",
                max_length=20,
            ),
        ),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.CheckConstraint(
                condition=models.Q(("format__in", ["round-robin", "tables", "paired", "ladder"])),
                name="stage_format_is_known",
            ),
        ),
        migrations.AddField(
            model_name="challenge",
            name="challenged",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="challenges_received",
                to="league.entry",
            ),
        ),
        migrations.AddField(
            model_name="challenge",
            name="challenger",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="challenges_made", to="league.entry"
            ),
        ),
        migrations.AddField(
            model_name="challenge",
            name="division",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="challenges", to="league.division"
            ),
        ),
        migrations.AddField(
            model_name="challenge",
            name="match",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="challenge",
                to="league.match",
            ),
        ),
        migrations.AddConstraint(
            model_name="challenge",
            constraint=models.UniqueConstraint(fields=("division", "number"), name="challenge_number_unique"),
        ),
        migrations.AddConstraint(
            model_name="challenge",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1)), name="challenge_number_from_1"
            ),
        ),
        migrations.AddConstraint(
            model_name="challenge",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["open", "ended", "declined", "withdrawn"])),
                name="challenge_state_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="challenge",
            constraint=models.CheckConstraint(
                condition=models.Q(("challenger", models.F("challenged")), _negated=True),
                name="challenge_of_another",
            ),
        ),
        migrations.AddConstraint(
            model_name="challenge",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "open")),
                fields=("challenger",),
                name="challenge_open_once_a_challenger",
            ),
        ),
        migrations.AddConstraint(
            model_name="challenge",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "open")),
                fields=("challenged",),
                name="challenge_open_once_a_challenged",
            ),
        ),
        migrations.AddConstraint(
            model_name="challenge",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("match__isnull", False), ("state__in", ("open", "ended"))),
                    models.Q(
                        models.Q(("state__in", ("open", "ended")), _negated=True),
                        ("match__isnull", True),
                        ("settled_on__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="challenge_has_a_match_or_was_settled",
            ),
        ),
    ]
