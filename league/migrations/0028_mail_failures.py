"""The last mail that could not be sent from memory."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("league", "0027_texts_of_the_site")]

    operations = [
        migrations.CreateModel(
            name="MailFailure",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("problem", models.CharField(max_length=200)),
            ],
        ),
    ]
