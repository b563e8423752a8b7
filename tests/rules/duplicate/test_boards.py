"""Deals as club files hold them: which of them a game can have."""

from __future__ import annotations

from dataclasses import replace

import pytest

import games
from games import Game
from league.rules.duplicate.boards import build_deal, read_deal
from league.rules.duplicate.generator import deal_board

SEED = "00112233445566778899aabbccddeeff"
DUPLICATE_GAMES = [game for game in games.installed() if game.duplicate]


@pytest.mark.parametrize("game", DUPLICATE_GAMES, ids=[game.key for game in DUPLICATE_GAMES])
def test_deal_comes_back_as_it_was_written_unless_it_is_none_of_the_game(game: Game) -> None:
    assert game.duplicate
    board = deal_board(game, SEED, 1)
    record = build_deal(board, 1)
    assert read_deal(game, record) == board
    first, second, *others = record.piles
    twice = second.model_copy(update={"cards": (first.cards[0], *second.cards[1:])})
    for changes in (
        {"lot": game.duplicate.lots},
        {"piles": (first, twice, *others)},
        {"piles": (first, second)},
        {"piles": (first.model_copy(update={"key": "stranger"}), second, *others)},
    ):
        assert read_deal(game, record.model_copy(update=changes)) is None
    assert read_deal(replace(game, duplicate=None), record) is None
