"""The form at the foot of every page by which anybody reports a problem, and where /admin/ leads."""

from __future__ import annotations

import pytest
from django.test import Client

from league.actions.suspension import suspend_club
from league.models import Club, Report
from league.principals import CONSOLE

pytestmark = pytest.mark.django_db


def test_every_page_leads_to_the_form_that_knows_it(client: Client) -> None:
    Club.objects.create(slug="riverside", name="Riverside")
    assert 'href="/-/report/?page=/riverside/"' in client.get("/riverside/").content.decode()
    form = client.get("/-/report/", {"page": "/riverside/"}).content.decode()
    assert '<a href="/riverside/">Cancel</a>' in form
    for page in ("//elsewhere.example/", "javascript:x", ""):
        cancelled = client.get("/-/report/", {"page": page}).content.decode()
        assert '<a href="/">Cancel</a>' in cancelled, page
    assert 'name="page" value="/riverside/"' in form and "The page: /riverside/" in form


def test_report_is_kept(client: Client) -> None:
    sent = {"page": "/riverside/", "text": "An insult", "email": "me@example.org"}
    response = client.post("/-/report/", sent, follow=True)
    assert "Thank you." in response.content.decode()
    assert list(Report.objects.values("page", "text", "email")) == [sent]


def test_what_was_typed_comes_back_with_what_is_wrong(client: Client) -> None:
    sent = {"page": "/riverside/", "text": "An insult", "email": "me@"}
    page = client.post("/-/report/", sent).content.decode()
    assert "An insult</textarea>" in page and 'value="me@"' in page and 'value="/riverside/"' in page
    assert not Report.objects.exists()


def test_report_that_is_one_too_many_comes_back_as_it_was_typed(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("league.actions.report.MAX_OPEN_REPORTS", 0)
    page = client.post("/-/report/", {"text": "An insult", "page": "", "email": ""}).content.decode()
    assert "There are too many open reports" in page and "An insult</textarea>" in page


@pytest.mark.parametrize("page", ["\x00", "x" * 5000, "<script>", "//evil.example"])
def test_any_address_may_stand_in_the_link(client: Client, page: str) -> None:
    response = client.get("/-/report/", {"page": page})
    assert response.status_code == 200 and "<script>" not in response.content.decode()


def test_slash_admin_leads_to_the_administration_for_good(client: Client) -> None:
    response = client.get("/admin/")
    assert (response.status_code, response.headers["Location"]) == (301, "/-/admin/")


def test_club_that_has_had_that_address_keeps_it(client: Client) -> None:
    club = Club.objects.create(slug="admin", name="The Admins")
    assert "The Admins" in client.get("/admin/").content.decode()
    suspend_club(club=club, reason="Abuse", by=CONSOLE)
    assert client.get("/admin/").status_code == 301
