"""A game that came with a package of somebody else's is there as any other."""

import json
import shutil
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import polib
import pytest
from django.test import Client

from config.environment import list_catalogue_folders
from games import Game, Text
from league.actions.club import import_club
from league.models import Club, Membership, Role, User
from league.principals import CONSOLE
from league.tasks import run_jobs
from league.templatetags.pages import value_text
from tests.clubfile import documents
from tests.commands.console import run_command
from tests.scenarios import scenario
from tests.web.sheets import text

PAGES = (
    *(f"cup/1/{page}" for page in ("", "grid/", "matches/", "awards/", "decisions/", "why/uma/")),
    *("cup/rules/", "cup/game/", "cup/hall-of-fame/"),
)
PLAYERS = ["uma", "vic", "wes", "xia"]
MEMBERS = [{"id": id, "name": id.title()} for id in PLAYERS]


@scenario
def owner() -> Client:
    den = {"format": "boolie-club/1", "club": {"slug": "den", "name": "Den"}, "players": MEMBERS}
    import_club(documents.encode_document(den), by=CONSOLE)
    user = User.objects.create_user("owner@example.org")
    Membership.objects.create(user=user, club=Club.objects.get(), role=Role.OWNER)
    client = Client()
    client.force_login(user)
    return client


def played(game: Game) -> bytes:
    """A club's file with one match of it, made up."""
    assert game.plausible
    sheet = game.plausible(game.Options(), len(PLAYERS), Random(1))
    match = {"id": "m1", "seats": PLAYERS, "status": "played", "played_on": "2026-01-05", "sheet": sheet}
    entries = [{"player": id} for id in PLAYERS]
    season = {
        "number": 1,
        "state": "open",
        "divisions": [{"level": 1, "entries": entries, "matches": [match]}],
    }
    return documents.encode_document(
        {
            "format": "boolie-club/1",
            "club": {"slug": "den", "name": "Den"},
            "players": MEMBERS,
            "competitions": [
                {
                    "slug": "cup",
                    "name": "Cup",
                    "game": game.key,
                    "rules": {"promoted": 0, "table_size": 4},
                    "seasons": [season],
                }
            ],
        }
    )


def test_installed_package_brings_its_game_its_variants_and_its_codes(third_party_game: Game) -> None:
    told = {game["key"]: game for game in json.loads(run_command("games", "--json").out)["games"]}
    ours = told[third_party_game.key]
    assert [one["key"] for one in ours["variants"]] == [one.key for one in third_party_game.variants]
    assert set(third_party_game.codes) == set(ours["codes"])


def test_new_competition_may_play_it_in_each_of_its_variants(owner: Client, third_party_game: Game) -> None:
    page = text(owner.get("/den/-/competitions/new/"))
    for variant in third_party_game.variants:
        assert variant.name in page


def test_its_pages_are_there_as_those_of_any_game(owner: Client, third_party_game: Game) -> None:
    import_club(played(third_party_game), by=CONSOLE)
    run_jobs()  # keeps what the player's page tells
    page = text(owner.get("/den/matches/m1/"))
    layout = third_party_game.layout(third_party_game.Options(), 3)
    for field in (*layout.per_seat, *layout.per_deal):
        assert field.required is False or field.label in page
    assert third_party_game.figures[0].label in text(owner.get("/den/players/uma/"))
    for address in PAGES:
        assert owner.get(f"/den/{address}").status_code == 200, address


@pytest.fixture
def german_package(third_party_game: Game, third_party_packages: Path, settings: Any) -> Iterator[Game]:
    """Give the package a German catalogue, as its authors would compile it."""
    folder = third_party_packages / "magpie" / "locale"
    messages = folder / "de" / "LC_MESSAGES"
    messages.mkdir(parents=True)
    catalogue = polib.POFile()
    catalogue.metadata = {"Content-Type": "text/plain; charset=UTF-8"}
    catalogue.append(
        polib.POEntry(msgid="A match has {hands} hands.", msgstr="Eine Begegnung hat {hands} Blätter.")
    )
    catalogue.save_as_mofile(str(messages / "django.mo"))
    settings.LOCALE_PATHS = [*settings.LOCALE_PATHS, *list_catalogue_folders()]
    yield third_party_game
    shutil.rmtree(folder)


def test_package_brings_its_catalogue(german_package: Game, db: None) -> None:
    import_club(played(german_package), by=CONSOLE)
    visitor = Client()
    english = text(visitor.get("/den/cup/rules/"))
    german = text(visitor.get("/den/cup/rules/", headers={"Accept-Language": "de"}))
    assert "A match has 5 hands." in english
    assert "Eine Begegnung hat 5 Blätter." in german and "A match has 5 hands." not in german


def test_dash_stands_where_a_game_has_no_value() -> None:
    assert [value_text(value) for value in (None, -3, Fraction(1, 2), Text("Magpie"))] == [
        "–",
        "−3",
        "0.50",
        "Magpie",
    ]
