"""Withdrawing from a season: both outcomes, their previews, and undoing it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from hypothesis import settings

from league.actions.decisions.withdrawal import OUTCOMES, plan, withdraw_entry
from league.actions.rollover import roll_over_season
from league.actions.season import close_season, reopen_season
from league.models import Decision, Entry, Job, Match, Role, Season
from league.principals import CONSOLE
from league.queries.club import verify_club
from league.queries.season_end import compute_current_standings
from league.rules.seasons.rollover import DivisionStandings
from tests.actions.clubs import OTHER_SHEET, make_club, make_member
from tests.actions.decisions import (
    assert_revoking_restores,
    get_current_result,
    get_entry,
    penalise_player,
    record_void,
    record_walkover,
    reload_match,
    revoke,
    withdraw_player,
)
from tests.actions.seasons import (
    assert_club_is_sound,
    build_league_file,
    collect_problem_codes,
    count_statements,
    export_season_club,
    fetch_standings,
    get_latest_season,
    list_changes,
    list_divisions,
    list_unplayed_matches,
    make_league,
    reload_season,
)
from tests.actions.submissions import enter_result
from tests.clubfile.documents import replace_at
from tests.commands.console import import_document, run_report
from tests.rules.table_club import build_table_club
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db


@scenario
def season() -> Season:
    """Return a season with divisions of four and three players and two unplayed matches in each."""
    return make_league([4, 3], unplayed=2)


def list_statuses(player: str, season: Season) -> list[str]:
    matches = Match.objects.filter(division__season=season, seats__entry__player__key=player)
    return list(matches.order_by("round__number", "table").values_list("status", flat=True))


def get_standings(player: str, season: Season) -> DivisionStandings:
    """Return the current standings of the player's division."""
    level = get_entry(player, season).division.level
    return next(
        division for division in compute_current_standings(reload_season(season)) if division.level == level
    )


def list_player_keys(season: Season, size: int = 0) -> list[str]:
    """Return the ids of all players in the season."""
    return sorted(Entry.objects.filter(season=season).values_list("player__key", flat=True))


@scenario
def season_of_five() -> Season:
    return make_league([5], unplayed=10)


# --- what becomes of it


def test_results_stand_and_the_rest_is_forfeited(season: Season) -> None:
    waiting = list_unplayed_matches(season)[0]
    player = waiting.seats.get(number=1).entry.player.key
    before = list_statuses(player, season)
    assert sorted(before) == ["played", "played", "scheduled"]
    withdraw_player(player, season, "stand")
    assert get_entry(player, season).left
    assert list_statuses(player, season) == [
        ("forfeit" if status == "scheduled" else status) for status in before
    ]
    assert get_current_result(waiting).absent == [1]
    seats = waiting.seats.order_by("number").values_list("outcome", "score", "deals", "absent")
    assert list(seats) == [("win", 0, 0, False), ("loss", -20, 4, True)]
    assert len(list_unplayed_matches(season)) == 3
    assert_club_is_sound(season)


def test_none_of_the_results_counts(season: Season) -> None:
    player = list_unplayed_matches(season)[0].seats.get(number=1).entry.player.key
    withdraw_player(player, season, "expunge")
    assert get_entry(player, season).left
    assert set(list_statuses(player, season)) == {"void"}
    [own] = [row for row in get_standings(player, season).ranked if row.row.player == player]
    assert (own.row.played, own.row.score, own.rank) == (0, 0, 4)
    assert_club_is_sound(season)


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_undone_everything_is_as_it_was(season: Season, outcome: Any) -> None:
    table = fetch_standings(season)
    player = list_unplayed_matches(season)[0].seats.get(number=0).entry.player.key
    decision = assert_revoking_restores(season, lambda: withdraw_player(player, season, outcome))
    assert fetch_standings(season) == table
    assert not get_entry(player, season).left
    assert decision.results.count() == decision.detail["matches"] > 0


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_whoever_has_left_is_not_in_the_next_season(season: Season, outcome: Any) -> None:
    withdraw_player("p001", season, outcome)
    close_season(season=reload_season(season), by=CONSOLE, missing="void")
    made = roll_over_season(season=reload_season(season), by=CONSOLE)
    assert list_player_keys(made) == list_player_keys(season)[1:]
    assert list_divisions(season)[0][0] == "p001"
    assert_club_is_sound(season)


def test_entry_with_nothing_to_play_can_leave_and_come_back(season: Season) -> None:
    """Cached pages are replaced though no result changes."""
    while matches := list_unplayed_matches(season):
        enter_result(matches[0], played_on=None)
    entry = get_entry("p001", season)
    revision, club = entry.division.revision, reload_season(season).competition.club.revision
    before = export_season_club(season)
    decision = withdraw_player("p001", season, "stand")
    assert (decision.detail, decision.results.count()) == ({"outcome": "stand", "matches": 0}, 0)
    assert get_entry("p001", season).division.revision == revision + 1
    revoke(decision)
    assert get_entry("p001", season).division.revision == revision + 2
    assert reload_season(season).competition.club.revision != club
    assert export_season_club(season) == before


def test_void_matches_stay_and_forfeited_ones_count_as_what_they_were() -> None:
    season = make_league([4], unplayed=6)
    mine = [
        match
        for match in list_unplayed_matches(season)
        if match.seats.filter(entry__player__key="p001").exists()
    ]
    lost, gone, waiting = mine
    seat = lost.seats.get(entry__player__key="p001").number
    first, second = record_walkover(lost, seat), record_void(gone)
    preview = plan(get_entry("p001", season))
    assert (preview.played, preview.matches, preview.decided) == (0, 2, {"stand": 1, "expunge": 2})
    decision = assert_revoking_restores(season, lambda: withdraw_player("p001", season, "expunge"))
    decision = withdraw_player("p001", season, "expunge")
    assert get_current_result(gone).decision == second
    assert (reload_match(lost).revision, reload_match(waiting).revision) == (2, 1)
    revoke(decision)
    assert get_current_result(lost).decision == first
    assert_club_is_sound(season)


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_at_larger_tables(outcome: Any) -> None:
    import_document(
        build_table_club({"id": "m8", "seats": ["ann", "bob", "cleo", "dev"], "round": 5, "table": 1})
    )
    season = get_latest_season("club")
    preview = plan(get_entry("bob", season))
    assert (preview.played, preview.matches, preview.proposed) == (2, 4, "stand")
    assert preview.decided == {"stand": 1, "expunge": 4}
    decision = assert_revoking_restores(season, lambda: withdraw_player("bob", season, outcome))
    assert decision.results.count() == preview.decided[outcome]
    withdraw_player("bob", season, outcome)
    assert get_standings("bob", season) == preview.after[outcome]
    if outcome == "stand":
        seats = Match.objects.get(key="m8").seats.order_by("number")
        assert list(seats.values_list("outcome", "absent")) == [
            *(("draw", False), ("loss", True), ("draw", False), ("draw", False))
        ]


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_two_who_leave_come_back_from_the_last(outcome: Any) -> None:
    season = make_league([4], unplayed=6)
    before = export_season_club(season)
    first, second = withdraw_player("p001", season, outcome), withdraw_player("p002", season, "stand")
    assert collect_problem_codes(revoke, decision=first) == [("", "left-since")]
    revoke(second)
    revoke(first)
    assert export_season_club(season) == before


# --- what is previewed


def assert_preview_is_true(season: Season, player: str, outcome: Any) -> None:
    preview = plan(get_entry(player, season))
    assert preview.now == get_standings(player, season)
    decision = withdraw_player(player, season, outcome, seen=preview.digest(outcome))
    assert preview.after[outcome] == get_standings(player, season)
    level = get_entry(player, season).division.level
    previewed = {
        row.row.player: (row.rank, row.decided_by or "", "") for row in preview.after[outcome].ranked
    }
    assert previewed == {key: row for key, row in fetch_standings(season).items() if key in previewed}
    rows = run_report("club/league")["divisions"][level - 1]["standings"]
    assert [row["player"] for row in rows] == [row.row.player for row in preview.after[outcome].ranked]
    assert decision.results.count() == preview.decided[outcome] == decision.detail["matches"]
    assert verify_club(season.competition.club) == []


@pytest.mark.parametrize("seed", range(settings().max_examples // 12))
def test_preview_tells_the_truth_of_any_season(seed: int) -> None:
    """The season has forfeits, void matches, penalties and other withdrawals."""
    chance = Random(seed)
    ranking = chance.choice([["points", "head-to-head", "lot"], ["average", "zeros", "head-to-head", "lot"]])
    season = make_league([chance.randint(4, 6), 4], unplayed=5, lot=seed + 1, rules={"ranking": ranking})
    before = export_season_club(season)
    made = []
    for match in chance.sample(list_unplayed_matches(season), 3):
        made.append(chance.choice([lambda m=match: record_walkover(m, 0), lambda m=match: record_void(m)])())
    players = chance.sample(list_player_keys(season), 3)
    made.append(penalise_player(players[0], season, score=chance.randint(1, 9)))
    for player in players:
        assert_preview_is_true(season, player, chance.choice(OUTCOMES))
    for decision in reversed([*made, *Decision.objects.filter(kind="withdrawal").order_by("pk")]):
        revoke(decision)
    assert export_season_club(season) == before


@pytest.mark.parametrize(
    ("played", "proposed"), [(0, "expunge"), (1, "expunge"), (2, "stand"), (3, "stand"), (4, "stand")]
)
def test_results_are_to_stand_once_half_of_the_matches_were_played(
    season_of_five: Season, played: int, proposed: str
) -> None:
    season = season_of_five
    mine = [
        match
        for match in list_unplayed_matches(season)
        if match.seats.filter(entry__player__key="p001").exists()
    ]
    for match in mine[:played]:
        enter_result(match)
    preview = plan(get_entry("p001", season))
    assert (preview.played, preview.matches, preview.proposed) == (played, 4, proposed)
    assert preview.decided == {"stand": 4 - played, "expunge": 4}


def test_forfeit_is_not_played_and_a_void_match_is_none(season_of_five: Season) -> None:
    season = season_of_five
    mine = [
        match
        for match in list_unplayed_matches(season)
        if match.seats.filter(entry__player__key="p001").exists()
    ]
    enter_result(mine[0])
    record_walkover(mine[1], 0)
    preview = plan(get_entry("p001", season))
    assert (preview.played, preview.matches, preview.proposed) == (1, 4, "expunge")
    for match in mine[2:]:
        record_void(match)
    preview = plan(get_entry("p001", season))
    assert (preview.played, preview.matches, preview.proposed) == (1, 2, "stand")


def test_digest_is_another_where_the_tables_are(season: Season) -> None:
    first = plan(get_entry("p001", season))
    assert plan(get_entry("p001", season)).digest("stand") == first.digest("stand")
    assert first.digest("stand") != first.digest("expunge")
    enter_result(list_unplayed_matches(season)[0], OTHER_SHEET)
    again = plan(get_entry("p001", season))
    assert first.digest("stand") != again.digest("stand")


# --- what is recorded


def test_it_is_recorded(season: Season) -> None:
    by = make_member(season.competition.club, Role.ORGANISER)
    decision = withdraw_player("p001", season, "expunge", by=by)
    player = get_entry("p001", season).player
    assert (decision.kind, decision.player, decision.match) == ("withdrawal", player, None)
    assert decision.detail == {"outcome": "expunge", "matches": 3}
    change = list_changes(season)[-1]
    assert (change.action, change.by, change.why) == ("decide_withdrawal", by.user, "")
    assert change.after and (change.after["player"], change.after["detail"]) == ("p001", decision.detail)
    job = Job.objects.filter(kind="refresh-statistics").latest("pk")
    assert len(job.arguments["players"]) == 4  # all who met in these matches


# --- what is refused


def test_nobody_leaves_twice(season: Season) -> None:
    withdraw_player("p001", season, "stand")
    assert collect_problem_codes(withdraw_player, player="p001", season=season, outcome="expunge") == [
        ("", "left-already")
    ]
    assert plan(get_entry("p001", season)).decided["stand"] == 0


def test_only_the_two_outcomes(season: Season) -> None:
    assert collect_problem_codes(withdraw_player, player="p001", season=season, outcome="") == [
        ("outcome", "choice")
    ]


@pytest.mark.parametrize(("reason", "code"), [("", "reason-missing"), ("x" * 201, "too-long")])
def test_reason_is_needed(season: Season, reason: str, code: str) -> None:
    problems = collect_problem_codes(
        withdraw_player, player="p001", season=season, outcome="stand", reason=reason
    )
    assert problems == [("reason", code)]


def test_other_tables_than_were_looked_at(season: Season) -> None:
    seen = plan(get_entry("p001", season)).digest("stand")
    enter_result(list_unplayed_matches(season)[0])
    problems = collect_problem_codes(
        withdraw_player, player="p001", season=season, outcome="stand", seen=seen
    )
    assert problems == [("", "changed-meanwhile")]
    withdraw_player("p001", season, "stand", seen=plan(get_entry("p001", season)).digest("stand"))


@pytest.mark.parametrize(("state", "code"), [("draft", "season-not-open"), ("closed", "season-closed")])
def test_only_in_an_open_season(state: str, code: str) -> None:
    season = make_league([4], state=state, lot=0 if state == "draft" else 7)
    assert collect_problem_codes(withdraw_player, player="p001", season=season, outcome="stand") == [
        ("", code)
    ]


def test_entry_that_is_gone(season: Season) -> None:
    entry = get_entry("p001", season)
    entry.pk = 0
    problems = collect_problem_codes(withdraw_entry, entry=entry, outcome="stand", reason="Ill", by=CONSOLE)
    assert problems == [("", "no-entry")]


def test_committee_decides(season: Season) -> None:
    for role in (Role.PLAYER, Role.SCORER):
        with pytest.raises(PermissionDenied):
            withdraw_player("p001", season, "stand", by=make_member(season.competition.club, role))
    assert not get_entry("p001", season).left


def test_not_undone_while_the_season_is_closed(season: Season) -> None:
    decision = withdraw_player("p001", season, "stand")
    before = export_season_club(season)
    close_season(season=reload_season(season), by=CONSOLE, missing="forfeit")
    assert collect_problem_codes(revoke, decision=decision) == [("", "season-closed")]
    reopen_season(season=reload_season(season), by=CONSOLE)
    assert export_season_club(season) == before
    revoke(decision)
    assert_club_is_sound(season)


def test_file_may_say_that_somebody_has_left_and_their_matches_stay_until_decided() -> None:
    file = build_league_file([4], unplayed=3)
    season = get_latest_season(
        make_club(replace_at(file, "competitions.0.seasons.0.divisions.0.entries.0.left", True))
    )
    assert "scheduled" in list_statuses("p001", season)
    assert collect_problem_codes(withdraw_player, player="p001", season=season, outcome="stand") == [
        ("", "left-already")
    ]


# --- what it costs


def test_preview_takes_3_queries_at_any_size(django_assert_num_queries: Any) -> None:
    for size in (4, 20):
        file = build_league_file([size, 4], unplayed=3)
        file["club"]["slug"] = f"club-{size}"
        entry = get_entry("p001", get_latest_season(make_club(file)))
        with django_assert_num_queries(3):
            plan(entry)
        with count_statements() as cost:
            withdraw_player("p001", entry.season, "expunge")
        assert cost[0] <= 45
