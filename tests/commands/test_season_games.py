"""Clubs with seasons of different games: what such a season takes from its competition, and exports."""

import json
from dataclasses import replace
from typing import Any

import pytest

import games
from games import registry
from games.sheets import Strict
from league.models import Competition, Player
from league.queries.player_analysis import analyse_sheets
from tests.clubfile.documents import (
    build_club,
    build_competition,
    build_division,
    build_forfeited_match,
    build_played_match,
    build_season,
    build_sheet_for_scores,
    replace_at,
)
from tests.commands.console import collect_import_errors, import_document, run_command, run_export, run_report
from tests.scenarios import discard_changes

pytestmark = pytest.mark.django_db


class NoOptions(Strict):
    """A game that leaves no choice."""


# A variation of SKUCK: no levels or styles, and no score for no-shows.
DUCK = replace(
    games.get("skuck"), key="duck", name="Duck", levels=(), style=None, zeros=False, forfeit_score=None
)
PLUCK = replace(DUCK, key="pluck", name="Pluck", Options=NoOptions, deals=lambda options: None)


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    everything = {"duck": DUCK, "pluck": PLUCK, "skuck": games.get("skuck")}
    monkeypatch.setattr(registry, "_load_games", lambda: everything)


def build_document(game: str, /, **own: Any) -> Any:
    matches = [
        build_played_match("m1", "ann bob", build_sheet_for_scores(-4, -6)),
        build_forfeited_match("m2", "ann bob", "ann"),
    ]
    return build_club(build_competition(build_season(build_division("ann bob", matches), **own), game=game))


def test_a_game_without_a_forfeit_score_gives_none() -> None:
    import_document(build_document("duck"))
    rows = run_report("club/league")["divisions"][0]["standings"]
    assert [(row["player"], row["score"], row["deals"], row["lost"]) for row in rows] == [
        ("ann", -4, 4, 1),
        ("bob", -6, 4, 1),
    ]
    assert "level" not in rows[0] and "zeros" not in rows[0] and "bid_average" in rows[0]
    assert run_command("verify", "club").code == 0


def test_no_forfeit_score_is_left_out_like_any_null_where_the_game_has_none() -> None:
    import_document(build_document("duck"))
    rules = json.loads(run_export("club"))["competitions"][0]["rules"]
    assert list(rules)[-1] == "min_matches"
    assert rules["ranking"] == list(DUCK.ranking)


def test_a_season_of_its_own_game_keeps_it_and_comes_out_as_it_came_in() -> None:
    own = build_document("duck", game="skuck", rules={"forfeit_score": -5})
    with discard_changes():
        import_document(own)
        out = run_export("club")
    [one] = json.loads(out)["competitions"][0]["seasons"]
    assert (one["game"], one["rules"]["forfeit_score"]) == ("skuck", -5)
    assert "options" not in one
    import_document(out)
    assert run_export("club") == out


def test_changing_a_competitions_game_leaves_opened_seasons_alone() -> None:
    import_document(build_document("skuck"))
    before = run_command("report", "club/league", "--json").out
    assert import_document(build_club(build_competition(game="duck"), players="ann bob"))["changed"] == {
        "competitions": 1
    }
    assert run_command("report", "club/league", "--json").out == before
    [one] = json.loads(run_export("club"))["competitions"][0]["seasons"]
    assert one["game"] == "skuck" and one["rules"]["forfeit_score"] == -5
    assert run_command("verify", "club").code == 0
    [line] = collect_import_errors(
        replace_at(build_document("duck"), "competitions.0.seasons.0.game", "duck")
    )
    assert line.startswith("competitions.0.seasons.0.game: The season has started")


def test_sheets_tell_only_of_the_game_that_was_played_last() -> None:
    highball = {"deals": [{"bids": [20, 13], "tricks": [12, 15], "points": [9, 20]}] * 4}
    usual = {"deals": [{"bids": [12, 13], "tricks": [12, 15], "points": [9, 20]}] * 4}
    seasons = [
        build_season(
            build_division(
                "ann bob", [build_played_match(f"m{number}", "ann bob", sheet, f"2026-0{number}-06")]
            ),
            number=number,
            **more,
        )
        for number, sheet, more in ((1, highball, {"game": "duck"}), (2, usual, {}))
    ]
    import_document(build_club(build_competition(*seasons, game="skuck")))
    player, competition = Player.objects.get(key="ann"), Competition.objects.get()
    game, parts = analyse_sheets(player, competition)
    assert game and game.key == "skuck"
    assert [deal.match.key for part in parts for deal in part.deals] == []


def test_a_season_whose_own_game_cannot_be_played_by_its_competitions_options_is_refused() -> None:
    mixed = build_document("skuck", game="pluck")
    replace_at(mixed, "competitions.0.options", {"deals": 6})
    assert collect_import_errors(mixed) == ["competitions.0.seasons.0.options.deals: Unknown field: deals."]


def test_a_draft_that_a_new_game_does_not_fit_is_named() -> None:
    draft = build_document("skuck", state="draft")
    import_document(draft)
    assert import_document(build_club(build_competition(game="duck"), players="ann bob"))["changed"] == {
        "competitions": 1
    }
    assert run_command("verify", "club").lines == []
    assert run_report("club/league", "--season", "1")["divisions"][0]["standings"][0]["score"] == -4
