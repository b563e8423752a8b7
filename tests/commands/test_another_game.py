"""Clubs whose games differ: what a season of its own game takes from its competition, and writes."""

import json
from dataclasses import replace
from typing import Any

import pytest

import games
from games import registry
from games.sheets import Strict
from tests.commands.console import export, imported, refused, report, run
from tests.rules.clubs import club, competition, division, even, forfeit, played, put, season
from tests.scenarios import rolled_back

pytestmark = pytest.mark.django_db


class NoOptions(Strict):
    """A game that leaves no choice."""


# SKUCK as others play it: no marks for players, no score for who stays away.
DUCK = replace(
    games.get("skuck"), key="duck", name="Duck", levels=(), style=None, zeros=False, forfeit_score=None
)
PLUCK = replace(DUCK, key="pluck", name="Pluck", Options=NoOptions, deals=lambda options: None)


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    everything = {"duck": DUCK, "pluck": PLUCK, "skuck": games.get("skuck")}
    monkeypatch.setattr(registry, "_load_games", lambda: everything)


def document(game: str, /, **own: Any) -> Any:
    matches = [played("m1", "ann bob", even(-4, -6)), forfeit("m2", "ann bob", "ann")]
    return club(competition(season(division("ann bob", matches), **own), game=game))


def test_a_game_without_a_forfeit_score_gives_none() -> None:
    imported(document("duck"))
    rows = report("club/league")["divisions"][0]["standings"]
    assert [(row["player"], row["score"], row["deals"], row["lost"]) for row in rows] == [
        ("ann", -4, 4, 1),
        ("bob", -6, 4, 1),
    ]
    assert "level" not in rows[0] and "zeros" not in rows[0] and "bid_average" in rows[0]
    assert run("verify", "club").code == 0


def test_no_forfeit_score_is_left_out_like_any_null_where_the_game_has_none() -> None:
    imported(document("duck"))
    rules = json.loads(export("club"))["competitions"][0]["rules"]
    assert list(rules)[-1] == "min_matches"
    assert rules["ranking"] == list(DUCK.ranking)


def test_a_season_of_its_own_game_keeps_it_and_comes_out_as_it_came_in() -> None:
    own = document("duck", game="skuck", rules={"forfeit_score": -5})
    with rolled_back():
        imported(own)
        out = export("club")
    [one] = json.loads(out)["competitions"][0]["seasons"]
    assert (one["game"], one["rules"]["forfeit_score"]) == ("skuck", -5)
    assert "options" not in one
    imported(out)
    assert export("club") == out


def test_changing_a_competitions_game_leaves_opened_seasons_alone() -> None:
    imported(document("skuck"))
    before = run("report", "club/league", "--json").out
    assert imported(club(competition(game="duck"), players="ann bob"))["changed"] == {"competitions": 1}
    assert run("report", "club/league", "--json").out == before
    [one] = json.loads(export("club"))["competitions"][0]["seasons"]
    assert one["game"] == "skuck" and one["rules"]["forfeit_score"] == -5
    assert run("verify", "club").code == 0
    [line] = refused(put(document("duck"), "competitions.0.seasons.0.game", "duck"))
    assert line.startswith("competitions.0.seasons.0.game: The season has been opened")


def test_a_season_whose_own_game_cannot_be_played_by_its_competitions_options_is_refused() -> None:
    mixed = document("skuck", game="pluck")
    put(mixed, "competitions.0.options", {"deals": 6})
    assert refused(mixed) == ["competitions.0.seasons.0.options.deals: Unknown field: deals."]


def test_a_draft_that_a_new_game_does_not_fit_is_named() -> None:
    draft = document("skuck", state="draft")
    imported(draft)
    assert imported(club(competition(game="duck"), players="ann bob"))["changed"] == {"competitions": 1}
    assert run("verify", "club").lines == []
    assert report("club/league", "--season", "1")["divisions"][0]["standings"][0]["score"] == -4
