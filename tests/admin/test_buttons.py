"""The buttons of the admin site: running a job again, unlocking a log-in; and how one gets in."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from allauth.mfa.models import Authenticator
from axes.models import AccessAttempt
from django.contrib.auth.models import Permission
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.actions import job as jobs
from league.actions.job import retry_job
from league.actions.user import change_user, unlock_log_in
from league.models import Job, Membership, Season, User
from league.models.job import JobState
from league.principals import Person
from tests.security.population import PASSWORD, Population

JOBS = "/-/admin/league/job/"
USERS = "/-/admin/league/user/"
ATTEMPTS = "/-/admin/axes/accessattempt/"


def job(state: JobState) -> Job:
    then = timezone.now() + timedelta(hours=4)
    return Job.objects.create(kind="wind-the-clock", state=state, attempts=8, created_at=then, due_at=then)


def press(client: Client, where: str, action: str, *rows: Any) -> Any:
    sent = {"action": action, "_selected_action": [row.pk for row in rows]}
    return client.post(where, sent, follow=True)


def test_failed_and_waiting_jobs_run_again(
    population: Population, administrator: Client, django_capture_on_commit_callbacks: Any
) -> None:
    failed, waiting = job(JobState.FAILED), job(JobState.WAITING)
    with patch.object(jobs, "notify_worker") as wake, django_capture_on_commit_callbacks(execute=True):
        response = press(administrator, JOBS, "run_again", failed, waiting)
    assert "2 jobs run again." in response.content.decode()
    assert wake.call_count == 2
    for one in (failed, waiting):
        one.refresh_from_db()
        assert (one.state, one.attempts) == (JobState.WAITING, 0)
        assert one.due_at <= timezone.now()


@pytest.mark.parametrize("state", [JobState.DONE, JobState.RUNNING])
def test_job_that_is_done_or_being_done_stays(
    population: Population, administrator: Client, state: JobState
) -> None:
    one = job(state)
    response = press(administrator, JOBS, "run_again", one)
    assert "The job is done or already running." in response.content.decode()
    one.refresh_from_db()
    assert (one.state, one.attempts) == (state, 8)


def test_job_has_its_button_on_its_page(population: Population, administrator: Client) -> None:
    page = administrator.get(
        reverse("admin:league_job_change", args=[job(JobState.FAILED).pk])
    ).content.decode()
    assert f'<form method="post" action="{JOBS}">' in page
    assert page.count("csrfmiddlewaretoken") == 3  # this one, the (empty) form's and the log-out's


@pytest.mark.parametrize("where", [JOBS, ATTEMPTS])
def test_buttons_are_the_administrators(population: Population, where: str) -> None:
    user = User.objects.get(email="owner@example.org")
    user.is_staff = True
    user.save()
    names = ["view_job", "change_job", "view_accessattempt", "change_accessattempt"]
    user.user_permissions.set(Permission.objects.filter(codename__in=names))
    client, one = population.client("owner"), job(JobState.FAILED)
    assert "run_again" not in client.get(where).content.decode()
    assert "unlock" not in client.get(where).content.decode()
    assert "run_again" not in client.get(f"{JOBS}{one.pk}/change/").content.decode()
    press(client, JOBS, "run_again", one)
    press(client, ATTEMPTS, "unlock", AccessAttempt.objects.get())
    one.refresh_from_db()
    assert (one.state, AccessAttempt.objects.count()) == (JobState.FAILED, 1)


def test_actions_ask_for_an_administrator_themselves(population: Population) -> None:
    owner, user = population.people["owner"], population.people["stranger"]
    assert owner and user
    by = Person(owner)
    with pytest.raises(PermissionDenied):
        retry_job(job=job(JobState.FAILED), by=by)
    with pytest.raises(PermissionDenied):
        unlock_log_in(username="x", ip_address="127.0.0.1", by=by)
    with pytest.raises(PermissionDenied):
        change_user(user=user, name="", is_active=False, is_staff=True, permissions=[], by=by)


def test_second_factor_is_reset_on_the_page_of_a_user(population: Population, administrator: Client) -> None:
    owner = population.people["owner"]
    assert owner
    page = f"{USERS}{owner.pk}/change/"
    assert "Reset second factor" not in administrator.get(page).content.decode()
    Authenticator.objects.create(user=owner, type=Authenticator.Type.TOTP, data={})
    assert "Reset second factor" in administrator.get(page).content.decode()
    response = press(administrator, USERS, "reset_second_factor", owner)
    assert "The second factor of owner@example.org has been removed" in response.content.decode()
    assert not Authenticator.objects.exists()
    assert (
        "No second factor is set up for owner@example.org"
        in press(administrator, USERS, "reset_second_factor", owner).content.decode()
    )


def test_what_a_button_sends_cannot_be_opened_as_a_page(
    population: Population, administrator: Client
) -> None:
    owner = population.people["owner"]
    assert owner
    season = Season.objects.latest("pk")
    for where in (
        f"{JOBS}test-mail/",
        f"{USERS}{owner.pk}/approve/",
        f"{USERS}{owner.pk}/refuse/",
        f"/-/admin/league/season/{season.pk}/rollover/",
    ):
        assert administrator.get(where).status_code == 405, where


def test_history_of_a_membership_is_that_of_the_person_in_the_club(
    population: Population, administrator: Client
) -> None:
    membership = Membership.objects.get(user=population.people["scorer"])
    response = administrator.get(reverse("admin:league_membership_history", args=[membership.pk]))
    assert response.status_code == 302
    assert f"noun__exact=user&key__exact={membership.user_id}" in response.headers["Location"]


# --- getting in


def try_to_log_in(client: Client, password: str) -> Any:
    return client.post("/-/log-in/", {"login": "owner@example.org", "password": password})


def test_log_in_that_was_locked_is_unlocked(population: Population, administrator: Client) -> None:
    visitor = population.client("visitor")
    for _attempt in range(10):
        try_to_log_in(visitor, "wrong")
    assert try_to_log_in(visitor, PASSWORD).status_code != 302
    locked = AccessAttempt.objects.get(username="owner@example.org")
    shown = administrator.get(f"{ATTEMPTS}{locked.pk}/change/").content.decode()
    assert "owner@example.org" in shown
    assert "wrong" not in shown and "password" not in shown.partition('id="content"')[2]
    press(administrator, ATTEMPTS, "unlock", locked)
    assert not AccessAttempt.objects.filter(username="owner@example.org").exists()
    cache.clear()
    assert try_to_log_in(visitor, PASSWORD).status_code == 302


def test_admin_site_is_entered_by_our_own_log_in(population: Population) -> None:
    visitor = population.client("visitor")
    response: Any = visitor.get("/-/admin/league/job/", follow=True)
    path = response.redirect_chain[-1][0]
    assert path.startswith("/-/log-in/?next=") and "job" in path
    sent = {"login": "administrator@example.org", "password": PASSWORD, "next": "/-/admin/league/job/"}
    assert visitor.post(path, sent).headers["Location"] == "/-/admin/league/job/"


def test_admin_site_has_no_log_in_of_its_own_where_nobody_counts(population: Population) -> None:
    visitor = population.client("visitor")
    sent = {"username": "administrator@example.org", "password": PASSWORD}
    assert visitor.post("/-/admin/login/", sent).headers["Location"].startswith("/-/log-in/")
    assert visitor.get("/-/admin/").status_code == 302
