"""Penalties of the committee, in points or score: what follows from one, and undoing it."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from league.actions.penalty import penalise_entry
from league.actions.season import close_season, reopen_season
from league.models import Decision, Entry, Role, Season
from league.principals import CONSOLE
from league.queries.club import exported, verified
from league.queries.revocation import find_blockers
from tests.actions.clubs import make_club, make_member
from tests.actions.decisions import (
    assert_revoking_restores,
    freeze_day,
    get_entry,
    penalise_player,
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
    make_league,
    reload_season,
)
from tests.clubfile.documents import replace_at
from tests.commands.console import import_document, run_command, run_report
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db
RULES_BY_POINTS = {"ranking": ["points", "average", "lot"]}
ENTRY = "competitions.0.seasons.0.divisions.0.entries.0"
FILE_PENALTY = {"points": 0, "score": 1, "reason": "Late"}


@scenario
def season() -> Season:
    return make_league([4], rules=RULES_BY_POINTS)


def fetch_standing_row(player: str, season: Season) -> tuple[int, int, int]:
    """Return points, score and deals of the player's standing."""
    standing = get_entry(player, season).standing
    return standing.points, standing.score, standing.deals


def find_penalties_in_file(player: str, season: Season) -> Any:
    entries = json.loads(export_season_club(season))["competitions"][0]["seasons"][0]["divisions"][0][
        "entries"
    ]
    return next(entry.get("penalties") for entry in entries if entry["player"] == player)


def test_it_is_taken_from_the_points_and_from_the_score(season: Season) -> None:
    points, score, deals = fetch_standing_row("p001", season)
    revision = get_entry("p001", season).division.revision
    penalise_player("p001", season, points=2, score=3)
    assert fetch_standing_row("p001", season) == (points - 2, score - 3, deals)
    assert get_entry("p001", season).division.revision == revision + 1
    [told] = [
        row for row in run_report("club/league")["divisions"][0]["standings"] if row["player"] == "p001"
    ]
    assert told["average"] == f"{(score - 3) / deals:.4f}"
    assert find_penalties_in_file("p001", season) == [
        {"points": 2, "score": 3, "reason": "Looked at the cards"}
    ]
    assert "Looked at the cards" in run_command("explain", "club/league", "p001").out
    assert_club_is_sound(season)


def test_whoever_leads_by_less_is_first_no_more(season: Season) -> None:
    first = min(fetch_standings(season), key=lambda player: fetch_standings(season)[player])
    assert_revoking_restores(season, lambda: penalise_player(first, season, points=100_000))
    penalise_player(first, season, points=100_000)
    assert fetch_standings(season)[first][0] == 4


def test_each_is_given_back_by_itself(season: Season) -> None:
    before = export_season_club(season)
    first, second, third = (
        penalise_player("p001", season, score=2, reason=why) for why in ("One", "Two", "One")
    )
    revoke(second)
    assert [penalty["reason"] for penalty in find_penalties_in_file("p001", season)] == ["One", "One"]
    revoke(first)
    assert [penalty["decision"] for penalty in get_entry("p001", season).penalties] == [third.pk]
    revoke(third)
    assert export_season_club(season) == before
    assert verified(season.competition.club) == []


def test_those_of_a_file_stay_before_it() -> None:
    file = replace_at(build_league_file([4]), f"{ENTRY}.penalties", [FILE_PENALTY])
    season = get_latest_season(make_club(file))
    assert_revoking_restores(season, lambda: penalise_player("p001", season, score=1, reason="Late"))
    assert get_entry("p001", season).penalties == [FILE_PENALTY]


def test_whoever_has_left_can_be_punished_and_closing_keeps_it(season: Season) -> None:
    withdraw_player("p001", season, "stand")
    decision = penalise_player("p001", season, score=5)
    before = export_season_club(season)
    close_season(season=reload_season(season), by=CONSOLE)
    assert_club_is_sound(season)
    assert collect_problem_codes(revoke, decision=decision) == [("", "season-closed")]
    reopen_season(season=reload_season(season), by=CONSOLE)
    assert export_season_club(season) == before
    revoke(decision)


def test_it_is_recorded(season: Season) -> None:
    by = make_member(season.competition.club, Role.ORGANISER)
    decision = penalise_player("p001", season, points=1, score=4, by=by)
    entry = get_entry("p001", season)
    assert (decision.kind, decision.player, decision.reason) == (
        *("penalty", entry.player),
        "Looked at the cards",
    )
    assert (decision.detail, decision.by) == ({"points": 1, "score": 4}, by.user)
    assert entry.penalties == [{**decision.detail, "reason": decision.reason, "decision": decision.pk}]
    change = list_changes(season)[-1]
    assert (change.action, change.by, change.why) == ("decide_penalty", by.user, decision.reason)
    assert change.after and change.after["detail"] == {"points": 1, "score": 4}


# --- beside files


def test_file_that_names_it_keeps_it_and_it_can_be_given_back(season: Season) -> None:
    before = export_season_club(season)
    decision = penalise_player("p001", season, score=4)
    file = json.loads(export_season_club(season))
    assert import_document(file)["changed"] == {}
    import_document(replace_at(file, f"{ENTRY}.seed", 9), "--recompute")
    assert [set(penalty) for penalty in get_entry("p001", season).penalties] == [
        {"points", "score", "reason"}
    ]
    import_document(replace_at(file, f"{ENTRY}.seed", 1), "--recompute")
    revoke(decision)
    assert export_season_club(season) == before
    assert verified(season.competition.club) == []


def test_file_that_has_another_one_in_its_place_leaves_nothing_to_give_back(season: Season) -> None:
    with freeze_day(2):
        decision = penalise_player("p001", season, score=4)
        file = json.loads(export_season_club(season))
        import_document(replace_at(file, f"{ENTRY}.penalties", [FILE_PENALTY]), "--recompute")
    before, club = export_season_club(season), season.competition.club
    days = [exported(club, as_of=date(2026, 3, day)) for day in (1, 2, 3)]
    assert find_blockers(decision) == []
    with freeze_day(4):
        revoke(decision)
    assert not Decision.objects.active().exists()
    assert export_season_club(season) == before
    assert [exported(club, as_of=date(2026, 3, day)) for day in (1, 2, 3)] == days
    assert get_entry("p001", season).penalties == [FILE_PENALTY]
    assert verified(season.competition.club) == []


# --- what is refused


@pytest.mark.parametrize(
    ("taken", "wrong"),
    [
        ({}, [("", "nothing-taken")]),
        ({"points": -1}, [("points", "range")]),
        ({"score": -1}, [("score", "range")]),
        ({"points": 100_001, "score": 100_001}, [("points", "range"), ("score", "range")]),
        ({"score": "3"}, [("score", "integer")]),
        ({"score": True}, [("score", "integer")]),
        ({"score": 1, "reason": ""}, [("reason", "reason-missing")]),
        ({"score": 1, "reason": "x" * 201}, [("reason", "too-long")]),
        ({"score": 1, "reason": "a\x07b"}, [("reason", "control-character")]),
    ],
)
def test_what_cannot_be_taken(season: Season, taken: Any, wrong: Any) -> None:
    problems = collect_problem_codes(penalise_player, player="p001", season=season, **taken)
    assert problems == wrong


def test_no_points_where_nobody_is_ranked_by_them() -> None:
    season = make_league([4])
    assert collect_problem_codes(penalise_player, player="p001", season=season, points=1, score=1) == [
        ("points", "no-points")
    ]
    penalise_player("p001", season, score=1)


def test_no_more_than_a_file_may_hold(season: Season) -> None:
    Entry.objects.filter(player__key="p001").update(penalties=[FILE_PENALTY] * 99)
    penalise_player("p001", season, score=1)
    assert collect_problem_codes(penalise_player, player="p001", season=season, score=1) == [
        ("", "too-many-penalties")
    ]
    assert import_document(export_season_club(season), "--recompute")["changed"] == {}


@pytest.mark.parametrize(("state", "code"), [("draft", "season-not-open"), ("closed", "season-closed")])
def test_only_in_an_open_season(state: str, code: str) -> None:
    season = make_league([4], state=state, lot=0 if state == "draft" else 7)
    assert collect_problem_codes(penalise_player, player="p001", season=season, score=1) == [("", code)]


def test_entry_that_is_gone(season: Season) -> None:
    entry = get_entry("p001", season)
    entry.pk = 0
    problems = collect_problem_codes(
        penalise_entry, entry=entry, points=0, score=1, reason="Late", by=CONSOLE
    )
    assert problems == [("", "no-entry")]


def test_committee_decides(season: Season) -> None:
    for role in (Role.PLAYER, Role.SCORER):
        with pytest.raises(PermissionDenied):
            penalise_player("p001", season, score=1, by=make_member(season.competition.club, role))
    assert get_entry("p001", season).penalties == []


# --- what it costs


def test_queries_are_as_many_at_any_size() -> None:
    costs = []
    for size in (4, 16):
        file = build_league_file([size, 4])
        file["club"]["slug"] = f"club-{size}"
        season = get_latest_season(make_club(file))
        with count_statements() as giving:
            decision = penalise_player("p001", season, score=100)
        with count_statements() as taking:
            revoke(decision)
        costs.append((giving[0], taking[0]))
    assert costs[0] == costs[1]
    assert max(costs[0]) <= 30
