"""What players enter alone: which step a deal is in, and what is shown of it."""

from __future__ import annotations

import games
from games import Layout
from league.rules.secret_bids import find_step, list_bidders, list_shown


def build_layout(game: str, seats: int) -> Layout:
    definition = games.get(game)
    return definition.layout(definition.Options(), seats)


def test_skuck_shows_bids_once_both_have_entered_their_tricks() -> None:
    layout = build_layout("skuck", 2)
    for of_deal, step in (
        ({}, 0),
        ({0: [13]}, 0),
        ({0: [13], 1: [14]}, 1),
        ({0: [13, 12], 1: [14]}, 1),
        ({0: [13, 12], 1: [14, 15]}, None),
    ):
        entered = {2: of_deal}
        assert find_step(layout, entered, 2, 2) == step, of_deal
        shown = [*list_shown(layout, entered, 2)]
        expected = [(2, "bids", 0, 13), (2, "tricks", 0, 12), (2, "bids", 1, 14), (2, "tricks", 1, 15)]
        assert shown == ([] if step is not None else expected), of_deal


def test_skull_king_shows_bids_once_all_have_bid() -> None:
    layout = build_layout("skull-king", 3)
    assert find_step(layout, {0: {0: [0], 2: [1]}}, 0, 3) == 0
    entered = {0: {0: [0], 1: [1], 2: [1]}, 1: {2: [2]}}
    assert [find_step(layout, entered, deal, 3) for deal in range(3)] == [None, 0, 0]
    assert [*list_shown(layout, entered, 3)] == [(0, "bids", seat, bid) for seat, bid in enumerate([0, 1, 1])]


def test_only_those_who_play_a_deal_are_waited_for() -> None:
    layout = Layout(resting=lambda deal: [deal % 3], secret_fields=("bids",))
    assert list_bidders(layout, 1, 3) == [0, 2]
    assert find_step(layout, {1: {0: [2]}}, 1, 3) == 0
    assert find_step(layout, {1: {0: [2], 2: [0]}}, 1, 3) is None


def test_games_whose_bids_are_open_have_no_secret_fields() -> None:
    secret = {
        game.key for game in games.installed() if game.layout(game.Options(), game.table_size).secret_fields
    }
    assert secret == {"skuck", "skull-king"}


def test_secret_fields_are_fields_of_each_seat() -> None:
    for game in games.installed():
        layout = game.layout(game.Options(), game.table_size)
        assert set(layout.secret_fields) <= {field.key for field in layout.per_seat if field.required}, (
            game.key
        )
