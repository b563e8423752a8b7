"""Mails about challenges on a ladder: who gets one, and what it says."""

from django.core import mail

from league.actions import ladder
from league.actions.proof import mark_proved
from league.models import Challenge, Club, Player, Season, User
from league.models.notification import ROUND_PUBLISHED
from league.notifications.challenges import mail_challenge
from league.notifications.switches import switch_notifications
from league.principals import Person
from league.tasks import run_jobs
from tests.actions.test_ladder import challenge, find
from tests.actions.tournaments import make_tournament
from tests.scenarios import scenario


@scenario
def four() -> Season:
    """A ladder of four, all of whom have accounts."""
    club = Club.objects.create(slug="riverside", name="Riverside")
    season = make_tournament(club, 4, kind="ladder", name="Ladder")
    for player in Player.objects.filter(club=club):
        user = User.objects.create(email=f"{player.key}@players.example", name=player.name)
        mark_proved(user)
        Player.objects.filter(pk=player.pk).update(user=user)
    return season


def read_mails() -> dict[str, str]:
    """Run all jobs and return subject and text of each new mail, by the player's key."""
    mail.outbox.clear()
    run_jobs()
    return {message.to[0].split("@")[0]: f"{message.subject}\n{message.body}" for message in mail.outbox}


def get_person(name: str) -> Person:
    return Person(User.objects.get(email=f"{find(name)}@players.example"))


def test_who_is_challenged_learns_of_it_and_the_challenger_of_the_answer(four: Season) -> None:
    made = challenge(four, "D", "A", by=get_person("Dan"))
    mails = read_mails()
    assert list(mails) == [find("Ann")]
    said = mails[find("Ann")]
    assert "Challenge: you play Dan Dyer" in said and "Dan Dyer challenges you. Play by" in said
    assert "/riverside/ladder/1/ladder/" in said
    ladder.decline_challenge(season=four, level=1, number=made.number, by=get_person("Ann"))
    mails = read_mails()
    assert list(mails) == [find("Dan")]
    assert "your challenge of Ann Archer was declined" in mails[find("Dan")]


def test_both_learn_what_an_organiser_does(four: Season) -> None:
    made = challenge(four, "D", "A")
    mails = read_mails()
    assert "an organiser has entered your challenge of Ann Archer" in mails[find("Dan")]
    assert "Dan Dyer challenges you" in mails[find("Ann")]
    ladder.withdraw_challenge(season=four, level=1, number=made.number, by=get_person("Dan"))
    assert "Dan Dyer's challenge was withdrawn" in read_mails()[find("Ann")]


def test_who_wants_no_such_mail_gets_none_and_nobody_is_told_what_has_changed(four: Season) -> None:
    switch_notifications(wanted={ROUND_PUBLISHED: False}, by=get_person("Ann"))
    made = challenge(four, "D", "A", by=get_person("Dan"))
    assert read_mails() == {}
    Challenge.objects.filter(pk=made.pk).update(state="ended")
    mail_challenge(challenge=made.pk, state="open", user=get_person("Dan").user_id)
    assert not mail.outbox
