"""Imprint, contact and privacy: written by administrators, with a link at the foot of every page."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from league.actions.errors import ActionError
from league.actions.site_text import change_site_text
from league.models import Club, SiteText, User
from league.principals import CONSOLE, Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return Club.objects.create(slug="riverside", name="Riverside")


def test_page_and_its_link_are_there_once_it_is_written(club: Club) -> None:
    visitor = Client()
    for page in ("/", "/riverside/"):
        assert "/-/imprint/" not in visitor.get(page).content.decode()
    assert visitor.get("/-/imprint/").status_code == 404
    change_site_text(kind="imprint", text="Pat\n\n<b>1 Main</b> Street, pat@example.org", by=CONSOLE)
    for page in ("/", "/riverside/"):
        assert '<a href="/-/imprint/">Imprint</a>' in visitor.get(page).content.decode()
    page = visitor.get("/-/imprint/").content.decode()
    assert "<p>Pat</p>" in page and "&lt;b&gt;1 Main" in page and 'href="mailto:pat@example.org"' in page
    change_site_text(kind="imprint", text=" ", by=CONSOLE)
    for page in ("/", "/riverside/"):
        assert "/-/imprint/" not in visitor.get(page).content.decode()


def test_link_comes_where_there_is_no_club_yet() -> None:
    visitor = Client()
    visitor.get("/")
    change_site_text(kind="privacy", text="We store little.", by=CONSOLE)
    assert "/-/privacy/" in visitor.get("/").content.decode()


def test_another_wording_leaves_kept_pages_alone(club: Club) -> None:
    change_site_text(kind="contact", text="Pat", by=CONSOLE)
    revision = Club.objects.get().revision
    change_site_text(kind="contact", text="Sam", by=CONSOLE)
    assert Club.objects.get().revision == revision


@pytest.mark.parametrize("text", ["x" * 20_001, "a\x00b", "a\x1bb"])
def test_text_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ActionError) as refused:
        change_site_text(kind="imprint", text=text, by=CONSOLE)
    assert [problem.path for problem in refused.value.problems] == ["text"]


def test_only_administrators_write_it() -> None:
    with pytest.raises(PermissionDenied):
        change_site_text(kind="imprint", text="x", by=Person(User.objects.create(email="x@example.org")))
    assert not SiteText.objects.exists()
