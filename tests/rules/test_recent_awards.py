"""The awards over each player's last four matches, across seasons (docs/reference/awards.md, Last four matches)."""

from collections import defaultdict
from fractions import Fraction
from typing import Any

import games
from games import fraction_text
from league.clubfile import reader
from league.rules.records import SeasonKey
from league.rules.rule_checks import parse_rules
from league.rules.seasons.awards import (
    AwardCategory,
    AwardMatch,
    check_with_earlier_seasons,
    collect_award_matches,
    compute_recent_categories,
)
from league.rules.validation import check_snapshot
from tests.clubfile.documents import encode_document, load_riverside
from tests.rules.test_awards import BOOLIE, LOST, WON, build_closed_league, build_matches

SKUCK = games.get("skuck")


def collect_matches(document: Any, number: int) -> list[AwardMatch]:
    snapshot, _problems = reader.read_club_file(encode_document(document))
    assert snapshot
    settled = snapshot.resolve_settings()
    slug = next(iter(settled.competitions))
    return collect_award_matches(check_snapshot(settled, settled.seasons), SeasonKey(slug, number))


def compute(matches: list[AwardMatch]) -> dict[str, AwardCategory]:
    categories = compute_recent_categories(SKUCK, parse_rules({}, SKUCK), matches)
    return {category.key: category for category in categories}


def list_given(category: AwardCategory) -> list[tuple[str, str]]:
    return [(" ".join(award.players), award.value) for award in category.given]


def test_only_the_last_four_matches_count() -> None:
    categories = compute(collect_matches(build_closed_league(*build_matches(LOST, WON, WON, WON, WON)), 1))
    assert list_given(categories["best-win-rate-hawk"]) == [("ann", "1.0000")]
    categories = compute(
        collect_matches(build_closed_league(*build_matches(BOOLIE, LOST, LOST, LOST, LOST)), 1)
    )
    assert list_given(categories["boolie"]) == []


def test_three_matches_are_too_few() -> None:
    categories = compute(collect_matches(build_closed_league(*build_matches(WON, WON, BOOLIE)), 1))
    assert {candidate.why for candidate in categories["best-average-hawk"].candidates} <= {
        "too-few-matches",
        "other-style",
    }
    assert list_given(categories["boolie"]) == [("ann", "1")]  # takes no minimum


def test_earlier_season_that_cannot_be_played_by_its_settings_any_more_is_left_out() -> None:
    snapshot, _problems = reader.read_club_file(encode_document(load_riverside()))
    assert snapshot
    settled = snapshot.resolve_settings()
    first, second = (SeasonKey(next(iter(settled.competitions)), number) for number in (1, 2))
    spoilt = settled.seasons[first].model_copy(update={"options": {"deals": "many"}})
    checked = check_with_earlier_seasons(settled.replace_records(seasons={first: spoilt}), [second])
    of_second = [match for match in collect_matches(load_riverside(), 2) if match.season == 2]
    assert of_second and collect_award_matches(checked, second) == of_second


def test_awards_of_riverside_are_those_of_its_sheets() -> None:
    """Recomputed here from the file: each player's last four sheets, by day, over all seasons."""
    riverside = load_riverside()
    played: dict[str, list[tuple[Any, ...]]] = defaultdict(list)
    bids: dict[str, list[int]] = defaultdict(list)
    (competition,) = riverside["competitions"]
    for season in competition["seasons"]:
        for division in season["divisions"]:
            for match in division.get("matches", ()):
                if match.get("status") != "played":
                    continue
                score = games.score("skuck", match["sheet"], competition.get("options", {}))
                order = (
                    match["played_on"],
                    match["round"],
                    match.get("table", 0),
                    season["number"],
                    match["id"],
                )
                for seat, player in enumerate(match["seats"]):
                    own = score.seats[seat]
                    played[player].append((order, own.score, own.deals, own.outcome, own.bids_made, own.bids))
                    bids[player] += [deal["bids"][seat] for deal in match["sheet"]["deals"]]
    last = {player: sorted(rows)[-4:] for player, rows in played.items() if len(rows) >= 4}
    hawks = {player for player in last if Fraction(sum(bids[player]), len(bids[player])) > Fraction(27, 2)}
    averages = {p: Fraction(sum(row[1] for row in last[p]), sum(row[2] for row in last[p])) for p in last}
    zeros = {p: Fraction(sum(row[4] for row in last[p]), sum(row[5] for row in last[p])) for p in last}
    given = compute(collect_matches(riverside, 3))
    for key, figures in (("best-average", averages), ("highest-zero-rate", zeros)):
        for style, players in (("hawk", hawks), ("dove", last.keys() - hawks)):
            best = max(figures[player] for player in players)
            holders = " ".join(sorted(player for player in players if figures[player] == best))
            assert list_given(given[f"{key}-{style}"]) == [(holders, fraction_text(best))], (key, style)
    masters = sorted(player for player in last if averages[player] > 0)
    assert [award.players[0] for award in given["master"].given] == masters
