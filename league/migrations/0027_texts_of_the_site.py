"""Imprint, contact and privacy, as the administrators of the site write them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("league", "0026_reports_of_abuse")]

    operations = [
        migrations.CreateModel(
            name="SiteText",
            fields=[
                (
                    "kind",
                    models.CharField(
                        choices=[("imprint", "Imprint"), ("contact", "Contact"), ("privacy", "Privacy")],
                        max_length=20,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("text", models.TextField(blank=True, max_length=20000)),
                ("changed_at", models.DateTimeField()),
                (
                    "changed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(kind__in=["imprint", "contact", "privacy"]),
                        name="site_text_kind_is_known",
                    )
                ]
            },
        ),
    ]
