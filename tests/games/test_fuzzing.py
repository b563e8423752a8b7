"""Sheets, right, spoiled and senseless: each is scored, or refused with errors that are listed."""

from __future__ import annotations

import pytest

import games
from games import Game
from tests.games.fuzzing import check_lines

FEW_SHEETS, MANY_SHEETS = 1_000, 4_000  # of each game
GAMES = [pytest.param(game, id=game.key) for game in games.installed()]


def check_shares(game: Game, count: int, seed: int) -> None:
    """Check so many sheets, and that there are enough of both kinds to tell."""
    scored = list(check_lines(game, count, seed))
    assert 0.05 < sum(scored) / len(scored) < 0.8


@pytest.mark.parametrize("game", GAMES)
def test_any_sheet_is_scored_or_refused_with_listed_errors(game: Game) -> None:
    check_shares(game, FEW_SHEETS, seed=0)


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
def test_any_new_sheet_is_scored_or_refused_with_listed_errors(game: Game, new_seed: int) -> None:
    check_shares(game, MANY_SHEETS, new_seed)
