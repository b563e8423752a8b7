"""Decisions that no sheet says, and the results that they make."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def adopt(apps, schema_editor):
    """A club file that opened a season again left what closing had decided there as if it could still be taken back
    with that closing, which is over."""
    results = apps.get_model("league", "Result").objects.using(schema_editor.connection.alias)
    results.filter(by_closing=True, counts_for__division__season__state="open").update(by_closing=False)


def forget(apps, schema_editor):
    """Without decisions nothing would tell any more that these results were taken back."""
    alias = schema_editor.connection.alias
    results = apps.get_model("league", "Result").objects.using(alias)
    submissions = apps.get_model("league", "Submission").objects.using(alias)
    undone = list(results.filter(decision__undone_at__isnull=False).values_list("pk", "submission"))
    for start in range(0, len(undone), 500):
        some = undone[start : start + 500]
        results.filter(pk__in=[result for result, _submission in some]).delete()
        submissions.filter(pk__in=[submission for _result, submission in some]).delete()
    schema_editor.connection.check_constraints()  # PostgreSQL alters no table that still has something to check


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0010_ranked_figures'),
    ]

    operations = [
        migrations.CreateModel(
            name='Decision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('forfeit', 'forfeit'), ('void', 'void'), ('withdrawal', 'withdrawal'), ('substitute', 'substitute'), ('late-entry', 'late entry'), ('penalty', 'penalty')], max_length=20)),
                ('detail', models.JSONField(default=dict)),
                ('reason', models.CharField(max_length=200)),
                ('at', models.DateTimeField()),
                ('on', models.DateField()),
                ('undone_at', models.DateTimeField(null=True)),
                ('undone_on', models.DateField(null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('instead', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='league.player')),
                ('match', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='decisions', to='league.match')),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='league.player')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='decisions', to='league.season')),
                ('undone_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.AddField(
            model_name='result',
            name='decision',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='results', to='league.decision'),
        ),
        migrations.AddIndex(
            model_name='decision',
            index=models.Index(fields=['season', 'at'], name='decision_by_season'),
        ),
        migrations.AddConstraint(
            model_name='decision',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['forfeit', 'void', 'withdrawal', 'substitute', 'late-entry', 'penalty'])), name='decision_kind_is_known'),
        ),
        migrations.AddConstraint(
            model_name='decision',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='decision_has_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='decision',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('undone_at__isnull', True), ('undone_on__isnull', True)), models.Q(('undone_at__isnull', False), ('undone_on__isnull', False)), _connector='OR'), name='decision_is_undone_on_a_day'),
        ),
        migrations.RunPython(adopt, forget),
    ]
