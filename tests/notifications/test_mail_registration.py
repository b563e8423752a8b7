"""Mails to guests, who register for a tournament without an account."""

from __future__ import annotations

from smtplib import SMTPRecipientsRefused
from unittest.mock import patch

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone

from league.actions.registration import withdraw_by_mail, withdraw_registration
from league.models import Club, Competition, Job, Season
from league.notifications.registrations import send_registration_link
from league.principals import CONSOLE
from league.queries.registration import build_mail_token
from league.tasks import run_jobs
from tests.actions.registrations import make_account, make_registration, register_from_mail
from tests.actions.tournaments import NAMES, get_key, reread
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db

ZOE = "zoe@guests.example"


@scenario
def season() -> Season:
    """Four players with a place, and a guest who waits for one."""
    club = Club.objects.create(slug="riverside", name="Riverside")
    season = make_registration(club, 4, limit=4)
    Season.objects.update(starts_on="2027-03-06", ends_on="2027-03-06")
    register_from_mail(season, "Zoe")
    return reread(season)


def list_mails() -> list[EmailMultiAlternatives]:
    run_jobs()
    return [message for message in mail.outbox if isinstance(message, EmailMultiAlternatives)]


def test_link_is_all_that_is_mailed_to_an_address(season: Season) -> None:
    send_registration_link(season, "Yan@Guests.Example")
    (message,) = list_mails()
    body, token = str(message.body), build_mail_token(season, "yan@guests.example")
    assert message.to == ["yan@guests.example"] and not message.alternatives
    assert message.subject == "Your link to register for a tournament"
    assert "you can register for Spring Open" in body and "at Riverside" in body
    assert "It is played on Saturday, 6 March 2027." in body and "you can ignore this e-mail" in body
    assert f"/riverside/spring-open/1/registration/{token}/\n" in body
    assert not Job.objects.exists()


def test_names_of_clubs_and_tournaments_become_no_links(season: Season) -> None:
    Club.objects.update(name="www.pills.example")
    Competition.objects.update(name="https://pills.example")
    Season.objects.update(name="https://pills.example/2027")
    send_registration_link(reread(season), ZOE)
    text = str(list_mails()[0].body).partition("/registration/")[0]
    assert "www. pills. example" in text and "https: //pills. example/2027" in text


def test_guest_who_moves_up_gets_a_mail(season: Season) -> None:
    withdraw_registration(season=season, player=get_key(NAMES[0]), by=CONSOLE)
    assert Job.objects.get().arguments.keys() == {"registration", "season"}
    (message,) = list_mails()
    body = str(message.body)
    assert message.to == [ZOE] and message.subject == "You have a place in the tournament"
    assert "A place in Spring Open" in body and "at Riverside has become free" in body
    assert f"/registration/{build_mail_token(season, ZOE)}/\n" in body
    assert "Stop these e-mails" not in body and "List-Unsubscribe" not in message.extra_headers


@pytest.mark.parametrize("gone", ["withdrawn", "account", "club", "started"])
def test_mail_that_has_become_needless_is_not_sent(season: Season, gone: str) -> None:
    if gone == "account":  # switched off or not proved: they have chosen
        make_account(get_key("Zoe"))
    withdraw_registration(season=season, player=get_key(NAMES[0]), by=CONSOLE)
    if gone == "withdrawn":
        withdraw_by_mail(season=season, email=ZOE)
    elif gone == "club":
        Club.objects.update(deleted_at=timezone.now())
    elif gone == "started":
        Season.objects.update(state="open", game="skuck", registration_open=False)
    assert list_mails() == []


def test_job_stores_no_address_that_a_mail_server_refuses(season: Season) -> None:
    withdraw_registration(season=season, player=get_key(NAMES[0]), by=CONSOLE)
    refused = SMTPRecipientsRefused({ZOE: (550, b"no such user")})
    with patch("league.notifications.delivery.deliver_mail", side_effect=refused):
        run_jobs()
    job = Job.objects.get()
    assert job.error == "OSError('SMTPRecipientsRefused')" and job.attempts == 1
