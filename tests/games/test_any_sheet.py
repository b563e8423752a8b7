"""A hundred thousand sheets, right, spoiled and senseless: each is scored, or refused with errors that are listed."""

from __future__ import annotations

import pytest

import games
from games import Game
from tests.games.anything import check_many

SHEETS, AT_ONCE = 100_000, 2_000
CHUNKS = [
    pytest.param(game, chunk, id=f"{game.key}-{chunk}")
    for game in games.installed()
    for chunk in range(-(-SHEETS // (AT_ONCE * len(games.installed()))))
]


@pytest.mark.parametrize(("game", "chunk"), CHUNKS)
def test_any_sheet_is_scored_or_refused_with_listed_errors(game: Game, chunk: int) -> None:
    scored = list(check_many(game, AT_ONCE, chunk))
    assert 0.05 < sum(scored) / len(scored) < 0.8  # of both there are enough to tell
