"""A season keeps the version of its game and all its options: a later version changes nothing of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pydantic import Field

import games
from games import Analysis, PlayedSheet, registry
from games.sheets import Strict
from games.skuck.sheet import Options
from league.actions.result import submit_result
from league.actions.season import open_season
from league.models import Club, Competition, Player, Season
from league.principals import CONSOLE
from league.queries.club import export_club_file, verify_club
from league.queries.player_analysis import analyse_sheets
from league.rules import snapshot
from league.rules.snapshot import parse_settings
from tests.actions.clubs import PRINTED_SHEET, build_club_file, list_matches, make_club
from tests.commands.console import collect_import_errors, import_document, run_export
from tests.web.sheets import text

pytestmark = pytest.mark.django_db
FIRST = replace(games.get("skuck"), key="duck", name="Duck")


class LaterOptions(Options):
    """Those of the next version: another default, and one more."""

    deals: Annotated[int, Field(ge=1, le=100)] = 6
    last_trick: int = 0


class NoOptions(Strict):
    """Those of a version that leaves no choice any more."""


LATER = replace(FIRST, version=2, Options=LaterOptions)


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[games.Game], None]]:
    installed = {"duck": FIRST}
    monkeypatch.setattr(registry, "_load_games", lambda: installed)

    def install_version(game: games.Game) -> None:
        installed["duck"] = game
        snapshot._parse_cached_settings.cache_clear()

    yield install_version
    snapshot._parse_cached_settings.cache_clear()


def build_file(state: str = "open") -> dict[str, Any]:
    file = build_club_file(entries=2)
    [competition] = file["competitions"]
    competition["game"] = "duck"
    competition["seasons"][0]["state"] = state
    return file


def make_played_club() -> Club:
    club = make_club(build_file())
    for match in list_matches(club):
        submit_result(match=match, sheet=PRINTED_SHEET, by=CONSOLE, key=uuid4(), base=0)
    return club


def load_file(slug: str) -> Any:
    return json.loads(run_export(slug))


def get_season(club: Club) -> Season:
    return Season.objects.select_related("competition").get(competition__club=club)


def test_all_options_are_stored_when_a_season_is_opened(install: Callable[[games.Game], None]) -> None:
    install(LATER)
    season = get_season(make_club(build_file("draft")))
    assert (season.game_version, season.options) == (1, {})
    open_season(season=season, by=CONSOLE)
    season.refresh_from_db()
    assert season.game_version == 2
    assert season.options == {
        "deals": 6,
        "third_renege_disqualifies": False,
        "time_penalties": False,
        "last_trick": 0,
    }


def test_file_of_the_installed_version_leaves_out_what_is_usual(
    install: Callable[[games.Game], None],
) -> None:
    club = make_played_club()
    season = get_season(club)
    assert season.options["deals"] == 4
    [competition] = load_file(club.slug)["competitions"]
    assert competition["options"] == {} and "options" not in competition["seasons"][0]
    assert "game_version" not in competition["seasons"][0]


def test_later_version_changes_nothing_of_an_opened_season(install: Callable[[games.Game], None]) -> None:
    club = make_played_club()
    before = load_file(club.slug)["competitions"][0]["seasons"][0]
    install(LATER)
    season = get_season(club)
    assert parse_settings(*season.settings).deals == 4
    assert parse_settings("duck", {}, {}).deals == 6
    assert verify_club(club) == []
    [competition] = load_file(club.slug)["competitions"]
    [after] = competition["seasons"]
    options = {"deals": 4, "third_renege_disqualifies": False, "time_penalties": False, "last_trick": 0}
    assert after == before | {"options": options}  # in full, with the version left out for 1
    stored = season.options
    import_document(load_file(club.slug))  # that is no change
    after["ends_on"] = "2030-01-01"
    import_document(load_file(club.slug) | {"competitions": [competition]})
    assert get_season(club).ends_on and get_season(club).options == stored  # as it was opened


def test_sheets_that_a_later_version_cannot_read_tell_nothing(
    install: Callable[[games.Game], None],
) -> None:
    club = make_played_club()
    player, competition = Player.objects.get(key="p1"), Competition.objects.get(club=club)
    read: list[Sequence[PlayedSheet]] = []

    def analyse(played: Sequence[PlayedSheet]) -> tuple[Analysis, ...]:
        read.append(played)
        return ()

    install(replace(FIRST, analyse=analyse))
    assert analyse_sheets(player, competition)[1] == []
    install(replace(FIRST, analyse=analyse, Options=NoOptions))
    assert analyse_sheets(player, competition)[1] == []
    assert [len(played) for played in read] == [1, 0]


def test_season_of_another_version_says_so_on_its_page(
    install: Callable[[games.Game], None], client: Client
) -> None:
    club = make_played_club()
    season = get_season(club)
    address = reverse("season", args=[club.slug, season.competition.slug, season.number])
    assert "Played by version" not in text(client.get(address))
    install(LATER)
    club.revision += 1  # the page as it was is cached
    club.save()
    said = "Played by version 1 of Duck. Version 2 is installed."
    assert said in text(client.get(address))


def test_version_comes_and_goes_with_the_file(install: Callable[[games.Game], None]) -> None:
    install(LATER)
    file = build_file()
    file["competitions"][0]["seasons"][0]["game_version"] = 2
    club = make_club(file)
    exported = export_club_file(club)
    [season] = load_file(club.slug)["competitions"][0]["seasons"]
    assert season["game_version"] == 2 and "options" not in season
    assert get_season(club).options["deals"] == 6
    left_out = load_file(club.slug)
    del left_out["competitions"][0]["seasons"][0]["game_version"]
    import_document(left_out)  # an opened season keeps it
    assert export_club_file(club) == exported


def test_file_that_opens_a_season_without_a_version_says_1_whatever_is_installed(
    install: Callable[[games.Game], None],
) -> None:
    install(LATER)
    club = make_club(build_file("draft"))
    import_document(build_file())
    season = get_season(club)
    assert season.game_version == 1
    assert season.options["deals"] == 6  # the default that is installed
    [exported] = load_file(club.slug)["competitions"][0]["seasons"]
    assert "game_version" not in exported and exported["options"] == season.options


@pytest.mark.parametrize("version", [0, -1, "2", None, 1.5])
def test_version_in_a_file_is_a_number_from_1(install: Callable[[games.Game], None], version: object) -> None:
    file = build_file()
    file["competitions"][0]["seasons"][0]["game_version"] = version
    [found] = collect_import_errors(file)
    assert found.startswith("competitions.0.seasons.0.game_version: ")


def test_version_of_an_opened_season_cannot_be_changed_by_a_file(
    install: Callable[[games.Game], None],
) -> None:
    club = make_played_club()
    file = load_file(club.slug)
    file["competitions"][0]["seasons"][0]["game_version"] = 2
    assert collect_import_errors(file) == [
        "competitions.0.seasons.0.game_version: The season has started: its game_version can't be changed."
    ]
