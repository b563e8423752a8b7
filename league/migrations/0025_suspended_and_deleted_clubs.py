"""Clubs can be suspended and deleted; the addresses of those that are gone are kept."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("league", "0024_names_of_former_players")]

    operations = [
        migrations.AddField(
            model_name="club", name="suspended_at", field=models.DateTimeField(blank=True, null=True)
        ),
        migrations.AddField(
            model_name="club",
            name="suspension_reason",
            field=models.CharField(blank=True, max_length=500),
        ),
        migrations.AddField(
            model_name="club", name="deleted_at", field=models.DateTimeField(blank=True, null=True)
        ),
        migrations.AddField(
            model_name="club", name="erasing_since", field=models.DateTimeField(blank=True, null=True)
        ),
        migrations.AddConstraint(
            model_name="club",
            constraint=models.CheckConstraint(
                condition=models.Q(suspended_at__isnull=True, suspension_reason="")
                | (models.Q(suspended_at__isnull=False) & ~models.Q(suspension_reason="")),
                name="club_is_suspended_for_a_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="club",
            constraint=models.CheckConstraint(
                condition=models.Q(erasing_since__isnull=True) | models.Q(deleted_at__isnull=False),
                name="club_is_deleted_before_it_is_erased",
            ),
        ),
        migrations.CreateModel(
            name="RetiredSlug",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.CharField(max_length=100, unique=True)),
                ("retired_at", models.DateTimeField()),
            ],
        ),
    ]
