"""`demo`: a club to look at, the same every time."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from league.models import Club, Membership, Season, User
from tests.commands.console import Ran, everything, export, run, taken_back
from tests.rules.clubs import mistakes, riverside_reports

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _a_place_of_its_own(settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # quick, for tests only


def made(*flags: str) -> Ran:
    ran = run("demo", *flags, "--json")
    assert (ran.code, ran.err) == (0, "")
    return ran


def test_it_is_riverside_with_a_log_in_for_each_role() -> None:
    ran = made()
    assert (ran.json["club"], ran.json["added"]) == ("riverside", True)
    assert [each["role"] for each in ran.json["log_ins"]] == [
        "owner",
        "organiser",
        "scorer",
        "player",
        "administrator of the whole site",
    ]
    told = run("report", "riverside/skuck-league", "--season", "3", "--json").json
    assert told == riverside_reports()[2]


def test_every_log_in_works_and_shows_something_to_do() -> None:
    finds = {
        "owner": "Members",
        "organiser": "Enter the result",
        "scorer": "Enter the result",
        "player": "Report the result",
        "administrator of the whole site": "Administration",
    }
    for each in made().json["log_ins"]:
        browser = Client()
        sent = browser.post("/-/log-in/", {"login": each["email"], "password": each["password"]})
        assert sent.status_code == 302
        assert finds[each["role"]] in browser.get("/-/my/").content.decode()


def test_administrator_finds_the_administration() -> None:
    made()
    browser = Client()
    browser.force_login(User.objects.get(email="administrator@riverside.example"))
    assert browser.get("/-/admin/").status_code == 200


@pytest.mark.parametrize(("flags", "slug"), [((), "riverside"), (("--players", "41"), "large-41")])
def test_it_is_the_same_every_time(flags: tuple[str, ...], slug: str) -> None:
    with taken_back():
        made(*flags)
        first = export(slug)
    made(*flags)
    assert export(slug) == first
    assert mistakes(first) == []


def test_a_second_time_it_is_left_as_it_is() -> None:
    made()
    Club.objects.update(name="Ours")
    before = everything()
    again = made()
    assert again.json["added"] is False
    assert everything() == before
    assert "There is already the club Ours (riverside)." in run("demo").out


@pytest.mark.parametrize("players", [2, 3, 5, 8, 50])
def test_a_large_club_has_as_many_players_as_asked_for(players: int) -> None:
    made("--players", str(players))
    document = json.loads(export(f"large-{players}"))
    entries = [
        entry["player"]
        for division in document["competitions"][0]["seasons"][0]["divisions"]
        for entry in division["entries"]
    ]
    assert len(set(entries)) == len(entries) == len(document["players"]) == players
    assert run("verify", f"large-{players}").code == 0
    assert Membership.objects.count() == 4


@pytest.mark.parametrize("players", ["1", "0", "-4", "10001"])
def test_a_number_out_of_bounds_is_refused(players: str) -> None:
    ran = run("demo", f"--players={players}")
    assert (ran.code, ran.lines) == (1, [f"players: From 2 to 10000 players, not {players}."])
    assert not Club.objects.exists()


def test_it_plays_a_season_the_same_way_every_time() -> None:
    made()
    with taken_back():
        ran = run("demo", "--play", "riverside/skuck-league", "--json")
        assert ran.json == {"competition": "riverside/skuck-league", "season": 3, "played": 8}
        first = run("report", "riverside/skuck-league", "--json").json
        assert {row["played"] for division in first["divisions"] for row in division["standings"]} == {3}
        assert run("verify", "riverside").code == 0
    run("demo", "--play", "riverside/skuck-league")
    assert run("report", "riverside/skuck-league", "--json").json == first
    assert "season 3: 0 results made up" in run("demo", "--play", "riverside/skuck-league").out


def test_without_an_open_season_there_is_nothing_to_play() -> None:
    made()
    Season.objects.update(state="closed")
    ran = run("demo", "--play", "riverside/skuck-league")
    assert (ran.code, ran.lines) == (1, ["season: No season is open."])


def test_it_makes_a_club_or_plays_a_season() -> None:
    assert run("demo", "--players", "8", "--play", "riverside/skuck-league").code == 2
