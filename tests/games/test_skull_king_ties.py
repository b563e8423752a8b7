"""A tie for the first place, and the round that ends it (docs/reference/scoring.md, Skull King: Scoring a match)."""

from __future__ import annotations

from typing import Any

import pytest

import games
from games import Invalid, get, parse_options

SKULL_KING = get("skull-king")
(EXAMPLE,) = [example for example in SKULL_KING.examples if example.key == "another-round"]
DEALS: list[dict[str, Any]] = EXAMPLE.sheet["deals"]
OPTIONS = dict(EXAMPLE.options)
TIED = {"bids": [1, 1, 1], "tricks": [1, 1, 1]}


def score(*deals: dict[str, Any], **options: Any) -> games.Score:
    return games.score("skull-king", {"deals": list(deals)}, {**OPTIONS, **options}, 3)


def list_codes(*deals: dict[str, Any]) -> list[tuple[str, str]]:
    with pytest.raises(Invalid) as refusal:
        score(*deals)
    return [(problem.path, problem.code) for problem in refusal.value.problems]


def test_a_tie_leaves_the_game_open_until_another_round_ends_it() -> None:
    tied = score(*DEALS[:3])
    assert [seat.score for seat in tied.seats] == [10, 50, 50] and not tied.complete
    assert not score(*DEALS[:3], TIED).complete
    for broken in (score(*DEALS), score(*DEALS[:3], TIED, DEALS[3])):
        assert broken.complete and [seat.outcome for seat in broken.seats] == ["loss", "loss", "win"]


def test_equal_totals_share_the_place_without_the_option() -> None:
    shared = score(*DEALS[:3], another_round=False)
    assert shared.complete and [seat.place for seat in shared.seats] == [3, 1, 1]
    assert [seat.outcome for seat in shared.seats] == ["loss", "draw", "draw"]


def test_a_round_after_the_game_is_over_is_refused() -> None:
    assert list_codes(*DEALS, TIED) == [("sheet.deals.4", "surplus")]
    ahead = [*DEALS[:2], {"bids": [1, 1, 1], "tricks": [1, 1, 1]}]  # the first is ahead after three rounds
    assert score(*ahead).complete
    assert list_codes(*ahead, TIED) == [("sheet.deals.3", "surplus")]


def test_ten_rounds_at_most_break_a_tie() -> None:
    assert not score(*DEALS[:3], *[TIED] * 10).complete
    assert ("sheet.deals.13", "surplus") in list_codes(*DEALS[:3], *[TIED] * 11)


def test_another_round_has_as_many_cards_as_the_last() -> None:
    assert list_codes(*DEALS[:3], {"bids": [0, 1, 2], "tricks": [0, 1, 3]}) == [
        ("sheet.deals.3.tricks", "tricks-total")
    ]
    layout = SKULL_KING.layout(parse_options(SKULL_KING, OPTIONS), 3)
    assert layout.goes_on and [str(layout.note(deal)) for deal in (2, 3, 12)] == ["3 cards"] * 3
    assert not SKULL_KING.layout(parse_options(SKULL_KING, {}), 3).goes_on


def test_last_place_of_two_is_no_tie() -> None:
    deals = [*DEALS[:2], {"bids": [1, 0, 0], "tricks": [3, 0, 0]}]
    assert [seat.score for seat in score(*deals).seats] == [20, 60, 60]
    first = [DEALS[0], {"bids": [2, 1, 1], "tricks": [2, 0, 0]}, {"bids": [3, 1, 1], "tricks": [3, 0, 0]}]
    assert score(*first).complete  # two share the last place
