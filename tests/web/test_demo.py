"""Log-ins of the demo clubs on the home page, where somebody tries Boolie out on their own computer."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from django.test import Client, override_settings

from league.actions.demo import create_demo
from league.models import Club, Match, Membership, Player, Result, User
from tests.scenarios import scenario
from tests.web.sheets import text

pytestmark = pytest.mark.django_db


@scenario
def demo_clubs() -> None:
    with TemporaryDirectory() as folder, override_settings(VAR_DIR=Path(folder)):
        create_demo()


@pytest.fixture
def demo(demo_clubs: None, settings: Any, tmp_path: Path) -> None:
    """The demo clubs, where they offer their log-ins."""
    settings.VAR_DIR = tmp_path
    settings.SHOW_DEMO_LOG_INS = True


@pytest.mark.parametrize("role", ["scorer", "organiser", "owner", "player", "administrator"])
def test_home_page_logs_in_as_any_role(demo: None, client: Client, role: str) -> None:
    home = client.get("/")
    assert f'name="role" value="{role}"' in home.content.decode()
    assert "private" in home["Cache-Control"]
    page = client.post("/-/demo/log-in/", {"role": role}, follow=True)
    assert page.status_code == 200 and page.context["user"].email == f"{role}@riverside.example"


def test_entering_a_result_is_one_click_away(demo: None, client: Client) -> None:
    page = client.post("/-/demo/log-in/", {"role": "scorer", "enter": "1"}, follow=True)
    [(where, _status)] = page.redirect_chain
    assert where == "/riverside/matches/m66/enter/"  # the one that is overdue
    assert "Bid" in text(page)


def test_reset_brings_the_demo_clubs_back_and_leaves_others(demo: None, client: Client) -> None:
    Club.objects.create(slug="ours", name="Ours")
    Player.objects.create(club=Club.objects.get(slug="riverside"), key="guest", name="Guest")
    Club.objects.filter(slug="harbour").update(name="Mine")
    Membership.objects.filter(club__slug="lantern").delete()
    Club.objects.filter(slug="lantern").update(name="Lantern by chance")
    results = Result.objects.count()
    page = client.post("/-/demo/reset/", follow=True)
    assert "The demo clubs are as they were at the beginning." in text(page)
    names = dict(Club.objects.values_list("slug", "name"))
    assert (names["ours"], names["harbour"], names["lantern"]) == (
        "Ours",
        "Harbour Card Club",
        "Lantern by chance",
    )
    assert not Player.objects.filter(key="guest").exists()
    assert Result.objects.count() == results
    assert client.post("/-/demo/log-in/", {"role": "scorer"}).status_code == 302


@pytest.mark.parametrize("role", ["", "nobody", "owner@riverside.example", "scorer\x00"])
def test_there_are_no_other_roles(demo: None, client: Client, role: str) -> None:
    assert client.post("/-/demo/log-in/", {"role": role}).status_code == 404


def test_account_that_was_deactivated_or_is_gone_is_not_logged_in(demo: None, client: Client) -> None:
    User.objects.filter(email="scorer@riverside.example").update(is_active=False)
    User.objects.filter(email="player@riverside.example").update(email="paula@riverside.example")
    for role in ("scorer", "player"):
        assert client.post("/-/demo/log-in/", {"role": role}).status_code == 404, role


def test_other_installations_offer_nothing(demo_clubs: None, client: Client) -> None:
    assert "Try it with the demo clubs" not in text(client.get("/"))
    for address in ("/-/demo/log-in/", "/-/demo/reset/"):
        assert client.post(address, {"role": "owner"}).status_code == 404
    assert Match.objects.exists()
