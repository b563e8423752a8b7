"""What visitors report about a page."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("league", "0025_suspended_and_deleted_clubs")]

    operations = [
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("page", models.CharField(blank=True, max_length=300)),
                ("text", models.CharField(max_length=1000)),
                ("email", models.EmailField(blank=True, max_length=254)),
                ("made_at", models.DateTimeField()),
                ("done_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=~models.Q(text=""), name="report_says_something")
                ]
            },
        ),
    ]
