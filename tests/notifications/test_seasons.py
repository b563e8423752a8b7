"""Mails about a season that has started or ended: who gets one, once, and what it says."""

from __future__ import annotations

from email import message_from_bytes
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.actions.proof import mark_proved
from league.actions.rollover import roll_over_season, undo_rollover
from league.actions.season import close_season, open_season, reopen_season
from league.actions.suspension import suspend_club
from league.models import Club, Entry, Job, Match, Player, Season, Standing, User
from league.models.notification import SEASON_CLOSED, SEASON_OPENED
from league.notifications.seasons import mail_season, plan_season_mails
from league.notifications.switches import switch_notifications
from league.principals import CONSOLE, Person
from league.tasks import run_jobs
from tests.actions.clubs import make_club
from tests.actions.same_cards import finish, make_evening, play_rounds
from tests.actions.seasons import make_league, reload_season
from tests.actions.tournaments import reread
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db


@scenario
def season() -> Season:
    """Return an open season of two divisions of four, all matches played; those of p001, p004 and p005 are known."""
    season = make_league([4, 4])
    for key in ("p001", "p004", "p005"):
        make_account(key)
    return season


def make_account(key: str) -> User:
    user = User.objects.create(email=f"{key}@players.example", name=f"Account of {key}")
    mark_proved(user)
    Player.objects.filter(key=key).update(user=user)
    return user


def send_mails() -> dict[str, str]:
    """Run all jobs, also those that wait; return the texts of the mails by the keys of the players."""
    run_jobs()
    Job.objects.filter(kind="mail-season", state="waiting").update(due_at=timezone.now())
    run_jobs()
    texts = {message.to[0].split("@")[0]: str(message.body) for message in mail.outbox}
    assert len(texts) == len(mail.outbox)
    return texts


def close(season: Season, by: Person | None = None) -> Season:
    close_season(season=season, by=by or CONSOLE)
    return reload_season(season)


def get_user(key: str) -> User:
    return User.objects.get(players__key=key)


# --- the end


def test_everybody_with_an_account_is_told_their_place_and_what_becomes_of_them(season: Season) -> None:
    close(season)
    mails = send_mails()
    assert mails.keys() == {"p001", "p004", "p005"}
    movements = {
        "promoted": "You are promoted.",
        "relegated": "You are relegated.",
        "stays": "You stay in your division.",
    }
    for key, text in mails.items():
        standing = get_standing(key)
        assert f"of 4 in division {standing.entry.division.name}. {movements[standing.movement]}" in text
        assert f"finished {standing.rank}" in text
    assert len({standing.movement for standing in map(get_standing, mails)}) > 1


def get_standing(key: str) -> Standing:
    return Standing.objects.select_related("entry__division").get(entry__player__key=key)


def test_mail_has_links_and_says_the_same_in_html(season: Season, settings: Any) -> None:
    settings.SITE_URL = "https://cards.example"
    Player.objects.filter(key="p001").update(name="A & <b>B</b>")
    User.objects.filter(players__key="p001").update(name="A & <b>B</b>")
    close(season)
    send_mails()
    (message,) = (message for message in mail.outbox if message.to == ["p001@players.example"])
    assert isinstance(message, EmailMultiAlternatives)
    html, kind = message.alternatives[0]
    assert (message.subject, kind) == ("The season has ended", "text/html")
    assert "Hello A & <b>B</b>," in message.body and "Hello A &amp; &lt;b&gt;B&lt;/b&gt;," in str(html)
    for text in (str(message.body), str(html)):
        assert "You finished" in text and "https://cards.example/club/league/1/" in text
        assert "https://cards.example/-/notifications/" in text
        assert "https://cards.example/-/account/notifications/" in text
    assert "src=" not in str(html) and "url(" not in str(html)
    sent = message_from_bytes(message.message().as_bytes())
    assert sent["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert sent["List-Unsubscribe"].strip().startswith("<https://cards.example/-/notifications/")


@pytest.mark.parametrize("visibility", ["name", "short", "hidden"])
def test_link_to_a_players_deals_opens_without_a_log_in(client: Client, visibility: str) -> None:
    club = Club.objects.create(slug="riverside", name="Riverside")
    evening = make_evening(club, 4, 1)
    play_rounds(evening, 1, 1)
    finish(evening, 1)
    make_account("ann-archer")
    Player.objects.filter(key="ann-archer").update(visibility=visibility)
    close(reread(evening))
    link = next(word for word in send_mails()["ann-archer"].split() if "?player=" in word)
    assert client.get(link[link.index("/riverside/") :]).status_code == 200
    assert link.endswith("=ann-archer") == (visibility == "name")


def test_rollover_tells_of_the_end_and_its_undoing_of_nothing(season: Season) -> None:
    made = roll_over_season(season=season, by=CONSOLE)
    run_jobs()
    undo_rollover(season=made, by=CONSOLE)
    assert send_mails() == {}
    roll_over_season(season=reload_season(season), by=CONSOLE)
    assert send_mails().keys() == {"p001", "p004", "p005"}


def test_season_that_is_reopened_meanwhile_has_not_ended(season: Season) -> None:
    reopened = close(season)
    run_jobs()
    reopen_season(season=reopened, by=CONSOLE)
    assert send_mails() == {}
    close(reload_season(season))
    assert len(send_mails()) == 3


def test_whoever_closes_it_and_whoever_has_left_are_not_told(season: Season) -> None:
    Entry.objects.filter(player__key="p004").update(left=True)
    administrator = get_user("p001")
    User.objects.filter(pk=administrator.pk).update(is_staff=True, is_superuser=True)
    close(season, by=Person(get_user("p001")))
    assert send_mails().keys() == {"p005"}


@pytest.mark.parametrize("gone", ["player", "inactive", "address", "switched off", "left"])
def test_mail_that_has_become_needless_is_not_sent(season: Season, gone: str) -> None:
    close(season)
    run_jobs()
    user = get_user("p001")
    if gone == "player":
        Player.objects.filter(user=user).update(user=None)
    elif gone == "inactive":
        User.objects.filter(pk=user.pk).update(is_active=False)
    elif gone == "address":
        EmailAddress.objects.filter(user=user).update(verified=False)
    elif gone == "switched off":
        switch_notifications(wanted={SEASON_CLOSED: False}, by=Person(user))
    else:
        Entry.objects.filter(player__user=user).update(left=True)
    assert send_mails().keys() == {"p004", "p005"}


def test_suspended_club_mails_nobody(season: Season) -> None:
    close(season)
    run_jobs()
    suspend_club(club=season.competition.club, reason="Names strangers", by=CONSOLE)
    assert send_mails() == {}


def test_job_that_runs_twice_mails_once(season: Season) -> None:
    close(season)
    send_mails()
    (job,) = Job.objects.filter(kind="notify-of-season")
    plan_season_mails(**job.arguments)
    assert len(send_mails()) == 3


def test_queries_are_fixed(season: Season) -> None:
    close(season)
    (job,) = Job.objects.filter(kind="notify-of-season")
    counts = []
    for more in ([], ["p002", "p003", "p006", "p007", "p008"]):
        for key in more:
            make_account(key)
        Job.objects.filter(kind="mail-season").delete()
        with CaptureQueriesContext(connection) as planned:
            plan_season_mails(**job.arguments)
        mail_job = Job.objects.filter(kind="mail-season")[0]
        with CaptureQueriesContext(connection) as sent:
            mail_season(**mail_job.arguments)
        counts.append((len(planned), len(sent)))
    assert counts == [(4, 5)] * 2


# --- the start


def test_everybody_with_an_account_is_told_where_and_whom_they_play_first() -> None:
    club = make_club(state="draft", entries=8)
    make_account("p1")
    open_season(season=Season.objects.get(), by=CONSOLE)
    first = Match.objects.filter(seats__player__key="p1").order_by("round__number", "pk")[0]
    Match.objects.filter(pk=first.pk).update(due_on="2030-01-07")
    mails = send_mails()
    assert mails.keys() == {"p1"}
    assert mail.outbox[0].subject == "A new season has started"
    text = mails["p1"]
    assert f"Season 1 of League 1 at {club.name} has started. You play in division Division 1." in text
    assert f"by Monday, 7 January 2030\nhttp://localhost:8000/riverside/matches/{first.key}/" in text
    assert text.count("to be arranged") == 4  # and no more of the seven


def test_start_can_be_switched_off() -> None:
    make_club(state="draft", entries=8)
    switch_notifications(wanted={SEASON_OPENED: False}, by=Person(make_account("p1")))
    open_season(season=Season.objects.get(), by=CONSOLE)
    assert send_mails() == {}
