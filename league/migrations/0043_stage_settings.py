from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0042_terms_of_the_field")]

    operations = [
        migrations.AddField(
            model_name="stage",
            name="format",
            field=models.CharField(
                choices=[("round-robin", "round robin"), ("tables", "tables of more than two")],
                default="round-robin",
                max_length=20,
            ),
        ),
        migrations.AddField(
            model_name="stage", name="making", field=models.JSONField(blank=True, null=True)
        ),
    ]
