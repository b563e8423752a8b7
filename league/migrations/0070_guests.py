"""Guests of a tournament: going back, they are players like the others."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("league", "0069_draws_of_groups"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="guest",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="registration",
            name="guest",
            field=models.BooleanField(default=False),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("guest", False), ("team", ""), _connector="OR"),
                name="entry_guest_has_no_team",
            ),
        ),
        migrations.AddConstraint(
            model_name="registration",
            constraint=models.CheckConstraint(
                condition=models.Q(("guest", False), ("team", ""), _connector="OR"),
                name="registration_guest_has_no_team",
            ),
        ),
    ]
