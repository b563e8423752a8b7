"""Undoing a decision: everything is what it was before it; and when that is refused."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, connection, transaction

from league.actions.decisions.revocation import revoke_decision
from league.actions.errors import ActionError, EditConflict
from league.actions.result import submit_result
from league.actions.rollover import roll_over_season, undo_rollover
from league.actions.season import close_season, open_season, reopen_season
from league.models import Decision, Job, Match, Player, Result, Role, Season, Submission
from league.principals import CONSOLE
from league.queries.club import verify_club
from league.queries.match import find_match
from league.queries.versions import list_versions
from tests.actions.clubs import OTHER_SHEET, PRINTED_SHEET, make_club, make_member
from tests.actions.decisions import (
    assert_revoking_restores,
    get_current_result,
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
    get_latest_season,
    list_changes,
    list_unplayed_matches,
    make_league,
    reload_season,
)
from tests.actions.submissions import enter_result, restore_version
from tests.clubfile.documents import replace_at
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db


@scenario
def season() -> Season:
    return make_league([4], unplayed=3)


def list_version_numbers(match: Match) -> list[tuple[int, int, str]]:
    """Return generation, number and status of the versions shown on the match's page, newest first."""
    page = find_match("club", match.key, viewer=AnonymousUser())
    assert page
    results = [version.result for version in list_versions(page)]
    return [(result.generation, result.number, result.status) for result in results]


# --- what comes back


def test_match_that_was_to_be_played_is_to_be_played(season: Season) -> None:
    match = list_unplayed_matches(season)[0]
    assert_revoking_restores(season, lambda: record_walkover(match, 0))
    assert (reload_match(match).status, reload_match(match).revision, reload_match(match).current) == (
        "scheduled",
        0,
        None,
    )
    assert set(match.seats.values_list("outcome", "score", "absent")) == {("", 0, False)}


def test_sheet_that_counted_counts_again_and_it_is_the_same_result(season: Season) -> None:
    match = list_unplayed_matches(season)[0]
    result = enter_result(match)
    enter_result(match, OTHER_SHEET, base=1)
    newest = restore_version(match, 1, base=2)
    for decide in (lambda: record_walkover(match, 1), lambda: record_void(match)):
        assert_revoking_restores(season, decide)
    assert (reload_match(match).current, reload_match(match).generation) == (newest, 3)
    assert newest.sheet == result.sheet
    assert_club_is_sound(season)


def test_result_that_a_file_brought_in_counts_again_with_whoever_sat_there() -> None:
    file = build_league_file([4], unplayed=3, newcomers="zoe")
    first = "competitions.0.seasons.0.divisions.0.matches.0"
    season = get_latest_season(
        make_club(replace_at(replace_at(file, f"{first}.sat", ["zoe", "p001"]), f"{first}.revision", 4))
    )
    match = Match.objects.get(key="d1m1")
    sat = list(match.seats.order_by("number").values_list("player__key", flat=True))
    assert sat == ["zoe", "p001"]
    for decide in (lambda: record_walkover(match, 0), lambda: record_void(match)):
        assert_revoking_restores(season, decide)
    assert list(match.seats.order_by("number").values_list("player__key", flat=True)) == sat
    job = Job.objects.filter(kind="refresh-statistics").latest("pk")
    assert set(job.arguments["players"]) == set(match.seats.values_list("player", flat=True))


def test_what_is_entered_after_it_is_the_next_version(season: Season) -> None:
    match = list_unplayed_matches(season)[0]
    revoke(record_walkover(match, 0))
    assert list_version_numbers(match) == []
    assert (enter_result(match).generation, reload_match(match).revision) == (2, 1)
    revoke(record_void(match))
    result = enter_result(match, OTHER_SHEET, base=1)
    assert (result.generation, result.number) == (3, 2)
    assert list_version_numbers(match) == [(3, 2, "played"), (2, 1, "played")]
    assert restore_version(match, 1, base=2).sheet == PRINTED_SHEET
    assert Result.objects.filter(match=match).count() == 5
    assert_club_is_sound(season)


def test_what_was_undone_is_no_version_to_go_back_to(season: Season) -> None:
    match = list_unplayed_matches(season)[0]
    enter_result(match)
    revoke(record_void(match))
    before = Submission.objects.count()
    with pytest.raises(ActionError) as refused:
        restore_version(match, 2, base=1)
    assert [problem.code for problem in refused.value.problems] == ["no-revision"]
    assert Submission.objects.count() == before + 1  # refused, and kept
    assert (reload_match(match).status, reload_match(match).revision) == ("played", 1)


def test_player_may_enter_what_was_void_by_mistake(season: Season) -> None:
    match = reload_match(list_unplayed_matches(season)[0])
    player = Player.objects.get(seats__match=match, seats__number=0)
    by = make_member(season.competition.club, Role.PLAYER)
    Player.objects.filter(pk=player.pk).update(user=by.user)
    decision = record_void(match)
    with pytest.raises(PermissionDenied):
        enter_result(match, base=1, by=by)
    revoke(decision)
    key = uuid4()
    result = submit_result(match=reload_match(match), sheet=PRINTED_SHEET, by=by, key=key, base=0)
    assert submit_result(match=reload_match(match), sheet=PRINTED_SHEET, by=by, key=key, base=0) == result


def test_sheet_that_it_had_overtaken_is_sent_in_once_more(season: Season) -> None:
    match, key = list_unplayed_matches(season)[0], uuid4()
    decision = record_void(match)
    for _twice in range(2):
        with pytest.raises(EditConflict):
            enter_result(match, key=key)
    revoke(decision)
    with pytest.raises(ActionError) as refused:
        enter_result(match, key=key)
    assert [problem.code for problem in refused.value.problems] == ["taken-back"]
    assert enter_result(match).number == 1


def test_database_keeps_its_results_until_it_is_undone(season: Season) -> None:
    match = list_unplayed_matches(season)[0]
    decision = record_void(match)
    Match.objects.filter(pk=match.pk).update(status="scheduled", revision=0, current=None)
    with pytest.raises(IntegrityError, match="never changed or deleted"), transaction.atomic():
        decision.results.all()._raw_delete(connection.alias)
    Decision.objects.filter(pk=decision.pk).update(revoked_at=decision.at, revoked_on=decision.on)
    decision.results.all()._raw_delete(connection.alias)
    assert not Result.objects.filter(match=match).exists()


def test_seasons_are_closed_and_opened_with_what_was_undone(season: Season) -> None:
    match = list_unplayed_matches(season)[0]
    revoke(record_void(match))
    before = export_season_club(season)
    for missing in ("forfeit", "void"):
        close_season(season=reload_season(season), by=CONSOLE, missing=missing)
        assert_club_is_sound(season)
        reopen_season(season=reload_season(season), by=CONSOLE)
        assert export_season_club(season) == before
    assert_revoking_restores(season, lambda: record_void(match))


# --- what is recorded


def test_it_is_kept_who_took_it_back_and_when(season: Season) -> None:
    match, by = list_unplayed_matches(season)[0], make_member(season.competition.club, Role.SCORER)
    division, revision = match.division.revision, reload_season(season).competition.club.revision
    decision = record_walkover(match, 1)
    revoke(decision, by=by)
    decision.refresh_from_db()
    assert (decision.revoked_by, decision.revoked_on) == (by.user, decision.on)
    assert decision.at and decision.revoked_at and decision.revoked_at > decision.at
    made, change = list_changes(season)[-2:]
    assert (change.action, change.by, change.why) == ("take_back", by.user, "")
    assert (change.before, change.after) == (made.after, None)
    assert reload_match(match).division.revision == division + 2
    assert reload_season(season).competition.club.revision != revision
    assert list(Decision.objects.active()) == []


# --- what is refused


def test_nothing_is_undone_twice(season: Season) -> None:
    match = list_unplayed_matches(season)[0]
    decision = record_void(match)
    revoke(decision)
    assert collect_problem_codes(revoke, decision=decision) == [("", "taken-back")]
    record_void(match)
    assert collect_problem_codes(revoke, decision=decision) == [("", "taken-back")]
    assert reload_match(match).status == "void"


def test_decisions_about_a_match_are_undone_from_the_last(season: Season) -> None:
    match = list_unplayed_matches(season)[0]
    first, second = record_walkover(match, 0), record_void(match)
    assert collect_problem_codes(revoke, decision=first) == [("", "later-result")]
    revoke(second)
    assert get_current_result(match).decision == first
    revoke(first)
    assert_club_is_sound(season)


@pytest.mark.parametrize("outcome", ["stand", "expunge"])
def test_match_does_not_open_again_for_somebody_who_has_left_since(season: Season, outcome: str) -> None:
    match = list_unplayed_matches(season)[0]
    first, second = match.seats.order_by("number").values_list("entry__player__key", flat=True)
    before = export_season_club(season)
    decision = record_void(match)
    withdrawals = [withdraw_player(player, season, outcome) for player in (first, second)]
    assert collect_problem_codes(revoke, decision=decision) == [("", "left-since")] * 2
    for withdrawal in reversed(withdrawals):
        revoke(withdrawal)
    revoke(decision)
    assert export_season_club(season) == before


def test_sheet_may_count_again_for_somebody_whose_results_stand(season: Season) -> None:
    """It may not once none of their matches counts."""
    match = list_unplayed_matches(season)[0]
    enter_result(match)
    player = match.seats.get(number=0).entry.player.key
    decision = record_void(match)
    withdrawal = withdraw_player(player, season, "stand")
    revoke(decision)
    assert reload_match(match).status == "played"
    assert_club_is_sound(season)
    revoke(withdrawal)
    decision = record_void(match)
    withdraw_player(player, season, "expunge")
    assert collect_problem_codes(revoke, decision=decision) == [("", "left-since")]


def test_decision_that_is_gone_with_its_season(season: Season) -> None:
    close_season(season=reload_season(season), by=CONSOLE, missing="void")
    made = roll_over_season(season=reload_season(season), by=CONSOLE)
    open_season(season=made, by=CONSOLE)
    match = list_unplayed_matches(made)[0]
    before = export_season_club(made)
    decision = record_void(match)
    assert collect_problem_codes(undo_rollover, season=reload_season(made), by=CONSOLE) == [
        ("season", "has-results")
    ]
    revoke(decision)
    assert export_season_club(made) == before
    standing = penalise_player("p001", made, score=3)
    undo_rollover(season=reload_season(made), by=CONSOLE)
    assert not Decision.objects.exists() and not Season.objects.filter(pk=made.pk).exists()
    assert verify_club(season.competition.club) == []
    assert collect_problem_codes(revoke_decision, decision=standing, by=CONSOLE) == [("season", "gone")]
    assert [change.action for change in list_changes(season)][-4:] == [
        *("decide_void", "take_back", "decide_penalty", "undo_roll_over")
    ]


def test_those_who_may_decide_may_take_it_back(season: Season) -> None:
    club = season.competition.club
    scorer, organiser, player = (
        make_member(club, role) for role in (Role.SCORER, Role.ORGANISER, Role.PLAYER)
    )
    one, other = (
        record_void(list_unplayed_matches(season)[0], by=organiser),
        penalise_player("p001", season, score=1, by=organiser),
    )
    for decision, by in ((one, player), (other, player), (other, scorer)):
        with pytest.raises(PermissionDenied):
            revoke(decision, by=by)
    revoke(one, by=scorer)
    revoke(other, by=organiser)
    assert list(Decision.objects.active()) == []


def test_reminders_go_out_for_what_is_to_be_played_after_all(season: Season) -> None:
    match = list_unplayed_matches(season)[0]
    Match.objects.filter(pk=match.pk).update(due_on="2999-01-10")
    Season.objects.filter(pk=season.pk).update(remind_days=3)
    decision = record_void(match)
    planned = Job.objects.filter(kind="remind-players")
    assert not planned.exists()
    revoke(decision)
    assert [job.arguments["day"] for job in planned] == ["2999-01-10"]


# --- what it costs


def test_queries_are_as_many_for_one_match_as_for_many() -> None:
    costs: list[Any] = []
    for size in (6, 24):
        file = build_league_file([size], unplayed=size)
        file["club"]["slug"] = f"club-{size}"
        season = get_latest_season(make_club(file))
        for outcome in ("stand", "expunge"):
            with count_statements() as deciding:
                decision = withdraw_player("p001", season, outcome)
            with count_statements() as undoing:
                revoke(decision)
            costs.append((deciding[0], undoing[0]))
    assert costs[:2] == costs[2:]
