"""Mails about a round that is published: who gets one, once, and what it says."""

from django.core import mail

from league.actions.player import change_player
from league.actions.proof import mark_proved
from league.actions.rounds import pair_next_round, publish_round, unpair_round
from league.models import Club, Job, Match, Player, Role, Season, User
from league.models.notification import ROUND_PUBLISHED
from league.notifications.rounds import mail_round, plan_round_mails
from league.notifications.switches import switch_notifications
from league.principals import CONSOLE, Person
from league.tasks import run_jobs
from tests.actions.clubs import make_member
from tests.actions.tournaments import begin_round, list_byes, list_tables, make_tournament
from tests.scenarios import scenario


@scenario
def season() -> Season:
    """A tournament of five before its first round; all of them have accounts."""
    club = Club.objects.create(slug="riverside", name="Riverside")
    season = make_tournament(club, 5)
    for player in Player.objects.filter(club=club):
        user = User.objects.create(email=f"{player.key}@players.example", name=player.name)
        mark_proved(user)
        Player.objects.filter(pk=player.pk).update(user=user)
    return season


def read_mails() -> dict[str, str]:
    """Run all jobs and return subject and text of each mail, by the player's key."""
    run_jobs()
    return {message.to[0].split("@")[0]: f"{message.subject}\n{message.body}" for message in mail.outbox}


def test_each_player_learns_their_table_and_opponent(season: Season) -> None:
    begin_round(season)
    mails = read_mails()
    assert len(mails) == len(mail.outbox) == 5
    for table, (first, second) in enumerate(list_tables(season, 1), 1):
        names = dict(Player.objects.values_list("key", "name"))
        assert f"Round 1: table {table}" in mails[first] and f"against {names[second]}" in mails[first]
        assert f"against {names[first]}" in mails[second]
    [resting] = list_byes(season, 1)
    assert "Round 1: you have a bye" in mails[resting] and "you don't play (bye)" in mails[resting]
    for job in Job.objects.filter(kind="notify-of-round"):
        plan_round_mails(**job.arguments)
    assert not Job.objects.filter(state="waiting").exists(), "once each"


def test_who_publishes_or_wants_no_such_mail_gets_none(season: Season) -> None:
    first = Player.objects.select_related("user").get(name="Ann Archer")
    second = Player.objects.select_related("user").get(name="Bob Baker")
    assert first.user and second.user
    switch_notifications(wanted={ROUND_PUBLISHED: False}, by=Person(second.user))
    organiser = make_member(season.competition.club, Role.ORGANISER)
    Player.objects.filter(pk=first.pk).update(user=organiser.user)
    pair_next_round(season=season, by=organiser)
    publish_round(season=season, number=1, by=organiser)
    assert set(read_mails()) == {"cleo-carter", "dan-dyer", "eve-ellis"}


def test_nobody_is_told_of_pairings_that_were_taken_back(season: Season) -> None:
    begin_round(season)
    early = [job.arguments for job in Job.objects.filter(kind="notify-of-round")]
    unpair_round(season=season, number=1, by=CONSOLE)
    read_mails()
    assert not mail.outbox
    begin_round(season)
    for arguments in early:
        plan_round_mails(**arguments)
    user = User.objects.order_by("pk").first()
    assert user
    mail_round(round=early[0]["round"], turn=early[0]["turn"], user=user.pk)
    assert not mail.outbox or Match.objects.filter(pk__in=early[0]["turn"]).exists()


def test_account_that_was_taken_off_its_player_gets_none(season: Season) -> None:
    begin_round(season)
    [job] = Job.objects.filter(kind="notify-of-round")
    plan_round_mails(**job.arguments)
    ann = Player.objects.get(name="Ann Archer")
    change_player(player=ann, name=ann.name, user=None, by=CONSOLE)
    assert set(read_mails()) == {"bob-baker", "cleo-carter", "dan-dyer", "eve-ellis"}
