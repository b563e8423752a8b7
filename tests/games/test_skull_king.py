"""Skull King by example: bids, the cards taken in each edition, the Rascal's scoring, who wins."""

from __future__ import annotations

from typing import Any

import pytest

from games import Score, get, parse_options, score

SKULL_KING = get("skull-king")
RASCAL_OPTIONS: dict[str, Any] = {"edition": "official-2021", "scoring": "rascal"}
NEW_OPTIONS: dict[str, Any] = {"edition": "official-2021"}


def score_rounds(*deals: dict[str, Any], **options: Any) -> Score:
    return score("skull-king", {"deals": list(deals)}, options, len(deals[0]["bids"]))


def build_round(bids: list[int], tricks: list[int], *bonus: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Build a round; bonuses are those of the first seats, and the other seats have none."""
    written: dict[str, Any] = {"bids": bids, "tricks": tricks}
    if bonus:
        written["bonus"] = [*bonus, *[{}] * (len(bids) - len(bonus))]
    return written | more


def score_one_round(
    bid: int, tricks: int, cards: int, bonus: dict[str, Any] | None = None, **options: Any
) -> int:
    """Return a seat's score of a round of so many cards, at a table of eight or, before 2021, of six."""
    seats = 8 if options.get("edition") == "official-2021" else 6
    bids, taken = [bid, *[0] * (seats - 1)], [tricks, cards - tricks, *[0] * (seats - 2)]
    written = build_round(bids, taken, bonus or {})
    return score_rounds(written, **{"schedule": [cards], **options}).seats[0].score


def list_scores(result: Score) -> list[int]:
    return [seat.score for seat in result.seats]


# --- bids


def test_bid_is_worth_the_same_in_every_edition() -> None:
    cases: list[tuple[int, int, int, int]] = [
        (3, 3, 5, 60),
        (3, 2, 5, -10),
        (2, 5, 7, -30),
        (0, 0, 6, 60),
        (0, 1, 9, -90),
        (0, 9, 9, -90),
        (0, 0, 5, 50),
        (0, 1, 5, -50),
        (10, 10, 10, 200),
        (10, 0, 10, -100),
        (1, 1, 1, 20),
        (1, 0, 1, -10),
    ]
    for edition in ["beck", "schmidt", "legacy-2018"]:
        for bid, tricks, cards, points in cases:
            assert score_one_round(bid, tricks, cards, edition=edition) == points, (
                edition,
                bid,
                tricks,
                cards,
                points,
            )


def test_result_has_all_that_a_season_adds_up() -> None:
    result = score_rounds(
        build_round([1, 0, 0], [1, 0, 0]),
        build_round([0, 1, 2], [0, 1, 1]),
        build_round([1, 2, 1], [0, 2, 1]),
    ).as_json()
    assert result["details"] == {} and not result["complete"]
    assert result["seats"] == [
        {
            "score": 30,  # 20 + 20 - 10
            "place": 2,
            "outcome": None,
            "deals": 3,
            "deal_scores": [20, 20, -10],
            "bids": 3,
            "bids_made": 2,
            "bid_total": 2,
            "tricks": 1,
        },
        {
            "score": 70,  # 10 + 20 + 40
            "place": 1,
            "outcome": None,
            "deals": 3,
            "deal_scores": [10, 20, 40],
            "bids": 3,
            "bids_made": 3,
            "bid_total": 3,
            "tricks": 3,
        },
        {
            "score": 20,  # 10 - 10 + 20
            "place": 3,
            "outcome": None,
            "deals": 3,
            "deal_scores": [10, -10, 20],
            "bids": 3,
            "bids_made": 2,
            "bid_total": 3,
            "tricks": 2,
        },
    ]


def test_sheet_without_rounds_is_level() -> None:
    result = score("skull-king", {"deals": []}, {}, 6)
    assert not result.complete
    assert [(seat.score, seat.place, seat.deal_scores) for seat in result.seats] == [(0, 1, ())] * 6


def test_whole_game_is_complete_with_its_last_round_and_the_highest_wins() -> None:
    example = SKULL_KING.examples[0]
    deals: Any = example.sheet["deals"]
    result = score_rounds(*deals)
    assert result.complete and list_scores(result) == [240, 120, 170, 140, 320, 260]
    assert [seat.place for seat in result.seats] == [3, 6, 4, 5, 1, 2]
    assert [seat.outcome for seat in result.seats] == ["loss"] * 4 + ["win", "loss"]
    assert result.seats[0].deal_scores == (20, 20, 20, 30, 70, 20, 40, -10, 40, -10)
    assert result.seats[3].deal_scores == (10, 20, 30, 20, 20, -60, -10, 20, -10, 100)
    assert not score_rounds(*deals[:-1]).complete


def test_those_with_equally_many_points_share_the_first_place() -> None:
    result = score_rounds(build_round([1, 1, 0], [1, 1, 0]), schedule=[2])
    assert [(seat.score, seat.place, seat.outcome) for seat in result.seats] == [(20, 1, "draw")] * 3
    result = score_rounds(build_round([1, 1, 0], [1, 1, 1]), schedule=[3])
    assert [(seat.place, seat.outcome) for seat in result.seats] == [(1, "draw"), (1, "draw"), (3, "loss")]


# --- cards taken

TAKEN_CARDS = ("yellow_14", "green_14", "purple_14", "black_14", "pirates", "mermaids", "skull_king")


@pytest.mark.parametrize(
    ("edition", "worth"),
    [
        ("beck", {"yellow_14": 10, "green_14": 0, "purple_14": 0, "black_14": 20, "pirates": 30}),
        ("schmidt", {"pirates": 30, "mermaids": 0, "skull_king": 50}),
        ("legacy-2018", dict(zip(TAKEN_CARDS, (10, 10, 10, 20, 30, 0, 50), strict=True))),
        ("official-2021", dict(zip(TAKEN_CARDS, (10, 10, 10, 20, 30, 20, 40), strict=True))),
    ],
)
def test_taken_cards_are_worth_what_the_edition_says(edition: str, worth: dict[str, int]) -> None:
    for kind, points in worth.items():
        assert score_one_round(2, 2, 5, {kind: 1}, edition=edition) == 40 + points, kind
        assert score_one_round(2, 1, 5, {kind: 1}, edition=edition) == -10, kind


def test_several_pirates_and_mermaids_are_worth_as_much_each() -> None:
    assert score_one_round(3, 3, 5, {"pirates": 5}) == 60 + 150
    assert score_one_round(3, 3, 5, {"pirates": 6, "mermaids": 0}, **NEW_OPTIONS) == 60 + 180
    assert score_one_round(3, 3, 5, {"mermaids": 2, "skull_king": 1}, **NEW_OPTIONS) == 60 + 40 + 40


def test_printed_trick_is_worth_sixty_more() -> None:
    written = {"yellow_14": 1, "black_14": 1, "pirates": 1}
    assert score_one_round(1, 1, 3, written) == 20 + 60


# --- Loot, wagers, changed bids, the Kraken


def test_alliance_pays_both_sides_if_both_bids_are_exact() -> None:
    paid = score_rounds(build_round([0, 2, 0, 0], [0, 2, 0, 1], {"loot": [1]}), schedule=[3], **NEW_OPTIONS)
    assert list_scores(paid) == [30 + 20, 40 + 20, 30, -30]
    missed = score_rounds(build_round([0, 1, 0, 0], [0, 2, 0, 1], {"loot": [1]}), schedule=[3], **NEW_OPTIONS)
    assert list_scores(missed) == [30, -10, 30, -30]
    old = score_rounds(
        build_round([0, 2, 0, 1], [0, 2, 0, 1], {"loot": [1]}), schedule=[3], edition="legacy-2018"
    )
    assert list_scores(old) == [50, 60, 30, 20]


def test_each_loot_card_is_an_alliance_of_its_own() -> None:
    twice = score_rounds(build_round([0, 2, 1], [0, 2, 1], {"loot": [1, 2]}), schedule=[3], **NEW_OPTIONS)
    assert list_scores(twice) == [30 + 40, 40 + 20, 20 + 20]
    same = score_rounds(build_round([1, 2, 0], [1, 2, 0], {"loot": [1, 1]}), schedule=[3], **NEW_OPTIONS)
    assert list_scores(same) == [20 + 40, 40 + 40, 30]
    mutual = score_rounds(
        build_round([1, 2, 0], [1, 2, 0], {"loot": [1]}, {"loot": [0]}), schedule=[3], **NEW_OPTIONS
    )
    assert list_scores(mutual) == [20 + 40, 40 + 40, 30]


def test_nobody_is_allied_with_themselves() -> None:
    own = score_rounds(build_round([1, 2, 0], [1, 2, 0], {"loot": [0, 1]}), schedule=[3], **NEW_OPTIONS)
    assert list_scores(own) == [20 + 20, 40 + 20, 30]
    alone = score_rounds(
        build_round([3, 0, 0], [3, 0, 0], {"loot": [0, 0]}), schedule=[3], edition="legacy-2018"
    )
    assert list_scores(alone) == [60, 30, 30]


def test_two_players_are_never_allied() -> None:
    assert list_scores(
        score_rounds(build_round([1, 2], [1, 2], {"loot": [1]}, {"loot": [0]}), schedule=[3], **NEW_OPTIONS)
    ) == [20, 40]


@pytest.mark.parametrize("wager", [0, 10, 20])
def test_wager_is_won_with_the_bid_and_lost_without(wager: int) -> None:
    assert score_one_round(2, 2, 5, {"wager": wager}, **NEW_OPTIONS) == 40 + wager
    assert score_one_round(2, 4, 5, {"wager": wager}, **NEW_OPTIONS) == -20 - wager
    assert score_one_round(0, 1, 5, {"wager": wager}, **NEW_OPTIONS) == -50 - wager


def test_changed_bid_is_the_one_that_counts() -> None:
    cases: list[tuple[int, int, int, int]] = [
        (2, 1, 3, 60),
        (2, -1, 1, 20),
        (2, 1, 2, -10),
        (2, 0, 2, 40),
        (0, 1, 1, 20),
        (1, -1, 0, 70),  # a bid of none after all, in a round of 7
        (1, -1, 2, -70),
    ]
    for bid, change, tricks, points in cases:
        assert score_one_round(bid, tricks, 7, {"bid_change": change}, **NEW_OPTIONS) == points, (
            bid,
            change,
            tricks,
            points,
        )


def test_bids_are_counted_as_they_were_changed() -> None:
    seat = score_rounds(
        build_round([2, 0, 0], [3, 0, 1], {"bid_change": 1}), schedule=[4], **NEW_OPTIONS
    ).seats[0]
    assert (seat.bids, seat.bids_made, seat.bid_total) == (1, 1, 3)


def test_changed_bid_decides_over_an_alliance_too() -> None:
    written = build_round([1, 2, 0], [1, 3, 0], {"loot": [1]}, {"bid_change": 1})
    assert list_scores(score_rounds(written, schedule=[4], **NEW_OPTIONS)) == [20 + 20, 60 + 20, 40]


def test_destroyed_tricks_are_nobodys() -> None:
    result = score_rounds(build_round([1, 0, 2], [1, 0, 2], destroyed=2), schedule=[5], **NEW_OPTIONS)
    assert list_scores(result) == [20, 50, 40] and sum(seat.tricks or 0 for seat in result.seats) == 3
    nothing = score_rounds(build_round([0, 0, 0], [0, 0, 0], destroyed=1), schedule=[1], **NEW_OPTIONS)
    assert list_scores(nothing) == [10, 10, 10]


# --- the Rascal's scoring


def test_rascal_gives_all_half_or_nothing() -> None:
    cases: list[tuple[int, int, int]] = [
        (0, 0, 60),
        (3, 3, 60),
        (3, 2, 30),
        (3, 4, 30),
        (0, 1, 30),
        (3, 1, 0),
        (0, 6, 0),
    ]
    for bid, tricks, points in cases:
        assert score_one_round(bid, tricks, 6, scoring="rascal") == points, (bid, tricks, points)
        assert score_one_round(bid, tricks, 6, **RASCAL_OPTIONS) == points, (bid, tricks, points)


@pytest.mark.parametrize(("bid", "points"), [(2, 60 + 100), (1, 30 + 50), (4, 0)])
def test_rascal_gives_the_same_part_of_what_was_taken(bid: int, points: int) -> None:
    written = {"black_14": 1, "yellow_14": 1, "pirates": 1, "skull_king": 0, "mermaids": 2}
    assert score_one_round(bid, 2, 6, written, **RASCAL_OPTIONS) == points


def test_cannonball_gives_all_or_nothing() -> None:
    cases: list[tuple[int, int, int]] = [(2, 2, 90 + 30), (0, 0, 90), (2, 1, 0), (2, 3, 0), (2, 5, 0)]
    for bid, tricks, points in cases:
        written = {"cannonball": True, **({"pirates": 1} if tricks else {})}
        assert score_one_round(bid, tricks, 6, written, **RASCAL_OPTIONS) == points, (bid, tricks, points)


def test_cannonball_that_is_not_fired_is_grapeshot() -> None:
    assert score_one_round(2, 1, 6, {"cannonball": False}, **RASCAL_OPTIONS) == 30


def test_loot_and_wagers_need_the_exact_bid_with_the_rascal_too() -> None:
    assert score_one_round(2, 3, 6, {"wager": 10}, **RASCAL_OPTIONS) == 30 - 10
    assert score_one_round(2, 2, 6, {"wager": 10}, **RASCAL_OPTIONS) == 60 + 10
    assert score_one_round(2, 4, 6, {"wager": 20}, **RASCAL_OPTIONS) == -20
    assert score_one_round(2, 3, 6, {"wager": 20, "cannonball": True}, **RASCAL_OPTIONS) == -20
    near = score_rounds(build_round([1, 2, 1], [1, 3, 0], {"loot": [1]}), schedule=[4], **RASCAL_OPTIONS)
    assert list_scores(near) == [40, 20, 20]
    exact = score_rounds(build_round([1, 3, 1], [1, 3, 0], {"loot": [1]}), schedule=[4], **RASCAL_OPTIONS)
    assert list_scores(exact) == [60, 60, 20]


def test_half_a_score_is_no_bid_made() -> None:
    seat = score_rounds(build_round([1, 1, 1], [2, 0, 1]), schedule=[3], scoring="rascal").seats[0]
    assert (seat.score, seat.bids, seat.bids_made, seat.bid_total) == (15, 1, 0, 1)


# --- rounds


def test_usual_rounds_are_of_one_card_to_ten() -> None:
    assert parse_options(SKULL_KING, {}).model_dump()["schedule"] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]


def test_cards_of_a_round_follow_the_schedule() -> None:
    result = score_rounds(build_round([0, 1], [0, 5]), build_round([0, 3], [1, 2]), schedule=[5, 3])
    assert result.complete and result.seats[0].deal_scores == (50, -30)


def test_eight_at_a_table_are_dealt_eight_cards_at_most() -> None:
    written = build_round([0, 8, 0, 0, 0, 0, 0, 0], [0, 8, 0, 0, 0, 0, 0, 0])
    result = score_rounds(written, written, written, schedule=[8, 9, 10], **NEW_OPTIONS)
    assert result.complete and result.seats[0].deal_scores == (80, 80, 80)
    seven = build_round([0, 9, 0, 0, 0, 0, 0], [0, 9, 0, 0, 0, 0, 0])
    assert score_rounds(seven, schedule=[9], **NEW_OPTIONS).seats[0].score == 90


def test_variants_are_played_by_their_rounds() -> None:
    cases: list[tuple[str, list[int] | None]] = [
        ("even-keeled", [2, 4, 6, 8, 10]),
        ("skip-to-the-brawl", [6, 7, 8, 9, 10]),
        ("swift-n-salty", [5, 5, 5, 5, 5]),
        ("broadside-barrage", [10] * 10),
        ("whirlpool", [9, 7, 5, 3, 1]),
        ("past-your-bedtime", [1]),
        ("skull-king", None),
        ("skull-king-schmidt", None),
        ("skull-king-legacy-2018", None),
        ("skull-king-official-2021", None),
        ("rascal", None),
    ]
    for key, cards in cases:
        variants = [variant for variant in SKULL_KING.variants if variant.key == key]
        assert len(variants) == 1, key
        options = parse_options(SKULL_KING, dict(variants[0].options))
        usual = list(range(1, 11))
        assert options.model_dump()["schedule"] == (cards or usual), (key, cards)
        assert SKULL_KING.deals(options) == len(cards or usual), (key, cards)
        assert variants[0].certain == (key != "skull-king-legacy-2018"), (key, cards)


# --- season figures


def compute_figures(result: Score, seat: int) -> dict[str, int | None]:
    return {figure.key: figure.of(result, seat) for figure in SKULL_KING.figures}


def test_figures_of_a_season_are_read_from_the_score() -> None:
    result = score_rounds(build_round([1, 0], [1, 1]), build_round([2, 0], [2, 0]), schedule=[2, 2])
    assert compute_figures(result, 0) == {
        "bids-made": 2,
        "tricks": 3,
        "flawless": 1,
        "best-round": 40,
        "best": 60,
    }
    assert compute_figures(result, 1) == {
        "bids-made": 1,
        "tricks": 1,
        "flawless": 0,
        "best-round": 20,
        "best": 0,
    }
    unfinished = score_rounds(build_round([1, 0], [1, 1]), schedule=[2, 2])
    assert compute_figures(unfinished, 0)["flawless"] == 0
    empty = score("skull-king", {"deals": []}, {}, 4)
    assert compute_figures(empty, 0) == {
        "bids-made": 0,
        "tricks": 0,
        "flawless": 0,
        "best-round": None,
        "best": 0,
    }


# --- its schema


def test_schema_lists_the_wagers() -> None:
    bonus = SKULL_KING.Sheet.model_json_schema()["$defs"]["Bonus"]["properties"]
    assert bonus["wager"]["enum"] == [0, 10, 20]
    assert bonus["loot"]["maxItems"] == 2 and bonus["loot"]["items"]["maximum"] == 7
