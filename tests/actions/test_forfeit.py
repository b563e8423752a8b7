"""Walkovers, double forfeits and void matches: results of each seat, audit log, and refusals."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from league.actions.decisions.forfeit import forfeit_match
from league.actions.decisions.void import void_match
from league.actions.errors import EditConflict
from league.actions.season import close_season, reopen_season
from league.models import Decision, Job, Match, Player, Role, Season, Statistics
from league.models.season import SeasonState
from league.principals import CONSOLE
from league.queries.club import verify_club
from league.tasks import run_jobs
from tests.actions.clubs import PRINTED_SHEET, make_club, make_member
from tests.actions.decisions import (
    assert_revoking_restores,
    get_current_result,
    record_void,
    record_walkover,
    reload_match,
    revoke,
)
from tests.actions.seasons import (
    assert_club_is_sound,
    build_league_file,
    collect_problem_codes,
    count_statements,
    export_season_club,
    get_latest_season,
    list_changes,
    list_unplayed_matches,
    make_league,
    reload_season,
)
from tests.actions.submissions import enter_result, restore_version
from tests.commands.console import import_document
from tests.rules.table_club import build_table_club
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db


def fetch_seat_rows(match: Match) -> list[tuple[Any, ...]]:
    seats = match.seats.order_by("number")
    return [(seat.outcome, seat.score, seat.deals, seat.bids, seat.absent) for seat in seats]


def fetch_standing_row(match: Match, seat: int) -> tuple[int, int, int, int]:
    """Return played, won, lost and score of the entry in this seat."""
    standing = match.seats.get(number=seat).entry.standing
    return standing.played, standing.won, standing.lost, standing.score


@scenario
def season() -> Season:
    """Return a season of four players with three unplayed matches."""
    return make_league([4], unplayed=3)


# --- what it is worth


def test_whoever_comes_wins_and_whoever_stays_away_gets_the_mark_of_a_forfeit(season: Season) -> None:
    match = list_unplayed_matches(season)[0]
    before, revision = [fetch_standing_row(match, 0), fetch_standing_row(match, 1)], match.division.revision
    record_walkover(match, 1)
    match = reload_match(match)
    assert (match.status, match.revision, match.generation) == ("forfeit", 1, 1)
    assert fetch_seat_rows(match) == [("win", 0, 0, 0, False), ("loss", -20, 4, 0, True)]
    assert [fetch_standing_row(match, 0), fetch_standing_row(match, 1)] == [
        (before[0][0] + 1, before[0][1] + 1, before[0][2], before[0][3]),
        (before[1][0] + 1, before[1][1], before[1][2] + 1, before[1][3] - 20),
    ]
    assert match.division.revision == revision + 1
    assert_club_is_sound(season)


def test_nobody_wins_where_nobody_comes(season: Season) -> None:
    match = list_unplayed_matches(season)[0]
    record_walkover(match, 1, 0)
    assert fetch_seat_rows(match) == [("loss", -20, 4, 0, True)] * 2
    assert get_current_result(match).absent == [0, 1]
    assert_club_is_sound(season)


def test_void_match_counts_for_nobody_though_it_was_played(season: Season) -> None:
    match = list_unplayed_matches(season)[0]
    enter_result(match)
    record_void(match)
    match = reload_match(match)
    assert (match.status, match.revision) == ("void", 2)
    assert fetch_seat_rows(match) == [("", 0, 0, 0, False)] * 2
    assert_club_is_sound(season)


def test_statistics_count_no_forfeit_and_no_void_match(season: Season) -> None:
    match = list_unplayed_matches(season)[0]
    players = list(match.seats.order_by("number").values_list("player", flat=True))

    def played() -> list[int]:
        run_jobs()
        rows = dict(Statistics.objects.filter(player__in=players).values_list("player", "played"))
        return [rows[player] for player in players]

    before = played()
    enter_result(match)
    assert played() == [count + 1 for count in before]
    decision = record_void(match)
    assert played() == before
    revoke(decision)
    assert played() == [count + 1 for count in before]


def test_at_a_larger_table_those_who_came_draw_and_one_alone_wins() -> None:
    open_match = {"id": "m8", "seats": ["ann", "bob", "cleo", "dev"], "round": 5, "table": 1}
    import_document(build_table_club(open_match))
    season, match = get_latest_season("club"), Match.objects.get(key="m8")

    def some_stay_away() -> Decision:
        decision = record_walkover(match, 2, 0)
        assert [seat[0] for seat in fetch_seat_rows(match)] == ["loss", "draw", "loss", "draw"]
        assert [fetch_standing_row(match, seat)[0] for seat in range(4)] == [4, 4, 4, 4]
        return decision

    assert_revoking_restores(season, some_stay_away)
    record_walkover(match, 0, 1, 2)
    assert [seat[0] for seat in fetch_seat_rows(match)] == ["loss", "loss", "loss", "win"]
    played = Match.objects.get(key="m5")  # where zoe sat for bob
    assert_revoking_restores(season, lambda: record_void(played))
    record_walkover(played, 2)
    assert get_current_result(played).seated_players == ["dev", "gus", "zoe", "eva"]
    assert_club_is_sound(season)


def test_what_was_decided_can_be_decided_otherwise(season: Season) -> None:
    match = list_unplayed_matches(season)[0]
    before = export_season_club(season)
    decisions = [
        record_walkover(match, 0),
        record_walkover(match, 1),
        record_void(match),
        record_walkover(match, 0, 1),
    ]
    assert reload_match(match).revision == 4
    assert_club_is_sound(season)
    for decision in reversed(decisions):
        revoke(decision)
        assert verify_club(season.competition.club) == []
    assert export_season_club(season) == before


# --- what is recorded


def test_it_is_kept_with_its_reason_and_who_decided_it(season: Season) -> None:
    match, by = list_unplayed_matches(season)[0], make_member(season.competition.club, Role.SCORER)
    revision = season.competition.club.revision
    decision = record_walkover(match, 1, by=by, reason="  Was ill ")
    result = get_current_result(match)
    assert (decision.kind, decision.match, decision.player, decision.detail) == (
        *("forfeit", match, None),
        {"absent": [1]},
    )
    assert (decision.reason, decision.by, decision.revoked_at) == ("Was ill", by.user, None)
    assert (result.decision, result.effective_from) == (decision, decision.on)
    absent = match.seats.get(number=1).player.key
    content = json.loads(result.submission.content)
    assert content == {"status": "forfeit", "absent": [absent]}
    change = list_changes(season)[-1]
    assert (change.action, change.noun, change.key) == ("decide_forfeit", "season", "league/1")
    assert (change.by, change.why, change.before) == (by.user, "", None)
    assert change.after == {
        "decision": decision.pk,
        "kind": "forfeit",
        "player": None,
        "match": match.key,
        "instead": None,
        "detail": {"absent": [1]},
        "remark": decision.remark_id,
    }
    assert reload_season(season).competition.club.revision != revision
    job = Job.objects.filter(kind="refresh-statistics").latest("pk")
    assert set(job.arguments["players"]) == set(match.seats.values_list("player", flat=True))


# --- what comes after it


def test_sheet_that_turns_up_counts_and_then_the_decision_stays(season: Season) -> None:
    match = list_unplayed_matches(season)[0]
    decision = record_walkover(match, 1)
    result = enter_result(match, base=1)
    assert (result.generation, result.number, reload_match(match).status) == (1, 2, "played")
    assert collect_problem_codes(revoke, decision=decision) == [("", "later-result")]
    assert_club_is_sound(season)


def test_result_that_was_on_its_way_is_overtaken_by_the_decision(season: Season) -> None:
    match = list_unplayed_matches(season)[0]
    record_void(match)
    with pytest.raises(EditConflict) as overtaken:
        enter_result(match)
    assert (overtaken.value.newer.status, overtaken.value.sheet) == ("void", PRINTED_SHEET)
    assert reload_match(match).status == "void"


def test_void_match_that_was_played_is_restored(season: Season) -> None:
    match = list_unplayed_matches(season)[0]
    enter_result(match)
    record_void(match)
    assert restore_version(match, 1, base=2).number == 3
    assert (reload_match(match).status, reload_match(match).revision) == ("played", 3)
    assert_club_is_sound(season)


def test_season_closes_with_it_and_opens_again_with_it(season: Season) -> None:
    first, second, third = list_unplayed_matches(season)
    decisions = [record_walkover(first, 0), record_void(second)]
    before = export_season_club(season)
    close_season(season=reload_season(season), by=CONSOLE, missing="void")
    assert_club_is_sound(season)
    assert collect_problem_codes(revoke, decision=decisions[0]) == [("", "season-closed")]
    reopen_season(season=reload_season(season), by=CONSOLE)
    assert export_season_club(season) == before
    assert [reload_match(match).status for match in (first, second, third)] == [
        "forfeit",
        "void",
        "scheduled",
    ]
    for decision in decisions:
        revoke(decision)
    assert {reload_match(match).status for match in (first, second, third)} == {"scheduled"}
    close_season(season=reload_season(season), by=CONSOLE, missing="forfeit")
    assert_club_is_sound(season)


def test_file_with_a_newer_revision_comes_in_over_it(season: Season) -> None:
    match = list_unplayed_matches(season)[0]
    decision = record_walkover(match, 1)
    file = json.loads(export_season_club(season))
    assert import_document(file)["changed"] == {}
    [record] = [
        one
        for one in file["competitions"][0]["seasons"][0]["divisions"][0]["matches"]
        if one["id"] == match.key
    ]
    del record["absent"]
    record |= {"status": "played", "played_on": "2026-01-20", "sheet": PRINTED_SHEET, "revision": 2}
    import_document(file, "--recompute")
    assert (reload_match(match).status, reload_match(match).revision) == ("played", 2)
    assert collect_problem_codes(revoke, decision=decision) == [("", "later-result")]
    assert_club_is_sound(season)


def test_file_comes_in_over_what_was_undone(season: Season) -> None:
    match = list_unplayed_matches(season)[0]
    revoke(record_void(match))
    file = json.loads(export_season_club(season))
    [record] = [
        one
        for one in file["competitions"][0]["seasons"][0]["divisions"][0]["matches"]
        if one["id"] == match.key
    ]
    record |= {"status": "played", "played_on": "2026-01-20", "sheet": PRINTED_SHEET, "revision": 3}
    import_document(file, "--recompute")
    assert (
        reload_match(match).revision,
        reload_match(match).generation,
        get_current_result(match).generation,
    ) == (
        3,
        2,
        2,
    )
    assert_revoking_restores(season, lambda: record_void(match))
    assert (reload_match(match).revision, get_current_result(match).generation) == (3, 2)
    assert_club_is_sound(season)


# --- what is refused


@pytest.mark.parametrize(
    ("reason", "code"),
    [
        ("", "reason-missing"),
        ("  ", "reason-missing"),
        ("x" * 201, "too-long"),
        ("was\x00ill", "control-character"),
        ("was\nill", "control-character"),
        ("was \ud800 ill", "control-character"),
    ],
)
def test_reason_is_needed_and_can_be_read(season: Season, reason: str, code: str) -> None:
    match = reload_match(list_unplayed_matches(season)[0])
    sent = {"match": match, "reason": reason, "by": CONSOLE, "base": 0}
    assert collect_problem_codes(forfeit_match, absent=[0], **sent) == [("reason", code)]
    assert collect_problem_codes(void_match, **sent) == [("reason", code)]


def test_reason_may_be_as_long_as_a_correction_and_in_any_script(season: Season) -> None:
    record_walkover(list_unplayed_matches(season)[0], 0, reason="é" * 200)
    record_void(list_unplayed_matches(season)[0], reason="病気")
    assert verify_club(season.competition.club) == []


@pytest.mark.parametrize(
    ("absent", "code"), [([], "nobody-absent"), ([2], "no-seat"), ([-1], "no-seat"), ([0, 7], "no-seat")]
)
def test_somebody_of_the_match_must_have_stayed_away(season: Season, absent: list[int], code: str) -> None:
    match = reload_match(list_unplayed_matches(season)[0])
    problems = collect_problem_codes(
        forfeit_match, match=match, absent=absent, reason="Ill", by=CONSOLE, base=0
    )
    assert problems == [("absent", code)]


def test_what_it_says_already_is_not_decided_again(season: Season) -> None:
    first, second, _third = list_unplayed_matches(season)
    record_walkover(first, 0, 1)
    record_void(second)
    sent = {"reason": "Ill", "by": CONSOLE, "base": 1}
    assert collect_problem_codes(forfeit_match, match=reload_match(first), absent=[1, 0], **sent) == [
        ("absent", "forfeit-already")
    ]
    assert collect_problem_codes(void_match, match=reload_match(second), **sent) == [("", "void-already")]


def test_match_that_has_changed_meanwhile_is_looked_at_again(season: Season) -> None:
    match = reload_match(list_unplayed_matches(season)[0])
    enter_result(match)
    sent = {"match": match, "reason": "Ill", "by": CONSOLE}
    assert collect_problem_codes(void_match, base=0, **sent) == [("", "changed-meanwhile")]
    assert collect_problem_codes(forfeit_match, absent=[0], base=2, **sent) == [("", "changed-meanwhile")]


def test_match_that_is_gone(season: Season) -> None:
    match = reload_match(list_unplayed_matches(season)[0])
    match.seats.all().delete()
    Match.objects.filter(pk=match.pk).delete()
    assert collect_problem_codes(void_match, match=match, reason="Ill", by=CONSOLE, base=0) == [
        ("", "no-match")
    ]


@pytest.mark.parametrize(("state", "code"), [("draft", "season-not-open"), ("closed", "season-closed")])
def test_only_in_an_open_season(state: str, code: str) -> None:
    season = make_league([4], state=state, lot=0 if state == "draft" else 7)
    match = reload_match(Match.objects.all()[0])
    sent = {"match": match, "reason": "Ill", "by": CONSOLE, "base": 1}
    assert collect_problem_codes(void_match, **sent) == [("", code)]
    assert collect_problem_codes(forfeit_match, absent=[0], **sent) == [("", code)]
    assert reload_season(season).state == SeasonState(state)


def test_players_do_not_decide(season: Season) -> None:
    match = reload_match(list_unplayed_matches(season)[0])
    by = make_member(season.competition.club, Role.PLAYER)
    player = match.seats.get(number=0).player
    Player.objects.filter(pk=player.pk).update(user=by.user)
    sent: dict[str, Any] = {"match": match, "reason": "Ill", "by": by, "base": 0}
    with pytest.raises(PermissionDenied):
        void_match(**sent)
    with pytest.raises(PermissionDenied):
        forfeit_match(absent=[1], **sent)
    elsewhere = make_league_elsewhere()
    with pytest.raises(PermissionDenied):
        void_match(**{**sent, "by": make_member(elsewhere.competition.club, Role.OWNER)})
    assert not Decision.objects.exists()


def make_league_elsewhere() -> Season:
    file = build_league_file([4])
    file["club"]["slug"] = "elsewhere"
    return get_latest_season(make_club(file))


# --- what it costs


def test_queries_are_as_many_at_any_size() -> None:
    costs: list[list[int]] = []
    for size in (4, 24):
        file = build_league_file([size], unplayed=2)
        file["club"]["slug"] = f"club-{size}"
        season = get_latest_season(make_club(file))
        match = reload_match(list_unplayed_matches(season)[0])
        for decide in (
            lambda m=match: record_walkover(m, 0),
            lambda m=match: record_void(m),
            lambda: revoke(Decision.objects.latest("pk")),
        ):
            with count_statements() as cost:
                decide()
            costs.append([cost[0]])
    assert costs[:3] == costs[3:]
    assert max(cost for [cost] in costs) <= 60
