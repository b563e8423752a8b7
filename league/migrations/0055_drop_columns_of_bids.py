"""Drop the columns whose figures are among the others by now (0054); games check that no more is made than bid."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("league", "0054_bids_among_figures")]

    operations = [
        migrations.RemoveConstraint(model_name="seat", name="seat_makes_no_more_than_it_bids"),
        *(
            migrations.RemoveField(model_name=model, name=name)
            for model in ("seat", "standing", "statistics")
            for name in ("bids", "bids_made", "bid_total")
        ),
    ]
