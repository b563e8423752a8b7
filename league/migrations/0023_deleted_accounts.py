"""When an account was deleted: its row stays, without anything that says whose it was."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("league", "0020_accounts_that_wait")]

    operations = [
        migrations.AddField(
            model_name="user", name="deleted_at", field=models.DateTimeField(editable=False, null=True)
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.CheckConstraint(
                condition=models.Q(("deleted_at", None), models.Q(("is_active", False), ("name", "")), _connector="OR"),
                name="user_deleted_is_empty",
            ),
        ),
    ]
