import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0047_fill_rounds")]

    operations = [
        migrations.RemoveField(model_name="match", name="round"),
        migrations.RenameField(model_name="match", old_name="round_row", new_name="round"),
        migrations.AlterField(
            model_name="match",
            name="round",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.RESTRICT, related_name="matches", to="league.round"
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(("leg__gte", 1), ("table__gte", 1)), name="match_counts_from_1"
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.UniqueConstraint(
                condition=models.Q(("paired", True)),
                fields=("round", "table", "leg"),
                name="match_alone_at_its_table",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                condition=models.Q(("round__isnull", False)),
                fields=("round", "entry", "leg"),
                name="seat_entry_once_a_round",
            ),
        ),
    ]
