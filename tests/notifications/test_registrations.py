"""Mails to players who move up from the waiting list of a tournament."""

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone

from league.actions.proof import mark_proved
from league.actions.registration import limit_registration, register_players, withdraw_registration
from league.models import Club, NotificationSwitch, Season, User
from league.models.notification import PLACE_FREE
from league.principals import CONSOLE
from league.tasks import run_jobs
from tests.actions.registrations import make_account, make_registration
from tests.actions.tournaments import NAMES, get_key
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db


@scenario
def season() -> Season:
    """Four players with a place; Zoe, who has an account, and Yan, who has none, wait for one."""
    club = Club.objects.create(slug="riverside", name="Riverside")
    season = make_registration(club, 4, limit=4)
    Season.objects.update(starts_on="2027-03-06", ends_on="2027-03-06")
    register_players(season=season, names=["Zoe", "Yan"], by=CONSOLE)
    mark_proved(make_account("zoe").user)
    return season


def list_mails() -> list[EmailMultiAlternatives]:
    run_jobs()
    return [message for message in mail.outbox if isinstance(message, EmailMultiAlternatives)]


def test_player_who_moves_up_gets_a_mail(season: Season) -> None:
    assert list_mails() == []
    withdraw_registration(season=season, player=get_key(NAMES[0]), by=CONSOLE)
    (message,) = list_mails()
    assert message.to == ["zoe@players.example"]
    assert message.subject == "You have a place in the tournament"
    ((html, _kind),) = message.alternatives
    for text in (str(message.body), str(html)):
        assert "A place in Spring Open" in text and "at Riverside has become free" in text
        assert "Saturday, 6 March 2027" in text
        assert "/riverside/spring-open/1/" in text and "Places in tournaments" in text


def test_higher_limit_tells_each_player_with_an_account(season: Season) -> None:
    mark_proved(make_account("yan").user)
    limit_registration(season=season, limit=None, closes_at=None, by=CONSOLE)
    assert {message.to[0] for message in list_mails()} == {"zoe@players.example", "yan@players.example"}


@pytest.mark.parametrize("gone", ["withdrawn", "switched off", "club", "started"])
def test_mail_that_has_become_needless_is_not_sent(season: Season, gone: str) -> None:
    withdraw_registration(season=season, player=get_key(NAMES[0]), by=CONSOLE)
    if gone == "withdrawn":
        withdraw_registration(season=season, player="zoe", by=CONSOLE)
    elif gone == "switched off":
        user = User.objects.get(email="zoe@players.example")
        NotificationSwitch.objects.create(user=user, kind=PLACE_FREE, is_on=False)
    elif gone == "club":
        Club.objects.update(deleted_at=timezone.now())
    else:
        Season.objects.update(state="open", game="skuck", registration_open=False)
    assert list_mails() == []
