"""What a club may add to its awards: the win rate of deals, and a game's further awards.

Rules: docs/reference/awards.md, Rules.
"""

from typing import Any

import pytest

import games
from games import Invalid
from league.rules.rule_checks import parse_rules
from tests.clubfile.documents import (
    build_club,
    build_competition,
    build_division,
    build_played_match,
    build_season,
    build_sheet,
)
from tests.rules.test_awards import WON, build_closed_league, build_matches, report_awards
from tests.rules.test_explain_awards import explain_awards

# Games by how much each player misses the bid: the first wins three games, loses the fourth, and with it the match.
THREE_OF_FOUR = build_sheet((1, -2), (1, -2), (1, -2), (9, -1))
LEVEL = build_sheet((1, -1), (1, -1), (1, -1), (1, -2))
DEALS = {"win_rate_of": "deals"}


def report_win_rate(*sheets: Any, **rules: Any) -> list[tuple[str, str]]:
    document = build_closed_league(*build_matches(*sheets), rules=rules)
    return report_awards(document).get("best-win-rate-hawk", [])


def test_six_of_eight_games_in_two_matches_are_three_quarters() -> None:
    assert report_win_rate(THREE_OF_FOUR, THREE_OF_FOUR) == [("ann", "0.0000")]
    assert report_win_rate(THREE_OF_FOUR, THREE_OF_FOUR, **DEALS) == [("ann", "0.7500")]
    assert report_win_rate(WON, THREE_OF_FOUR, **DEALS) == [("ann", "0.8750")]


def test_drawn_games_are_left_out() -> None:
    assert report_win_rate(LEVEL, **DEALS) == [("ann", "1.0000")]
    assert report_win_rate(build_sheet(*[(1, -1)] * 4), **DEALS) == []


def test_games_won_are_explained_match_by_match() -> None:
    document = build_closed_league(*build_matches(THREE_OF_FOUR, LEVEL), rules=DEALS)
    said = explain_awards(document, "ann")["Best win rate: Hawk"]
    assert any("4 games won, 1 lost (draws don't count)" in sentence for sentence in said)
    assert any("3 won, 1 lost" in sentence for sentence in said)


# --- grand slams of Fighting Cards


def build_fighting_season(*bids: tuple[int, int], **rules: Any) -> Any:
    """Build a season of one match in which the first player bids and takes so many points, deal by deal."""
    deals = [{"declarer": 0, "bid": bid, "points": points} for bid, points in bids]
    match = build_played_match("m1", "ann bob cleo", {"deals": deals})
    season = build_season(build_division("ann bob cleo", [match]), state="closed")
    return build_club(
        build_competition(season, game="fighting-cards", rules={"promoted": 0, **rules}),
        players="ann bob cleo",
    )


@pytest.mark.parametrize(
    ("bids", "figure"),
    [(((40, 40),), 1), (((40, 39),), None), (((40, 40), (40, 40)), 2), (((39, 40),), None)],
)
def test_grand_slam_counts_if_all_points_were_bid_and_taken(
    bids: tuple[tuple[int, int], ...], figure: int | None
) -> None:
    game = games.get("fighting-cards")
    (grand_slams,) = [figure for figure in game.figures if figure.key == "grand-slams"]
    deals = [{"declarer": 0, "bid": bid, "points": points} for bid, points in bids]
    for hand in (False, True):
        sheet = {"deals": [{**deal, "hand": True} if hand else deal for deal in deals]}
        assert grand_slams.of(games.score("fighting-cards", sheet, {}, 3), 0) == figure
    awards = report_awards(build_fighting_season(*bids, more_awards=True))
    assert awards.get("grand-slam", []) == ([("ann", str(figure))] if figure else [])


def test_grand_slams_have_an_award_only_where_a_club_gives_more() -> None:
    usual = report_awards(build_fighting_season((40, 40)))
    more = report_awards(build_fighting_season((40, 40), more_awards=True))
    assert more == {**usual, "grand-slam": [("ann", "1")]}


def test_rules_from_before_say_nothing_of_these() -> None:
    skuck = games.get("skuck")
    assert not {"win_rate_of", "more_awards", "dishes"} & parse_rules({}, skuck).model_dump().keys()
    assert parse_rules({"dishes": True, "win_rate_of": "deals"}, skuck).model_dump()["dishes"] is True
    with pytest.raises(Invalid) as refusal:
        parse_rules({"win_rate_of": "games"}, skuck)
    assert refusal.value.problems[0].path == "rules.win_rate_of"


# --- nights won in Skat


def build_skat_season(*nights: list[tuple[str, int]], **rules: Any) -> Any:
    """Build a season of two tables of three a night; of each night, who wins how many games of spades at them."""
    matches = []
    for number, night in enumerate(nights):
        for table, (seats, won) in enumerate(night):
            deal = {"declarer": 0, "bid": 18, "game": "spades", "matadors": 1, "points": 70}
            matches.append(
                build_played_match(
                    f"m{number}{table}",
                    seats,
                    {"deals": [deal] * won},
                    on=f"2026-01-{5 + 7 * number:02}",
                    round=number + 1,
                )
            )
    season = build_season(build_division("ann bob cleo dev eva fay", matches), state="closed")
    return build_club(build_competition(season, game="international-skat", rules={"promoted": 0, **rules}))


def test_nights_are_won_by_the_highest_score_of_all_tables() -> None:
    season = build_skat_season(
        [("ann bob cleo", 3), ("dev eva fay", 2)],
        [("ann bob cleo", 1), ("dev eva fay", 1)],
        [("bob ann cleo", 1), ("dev eva fay", 4)],
        [("ann bob cleo", 2), ("fay eva dev", 1)],
        more_awards=True,
    )
    assert report_awards(season)["nights-won"] == [("ann", "3")]
    said = explain_awards(season, "dev")["Nights won"]
    assert any("Nights won: 2" in sentence for sentence in said)
    assert "nights-won" not in report_awards(build_skat_season([("ann bob cleo", 3), ("dev eva fay", 2)]))
