from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0059_registrations")]

    operations = [
        migrations.AddField(
            model_name="registration", name="email", field=models.EmailField(blank=True, max_length=254)
        ),
        migrations.AddConstraint(
            model_name="registration",
            constraint=models.UniqueConstraint(
                condition=models.Q(("email", ""), _negated=True),
                fields=("season", "email"),
                name="registration_once_an_address",
            ),
        ),
        migrations.AddConstraint(
            model_name="registration",
            constraint=models.CheckConstraint(
                condition=models.Q(("email", ""), models.Q(("state", "withdrawn"), _negated=True), _connector="OR"),
                name="registration_withdrawn_has_no_address",
            ),
        ),
    ]
