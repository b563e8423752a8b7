"""Reminders: some days before matches are due, their players get a mail, once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import timezone

from league.actions import job as jobs
from league.actions.move import move_match, move_night
from league.actions.proof import mark_proved
from league.actions.result import submit_result
from league.actions.rollover import roll_over_season, undo_rollover
from league.actions.season import close_season, reopen_season
from league.models import Club, Competition, Job, Match, Player, Season, User
from league.notifications.reminders import mail_reminder, plan_reminders, remind_players
from league.principals import CONSOLE
from league.tasks import JOB_HANDLERS, run_jobs
from tests.actions.clubs import PRINTED_SHEET, make_club
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db
FRIDAY = date(2026, 3, 6)


@contextmanager
def freeze_time(month: int, day: int, hour: int, minute: int = 0) -> Iterator[None]:
    """Set the time, in 2026 and UTC."""
    with patch.object(timezone, "now", return_value=datetime(2026, month, day, hour, minute, tzinfo=UTC)):
        yield


def make_season_with_dates(*, remind_days: int = 3, zone: str = "UTC", state: str = "open") -> Season:
    """Make a season whose three rounds are due on three Fridays.

    p1, p2 and p3 have accounts, p4 has none.
    """
    club = make_club(timezone=zone, state=state)
    for number, match in enumerate(["c1d1-m1", "c1d1-m3", "c1d1-m5"]):
        due = FRIDAY + timedelta(7 * number)
        Match.objects.filter(round=Match.objects.get(key=match).round).update(due_on=due)
    for name in ("p1", "p2", "p3"):
        user = User.objects.create(email=f"{name}@riverside.example", name=name.upper())
        mark_proved(user)
        Player.objects.filter(club=club, key=name).update(user=user)
    Season.objects.update(remind_days=remind_days)
    return Season.objects.select_related("competition__club").get()


def list_planned_reminders() -> list[tuple[str, datetime]]:
    return [
        (job.arguments["day"], job.due_at)
        for job in Job.objects.filter(kind="remind-players").order_by("due_at", "pk")
    ]


def list_recipients() -> list[str]:
    return sorted(to for message in mail.outbox for to in message.to)


def run_all_jobs() -> None:
    while jobs.run_due_jobs(JOB_HANDLERS):
        pass


@scenario
def season() -> Season:
    return make_season_with_dates()


# --- planned


def test_each_day_on_which_matches_are_due_has_its_job_so_many_days_before_in_the_morning(
    season: Season,
) -> None:
    with freeze_time(3, 1, 12):
        plan_reminders(season)
    assert list_planned_reminders() == [
        ("2026-03-06", datetime(2026, 3, 3, 9, tzinfo=UTC)),
        ("2026-03-13", datetime(2026, 3, 10, 9, tzinfo=UTC)),
        ("2026-03-20", datetime(2026, 3, 17, 9, tzinfo=UTC)),
    ]


def test_morning_is_the_clubs() -> None:
    season = make_season_with_dates(zone="America/New_York")
    with freeze_time(3, 1, 12):
        plan_reminders(season)
    # The clocks go forward on 8 March.
    assert [due_at.hour for _day, due_at in list_planned_reminders()] == [14, 13, 13]


def test_nobody_is_reminded_of_days_that_are_past(season: Season) -> None:
    with freeze_time(3, 14, 12):
        plan_reminders(season)
    assert [day for day, _due_at in list_planned_reminders()] == ["2026-03-20"]


def test_planning_again_plans_nothing_twice(season: Season) -> None:
    with freeze_time(3, 1, 12):
        plan_reminders(season)
        plan_reminders(season)
    assert len(list_planned_reminders()) == 3


@pytest.mark.parametrize(("remind_days", "state"), [(0, "open"), (3, "draft")])
def test_without_reminders_or_in_a_draft_nothing_is_planned(remind_days: int, state: str) -> None:
    season = make_season_with_dates(remind_days=remind_days, state=state)
    with freeze_time(3, 1, 12):
        plan_reminders(season)
    assert list_planned_reminders() == []


# --- sent


def test_who_has_an_account_and_a_match_to_play_gets_a_mail_when_the_day_has_come(season: Season) -> None:
    with freeze_time(3, 1, 12):
        plan_reminders(season)
    with freeze_time(3, 3, 8, 59):
        run_all_jobs()
        assert mail.outbox == []
    with freeze_time(3, 3, 9):
        run_all_jobs()
    assert list_recipients() == ["p1@riverside.example", "p2@riverside.example", "p3@riverside.example"]


def test_mail_says_what_is_to_be_played_with_whom_by_when_and_where_to_enter_it(settings: Any) -> None:
    settings.SITE_URL = "https://cards.example"
    season = make_season_with_dates()
    with freeze_time(3, 3, 9):
        mail_reminder(season=season.pk, day="2026-03-06", user=Player.objects.get(key="p1").user_id or 0)
    (message,) = mail.outbox
    assert message.subject == "Matches to play by 6 March 2026"
    assert "Hello P1," in message.body
    assert (
        "you have a match to play by Friday, 6 March 2026 in League 1, season 1, at Riverside:"
        in message.body
    )
    assert "Player p1 – Player p4\nDivision Division 1, round 1\n" in message.body
    assert "https://cards.example/riverside/matches/c1d1-m1/" in message.body
    assert message.body.count("/riverside/matches/") == 1


def test_mail_of_a_tournament_calls_it_by_its_name() -> None:
    season = make_season_with_dates()
    Competition.objects.update(kind="tournament", name="Spring Open")
    Season.objects.update(name="Spring Open 2026")
    with freeze_time(3, 3, 9):
        mail_reminder(season=season.pk, day="2026-03-06", user=Player.objects.get(key="p1").user_id or 0)
    (message,) = mail.outbox
    assert "by Friday, 6 March 2026 in Spring Open 2026, at Riverside:" in message.body
    assert "season" not in message.body


def test_nothing_in_a_name_becomes_markup(season: Season) -> None:
    Player.objects.filter(key="p4").update(name="A & <b>B</b>")
    mail_reminder(season=season.pk, day="2026-03-06", user=Player.objects.get(key="p1").user_id or 0)
    assert "A & <b>B</b>" in mail.outbox[0].body


def test_who_has_played_already_gets_none() -> None:
    make_season_with_dates()
    match = Match.objects.get(key="c1d1-m1")
    submit_result(match=match, sheet=PRINTED_SHEET, by=CONSOLE, key=uuid4(), base=0)
    with freeze_time(3, 3, 9):
        remind_players(season=match.division.season_id, day="2026-03-06")
        run_all_jobs()
    assert list_recipients() == ["p2@riverside.example", "p3@riverside.example"]


def test_nobody_gets_two_mails_for_a_day_however_often_it_is_asked(season: Season) -> None:
    with freeze_time(3, 3, 9):
        for _again in range(3):
            remind_players(season=season.pk, day="2026-03-06")
            run_all_jobs()
    assert len(mail.outbox) == 3


@pytest.mark.parametrize(
    "gone", ["result", "day", "closed", "season", "user", "player", "inactive", "address"]
)
def test_mail_that_has_become_needless_is_not_sent(season: Season, gone: str) -> None:
    user = User.objects.get(players__key="p1")
    match = Match.objects.get(key="c1d1-m1")
    if gone == "result":
        submit_result(match=match, sheet=PRINTED_SHEET, by=CONSOLE, key=uuid4(), base=0)
    elif gone == "day":
        Match.objects.filter(pk=match.pk).update(due_on=None)
    elif gone == "closed":
        Season.objects.update(state="closed")
    elif gone == "season":
        Match.objects.all().delete()
        Season.objects.all().delete()
    elif gone == "user":
        User.objects.filter(pk=user.pk).delete()
    elif gone == "player":
        Player.objects.filter(user=user).update(user=None)
    elif gone == "inactive":
        User.objects.filter(pk=user.pk).update(is_active=False)
    else:
        EmailAddress.objects.filter(user=user).update(verified=False)
    mail_reminder(season=season.pk, day="2026-03-06", user=user.pk)
    assert mail.outbox == []


@pytest.mark.parametrize("gone", ["closed", "season", "past"])
def test_day_that_has_become_needless_reminds_nobody(season: Season, gone: str) -> None:
    if gone == "closed":
        Season.objects.update(state="closed")
    elif gone == "season":
        Match.objects.all().delete()
        Season.objects.all().delete()
    with freeze_time(3, 7 if gone == "past" else 3, 9):
        remind_players(season=season.pk, day="2026-03-06")
    assert not Job.objects.filter(kind="mail-reminder").exists()


# --- moved


def test_moved_night_reminds_for_its_new_day_and_not_for_the_old_one(season: Season) -> None:
    with freeze_time(3, 1, 12):
        plan_reminders(season)
        move_night(season=season, day=FRIDAY, to=date(2026, 3, 11), by=CONSOLE)
    assert [day for day, _due_at in list_planned_reminders()] == [
        "2026-03-06",
        "2026-03-11",
        "2026-03-13",
        "2026-03-20",
    ]
    with freeze_time(3, 3, 9):
        run_all_jobs()
        assert mail.outbox == []
    with freeze_time(3, 8, 9):
        run_all_jobs()
    assert len(mail.outbox) == 3


def test_match_that_is_moved_to_a_day_already_told_of_reminds_those_who_were_not_told(season: Season) -> None:
    late = Match.objects.get(key="c1d1-m5")  # p2 and p4, in round 3
    Match.objects.filter(key="c1d1-m2").update(due_on=None)
    with freeze_time(3, 3, 9):
        plan_reminders(season)
        run_all_jobs()
        assert list_recipients() == ["p1@riverside.example"]
        move_match(match=late, due_on=FRIDAY, table=1, by=CONSOLE)
        run_all_jobs()
    assert list_recipients() == ["p1@riverside.example", "p2@riverside.example"]


def test_day_that_is_nearer_than_its_reminder_is_told_of_at_once(season: Season) -> None:
    with freeze_time(3, 5, 12):
        plan_reminders(season)
        assert Job.objects.due(timezone.now()).count() == 1
        assert run_jobs() >= 1
    assert len(mail.outbox) == 3


def test_more_players_take_no_more_queries(django_assert_max_num_queries: Any) -> None:
    club = make_club(entries=30)
    Match.objects.update(due_on=FRIDAY)
    for player in Player.objects.filter(club=club):
        player.user = User.objects.create(email=f"{player.key}@riverside.example")
        player.save()
    Season.objects.update(remind_days=3)
    season = Season.objects.select_related("competition__club").get(competition__club=Club.objects.get())
    with freeze_time(3, 3, 9):
        with django_assert_max_num_queries(3):
            plan_reminders(season)
        with django_assert_max_num_queries(5):
            remind_players(season=season.pk, day="2026-03-06")
    assert Job.objects.filter(kind="mail-reminder").count() == 30


# --- closed, and opened again


def close_and_reload(season: Season) -> Season:
    close_season(season=season, by=CONSOLE, missing="void")
    return Season.objects.select_related("competition__club").get()


def test_days_that_came_due_while_the_season_was_closed_are_told_of_once_it_is_open_again(
    season: Season,
) -> None:
    with freeze_time(3, 1, 12):
        plan_reminders(season)
    with freeze_time(3, 2, 12):
        season = close_and_reload(season)
    with freeze_time(3, 3, 9):
        run_all_jobs()
        assert list_recipients() == []
    with freeze_time(3, 4, 12):
        reopen_season(season=season, by=CONSOLE)
        run_all_jobs()
    assert len(list_recipients()) == len(set(list_recipients())) == 3
    assert {day for day, _due_at in list_planned_reminders()} == {"2026-03-06", "2026-03-13", "2026-03-20"}
    with freeze_time(3, 10, 9):
        run_all_jobs()
    assert len(list_recipients()) == 6


def test_who_was_told_before_it_was_closed_is_not_told_again(season: Season) -> None:
    with freeze_time(3, 3, 9):
        plan_reminders(season)
        run_all_jobs()
        assert len(list_recipients()) == 3
        reopen_season(season=close_and_reload(season), by=CONSOLE)
        run_all_jobs()
    assert len(list_recipients()) == 3


def test_taking_a_rollover_back_plans_them_again_too(season: Season) -> None:
    with freeze_time(3, 2, 12):
        made = roll_over_season(season=season, by=CONSOLE, missing="forfeit")
        assert list_planned_reminders() == []
        undo_rollover(season=made, by=CONSOLE)
    assert [day for day, _due_at in list_planned_reminders()] == ["2026-03-06", "2026-03-13", "2026-03-20"]
