"""The reasons of decisions as rows of their own, which can be deleted, with a note for the club's staff.

Older events, and what stands for a sheet in older results of decisions, keep the copy of the reason that they have.
Backwards a decision without a reason gets a dash, as it had to have one, and the notes go.
"""

import django.db.models.deletion
from django.db import migrations, models

BATCH_SIZE = 500


def move_reasons_to_remarks(apps, schema_editor):
    alias = schema_editor.connection.alias
    Remark = apps.get_model("league", "Remark")
    decisions = apps.get_model("league", "Decision").objects.using(alias)
    rows = list(decisions.order_by("pk").values_list("pk", "reason", "season__competition__club"))
    for start in range(0, len(rows), BATCH_SIZE):
        batch = rows[start : start + BATCH_SIZE]
        remarks = [Remark(club_id=club, text=reason) for _pk, reason, club in batch]
        Remark.objects.using(alias).bulk_create(remarks)
        changed = [
            decisions.model(pk=row[0], remark=remark) for row, remark in zip(batch, remarks, strict=True)
        ]
        decisions.bulk_update(changed, ["remark"])
    schema_editor.connection.check_constraints()  # PostgreSQL alters no table that still has something to check


def move_remarks_to_reasons(apps, schema_editor):
    decisions = apps.get_model("league", "Decision").objects.using(schema_editor.connection.alias)
    text = apps.get_model("league", "Remark").objects.filter(pk=models.OuterRef("remark")).values("text")
    decisions.filter(remark=None).update(reason="–")
    decisions.exclude(remark=None).update(reason=models.Subquery(text))
    schema_editor.connection.check_constraints()


class Migration(migrations.Migration):
    dependencies = [("league", "0029_events")]

    operations = [
        migrations.CreateModel(
            name="Remark",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.CharField(max_length=200)),
                ("note", models.CharField(blank=True, max_length=1000)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="remarks",
                        to="league.club",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="remark",
            constraint=models.CheckConstraint(
                condition=models.Q(("text", ""), _negated=True), name="remark_has_a_text"
            ),
        ),
        migrations.AddField(
            model_name="decision",
            name="remark",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="decisions",
                to="league.remark",
            ),
        ),
        migrations.RemoveConstraint(model_name="decision", name="decision_has_a_reason"),
        # so that the column can be added again on the way back
        migrations.AlterField(
            model_name="decision", name="reason", field=models.CharField(default="", max_length=200)
        ),
        migrations.RunPython(move_reasons_to_remarks, move_remarks_to_reasons),
        migrations.RemoveField(model_name="decision", name="reason"),
    ]
