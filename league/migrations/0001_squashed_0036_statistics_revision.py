"""The tables of migrations 0001 to 0036, at once, for new installations.

Who comes from an older version goes through the files that this one replaces, which carry the data along. They stay
for one release; then this is an ordinary migration, and 0037 depends on it.
"""

import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.text
import django.utils.timezone
import league.models.fields
import league.models.user
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('league', '0001_nouns'), ('league', '0002_people'), ('league', '0003_club_revision'), ('league', '0004_addresses'), ('league', '0005_plurals'), ('league', '0006_seasons_end'), ('league', '0007_movements'), ('league', '0008_any_game'), ('league', '0009_own_figures'), ('league', '0010_ranked_figures'), ('league', '0011_decisions'), ('league', '0012_awards'), ('league', '0013_statistics_details'), ('league', '0014_usage_of_limits'), ('league', '0015_schedules_made_in_batches'), ('league', '0016_one_daily_job'), ('league', '0017_folded_names'), ('league', '0018_invitation_mails'), ('league', '0019_addresses_to_be_proved'), ('league', '0020_accounts_that_wait'), ('league', '0023_deleted_accounts'), ('league', '0024_names_of_former_players'), ('league', '0025_suspended_and_deleted_clubs'), ('league', '0026_reports_of_abuse'), ('league', '0027_texts_of_the_site'), ('league', '0028_mail_failures'), ('league', '0029_events'), ('league', '0030_remarks'), ('league', '0031_decisions_of_files'), ('league', '0032_folded_player_names'), ('league', '0033_undone_submissions'), ('league', '0034_confirmations'), ('league', '0035_notification_switches'), ('league', '0036_statistics_revision')]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.CharField(max_length=100, unique=True)),
                ('name', models.CharField(max_length=80)),
                ('timezone', models.CharField(default='UTC', max_length=60)),
                ('revision', models.PositiveIntegerField(default=0)),
                ('folded_name', league.models.fields.FoldedNameField(db_index=True, editable=False, max_length=200)),
                ('hides_former_players', models.BooleanField(default=False)),
                ('suspended_at', models.DateTimeField(blank=True, null=True)),
                ('suspension_reason', models.CharField(blank=True, max_length=500)),
                ('deleted_at', models.DateTimeField(blank=True, null=True)),
                ('erasing_since', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('slug', ''), _negated=True), models.Q(('name', ''), _negated=True)), name='club_is_named'), models.CheckConstraint(condition=models.Q(models.Q(('suspended_at__isnull', True), ('suspension_reason', '')), models.Q(('suspended_at__isnull', False), models.Q(('suspension_reason', ''), _negated=True)), _connector='OR'), name='club_is_suspended_for_a_reason'), models.CheckConstraint(condition=models.Q(('erasing_since__isnull', True), ('deleted_at__isnull', False), _connector='OR'), name='club_is_deleted_before_it_is_erased')],
            },
        ),
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('email', models.EmailField(max_length=254, unique=True, verbose_name='e-mail address')),
                ('name', models.CharField(blank=True, max_length=80, verbose_name='name')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
                ('waiting_since', models.DateTimeField(blank=True, null=True)),
                ('deleted_at', models.DateTimeField(editable=False, null=True)),
            ],
            options={
                'constraints': [models.UniqueConstraint(django.db.models.functions.text.Lower('email'), name='user_email_unique'), models.CheckConstraint(condition=models.Q(('deleted_at', None), models.Q(('is_active', False), ('name', '')), _connector='OR'), name='user_deleted_is_empty')],
            },
            managers=[
                ('objects', league.models.user.EmailUserManager()),
            ],
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=100)),
                ('name', models.CharField(max_length=80)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='league.club')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='players', to=settings.AUTH_USER_MODEL)),
                ('folded_name', league.models.fields.FoldedNameField(editable=False, max_length=200)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('club', 'key'), name='player_key_unique'), models.CheckConstraint(condition=models.Q(models.Q(('key', ''), _negated=True), models.Q(('name', ''), _negated=True)), name='player_is_named')],
            },
        ),
        migrations.CreateModel(
            name='Competition',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.CharField(max_length=100)),
                ('name', models.CharField(max_length=80)),
                ('kind', models.CharField(choices=[('league', 'league'), ('tournament', 'tournament')], default='league', max_length=20)),
                ('game', models.CharField(max_length=100)),
                ('options', models.JSONField(blank=True, default=dict)),
                ('rules', models.JSONField(blank=True, default=dict)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='competitions', to='league.club')),
                ('folded_name', league.models.fields.FoldedNameField(editable=False, max_length=200)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('club', 'slug'), name='competition_slug_unique'), models.CheckConstraint(condition=models.Q(('kind__in', ['league', 'tournament'])), name='competition_kind_is_known'), models.CheckConstraint(condition=models.Q(models.Q(('slug', ''), _negated=True), models.Q(('name', ''), _negated=True), models.Q(('game', ''), _negated=True)), name='competition_is_named')],
            },
        ),
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('starts_on', models.DateField(blank=True, null=True)),
                ('ends_on', models.DateField(blank=True, null=True)),
                ('state', models.CharField(choices=[('draft', 'draft'), ('open', 'open'), ('closed', 'closed')], default='draft', max_length=20)),
                ('opened_on', models.DateField(blank=True, null=True)),
                ('closed_on', models.DateField(blank=True, null=True)),
                ('lot', models.BigIntegerField(default=0)),
                ('game', models.CharField(blank=True, max_length=100)),
                ('options', models.JSONField(blank=True, default=dict)),
                ('rules', models.JSONField(blank=True, default=dict)),
                ('competition', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seasons', to='league.competition')),
                ('closed_before', models.BooleanField(default=False)),
                ('closings', models.JSONField(blank=True, default=list)),
                ('remind_days', models.PositiveSmallIntegerField(default=0)),
                ('rolled_from', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='successor', to='league.season')),
                ('schedule_batch_at', models.DateTimeField(blank=True, null=True)),
                ('schedule_token', models.UUIDField(blank=True, null=True)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('competition', 'number'), name='season_number_unique'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='season_number_from_1'), models.CheckConstraint(condition=models.Q(('state__in', ['draft', 'open', 'closed'])), name='season_state_is_known'), models.CheckConstraint(condition=models.Q(models.Q(('game', ''), ('state', 'draft')), models.Q(models.Q(('state', 'draft'), _negated=True), models.Q(('game', ''), _negated=True)), _connector='OR'), name='season_keeps_its_own_rules_once_opened'), models.CheckConstraint(condition=models.Q(('ends_on__isnull', True), ('starts_on__isnull', True), ('ends_on__gte', models.F('starts_on')), _connector='OR'), name='season_ends_after_it_starts'), models.CheckConstraint(condition=models.Q(('rolled_from__isnull', False), ('closed_before', False), _connector='OR'), name='season_closed_only_what_it_came_from'), models.CheckConstraint(condition=models.Q(('schedule_token__isnull', True), ('state', 'draft'), _connector='OR'), name='season_with_unfinished_schedule_is_a_draft')],
            },
        ),
        migrations.CreateModel(
            name='Award',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveIntegerField()),
                ('category', models.CharField(max_length=100)),
                ('value', models.CharField(max_length=40)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='awards', to='league.player')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='awards', to='league.season')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('season', 'place', 'player'), name='award_once'), models.CheckConstraint(condition=models.Q(('place__gte', 1)), name='award_place_from_1')],
            },
        ),
        migrations.CreateModel(
            name='Division',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('stage', models.PositiveSmallIntegerField(default=1)),
                ('level', models.PositiveIntegerField()),
                ('name', models.CharField(max_length=80)),
                ('revision', models.PositiveIntegerField(default=0)),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='divisions', to='league.season')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('season', 'stage', 'level'), name='division_level_unique'), models.CheckConstraint(condition=models.Q(('level__gte', 1), ('stage__gte', 1)), name='division_counts_from_1')],
            },
        ),
        migrations.CreateModel(
            name='Match',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=100)),
                ('round', models.PositiveIntegerField(default=1)),
                ('table', models.PositiveIntegerField()),
                ('due_on', models.DateField(blank=True, null=True)),
                ('status', models.CharField(choices=[('scheduled', 'scheduled'), ('played', 'played'), ('forfeit', 'forfeit'), ('void', 'void')], default='scheduled', max_length=20)),
                ('revision', models.PositiveIntegerField(default=0)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='matches', to='league.club')),
                ('division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='matches', to='league.division')),
                ('series', models.PositiveSmallIntegerField(default=1)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('club', 'key'), name='match_key_unique'), models.CheckConstraint(condition=models.Q(('key', ''), _negated=True), name='match_has_a_key'), models.CheckConstraint(condition=models.Q(('status__in', ['scheduled', 'played', 'forfeit', 'void'])), name='match_status_is_known'), models.CheckConstraint(condition=models.Q(('round__gte', 1), ('table__gte', 1)), name='match_counts_from_1')],
                'verbose_name_plural': 'matches',
            },
        ),
        migrations.CreateModel(
            name='Remark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=2000)),
                ('note', models.CharField(blank=True, max_length=1000)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='remarks', to='league.club')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='remark_has_a_text')],
            },
        ),
        migrations.CreateModel(
            name='Decision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('forfeit', 'forfeit'), ('void', 'void'), ('withdrawal', 'withdrawal'), ('substitute', 'substitute'), ('late-entry', 'late entry'), ('penalty', 'penalty')], max_length=20)),
                ('detail', models.JSONField(default=dict)),
                ('at', models.DateTimeField(null=True)),
                ('on', models.DateField(null=True)),
                ('undone_at', models.DateTimeField(null=True)),
                ('undone_on', models.DateField(null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('instead', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='league.player')),
                ('match', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='decisions', to='league.match')),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='league.player')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='decisions', to='league.season')),
                ('undone_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('remark', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='decisions', to='league.remark')),
                ('origin', models.CharField(choices=[('person', 'made on these pages'), ('file', 'imported from a club file')], default='person', max_length=10)),
            ],
            options={
                'indexes': [models.Index(fields=['season', 'at'], name='decision_by_season')],
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['forfeit', 'void', 'withdrawal', 'substitute', 'late-entry', 'penalty'])), name='decision_kind_is_known'), models.CheckConstraint(condition=models.Q(models.Q(('undone_at__isnull', True), ('undone_on__isnull', True)), models.Q(('undone_at__isnull', False), ('undone_on__isnull', False)), _connector='OR'), name='decision_is_undone_on_a_day'), models.CheckConstraint(condition=models.Q(models.Q(('at__isnull', False), ('on__isnull', False), ('origin', 'person')), models.Q(('at__isnull', True), ('by__isnull', True), ('on__isnull', True), ('origin', 'file')), _connector='OR'), name='decision_has_a_day_unless_a_file_made_it')],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('stage', models.PositiveSmallIntegerField(default=1)),
                ('seed', models.PositiveIntegerField()),
                ('left', models.BooleanField(default=False)),
                ('division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='league.division')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='league.player')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='league.season')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('season', 'stage', 'player'), name='entry_once_a_season'), models.CheckConstraint(condition=models.Q(('seed__gte', 1)), name='entry_seed_from_1')],
                'verbose_name_plural': 'entries',
            },
        ),
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('action', models.CharField(max_length=40)),
                ('noun', models.CharField(max_length=40)),
                ('key', models.CharField(max_length=220)),
                ('before', models.JSONField(null=True)),
                ('after', models.JSONField(null=True)),
                ('why', models.TextField(blank=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='league.club')),
                ('principal', models.CharField(blank=True, max_length=40)),
                ('version', models.PositiveSmallIntegerField(default=1)),
            ],
            options={
                'indexes': [models.Index(fields=['club', '-at'], name='event_by_club')],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('email', models.EmailField(max_length=254)),
                ('role', models.CharField(choices=[('owner', 'owner'), ('organiser', 'organiser'), ('scorer', 'scorer'), ('player', 'player')], max_length=20)),
                ('made_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                ('accepted_at', models.DateTimeField(blank=True, null=True)),
                ('accepted_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='league.club')),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='league.player')),
                ('mailed_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('mail_count', models.PositiveSmallIntegerField(default=1)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('role__in', ['owner', 'organiser', 'scorer', 'player'])), name='invitation_role_is_known'), models.CheckConstraint(condition=models.Q(('withdrawn_at', None), ('accepted_at', None), _connector='OR'), name='invitation_is_accepted_or_withdrawn')],
            },
        ),
        migrations.CreateModel(
            name='Job',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=60)),
                ('arguments', models.JSONField(default=dict)),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('running', 'running'), ('done', 'done'), ('failed', 'failed')], default='waiting', max_length=20)),
                ('attempts', models.PositiveIntegerField(default=0)),
                ('created_at', models.DateTimeField()),
                ('due_at', models.DateTimeField()),
                ('done_at', models.DateTimeField(blank=True, null=True)),
                ('problem', models.TextField(blank=True)),
                ('said', models.TextField(blank=True)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('state__in', ['waiting', 'running'])), fields=['due_at'], name='job_due')],
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'running', 'done', 'failed'])), name='job_state_is_known'), models.UniqueConstraint(condition=models.Q(('kind', 'clean-up'), ('state__in', ['waiting', 'running'])), fields=('kind',), name='job_cleans_up_once_a_day')],
            },
        ),
        migrations.CreateModel(
            name='MailFailure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('problem', models.CharField(max_length=200)),
            ],
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('owner', 'owner'), ('organiser', 'organiser'), ('scorer', 'scorer'), ('player', 'player')], max_length=20)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='league.club')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'club'), name='membership_once_a_club'), models.CheckConstraint(condition=models.Q(('role__in', ['owner', 'organiser', 'scorer', 'player'])), name='membership_role_is_known')],
            },
        ),
        migrations.CreateModel(
            name='NotificationSwitch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=40)),
                ('is_on', models.BooleanField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notification_switches', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'kind'), name='notification_switch_once_a_kind')],
            },
        ),
        migrations.CreateModel(
            name='Submission',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.UUIDField()),
                ('at', models.DateTimeField()),
                ('base', models.PositiveIntegerField()),
                ('content', models.TextField()),
                ('verdict', models.CharField(choices=[('accepted', 'accepted'), ('refused', 'refused'), ('overtaken', 'overtaken'), ('waiting', 'waiting for confirmation')], max_length=20)),
                ('problems', models.TextField(default='[]')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='submissions', to='league.match')),
                ('undone_at', models.DateTimeField(null=True)),
                ('undone_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('undone_on', models.DateField(null=True)),
                ('reporter', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='league.player')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('match', 'key'), name='submission_key_unique'), models.CheckConstraint(condition=models.Q(models.Q(('undone_at', None), ('undone_by', None), ('undone_on', None)), models.Q(('undone_at__isnull', False), ('undone_on__isnull', False), ('verdict', 'accepted')), _connector='OR'), name='submission_undone_was_accepted'), models.CheckConstraint(condition=models.Q(('verdict__in', ['accepted', 'refused', 'overtaken', 'waiting'])), name='submission_verdict_is_known'), models.UniqueConstraint(condition=models.Q(('verdict', 'waiting')), fields=('match',), name='submission_one_waits')],
            },
        ),
        migrations.CreateModel(
            name='Reply',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('confirmed', 'confirmed'), ('disputed', 'disputed')], max_length=20)),
                ('at', models.DateTimeField()),
                ('content', models.TextField(blank=True)),
                ('settled_at', models.DateTimeField(null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='league.player')),
                ('remark', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='replies', to='league.remark')),
                ('settled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('settlement', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='settlements', to='league.remark')),
                ('submission', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='reply', to='league.submission')),
            ],
            options={
                'verbose_name_plural': 'replies',
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['confirmed', 'disputed'])), name='reply_kind_is_known'), models.CheckConstraint(condition=models.Q(('kind', 'disputed'), models.Q(('content', ''), ('remark', None), ('settled_at', None)), _connector='OR'), name='reply_only_disputes_say_more')],
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('page', models.CharField(blank=True, max_length=300)),
                ('text', models.CharField(max_length=1000)),
                ('email', models.EmailField(blank=True, max_length=254)),
                ('made_at', models.DateTimeField()),
                ('done_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='report_says_something')],
            },
        ),
        migrations.CreateModel(
            name='Result',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('status', models.CharField(choices=[('played', 'played'), ('forfeit', 'forfeit'), ('void', 'void')], max_length=20)),
                ('played_on', models.DateField(blank=True, null=True)),
                ('sheet', models.JSONField(blank=True, null=True)),
                ('seats', models.JSONField()),
                ('absent', models.JSONField(blank=True, default=list)),
                ('sat', models.JSONField(blank=True, default=list)),
                ('counts_from', models.DateField(null=True)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='results', to='league.match')),
                ('submission', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='result', to='league.submission')),
                ('by_closing', models.BooleanField(default=False)),
                ('series', models.PositiveSmallIntegerField(default=1)),
                ('decision', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='results', to='league.decision')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='result_number_from_1'), models.CheckConstraint(condition=models.Q(('status__in', ['played', 'forfeit', 'void'])), name='result_status_is_known'), models.CheckConstraint(condition=models.Q(models.Q(('played_on__isnull', False), ('sheet__isnull', False), ('status', 'played')), models.Q(models.Q(('status', 'played'), _negated=True), ('sheet__isnull', True)), _connector='OR'), name='result_played_has_a_sheet'), models.UniqueConstraint(fields=('match', 'series', 'number'), name='result_number_unique')],
            },
        ),
        migrations.CreateModel(
            name='RetiredSlug',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.CharField(max_length=100, unique=True)),
                ('retired_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('absent', models.BooleanField(default=False)),
                ('outcome', models.CharField(blank=True, choices=[('win', 'win'), ('draw', 'draw'), ('loss', 'loss')], max_length=20)),
                ('place', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('score', models.IntegerField(default=0)),
                ('deals', models.PositiveIntegerField(default=0)),
                ('bids', models.PositiveIntegerField(default=0)),
                ('bids_made', models.PositiveIntegerField(default=0)),
                ('bid_total', models.PositiveIntegerField(default=0)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='league.entry')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='league.match')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='league.player')),
                ('figures', models.JSONField(blank=True, default=dict)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('match', 'number'), name='seat_number_unique'), models.UniqueConstraint(fields=('match', 'entry'), name='seat_entry_once'), models.UniqueConstraint(fields=('match', 'player'), name='seat_player_once'), models.CheckConstraint(condition=models.Q(('outcome__in', ['', 'win', 'draw', 'loss'])), name='seat_outcome_is_known'), models.CheckConstraint(condition=models.Q(('bids_made__lte', models.F('bids'))), name='seat_makes_no_more_than_it_bids')],
            },
        ),
        migrations.CreateModel(
            name='SiteText',
            fields=[
                ('kind', models.CharField(choices=[('imprint', 'Imprint'), ('contact', 'Contact'), ('privacy', 'Privacy')], max_length=20, primary_key=True, serialize=False)),
                ('text', models.TextField(blank=True, max_length=20000)),
                ('changed_at', models.DateTimeField()),
                ('changed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['imprint', 'contact', 'privacy'])), name='site_text_kind_is_known')],
            },
        ),
        migrations.CreateModel(
            name='Standing',
            fields=[
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='standing', serialize=False, to='league.entry')),
                ('rank', models.PositiveIntegerField()),
                ('decided_by', models.CharField(blank=True, max_length=40)),
                ('played', models.PositiveIntegerField(default=0)),
                ('won', models.PositiveIntegerField(default=0)),
                ('drawn', models.PositiveIntegerField(default=0)),
                ('lost', models.PositiveIntegerField(default=0)),
                ('deals', models.PositiveIntegerField(default=0)),
                ('score', models.IntegerField(default=0)),
                ('points', models.IntegerField(default=0)),
                ('bids', models.PositiveIntegerField(default=0)),
                ('bids_made', models.PositiveIntegerField(default=0)),
                ('bid_total', models.PositiveIntegerField(default=0)),
                ('movement', models.CharField(blank=True, choices=[('promoted', 'goes up'), ('relegated', 'goes down'), ('stays', 'stays')], max_length=20)),
                ('figures', models.JSONField(blank=True, default=dict)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('rank__gte', 1)), name='standing_rank_from_1'), models.CheckConstraint(condition=models.Q(('played', django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('won'), '+', models.F('drawn')), '+', models.F('lost')))), name='standing_adds_up'), models.CheckConstraint(condition=models.Q(('movement__in', ['', 'promoted', 'relegated', 'stays'])), name='standing_movement_is_known')],
            },
        ),
        migrations.CreateModel(
            name='Statistics',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('played', models.PositiveIntegerField(default=0)),
                ('won', models.PositiveIntegerField(default=0)),
                ('drawn', models.PositiveIntegerField(default=0)),
                ('lost', models.PositiveIntegerField(default=0)),
                ('deals', models.PositiveIntegerField(default=0)),
                ('score', models.IntegerField(default=0)),
                ('bids', models.PositiveIntegerField(default=0)),
                ('bids_made', models.PositiveIntegerField(default=0)),
                ('bid_total', models.PositiveIntegerField(default=0)),
                ('competition', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='statistics', to='league.competition')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='statistics', to='league.player')),
                ('figures', models.JSONField(blank=True, default=dict)),
                ('details', models.JSONField(blank=True, default=dict)),
                ('revision', models.PositiveIntegerField(default=0)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('player', 'competition'), name='statistics_once'), models.CheckConstraint(condition=models.Q(('played', django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('won'), '+', models.F('drawn')), '+', models.F('lost')))), name='statistics_add_up')],
                'verbose_name_plural': 'statistics',
            },
        ),
        migrations.CreateModel(
            name='Usage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('limit', models.CharField(max_length=40)),
                ('key', models.CharField(max_length=64)),
                ('began_at', models.DateTimeField(db_index=True)),
                ('count', models.PositiveIntegerField(default=1)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('limit', 'key'), name='usage_key_unique')],
            },
        ),
        migrations.CreateModel(
            name='Variant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=100)),
                ('name', models.CharField(max_length=80)),
                ('game', models.CharField(max_length=100)),
                ('options', models.JSONField(blank=True, default=dict)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='variants', to='league.club')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('club', 'key'), name='variant_key_unique'), models.UniqueConstraint(fields=('club', 'game', 'name'), name='variant_name_unique'), models.CheckConstraint(condition=models.Q(models.Q(('key', ''), _negated=True), models.Q(('name', ''), _negated=True), models.Q(('game', ''), _negated=True)), name='variant_is_named')],
            },
        ),
        migrations.AddField(
            model_name='match',
            name='current',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='counts_for', to='league.result'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('current__isnull', True), ('revision', 0), ('status', 'scheduled')), models.Q(models.Q(('status', 'scheduled'), _negated=True), ('current__isnull', False), ('revision__gte', 1)), _connector='OR'), name='match_is_scheduled_or_has_a_result'),
        ),
    ]
