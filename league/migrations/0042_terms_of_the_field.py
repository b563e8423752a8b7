"""Name columns as people who run leagues, and engineers, would name them."""

from django.db import migrations, models

RENAMED = (
    ("season", "lot", "draw_seed"),
    ("season", "closings", "closure_history"),
    ("season", "closed_before", "closed_by_rollover"),
    ("match", "series", "generation"),
    ("result", "series", "generation"),
    ("result", "sat", "seated_players"),
    ("result", "counts_from", "effective_from"),
    ("decision", "instead", "substitute"),
    ("decision", "undone_by", "revoked_by"),
    ("decision", "undone_at", "revoked_at"),
    ("decision", "undone_on", "revoked_on"),
    ("job", "said", "result"),
    ("job", "problem", "error"),
)


class Migration(migrations.Migration):
    dependencies = [("league", "0041_require_stages")]

    operations = [
        # A constraint keeps the names that its columns had, so those with such columns are made anew.
        migrations.RemoveConstraint(model_name="season", name="season_closed_only_what_it_came_from"),
        migrations.RemoveConstraint(model_name="result", name="result_number_unique"),
        migrations.RemoveConstraint(model_name="decision", name="decision_is_undone_on_a_day"),
        *(
            migrations.RenameField(model_name=model, old_name=old, new_name=new)
            for model, old, new in RENAMED
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(("rolled_from__isnull", False), ("closed_by_rollover", False), _connector="OR"),
                name="season_closed_only_what_it_came_from",
            ),
        ),
        migrations.AddConstraint(
            model_name="result",
            constraint=models.UniqueConstraint(
                fields=("match", "generation", "number"), name="result_number_unique"
            ),
        ),
        migrations.AddConstraint(
            model_name="decision",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("revoked_at__isnull", True), ("revoked_on__isnull", True)),
                    models.Q(("revoked_at__isnull", False), ("revoked_on__isnull", False)),
                    _connector="OR",
                ),
                name="decision_is_revoked_on_a_day",
            ),
        ),
    ]
