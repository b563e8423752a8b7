"""Penalties of the committee, in points or score: what follows from one, and undoing it."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from league.actions.decisions.penalty import penalise_entry, plan
from league.actions.decisions.remark import remove_remark
from league.actions.decisions.revocation import find_blockers
from league.actions.season import close_season, reopen_season
from league.models import Decision, Role, Season
from league.principals import CONSOLE
from league.queries.club import export_club_file, verify_club
from tests.actions.clubs import make_club, make_member
from tests.actions.decisions import (
    assert_revoking_restores,
    freeze_day,
    get_entry,
    list_penalties,
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
from tests.commands.console import collect_import_errors, import_document, run_command, run_report
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
    assert list(Decision.objects.active()) == [third]
    revoke(third)
    assert export_season_club(season) == before
    assert verify_club(season.competition.club) == []


def test_those_of_a_file_stay_before_it() -> None:
    file = replace_at(build_league_file([4]), f"{ENTRY}.penalties", [FILE_PENALTY])
    season = get_latest_season(make_club(file))
    assert_revoking_restores(season, lambda: penalise_player("p001", season, score=1, reason="Late"))
    assert list_penalties("p001", season) == [FILE_PENALTY]


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
    assert list_penalties("p001", season) == [{**decision.detail, "reason": decision.reason}]
    change = list_changes(season)[-1]
    assert (change.action, change.by, change.why) == ("decide_penalty", by.user, "")
    assert change.after and change.after["detail"] == {"points": 1, "score": 4}


# --- beside files


def test_file_that_repeats_it_doubles_nothing_and_it_can_be_given_back(season: Season) -> None:
    before = export_season_club(season)
    decision = penalise_player("p001", season, score=4)
    file = json.loads(export_season_club(season))
    assert import_document(file)["changed"] == {}
    import_document(replace_at(file, f"{ENTRY}.seed", 9), "--recompute")
    assert list_penalties("p001", season) == [decision.penalty]
    import_document(replace_at(file, f"{ENTRY}.seed", 1), "--recompute")
    revoke(decision)
    assert export_season_club(season) == before
    assert verify_club(season.competition.club) == []


def test_file_with_the_reason_of_before_doubles_nothing_either(season: Season) -> None:
    decision = penalise_player("p001", season, score=4)
    file = json.loads(export_season_club(season))
    remove_remark(decision=decision, by=CONSOLE)
    assert import_document(file)["changed"] == {}
    assert [penalty["reason"] for penalty in list_penalties("p001", season)] == [""]


def test_file_with_others_replaces_those_of_files_only(season: Season) -> None:
    with freeze_day(2):
        decision = penalise_player("p001", season, score=4)
        file = json.loads(export_season_club(season))
        import_document(replace_at(file, f"{ENTRY}.penalties", [FILE_PENALTY]), "--recompute")
        assert list_penalties("p001", season) == [FILE_PENALTY, decision.penalty]
        other = {"points": 1, "score": 0, "reason": "Another file's"}
        import_document(replace_at(file, f"{ENTRY}.penalties", [other]), "--recompute")
    assert list_penalties("p001", season) == [other, decision.penalty]
    club = season.competition.club
    assert export_club_file(club, as_of=date(2026, 3, 1)) != export_club_file(club, as_of=date(2026, 3, 2))
    assert find_blockers(decision) == []
    revoke(decision)
    assert list_penalties("p001", season) == [other]
    assert verify_club(club) == []


def test_file_keeps_its_own_beside_an_equal_one_that_was_decided() -> None:
    file = replace_at(build_league_file([4]), f"{ENTRY}.penalties", [FILE_PENALTY])
    season = get_latest_season(make_club(file))
    penalise_player("p001", season, score=1, reason="Late")
    assert import_document(file, "--recompute").get("changed", {}) == {}
    assert list_penalties("p001", season) == [FILE_PENALTY] * 2


def test_removed_reason_takes_no_penalty_of_a_file() -> None:
    file = replace_at(build_league_file([4]), f"{ENTRY}.penalties", [FILE_PENALTY])
    season = get_latest_season(make_club(file))
    decision = penalise_player("p001", season, score=1, reason="Secret")
    remove_remark(decision=decision, by=CONSOLE)
    before = export_season_club(season)
    assert import_document(json.loads(before))["changed"] == {}
    assert export_season_club(season) == before


@pytest.mark.parametrize("decided", [False, True], ids=["by-file", "decided"])
def test_what_was_undone_and_came_in_again_counted_once_on_each_day(decided: bool) -> None:
    season = make_league([4])
    with freeze_day(2):
        if decided:
            penalise_player("p001", season, points=0, score=4, reason="Rang")
        else:
            document = json.loads(export_season_club(season))
            penalty = {"points": 0, "score": 4, "reason": "Rang"}
            import_document(replace_at(document, f"{ENTRY}.penalties", [penalty]), "--recompute")
    file = json.loads(export_season_club(season))
    club = season.competition.club
    stood = export_club_file(club, as_of=date(2026, 3, 3))
    with freeze_day(5):
        revoke(Decision.objects.get())
    with freeze_day(7):
        import_document(file, "--recompute")
    assert export_club_file(club, as_of=date(2026, 3, 3)) == stood
    assert stood.count(b"Rang") == 1 and export_club_file(club).count(b"Rang") == 1


def test_one_of_a_file_is_a_decision_of_nobody_and_can_be_given_back() -> None:
    file = build_league_file([4])
    season = get_latest_season(make_club(file))
    before = export_season_club(season)
    import_document(replace_at(file, f"{ENTRY}.penalties", [FILE_PENALTY]), "--recompute")
    [decision] = Decision.objects.all()
    assert (decision.origin, decision.by, decision.at, decision.on) == ("file", None, None, None)
    assert decision.penalty == FILE_PENALTY
    revoke(decision)
    assert export_season_club(season) == before
    import_document(replace_at(file, f"{ENTRY}.penalties", [FILE_PENALTY]), "--recompute")
    assert list_penalties("p001", season) == [FILE_PENALTY]


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
    file = replace_at(json.loads(export_season_club(season)), f"{ENTRY}.penalties", [FILE_PENALTY] * 99)
    import_document(file, "--recompute")
    penalise_player("p001", season, score=1)
    assert collect_problem_codes(penalise_player, player="p001", season=season, score=1) == [
        ("", "too-many-penalties")
    ]
    assert import_document(json.loads(export_season_club(season)), "--recompute")["changed"] == {}
    more = replace_at(file, f"{ENTRY}.penalties", [FILE_PENALTY] * 100)
    [refused] = collect_import_errors(more, "--recompute")
    assert "p001 would have 101 penalties" in refused


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
    assert collect_problem_codes(plan, entry=entry, points=0, score=1) == [("", "no-entry")]


def test_committee_decides(season: Season) -> None:
    for role in (Role.PLAYER, Role.SCORER):
        with pytest.raises(PermissionDenied):
            penalise_player("p001", season, score=1, by=make_member(season.competition.club, role))
    assert list_penalties("p001", season) == []


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
