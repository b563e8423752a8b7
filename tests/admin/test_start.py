"""The start page of the administration, and the clubs, accounts and texts to which it leads."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib import admin
from django.core import mail
from django.core.checks import Tags, run_checks
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from league.actions.errors import ActionError
from league.actions.mail_check import send_test_mail
from league.actions.user import change_user
from league.models import Club, Event, Job, MailFailure, Membership, Report, SiteText, User
from league.notifications import delivery
from league.principals import CONSOLE, Person
from league.tasks import run_jobs
from tests.admin.test_reading import many
from tests.security.population import PASSWORD, Population

START = "/-/admin/"


def read(client: Client, where: str = START, **query: str) -> str:
    response = client.get(where, query)
    assert response.status_code == 200
    return str(response.content.decode())


def place(model: Any, page: str, row: Any) -> str:
    return reverse(f"admin:league_{model._meta.model_name}_{page}", args=[row.pk])


# --- the start page


def test_it_shows_what_there_is_to_do(population: Population, administrator: Client) -> None:
    Club.objects.create(slug="lonely", name="Lonely Hearts")
    User.objects.create(email="new@example.org", name="New", waiting_since=timezone.now())
    page = read(administrator)
    for said in ("Riverside", "Lonely Hearts", "Approve", "That is not my name.", "roll-over", "Run again"):
        assert said in page, said
    assert 'href="/lonely/-/members/"' in page
    parts = [
        "start-clubs",
        "start-sign-ups",
        "start-events",
        "start-jobs",
        "start-mail",
        "All tables",
        "app-league",
    ]
    assert [page.index(part) for part in parts] == sorted(page.index(part) for part in parts)
    assert page.count("<td>Active</td>") == 3  # each club


def test_every_page_leads_back_to_the_site(population: Population, administrator: Client) -> None:
    for page in (read(administrator), read(administrator, "/-/admin/league/club/")):
        for address in ("/", "/-/my/", "/-/account/", START):
            assert f'<a href="{address}">' in page, address
    assert '<td class="field-condition">Active</td>' in read(administrator, "/-/admin/league/club/")


def test_staff_who_are_no_administrators_see_their_tables_only(population: Population) -> None:
    User.objects.filter(pk=population.people["scorer"].pk).update(is_staff=True)  # type: ignore[union-attr]
    assert "start-clubs" not in read(population.client("scorer"))


def test_it_takes_as_many_queries_for_many_as_for_few(population: Population, administrator: Client) -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            read(administrator)
        return len(queries)

    User.objects.create(email="new@example.org", waiting_since=timezone.now())
    Club.objects.create(slug="lonely", name="Lonely Hearts")
    few = count()
    many(30)
    now = timezone.now()
    Job.objects.update(state="failed")
    Report.objects.bulk_create(Report(text="x", made_at=now) for _ in range(30))
    # So long a list says how many more there are: one query for each of six.
    assert few <= count() <= few + 6


@pytest.mark.parametrize(
    "words", ["RIVER", "rivér", "riverside", "owner@example.org", "OWNER@", "owner"], ids=str
)
def test_club_is_found_by_its_name_its_address_and_its_owner(
    population: Population, administrator: Client, words: str
) -> None:
    Club.objects.create(slug="lonely", name="Lonely Hearts")
    page = read(administrator, "/-/admin/league/club/", q=words)
    assert ">Riverside<" in page and "Lonely Hearts" not in page


def test_scorer_leads_to_no_club(population: Population, administrator: Client) -> None:
    assert ">Riverside<" not in read(administrator, "/-/admin/league/club/", q="scorer@example.org")


def test_club_with_the_latest_activity_comes_first(population: Population, administrator: Client) -> None:
    for slug in ("lakeside", "riverside"):
        club = Club.objects.get(slug=slug)
        later = Event.objects.latest("at").at + timedelta(hours=1)
        Event.objects.create(club=club, at=later, action="change_club", noun="club", key=slug)
        page = read(administrator, "/-/admin/league/club/")
        first, second = (slug, "lakeside") if slug == "riverside" else (slug, "riverside")
        assert page.index(f">{first.title()}<") < page.index(f">{second.title()}<")


def test_clubs_are_filtered_by_state(population: Population, administrator: Client) -> None:
    Club.objects.create(slug="lonely", name="Lonely Hearts")
    page = read(administrator, "/-/admin/league/club/", state="ownerless")
    assert "Lonely Hearts" in page and ">Riverside<" not in page


# --- clubs


def test_club_is_suspended_and_restored(population: Population, administrator: Client) -> None:
    club = population.club
    response = administrator.post(place(Club, "suspend", club), {"reason": "Abuse"}, follow=True)
    assert "Club suspended." in response.content.decode()
    club.refresh_from_db()
    assert club.suspension_reason == "Abuse"
    assert "suspended" in read(administrator, "/-/admin/league/club/", state="suspended")
    again = administrator.post(place(Club, "suspend", club), {"reason": "Abuse"}).content.decode()
    assert "is already suspended" in again and "Abuse</textarea>" in again
    refused = administrator.post(place(Club, "change", club), {"name": "New", "timezone": "UTC"})
    assert refused.status_code == 403
    administrator.post(place(Club, "lift", club))
    club.refresh_from_db()
    assert not club.is_hidden


def test_club_is_deleted_by_its_typed_name_and_restored(
    population: Population, administrator: Client
) -> None:
    club = population.club
    page = read(administrator, place(Club, "delete", club))
    assert 'href="/riverside/-/club-file/"' in page
    wrong = administrator.post(place(Club, "delete", club), {"name": "Lakeside"}).content.decode()
    assert "This is not the club&#x27;s name." in wrong and 'value="Lakeside"' in wrong
    assert not Club.objects.get(pk=club.pk).is_hidden
    administrator.post(place(Club, "delete", club), {"name": "riverside"})
    assert Club.objects.get(pk=club.pk).deleted_at
    assert "Deleted, can be restored until" in read(administrator, "/-/admin/league/club/", state="deleted")
    administrator.post(place(Club, "restore", club))
    assert not Club.objects.get(pk=club.pk).is_hidden


# --- accounts


def test_suspended_account_is_logged_out_everywhere(population: Population, administrator: Client) -> None:
    user = population.people["scorer"]
    assert user
    browser = Client()
    browser.post("/-/log-in/", {"login": user.email, "password": PASSWORD})
    assert browser.get("/-/my/").status_code == 200
    forms = {f"memberships-{what}_FORMS": 0 for what in ("TOTAL", "INITIAL")}
    administrator.post(place(User, "change", user), {"name": "Sam", **forms})
    assert browser.get("/-/my/").status_code == 302
    User.objects.filter(pk=user.pk).update(is_active=True)
    assert browser.get("/-/my/").status_code == 302


@pytest.mark.django_db
def test_last_administrator_is_not_suspended() -> None:
    last = User(email="ada@example.org", is_superuser=True, is_staff=True)
    last.save()
    with pytest.raises(ActionError) as refused:
        change_user(user=last, name="", is_active=False, is_staff=True, permissions=[], by=CONSOLE)
    assert [problem.code for problem in refused.value.problems] == ["last-administrator"]


def test_account_is_deleted_by_its_typed_address(population: Population, administrator: Client) -> None:
    user = population.people["scorer"]
    assert user
    where = place(User, "delete", user)
    assert "Riverside" in read(administrator, where)
    wrong = administrator.post(where, {"email": "x@example.org"}).content.decode()
    assert "This is not the address of the account." in wrong
    assert administrator.post(where, {"email": user.email.upper()}).status_code == 302
    user.refresh_from_db()
    assert user.deleted_at and not user.is_active and not Membership.objects.filter(user=user).exists()
    assert administrator.get(where).status_code == 403


def test_nobody_deletes_their_own_account_here(population: Population, administrator: Client) -> None:
    assert administrator.get(place(User, "delete", population.people["administrator"])).status_code == 403


def test_accounts_that_wait_are_let_in_or_refused_even_by_two_at_once(
    population: Population, administrator: Client
) -> None:
    now = timezone.now()
    good, bad = (
        User.objects.create(email=f"{name}@example.org", waiting_since=now) for name in ("good", "bad")
    )
    for _ in range(2):
        administrator.post(place(User, "approve", good))
    assert User.objects.get(pk=good.pk).waiting_since is None
    said = [administrator.post(place(User, "refuse", bad), follow=True).content.decode() for _ in range(2)]
    assert "has been deleted. They get an e-mail." in said[0] and "This account no longer exists." in said[1]
    after = administrator.post(place(User, "refuse", good), follow=True).content.decode()
    assert "has already been approved" in after and User.objects.filter(pk=good.pk).exists()


def test_only_permissions_that_a_page_asks_for_are_offered(
    population: Population, administrator: Client
) -> None:
    page = read(administrator, place(User, "change", population.people["scorer"]))
    assert "Can view club" in page and "Can change club" in page and "Can delete membership" in page
    assert "Can add club" not in page and "Can change result" not in page
    assert page.count("| Can ") < 35


# --- mail, reports and texts


def test_test_mail_goes_to_whoever_asks(population: Population, administrator: Client) -> None:
    page = administrator.post("/-/admin/league/job/test-mail/", follow=True).content.decode()
    assert "We have sent an e-mail" in page
    run_jobs()
    assert ["administrator@example.org"] in [message.to for message in mail.outbox]
    assert "Requested in the last 24 hours: 1 of" in read(administrator)


@pytest.mark.parametrize("lost", [{"is_superuser": False}, {"is_active": False}], ids=str)
def test_test_mail_of_somebody_who_is_no_administrator_any_more_fails_and_says_so(
    population: Population, administrator: Client, lost: dict[str, bool]
) -> None:
    asking = User.objects.create_superuser("asking@example.org")
    send_test_mail(by=Person(asking))
    User.objects.filter(pk=asking.pk).update(**lost)
    run_jobs()
    assert not any("asking@example.org" in message.to for message in mail.outbox)
    page = read(administrator)
    assert "mail-test" in page and "The person who started this no longer has the right to do it." in page


def test_mails_that_could_not_be_sent_are_told_of(population: Population, administrator: Client) -> None:
    assert "No e-mail has failed." in read(administrator)
    with patch.object(mail.EmailMessage, "send", side_effect=ConnectionRefusedError(111, "refused")):
        for _ in range(2):
            delivery.send_later(mail.EmailMessage("x", "y", to=["z@example.org"]))
    assert MailFailure.objects.count() == 1
    assert "ConnectionRefusedError" in read(administrator)


def test_report_is_marked_as_done(population: Population, administrator: Client) -> None:
    report = Report.objects.get()
    row = read(administrator, place(Report, "change", report))
    assert "Mark as done" in row and '<a href="/riverside/">' in row
    sent = {"action": "close", "_selected_action": report.pk}
    administrator.post("/-/admin/league/report/", sent)
    assert Report.objects.get().done_at
    assert "That is not my name." not in read(administrator)


def test_report_of_another_site_is_no_link(population: Population, administrator: Client) -> None:
    Report.objects.update(page="//evil.example/")
    assert 'href="//evil' not in read(administrator, "/-/admin/league/report/")


def test_privacy_text_begins_with_a_draft_that_nobody_sees_yet(
    population: Population, administrator: Client
) -> None:
    where = "/-/admin/league/sitetext/privacy/change/"
    page = read(administrator, where)
    assert "hash of your password" in page and "This draft is not public yet." in page
    assert Client().get("/-/privacy/").status_code == 404
    assert administrator.post(where, {"text": "We store little."}).status_code == 302
    assert "We store little." in read(Client(), "/-/privacy/")
    assert SiteText.objects.get(kind="privacy").changed_by == population.people["administrator"]
    too_long = administrator.post(where, {"text": "x" * 20_001}).content.decode()
    assert "xxx" in too_long and "errorlist" in too_long


def test_text_of_no_kind_is_no_page(population: Population, administrator: Client) -> None:
    assert administrator.get("/-/admin/league/sitetext/jokes/change/").status_code == 302


def test_owner_deletes_the_club_from_its_settings(population: Population) -> None:
    owner = population.client("owner")
    assert "/riverside/-/delete/" in read(owner, "/riverside/-/manage/")
    assert "/riverside/-/delete/" not in read(population.client("organiser"), "/riverside/-/manage/")
    file = owner.get("/riverside/-/club-file/")
    assert file.headers["Content-Disposition"] == 'attachment; filename="riverside.json"'
    assert file.json()["club"]["name"] == "Riverside"
    wrong = owner.post("/riverside/-/delete/", {"name": "Lakeside"}).content.decode()
    assert "This is not the club&#x27;s name." in wrong and 'value="Lakeside"' in wrong
    assert owner.post("/riverside/-/delete/", {"name": "Riverside"}).headers["Location"] == "/-/my/"
    assert owner.get("/riverside/").status_code == 404
    assert population.people["owner"]
    assert not Person(population.people["owner"]).roles


# --- its declarations


def test_django_finds_nothing_wrong_with_the_pages_of_the_administration() -> None:
    """They are registered with the addresses, so `check` may look at them too early."""
    import_module("config.urls")
    assert admin.site._registry
    assert not run_checks(tags=[Tags.admin])
