
import django.db.models.deletion
import league.models.player
from django.conf import settings
from django.db import migrations, models
from django.utils import timezone


def suspend_private_clubs(apps, schema_editor):
    """Going back, nobody may see what the older release would show: an administrator lifts the suspension."""
    clubs = apps.get_model("league", "Club").objects.using(schema_editor.connection.alias)
    players = apps.get_model("league", "Player").objects.using(schema_editor.connection.alias)
    private = players.exclude(visibility="name").values("club")
    clubs.filter(models.Q(pk__in=private) | ~models.Q(privacy="public"), suspended_at=None).update(
        suspended_at=timezone.now(),
        suspension_reason="This version of Boolie can't hide names, or pages from visitors.",
    )


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0070_guests'),
    ]

    operations = [
        migrations.CreateModel(
            name='ScreenLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('made_at', models.DateTimeField()),
            ],
        ),
        migrations.AddField(
            model_name='club',
            name='privacy',
            field=models.CharField(choices=[('public', 'public'), ('short-names', 'public, with short names'), ('members', 'for members only')], default='public', max_length=20),
        ),
        migrations.AddField(
            model_name='club',
            name='privacy_email',
            field=models.EmailField(blank=True, max_length=254),
        ),
        migrations.AddField(
            model_name='player',
            name='visibility',
            field=league.models.player.VisibilityField(choices=[('name', 'the name'), ('short', 'a short name'), ('minor', 'a short name, and no page'), ('hidden', 'neither name nor page')], default='name', max_length=10),
        ),
        migrations.AddConstraint(
            model_name='club',
            constraint=models.CheckConstraint(condition=models.Q(('privacy__in', ['public', 'short-names', 'members'])), name='club_privacy_is_known'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('visibility__in', ['name', 'short', 'minor', 'hidden'])), name='player_visibility_is_known'),
        ),
        migrations.AddField(
            model_name='screenlink',
            name='by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='screenlink',
            name='season',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='screen_links', to='league.season'),
        ),
        migrations.RunPython(migrations.RunPython.noop, suspend_private_clubs),
    ]
