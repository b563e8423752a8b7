"""Who gets the awards of a season, rule by rule (docs/reference/awards.md, SKUCK).

Clubs in which everything happens at once are in test_awards_oracle.py.
"""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

import games
from games import Award
from games.registry import BUILT_IN
from league.clubfile import reader
from league.rules.records import SeasonKey
from league.rules.rule_checks import parse_rules
from league.rules.seasons import awards
from league.rules.seasons.awards import AwardCategory, Candidate
from league.rules.standings.points import compute_played_seats
from league.rules.validation import check_snapshot
from tests.clubfile.documents import (
    build_club,
    build_competition,
    build_division,
    build_forfeited_match,
    build_league,
    build_played_match,
    build_season,
    build_sheet,
    compute_report,
    encode_document,
)

AwardsByCategory = dict[str, list[tuple[str, str]]]
SKUCK = games.get("skuck")

# What the two seats missed their bids by, deal by deal. In each the first is a hawk and the second a dove, unless it
# says otherwise.
WON = build_sheet((1, -2), (1, -2), (1, -2), (1, -2))
LOST = build_sheet((2, -1), (2, -1), (2, -1), (2, -1))
DRAWN = build_sheet((1, -1), (1, -1), (1, -1), (1, -1))
BOOLIE = build_sheet((0, -1), (0, -1), (0, -1), (0, -1))  # the first seat's
CLICK = build_sheet((0, 0), (1, -1), (1, -1), (1, -1))
NEUTRAL = build_sheet((0, 1), (-1, 1), (0, 1), (-1, 1))  # the first; the second is a hawk


def report_awards(document: Any, number: int = 1) -> AwardsByCategory:
    """Return the holders and the value of each award by category."""
    holders: AwardsByCategory = {}
    for award in compute_report(document, number)["awards"]:
        assert award["season"] == number
        holders.setdefault(award["category"], []).append((" ".join(award["players"]), award["value"]))
    return holders


def build_closed_league(*matches: Any, entries: str = "ann bob", **more: Any) -> Any:
    """Build a league whose season is closed."""
    return build_league(entries, list(matches), state="closed", **more)


def build_matches(
    *sheets: Any, seats: str = "ann bob", day: int = 1, name: str = "m", **more: Any
) -> list[Any]:
    """Build matches of the same two players, one a day."""
    return [
        build_played_match(f"{name}{number}", seats, sheet, on=f"2026-01-{day + number:02}", **more)
        for number, sheet in enumerate(sheets)
    ]


def list_categories(document: Any, number: int = 1) -> dict[str, AwardCategory]:
    book, _problems = reader.read_club_file(encode_document(document))
    assert book
    settled = book.resolve_settings()
    season_awards = awards.compute_season_awards(
        check_snapshot(settled, settled.seasons), SeasonKey("league", number)
    )
    return {category.key: category for category in season_awards}


def index_reasons(category: AwardCategory) -> dict[str, str]:
    return {" ".join(candidate.players): candidate.why for candidate in category.candidates}


# --- categories


def test_awards_come_to_the_one_style_and_then_to_the_other() -> None:
    four = ["best-average", "highest-zero-rate", "best-win-rate", "most-improved"]
    assert [
        awards.build_category_key(award, style)
        for award, style in awards.iterate_awards(SKUCK, parse_rules({}, SKUCK))
    ] == [
        *(f"{key}-hawk" for key in four),
        *(f"{key}-dove" for key in four),
        *("boolie", "most-clicks", "master"),
    ]


def test_nobody_has_an_award_while_the_season_runs() -> None:
    for state in ("draft", "open"):
        document = build_league("ann bob", [build_played_match("m1", "ann bob", BOOLIE)], state=state)
        assert compute_report(document)["awards"] == []
    assert report_awards(build_closed_league(build_played_match("m1", "ann bob", BOOLIE)))


def test_a_game_without_awards_gives_none() -> None:
    giving_none = replace(SKUCK, awards=())
    assert awards.compute_categories(giving_none, parse_rules({}, SKUCK), 1, [], ["ann"]) == ()


# --- by style


def test_the_best_of_each_style_has_it_with_the_exact_figure() -> None:
    reported = report_awards(
        build_closed_league(
            build_played_match("m1", "ann bob", WON),
            build_played_match("m2", "cleo dev", LOST),
            entries="ann bob cleo dev",
        )
    )
    assert reported["best-average-hawk"] == [("ann", "-1.0000")]
    assert reported["best-average-dove"] == [("dev", "-1.0000")]
    assert reported["best-win-rate-hawk"] == [("ann", "1.0000")]
    assert reported["highest-zero-rate-hawk"] == [("ann cleo", "0.0000")]


def test_who_is_neutral_has_none_of_the_first_eight() -> None:
    reported = report_awards(build_closed_league(build_played_match("m1", "ann bob", NEUTRAL)))
    assert {players for category in reported if "-hawk" in category for players, _ in reported[category]} == {
        "bob"
    }
    assert not any("-dove" in category for category in reported)


def test_a_shared_award_is_one_row_with_its_holders_by_id() -> None:
    reported = report_awards(
        build_closed_league(
            build_played_match("m1", "zoe bob", WON),
            build_played_match("m2", "ann dev", WON),
            entries="zoe bob ann dev",
        )
    )
    assert reported["best-average-hawk"] == [("ann zoe", "-1.0000")]


def test_the_style_is_over_the_whole_record() -> None:
    high = build_sheet((3, -1), (3, -1), (3, -1), (3, -1))
    low = build_sheet((-1, -3), (-1, -3), (-1, -3), (-1, -3))
    first = build_season(build_division("ann bob", build_matches(high, high)), state="closed")
    second = build_season(
        build_division("ann bob", build_matches(low, name="n", day=20)), number=2, state="closed"
    )
    document = build_club(build_competition(first, second))
    rows_of_the_season = compute_report(document, 2)["divisions"][0]["standings"]
    assert {row["player"]: row["style"] for row in rows_of_the_season}["ann"] == "dove"
    assert report_awards(document, 2)["best-average-hawk"] == [("ann", "-1.0000")]


def test_seasons_of_another_game_are_no_part_of_the_record() -> None:
    other = games.get("fighting-cards")
    bids = other.plausible
    assert bids
    high = bids(games.parse_options(other, {}), 3, Random(1))
    first = build_season(
        build_division("ann bob cleo", [build_played_match("f1", "ann bob cleo", high)]),
        state="closed",
        game="fighting-cards",
        rules={},
    )
    assert (
        compute_report(build_club(build_competition(first)), 1)["divisions"][0]["standings"][0]["bid_average"]
        > "2"
    )
    low = build_sheet((-1, -2), (-1, -2), (-1, -2), (-1, -2))
    second = build_season(
        build_division("ann bob", [build_played_match("m1", "ann bob", low)]), number=2, state="closed"
    )
    reported = report_awards(build_club(build_competition(first, second)), 2)
    assert reported["best-average-dove"] == [("ann", "-1.0000")]
    assert "best-average-hawk" not in reported


def test_later_seasons_are_no_part_of_the_record_nor_are_drafts() -> None:
    low = build_sheet(*[(-9, -9)] * 4)
    seasons = [
        build_season(build_division("ann bob", build_matches(WON)), number=2, state="closed"),
        build_season(
            build_division("ann bob", build_matches(low, low, name="n", day=20)), number=3, state="closed"
        ),
        build_season(
            build_division("ann bob", build_matches(low, low, name="d", day=25)), number=1, state="draft"
        ),
    ]
    assert report_awards(build_club(build_competition(*seasons)), 2)["best-average-hawk"] == [
        ("ann", "-1.0000")
    ]


# --- matches that count


def test_forfeits_and_void_matches_do_not_count() -> None:
    document = build_closed_league(
        build_played_match("m1", "ann bob", WON),
        build_forfeited_match("m2", "bob ann", "ann"),
        build_forfeited_match("m3", "bob ann", "ann"),
        {"id": "m4", "seats": ["ann", "bob"], "status": "void"},
    )
    reported = report_awards(document)
    assert reported["best-average-hawk"] == [("ann", "-1.0000")]
    assert reported["best-win-rate-hawk"] == [("ann", "1.0000")]
    assert reported["best-win-rate-dove"] == [("bob", "0.0000")]


def test_what_the_committee_took_away_counts_in_the_standings_only() -> None:
    entries: Any = [
        {"player": "ann", "penalties": [{"points": 0, "score": 50, "reason": "late"}]},
        {"player": "bob"},
    ]
    assert report_awards(
        build_league(entries, [build_played_match("m1", "ann bob", BOOLIE)], state="closed")
    )["master"] == [("ann", "2.5000")]


def test_a_substitutes_deals_count_for_the_entry() -> None:
    document = build_closed_league(build_played_match("m1", "ann bob", BOOLIE, sat=["eva", "bob"]))
    document["players"].append({"id": "eva", "name": "Eva"})
    assert report_awards(document)["boolie"] == [("ann", "1")]


def test_who_only_drew_has_no_win_rate() -> None:
    reported = report_awards(
        build_closed_league(
            build_played_match("m1", "ann bob", DRAWN),
            build_played_match("m2", "cleo dev", LOST),
            entries="ann bob cleo dev",
        )
    )
    assert reported["best-win-rate-hawk"] == [("cleo", "0.0000")]
    assert list_categories(build_closed_league(build_played_match("m1", "ann bob", DRAWN)))[
        "best-win-rate-hawk"
    ].candidates == (
        Candidate(("ann",), None, "no-figure"),
        Candidate(("bob",), None, "other-style"),
    )


# --- candidates


def test_who_played_all_that_came_to_be_played_is_considered_however_little_it_is() -> None:
    document = build_closed_league(
        build_played_match("m1", "ann bob", BOOLIE), build_forfeited_match("m2", "ann bob", "ann")
    )
    assert report_awards(document)["master"] == [("ann", "2.5000")]


def test_who_has_matches_left_needs_as_many_as_the_rules_ask_for() -> None:
    book, _problems = reader.read_club_file(
        encode_document(build_closed_league(*build_matches(WON, WON, WON)))
    )
    assert book
    checked = check_snapshot(book.resolve_settings(), book.seasons)
    matches = [
        awards.AwardMatch(
            1,
            match.played_on,
            match.division.stage,
            match.round,
            match.table,
            match_id,
            compute_played_seats(SKUCK, match.seats, score),
        )
        for match_id, score in checked.scores.items()
        if (match := checked.snapshot.matches[match_id]).played_on
    ]
    for asked, why in ((3, "given"), (4, "too-few-matches")):
        rules = parse_rules({"min_matches": asked}, SKUCK)
        best = awards.compute_categories(SKUCK, rules, 1, matches, ["ann", "bob"], {"ann": 1})[0]
        assert (best.key, index_reasons(best)["ann"]) == ("best-average-hawk", why)
    all_played = awards.compute_categories(
        SKUCK, parse_rules({"min_matches": 4}, SKUCK), 1, matches, ["ann", "bob"]
    )[0]
    assert index_reasons(all_played)["ann"] == "given"


def test_who_has_not_played_gets_nothing() -> None:
    assert report_awards(build_closed_league(build_forfeited_match("m1", "ann bob", "bob"))) == {}
    categories = list_categories(
        build_closed_league(build_played_match("m1", "ann bob", WON), entries="ann bob cleo")
    )
    assert index_reasons(categories["master"]) == {
        "ann": "too-little",
        "bob": "too-little",
        "cleo": "too-few-matches",
    }
    assert index_reasons(categories["boolie"])["cleo"] == "no-figure"


def test_what_somebody_has_is_told_where_they_were_not_considered_too() -> None:
    categories = list_categories(
        build_closed_league(
            build_played_match("m1", "ann bob", WON),
            build_played_match("m2", "cleo dev", LOST),
            entries="ann bob cleo dev",
        )
    )
    best = categories["best-average-hawk"]
    assert [
        (*candidate.players, float(candidate.figure or 0), candidate.why) for candidate in best.candidates
    ] == [
        ("ann", -1.0, "given"),
        ("cleo", -2.0, "less"),
        ("dev", -1.0, "other-style"),
        ("bob", -2.0, "other-style"),
    ]
    assert best.style == "hawk" and best.award.key == "best-average"


# --- most improved


def test_eight_matches_are_needed_and_only_the_last_eight_count() -> None:
    assert "most-improved-hawk" not in report_awards(
        build_closed_league(*build_matches(LOST, LOST, LOST, WON, WON, WON, WON))
    )
    reported = report_awards(build_closed_league(*build_matches(LOST, LOST, LOST, LOST, WON, WON, WON, LOST)))
    assert reported["most-improved-hawk"] == [("ann", "0.7500")]
    assert "most-improved-dove" not in reported  # bob: less than before
    assert report_awards(
        build_closed_league(*build_matches(WON, LOST, LOST, LOST, LOST, WON, WON, WON, WON))
    )["most-improved-hawk"] == [("ann", "1.0000")]


def test_no_better_is_not_improved() -> None:
    assert "most-improved-hawk" not in report_awards(
        build_closed_league(*build_matches(WON, LOST, WON, LOST, LOST, WON, LOST, WON))
    )


def test_four_draws_are_no_win_rate_to_improve_on() -> None:
    assert "most-improved-hawk" not in report_awards(
        build_closed_league(*build_matches(DRAWN, DRAWN, DRAWN, DRAWN, WON, WON, WON, WON))
    )


def test_matches_are_in_order_of_date_then_round_then_table() -> None:
    sheets = [
        (2, 1, LOST),
        (1, 2, LOST),
        (1, 1, LOST),
        (1, 3, LOST),
        (3, 1, WON),
        (2, 3, WON),
        (3, 2, WON),
        (2, 2, WON),
    ]
    matches = [
        build_played_match(
            f"m{9 - number}", "ann bob", sheet, on="2026-01-06", round=round_number, table=table
        )
        for number, (round_number, table, sheet) in enumerate(sheets)
    ]
    assert report_awards(build_closed_league(*matches))["most-improved-hawk"] == [("ann", "1.0000")]
    matches[0] |= {"round": 4}  # now the last, though all are of one day
    assert report_awards(build_closed_league(*matches))["most-improved-hawk"] == [("ann", "0.5000")]
    matches[0] |= {"played_on": "2026-01-05"}  # whatever its round
    assert report_awards(build_closed_league(*matches))["most-improved-hawk"] == [("ann", "1.0000")]


def test_the_eight_matches_may_be_of_several_seasons() -> None:
    first = build_season(build_division("ann bob", build_matches(LOST, LOST, LOST, LOST)), state="closed")
    second = build_season(
        build_division("ann bob", build_matches(WON, WON, WON, WON, name="n", day=20)),
        number=2,
        state="closed",
    )
    document = build_club(build_competition(first, second))
    assert "most-improved-hawk" not in report_awards(document, 1)
    assert report_awards(document, 2)["most-improved-hawk"] == [("ann", "1.0000")]


# --- boolies, clicks, masters


def test_everybody_with_a_boolie_has_one_row_that_says_how_many() -> None:
    document = build_closed_league(
        *build_matches(BOOLIE, BOOLIE, seats="cleo bob"),
        build_played_match("x", "ann bob", BOOLIE),
        entries="ann bob cleo",
    )
    assert report_awards(document)["boolie"] == [("ann", "1"), ("cleo", "2")]


def test_two_clicks_are_needed_and_those_of_all_their_matches_count() -> None:
    assert "most-clicks" not in report_awards(build_closed_league(*build_matches(CLICK)))
    assert report_awards(build_closed_league(*build_matches(CLICK, CLICK)))["most-clicks"] == [
        ("ann bob", "2")
    ]


def test_each_of_the_pairs_with_most_clicks_has_a_row() -> None:
    document = build_closed_league(
        *build_matches(CLICK, CLICK, seats="zoe bob"),
        *build_matches(CLICK, CLICK, seats="dev ann", name="n"),
        build_played_match("x", "ann bob", CLICK),
        entries="ann bob dev zoe",
    )
    assert report_awards(document)["most-clicks"] == [("ann dev", "2"), ("bob zoe", "2")]
    assert index_reasons(list_categories(document)["most-clicks"])["ann bob"] == "too-little"


def test_everybody_above_zero_is_a_master() -> None:
    level = build_sheet((1, 1), (0, 1), (0, 1), (2, 1))  # -3 and a bonus of 3
    document = build_closed_league(
        build_played_match("m1", "zoe bob", BOOLIE),
        build_played_match("m2", "ann bob", BOOLIE),
        build_played_match("m3", "cleo bob", level),
        entries="zoe ann bob cleo",
    )
    assert report_awards(document)["master"] == [("ann", "2.5000"), ("zoe", "2.5000")]


# --- other games


@pytest.mark.parametrize("game", [pytest.param(game, id=game.key) for game in BUILT_IN])
def test_a_season_of_any_game_gives_some(game: games.Game) -> None:
    """These include the awards of its own figures, which are taken from the sheets."""
    options = games.parse_options(game, {})
    seats = " ".join(f"p{number}" for number in range(game.table_size))
    assert game.plausible
    matches = [
        build_played_match(
            f"m{number}",
            seats,
            game.plausible(options, game.table_size, Random(number)),
            on=f"2026-01-{number:02}",
        )
        for number in range(1, 11)
    ]
    document = build_club(
        build_competition(
            build_season(build_division(seats, matches), state="closed"), game=game.key, rules={"promoted": 0}
        )
    )
    categories = list_categories(document)
    own: list[Award] = [
        category.award
        for category in categories.values()
        if category.award.figure in {f.key for f in game.figures}
    ]
    assert own
    for category in categories.values():
        figures = [
            candidate.figure
            for candidate in category.candidates
            if candidate.why == "given" and candidate.figure is not None
        ]
        others = [
            candidate.figure
            for candidate in category.candidates
            if candidate.why == "less" and candidate.figure is not None
        ]
        assert not others or max(others) < min(figures), category.key
    assert report_awards(document)
