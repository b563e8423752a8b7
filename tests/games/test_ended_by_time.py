"""Matches that were ended by time: complete with what stands on their sheet, in every game."""

from random import Random
from typing import Any

import pytest

import games
from games import Invalid
from league.rules.snapshot import Settings, parse_settings
from league.rules.validation import score_sheet

DEFAULTS = [game for game in games.installed() if game.plausible]


def get_settings(game: games.Game) -> Settings:
    """Return settings under which one deal is no whole match."""
    return parse_settings(game.key, {"deals": 12} if "deals" in game.Options.model_fields else {}, {})


def shorten(game: games.Game, deals: int = 1) -> dict[str, Any]:
    """Return a made-up sheet of which only the first deals are left, ended by time."""
    settings = get_settings(game)
    assert game.plausible
    sheet = game.plausible(settings.options, game.table_size, Random(1))
    return {"deals": sheet["deals"][:deals], "ended": "time"}


@pytest.mark.parametrize("game", DEFAULTS, ids=lambda game: game.key)
def test_what_was_played_counts_and_places_give_the_outcome(game: games.Game) -> None:
    settings = get_settings(game)
    sheet = shorten(game)
    score, stored = score_sheet(sheet, settings, game.table_size)
    assert score.complete and stored["ended"] == "time" and len(stored["deals"]) == 1
    first = [seat for seat in score.seats if seat.place == 1]
    for seat in score.seats:
        expected = "loss" if seat.place > 1 else "win" if len(first) == 1 else "draw"
        assert seat.outcome == expected
    assert max(seat.deals for seat in score.seats) == 1
    running = settings.game.calculate(
        games.parse(game, {"deals": sheet["deals"]}, settings.options, game.table_size),
        settings.options,
        game.table_size,
    )
    assert not running.complete and [seat.score for seat in running.seats] == [
        seat.score for seat in score.seats
    ]


@pytest.mark.parametrize("game", DEFAULTS, ids=lambda game: game.key)
def test_a_complete_match_was_not_ended_by_time(game: games.Game) -> None:
    settings = get_settings(game)
    assert game.plausible
    sheet = game.plausible(settings.options, game.table_size, Random(1)) | {"ended": "time"}
    with pytest.raises(Invalid) as refused:
        score_sheet(sheet, settings, game.table_size)
    assert [(problem.path, problem.code) for problem in refused.value.problems] == [
        ("sheet.ended", "not-ended")
    ]


@pytest.mark.parametrize(
    ("ended", "code"), [("rain", "choice"), (None, "choice"), (True, "choice"), (3, "choice")]
)
def test_time_is_all_that_ends_a_match(ended: object, code: str) -> None:
    sheet = shorten(games.get("skuck")) | {"ended": ended}
    settings = parse_settings("skuck", {}, {})
    with pytest.raises(Invalid) as refused:
        score_sheet(sheet, settings, 2)
    assert [(problem.path, problem.code) for problem in refused.value.problems] == [("sheet.ended", code)]


def test_nothing_played_is_no_match() -> None:
    settings = parse_settings("skuck", {}, {})
    for deals in ([], [{"bids": [7, 7]}]):
        with pytest.raises(Invalid):
            score_sheet({"deals": deals, "ended": "time"}, settings, 2)
