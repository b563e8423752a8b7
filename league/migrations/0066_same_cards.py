import django.db.models.deletion
from django.db import migrations, models


def call_rulings_warnings(apps, schema_editor):
    """Going back, a ruling on deals becomes a penalty that takes nothing away: it keeps its reason."""
    decisions = apps.get_model("league", "Decision").objects.using(schema_editor.connection.alias)
    decisions.filter(kind="deals").update(kind="penalty", detail={"points": 0, "score": 0})


class Migration(migrations.Migration):

    dependencies = [
        ("league", "0065_figures_of_games"),
    ]

    operations = [
        migrations.CreateModel(
            name='BoardSet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seed', models.CharField(blank=True, max_length=32)),
                ('digest', models.CharField(max_length=64)),
                ('deals', models.JSONField(blank=True, default=dict)),
            ],
        ),
        migrations.RemoveConstraint(
            model_name='decision',
            name='decision_kind_is_known',
        ),
        migrations.RunPython(migrations.RunPython.noop, call_rulings_warnings),
        migrations.AlterField(
            model_name='decision',
            name='kind',
            field=models.CharField(choices=[('forfeit', 'forfeit'), ('void', 'void'), ('withdrawal', 'withdrawal'), ('substitute', 'substitute'), ('late-entry', 'late entry'), ('penalty', 'penalty'), ('deals', 'ruling on deals')], max_length=20),
        ),
        migrations.AddConstraint(
            model_name='decision',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['forfeit', 'void', 'withdrawal', 'substitute', 'late-entry', 'penalty', 'deals'])), name='decision_kind_is_known'),
        ),
        migrations.AddField(
            model_name='boardset',
            name='season',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='board_set', to='league.season'),
        ),
        migrations.AddConstraint(
            model_name='boardset',
            constraint=models.CheckConstraint(condition=models.Q(('digest', ''), _negated=True), name='board_set_has_a_digest'),
        ),
    ]
