"""What the sheets of a player tell over many matches.

Rules: docs/reference/scoring.md, SKUCK: From the sheets.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import games
from games import Analysis, Game, PlayedSheet, get, parse, parse_options

SKUCK = get("skuck")


def play(game: Game, sheets: Sequence[dict[str, Any]], seat: int = 0, seats: int = 2) -> list[PlayedSheet]:
    options = parse_options(game, {})
    read = [parse(game, sheet, options, seats) for sheet in sheets]
    return [PlayedSheet(sheet, options, seat, game.score(sheet, options, seats)) for sheet in read]


def build_deal(bid: int, tricks: int, other: int = 13, **more: Any) -> dict[str, Any]:
    return {"bids": [bid, other], "tricks": [tricks, 27 - tricks], **more}


def analyse(played: Sequence[PlayedSheet], game: Game = SKUCK) -> dict[str, Analysis]:
    assert game.analyse is not None
    return {analysis.key: analysis for analysis in game.analyse(played)}


def list_noted(analysis: Analysis) -> list[tuple[int, int, str]]:
    return [(noted.match, noted.deal, str(noted.text)) for noted in analysis.deals]


# --- bids beside point counts


def test_a_bid_far_above_those_with_about_the_same_points_is_a_highball() -> None:
    deals = [build_deal(12, 12, points=[count, 20]) for count in (8, 9, 10, 10)]
    sheets = [
        {"deals": deals},
        {"deals": [build_deal(12, 13, points=[8, 20]), build_deal(20, 14, points=[9, 20])]},
    ]
    counts = analyse(play(SKUCK, sheets))["counts"]
    assert list_noted(counts) == [(1, 1, "Highball: bid 20 with 9 points; usually 12.0000")]
    assert [tuple(map(str, row)) for row in counts.rows] == [
        ("5 to 9", "4", "14", str(Fraction(51, 4)), "2"),
        ("10 to 14", "2", "12", "12", "2"),
    ]


def test_lowballs_are_listed_after_highballs_and_the_furthest_first() -> None:
    usual = [build_deal(14, 14, points=[count, 20]) for count in (20, 20, 21, 21)]
    odd = [build_deal(bid, 14, points=[20, 20]) for bid in (22, 3, 24, 6)]
    noted = list_noted(analyse(play(SKUCK, [{"deals": usual}, {"deals": odd}]))["counts"])
    assert [(match, deal) for match, deal, _text in noted] == [(1, 2), (1, 0), (1, 1), (1, 3)]
    assert [text.split(":")[0] for *_place, text in noted] == ["Highball"] * 2 + ["Lowball"] * 2


def test_bids_are_compared_only_with_enough_others_of_about_the_same_points() -> None:
    few = [build_deal(bid, 12, points=[count, 20]) for bid, count in ((12, 9), (12, 8), (20, 9))]
    assert not analyse(play(SKUCK, [{"deals": few}]))["counts"].deals
    far = [build_deal(12, 12, points=[count, 20]) for count in (3, 6, 12)] + [
        build_deal(20, 12, points=[9, 20])
    ]
    assert not analyse(play(SKUCK, [{"deals": far}]))["counts"].deals
    assert "counts" not in analyse(play(SKUCK, [{"deals": [build_deal(12, 12)]}]))


# --- calls of trump


def test_calls_by_suit_add_up_to_the_sheets() -> None:
    chance = Random(7)
    suits = ("clubs", "diamonds", "hearts", "spades", "none")
    sheets = [
        {
            "deals": [
                build_deal(
                    chance.randint(8, 18),
                    chance.randint(8, 18),
                    trump=chance.choice(suits),
                    caller=number % 2,
                )
                for number in range(4)
            ]
        }
        for _match in range(30)
    ]
    for seat in (0, 1):
        called = [
            (deal["trump"], -abs(deal["bids"][seat] - deal["tricks"][seat]))
            for sheet in sheets
            for deal in sheet["deals"]
            if deal["caller"] == seat
        ]
        (*rows, total) = analyse(play(SKUCK, sheets, seat))["calls"].rows
        assert sum(row[1] for row in rows) == total[1] == len(called) == 60  # type: ignore[misc]
        labels = dict(zip(("Clubs", "Diamonds", "Hearts", "Spades", "No trump"), suits, strict=True))
        for label, number, average, zeros in rows:
            scores = [score for suit, score in called if suit == labels[str(label)]]
            assert (number, average, zeros) == (
                len(scores),
                Fraction(sum(scores), len(scores)),
                scores.count(0),
            )


def test_caller_follows_from_the_point_counts_where_these_differ() -> None:
    deals = [
        build_deal(12, 12, trump="clubs", points=[10, 20]),
        build_deal(12, 12, trump="hearts", points=[20, 10]),
        build_deal(12, 12, trump="spades", points=[15, 15]),
        build_deal(12, 12, trump="diamonds"),
    ]
    assert [str(row[0]) for row in analyse(play(SKUCK, [{"deals": deals}]))["calls"].rows] == ["Clubs", "All"]
    assert [str(row[0]) for row in analyse(play(SKUCK, [{"deals": deals}], seat=1))["calls"].rows] == [
        "Hearts",
        "All",
    ]


def test_hail_mary_calls_are_told_with_how_they_ended() -> None:
    off, call = build_deal(18, 12, other=15), build_deal(12, 12, trump="none", caller=0, other=13)
    level, turned = build_deal(12, 12, other=15), build_deal(12, 12, trump="none", caller=0, other=4)
    near = build_deal(16, 12, other=15)  # only four behind
    sheets = [
        {"deals": deals}
        for deals in ([off, call, off, off], [off, turned, level, level], [near, call, level])
    ]
    hail_marys = analyse(play(SKUCK, sheets))["hail-marys"]
    assert hail_marys.rows[0][0] == 2 and len(hail_marys.deals) == 2
    texts = [text for *_place, text in list_noted(hail_marys)]
    assert texts[0] == "6 behind before it, 4 behind after it; the match was lost."
    assert texts[1] == "6 behind before it, 5 ahead after it; the match was won."


def test_games_without_calls_on_their_sheets_say_nothing_of_them() -> None:
    assert analyse(play(SKUCK, [{"deals": [build_deal(12, 12)] * 4}])) == {}
    assert analyse([]) == {}


# --- the bids of auctions


def test_bids_as_declarer_are_told_by_value_made_and_failed() -> None:
    game = get("fighting-cards")
    deals = [
        {"declarer": 0, "bid": 21, "points": 25},
        {"declarer": 0, "bid": 21, "points": 20},
        {"declarer": 1, "bid": 21, "points": 20},
        {"declarer": None},
        {"declarer": 0, "bid": 26, "points": 30},
    ]
    rows = analyse(play(game, [{"deals": deals}], seats=3), game)["bids"].rows
    assert rows[:2] == ((21, 1, 1, Fraction(75 - 20, 2)), (26, 1, 0, Fraction(230)))
    assert (str(rows[2][0]), *rows[2][1:]) == ("All", 2, 1, Fraction(55 + 230, 3))


def test_player_who_was_never_declarer_has_no_table_of_bids() -> None:
    game, deals = get("fighting-cards"), [{"declarer": 1, "bid": 21, "points": 25}, {"declarer": None}]
    assert "bids" not in analyse(play(game, [{"deals": deals}], seats=3), game)


@pytest.mark.parametrize("key", ["fighting-cards", "international-skat"])
def test_bids_by_value_add_up_to_those_of_the_scores(key: str) -> None:
    game, chance = get(key), Random(3)
    assert game.plausible is not None
    options = parse_options(game, {})
    seats = game.table_size
    sheets = [game.plausible(options, seats, chance) for _match in range(10)]
    for seat in range(seats):
        played = play(game, sheets, seat, seats)
        own = [match.score.seats[seat] for match in played]
        made = sum(score.bids_made for score in own)
        parts = analyse(played, game)
        if "bids" in parts:
            assert parts["bids"].rows[-1][1] == made, seat
            rows: Sequence[Any] = parts["bids"].rows[:-1]
            assert sum(row[1] + row[2] for row in rows) == sum(score.bids for score in own)


@pytest.mark.parametrize("game", games.installed(), ids=lambda game: game.key)
def test_every_analysis_has_a_column_for_each_value(game: Game) -> None:
    if game.analyse is None or game.plausible is None:
        return
    chance, options = Random(1), parse_options(game, {})
    sheets = [game.plausible(options, game.table_size, chance) for _match in range(8)]
    for analysis in game.analyse(play(game, sheets, 0, game.table_size)):
        assert all(len(row) == len(analysis.columns) for row in analysis.rows), analysis.key
        assert str(analysis.heading) and str(analysis.about)
