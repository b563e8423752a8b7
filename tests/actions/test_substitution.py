"""Substitutes for one match or for all that are left, and undoing the decision."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from typing import Any
from unittest.mock import patch

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from league.actions import job as jobs
from league.actions.club import import_club
from league.actions.decisions.substitution import (
    find_blockers,
    substitute_player,
    substitute_rest_of_season,
)
from league.actions.proof import mark_proved
from league.actions.season import close_season, reopen_season
from league.models import (
    Club,
    Decision,
    Division,
    Match,
    Player,
    Result,
    Role,
    Season,
    Seat,
    Standing,
    Statistics,
    User,
)
from league.notifications.reminders import plan_reminders
from league.permissions import ResultReport, can
from league.principals import CONSOLE, Person
from league.queries.club import export_club_file, verify_club
from league.tasks import JOB_HANDLERS, run_jobs
from tests.actions.clubs import OTHER_SHEET, make_club, make_member
from tests.actions.decisions import (
    assert_revoking_restores,
    get_match,
    record_void,
    record_walkover,
    revoke,
)
from tests.actions.seasons import (
    assert_club_is_sound,
    collect_problem_codes,
    export_season_club,
    get_latest_season,
    list_changes,
    reload_season,
)
from tests.actions.submissions import enter_result
from tests.actions.substitutions import (
    build_substitute_arguments,
    build_substitute_rest_arguments,
    fetch_played_and_deals,
    find_match_in_file,
    get_player,
    list_seated_players,
    make_substitute_league,
    name_substitute,
    name_substitute_for_rest,
)
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db
# --- in a match that has been played


@scenario
def season() -> Season:
    return make_substitute_league()


def test_the_deals_are_the_substitutes_and_the_result_stays_the_entrys(season: Season) -> None:
    before, table = export_season_club(season), list(Standing.objects.order_by("entry").values())
    played, deals = fetch_played_and_deals("p001")
    decision = name_substitute("d1m1")
    run_jobs()
    assert list_seated_players("d1m1") == [["zoe", "p004"]]
    assert (fetch_played_and_deals("zoe"), fetch_played_and_deals("p001")) == (
        (1, 4),
        (played - 1, deals - 4),
    )
    assert list(Standing.objects.order_by("entry").values()) == table
    first, second = Result.objects.filter(match__key="d1m1").order_by("number")
    assert (first.seated_players, second.seated_players, second.decision) == ([], ["zoe", "p004"], decision)
    assert (first.sheet, first.played_on) == (second.sheet, second.played_on)
    assert find_match_in_file(season, "d1m1")["sat"] == ["zoe", "p004"]
    assert_club_is_sound(season)
    revoke(decision)
    run_jobs()
    assert list_seated_players("d1m1") == [["p001", "p004"]]
    assert (fetch_played_and_deals("zoe"), fetch_played_and_deals("p001")) == ((0, 0), (played, deals))
    assert export_season_club(season) == before
    assert verify_club(season.competition.club) == []


def test_naming_the_player_whose_place_it_is_takes_a_substitute_away(season: Season) -> None:
    name_substitute("d1m1")
    again = assert_revoking_restores(season, lambda: name_substitute("d1m1", instead="p001"))
    assert (again.player, again.substitute) == (get_player("p001"), get_player("p001"))
    name_substitute("d1m1", instead="p001")
    assert list_seated_players("d1m1") == [["p001", "p004"]]
    assert "sat" not in find_match_in_file(season, "d1m1")
    assert_club_is_sound(season)


def test_a_correction_leaves_the_substitute_where_they_sit_and_is_not_lost(season: Season) -> None:
    decision = name_substitute("d1m1")
    enter_result(get_match("d1m1"), OTHER_SHEET, base=2, why="A wrong hand")
    assert list_seated_players("d1m1") == [["zoe", "p004"]]
    assert collect_problem_codes(revoke, decision=decision) == [("", "later-result")]
    assert_club_is_sound(season)


def test_it_is_told_in_the_records_without_a_name_or_reason(season: Season) -> None:
    by = make_member(season.competition.club, Role.SCORER)
    decision = name_substitute("d1m1", by=by)
    revoke(decision, by=by)
    made, taken_back = list_changes(season)
    assert (made.action, made.why, made.by) == ("decide_substitute", "", by.user)
    assert (taken_back.action, taken_back.before) == ("take_back", made.after)
    assert made.after and made.after["player"] == "p001" and made.after["instead"] == "zoe"
    assert "Zoe" not in json.dumps(made.after)


# --- in a match that is still to be played


def test_only_the_seat_of_a_match_to_come_changes_and_the_pages_of_its_division() -> None:
    season = make_substitute_league(4, 4)
    upper, lower = Division.objects.order_by("level")
    decision = assert_revoking_restores(season, lambda: name_substitute("d1m5"))
    run_jobs()
    assert not Statistics.objects.filter(player__key="zoe").exists()
    assert decision.detail["before"] == {"d1m5": "p002"}
    was, same = upper.revision, lower.revision
    upper.refresh_from_db()
    lower.refresh_from_db()
    assert (upper.revision, lower.revision) == (was + 2, same)
    name_substitute("d1m5")
    match = get_match("d1m5")
    assert (match.status, match.revision, match.results.count()) == ("scheduled", 0, 0)
    assert list_seated_players("d1m5") == [["zoe", "p004"]]
    assert find_match_in_file(season, "d1m5")["sat"] == ["zoe", "p004"]
    assert_club_is_sound(season)


def test_whoever_sits_there_and_whose_place_it_is_may_report_it_and_then_it_has_been_played(
    season: Season,
) -> None:
    decision = name_substitute("d1m5")
    for key in ("zoe", "p002", "p001"):
        Player.objects.filter(key=key).update(user=User.objects.create(email=f"{key}@example.org", name=key))
    seats = list(
        Seat.objects.filter(match__key="d1m5").select_related("match", "entry__player__user", "player__user")
    )
    report = ResultReport(seats, None)
    people = {key: Person(User.objects.get(players__key=key)) for key in ("zoe", "p002", "p001")}
    may = {key: can(person, "report-result", report) for key, person in people.items()}
    assert may == {"zoe": True, "p002": True, "p001": False}
    enter_result(get_match("d1m5"), by=people["zoe"])
    run_jobs()
    assert Result.objects.get(match__key="d1m5").seated_players == ["zoe", "p004"]
    assert fetch_played_and_deals("zoe") == (1, 4)
    assert collect_problem_codes(revoke, decision=decision) == [("", "played-since")]
    assert_club_is_sound(season)


def test_what_was_decided_about_the_match_since_is_undone_first(season: Season) -> None:
    before = export_season_club(season)
    named = name_substitute("d1m5")
    forfeited = record_walkover(get_match("d1m5"), 1)
    assert find_match_in_file(season, "d1m5")["sat"] == ["zoe", "p004"]
    assert collect_problem_codes(revoke, decision=named) == [("", "later-result")]
    revoke(forfeited)
    instead = name_substitute("d1m5", instead="abe")
    assert collect_problem_codes(revoke, decision=named) == [("", "later-substitute")]
    for decision in (instead, named):
        revoke(decision)
    assert export_season_club(season) == before


def test_whoever_comes_back_must_not_sit_there_for_somebody_else_by_then(season: Season) -> None:
    for seat, instead in ((0, "zoe"), (0, "abe"), (1, "zoe")):
        last = name_substitute("d1m5", seat, instead)
    second = Decision.objects.get(substitute__key="abe")
    assert collect_problem_codes(revoke, decision=second) == [("", "seated-already")]
    revoke(last)
    revoke(second)
    assert list_seated_players("d1m5") == [["zoe", "p004"]]
    assert_club_is_sound(season)


@pytest.mark.parametrize("missing", ["forfeit", "void"])
def test_closing_decides_the_match_of_a_substitute_and_opening_again_brings_them_back(
    season: Season, missing: Any
) -> None:
    name_substitute("d1m5")
    before = export_season_club(season)
    close_season(season=season, by=CONSOLE, missing=missing)
    assert find_match_in_file(season, "d1m5")["sat"] == ["zoe", "p004"]
    assert_club_is_sound(season)
    reopen_season(season=reload_season(season), by=CONSOLE)
    assert export_season_club(season) == before
    assert verify_club(season.competition.club) == []


def test_it_is_taken_back_though_a_file_has_seated_the_player_again() -> None:
    season = make_substitute_league()
    before = export_club_file(season.competition.club)
    named = name_substitute("d1m4")
    import_club(before, by=CONSOLE)
    assert list_seated_players("d1m4") == [["p001", "p002"]]
    assert find_blockers(named) == []
    revoke(named)
    assert list_seated_players("d1m4") == [["p001", "p002"]]


def test_the_substitute_is_reminded_although_the_others_have_been() -> None:
    season = get_latest_season(make_club())
    Match.objects.update(due_on=date(2026, 3, 20))
    Season.objects.update(remind_days=7)
    for key in ("p1", "p4", "substitute"):
        user = User.objects.create(email=f"{key}@example.org", name=key)
        mark_proved(user)
        Player.objects.filter(key=key).update(user=user)

    def at(day: int) -> list[str]:
        with patch.object(timezone, "now", return_value=datetime(2026, 3, day, 12, tzinfo=UTC)):
            while jobs.run_due_jobs(JOB_HANDLERS):
                pass
        recipients = [to for message in mail.outbox for to in message.to]
        mail.outbox.clear()
        return sorted(recipients)

    with patch.object(timezone, "now", return_value=datetime(2026, 3, 2, 12, tzinfo=UTC)):
        plan_reminders(reload_season(season))
    assert at(14) == ["p1@example.org", "p4@example.org"]
    with patch.object(timezone, "now", return_value=datetime(2026, 3, 14, 13, tzinfo=UTC)):
        name_substitute("c1d1-m1", instead="substitute")
    assert at(15) == ["substitute@example.org"]


# --- what cannot be


@pytest.mark.parametrize("key", ["d1m1", "d1m5"])
def test_nobody_sits_at_a_table_twice(season: Season, key: str) -> None:
    (first, second), *_more = list_seated_players(key)
    name_substitute(key, 0, "zoe")
    assert collect_problem_codes(substitute_player, **build_substitute_arguments(key, 0, "zoe")) == [
        ("instead", "sits-there")
    ]
    assert collect_problem_codes(substitute_player, **build_substitute_arguments(key, 1, "zoe")) == [
        ("instead", "seated-already")
    ]
    assert collect_problem_codes(substitute_player, **build_substitute_arguments(key, 1, first)) == [
        ("instead", "seated-already")
    ]
    assert collect_problem_codes(substitute_player, **build_substitute_arguments(key, 0, second)) == [
        ("instead", "seated-already")
    ]


def test_a_seat_a_player_and_a_reason_have_to_be_there(season: Season) -> None:
    stranger = Player.objects.create(
        club=Club.objects.create(slug="other", name="Other"), key="eve", name="Eve"
    )
    assert collect_problem_codes(substitute_player, **build_substitute_arguments("d1m5", 2)) == [
        ("seat", "no-seat")
    ]
    assert collect_problem_codes(substitute_player, **build_substitute_arguments("d1m5", -1)) == [
        ("seat", "no-seat")
    ]
    assert collect_problem_codes(
        substitute_player, **build_substitute_arguments("d1m5") | {"substitute": stranger}
    ) == [("instead", "unknown-player")]
    assert collect_problem_codes(
        substitute_rest_of_season, **build_substitute_rest_arguments("p001") | {"substitute": stranger}
    ) == [("instead", "unknown-player")]
    assert collect_problem_codes(substitute_player, **build_substitute_arguments("d1m5", reason=" ")) == [
        ("reason", "reason-missing")
    ]
    assert collect_problem_codes(
        substitute_rest_of_season, **build_substitute_rest_arguments("p001", reason="x" * 201)
    ) == [("reason", "too-long")]


def test_nobody_sat_where_nothing_was_played(season: Season) -> None:
    record_walkover(get_match("d1m1"), 0)
    record_void(get_match("d1m2"))
    for key in ("d1m1", "d1m2"):
        assert collect_problem_codes(substitute_player, **build_substitute_arguments(key)) == [
            ("", "not-played")
        ]


def test_a_match_that_has_changed_meanwhile_is_looked_at_again(season: Season) -> None:
    before = build_substitute_arguments("d1m5")
    enter_result(get_match("d1m5"))
    assert collect_problem_codes(substitute_player, **before) == [("", "changed-meanwhile")]
    gone = Match(pk=0, division=before["match"].division)
    assert collect_problem_codes(substitute_player, **before | {"match": gone}) == [("", "no-match")]


def test_a_closed_season_stays_as_it_is() -> None:
    season = make_substitute_league(4, unplayed=0)
    wanted, decision = build_substitute_rest_arguments("p001"), name_substitute("d1m1")
    close_season(season=season, by=CONSOLE, missing=None)
    assert collect_problem_codes(substitute_player, **build_substitute_arguments("d1m2")) == [
        ("", "season-closed")
    ]
    assert collect_problem_codes(substitute_rest_of_season, **wanted) == [("", "season-closed")]
    assert collect_problem_codes(revoke, decision=decision) == [("", "season-closed")]


def test_scorers_name_who_sat_there_once_and_the_committee_who_plays_the_rest() -> None:
    club = make_substitute_league().competition.club
    scorer, organiser, nobody = (
        make_member(club, role) for role in (Role.SCORER, Role.ORGANISER, Role.PLAYER)
    )
    with pytest.raises(PermissionDenied):
        name_substitute("d1m5", by=nobody)
    with pytest.raises(PermissionDenied):
        name_substitute_for_rest("p001", by=scorer)
    decision = name_substitute_for_rest("p001", by=organiser)
    with pytest.raises(PermissionDenied):
        revoke(decision, by=scorer)
    revoke(decision, by=organiser)
    revoke(name_substitute("d1m5", by=scorer), by=scorer)
