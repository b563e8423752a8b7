from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0075_join_requests"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="club",
            index=models.Index(fields=["name", "slug"], name="club_by_name"),
        ),
        migrations.AddIndex(
            model_name="job",
            index=models.Index(fields=["state", "due_at"], name="job_by_state"),
        ),
        migrations.RemoveIndex(
            model_name="job",
            name="job_due",
        ),
    ]
