"""Late entries: the entry, its matches and its place in the standings; and undoing it."""

from __future__ import annotations

from datetime import UTC, date, datetime
from unittest.mock import patch

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from games import Invalid
from league.actions import job as jobs
from league.actions.decisions.late_entry import add_late_entry
from league.actions.proof import mark_proved
from league.actions.rollover import roll_over_season
from league.actions.season import close_season, reopen_season
from league.models import (
    Club,
    Decision,
    Division,
    Entry,
    Match,
    Player,
    Result,
    Role,
    Round,
    Season,
    Standing,
    Statistics,
    Submission,
    User,
)
from league.notifications.reminders import plan_reminders
from league.principals import CONSOLE
from league.tasks import JOB_HANDLERS, run_jobs
from tests.actions.clubs import make_member
from tests.actions.decisions import (
    assert_revoking_restores,
    get_entry,
    record_void,
    revoke,
    withdraw_player,
)
from tests.actions.late_entries import (
    build_late_entry_arguments,
    enter_player_late,
    list_player_matches,
    make_late_entry_league,
    preview_late_entry,
)
from tests.actions.seasons import (
    assert_club_is_sound,
    collect_problem_codes,
    export_season_club,
    fetch_standings,
    list_changes,
    list_divisions,
    list_unplayed_matches,
    reload_season,
)
from tests.actions.submissions import enter_result
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db
# --- two by two


@scenario
def season() -> Season:
    return make_late_entry_league()


def test_they_are_entered_last_and_get_the_matches_that_were_planned(season: Season) -> None:
    shown, before = preview_late_entry(season), fetch_standings(season)
    decision = enter_player_late(season, seen=shown.digest)
    assert list_divisions(season) == [["p001", "p002", "p003", "p004", "zoe"]]
    assert shown.seed == Entry.objects.get(player__key="zoe").seed == 5
    assert list_player_matches(season) == list(shown.matches)
    assert [match.round for match in shown.matches] == [4, 5, 6, 7]
    after = fetch_standings(season)
    assert after.pop("zoe") == (5, "", "")
    assert {key: rank for key, (rank, *_more) in after.items()} == {
        key: rank for key, (rank, *_more) in before.items()
    }
    assert decision.detail == {"level": 1, "matches": ["m1", "m2", "m3", "m4"], "joined": []}
    run_jobs()
    assert_club_is_sound(season)
    for match in list_unplayed_matches(season):
        enter_result(match)
    run_jobs()
    assert Statistics.objects.get(player__key="zoe").played == 4
    assert_club_is_sound(season)


def test_it_is_undone_with_all_that_came_of_it() -> None:
    season = make_late_entry_league(4, 4, rules={"meetings": 2})
    rows = {noun: noun._default_manager.count() for noun in (Entry, Match, Standing, Result, Submission)}
    decision = assert_revoking_restores(season, lambda: enter_player_late(season, level=2))
    assert {noun: noun._default_manager.count() for noun in rows} == rows
    run_jobs()
    assert not Statistics.objects.filter(player__key="zoe").exists()
    made, taken_back = list_changes(season)
    assert (made.action, made.why, taken_back.action) == ("decide_late_entry", "", "take_back")
    assert len(decision.detail["matches"]) == 8
    assert_club_is_sound(season)


def test_an_id_that_stood_for_a_match_once_stands_for_no_other(season: Season) -> None:
    revoke(enter_player_late(season))
    assert enter_player_late(season, "abe").detail["matches"] == ["m5", "m6", "m7", "m8"]


def test_two_who_come_in_late_meet_each_other(season: Season) -> None:
    enter_player_late(season)
    before = export_season_club(season)
    second = assert_revoking_restores(season, lambda: enter_player_late(season, "abe"))
    assert export_season_club(season) == before
    enter_player_late(season, "abe")
    assert sum("zoe" in match.players for match in list_player_matches(season, "abe")) == 1
    assert len(second.detail["matches"]) == 5
    assert_club_is_sound(season)


def test_who_has_left_is_not_met(season: Season) -> None:
    withdraw_player("p002", season)
    enter_player_late(season)
    assert sorted(
        other for match in list_player_matches(season) for other in match.players if other != "zoe"
    ) == [
        "p001",
        "p003",
        "p004",
    ]
    assert_club_is_sound(season)


def test_they_are_told_of_a_night_although_the_others_have_been() -> None:
    season = make_late_entry_league(5, unplayed=10)
    Match.objects.update(due_on=date(2026, 3, 20))
    Season.objects.update(remind_days=7)
    for key in ("zoe", "p003"):
        user = User.objects.create(email=f"{key}@example.org", name=key)
        mark_proved(user)
        Player.objects.filter(key=key).update(user=user)

    def at(day: int) -> list[str]:
        with patch.object(timezone, "now", return_value=datetime(2026, 3, day, 12, tzinfo=UTC)):
            while jobs.run_due_jobs(JOB_HANDLERS):
                pass
        recipients = [to for message in mail.outbox for to in message.to]
        mail.outbox.clear()
        return recipients

    with patch.object(timezone, "now", return_value=datetime(2026, 3, 2, 12, tzinfo=UTC)):
        plan_reminders(reload_season(season))
    assert at(14) == ["p003@example.org"]
    with patch.object(timezone, "now", return_value=datetime(2026, 3, 14, 13, tzinfo=UTC)):
        enter_player_late(season)
    assert at(15) == ["zoe@example.org"]


def test_closing_says_who_moves_and_the_next_season_has_them() -> None:
    season = make_late_entry_league(4, 4, unplayed=0)
    enter_player_late(season, level=2)
    close_season(season=season, by=CONSOLE, missing="forfeit")
    assert_club_is_sound(season)
    reopen_season(season=reload_season(season), by=CONSOLE)
    assert len(list_unplayed_matches(season)) == 4
    revoke(Decision.objects.get())  # what closing had decided stands no more
    assert_club_is_sound(season)
    enter_player_late(season, level=2)
    made = reload_season(roll_over_season(season=reload_season(season), by=CONSOLE, missing="void"))
    assert "zoe" in list_divisions(made)[1]
    assert_club_is_sound(made)


# --- what cannot be


def test_somebody_of_the_club_who_plays_nowhere_in_the_season_is_entered_for_a_reason() -> None:
    season = make_late_entry_league(4, 4)
    stranger = Player.objects.create(
        club=Club.objects.create(slug="other", name="Other"), key="eve", name="Eve"
    )
    assert collect_problem_codes(add_late_entry, **build_late_entry_arguments(season, "p005")) == [
        ("player", "entered-already")
    ]
    assert collect_problem_codes(
        add_late_entry, **build_late_entry_arguments(season) | {"player": stranger}
    ) == [("player", "unknown-player")]
    assert collect_problem_codes(add_late_entry, **build_late_entry_arguments(season, reason="")) == [
        ("reason", "reason-missing")
    ]
    gone = Division(pk=0, season=season)
    assert collect_problem_codes(
        add_late_entry, **build_late_entry_arguments(season) | {"division": gone}
    ) == [("", "gone")]


def test_where_everybody_has_left_there_is_nobody_to_meet() -> None:
    season = make_late_entry_league(2, unplayed=0, rules={"promoted": 0, "relegated": 0})
    for key in ("p001", "p002"):
        withdraw_player(key, season)
    assert collect_problem_codes(add_late_entry, **build_late_entry_arguments(season)) == [
        ("", "nobody-to-meet")
    ]


def test_nobody_comes_in_after_the_last_seed_or_round_that_a_club_file_may_have(season: Season) -> None:
    last = Match.objects.filter(division__season=season).order_by("-round__number")[0]
    for noun, pk, name, code in (
        (Entry, get_entry("p001", season).pk, "seed", "no-seed"),
        (Round, last.round_id, "number", "too-many-rounds"),
    ):
        row = noun._default_manager.filter(pk=pk)
        [was] = row.values_list(name, flat=True)
        row.update(**{name: 1_000_000})
        assert collect_problem_codes(add_late_entry, **build_late_entry_arguments(season)) == [("", code)]
        with pytest.raises(Invalid):
            preview_late_entry(season)
        row.update(**{name: was})


@pytest.mark.parametrize(("state", "code"), [("draft", "season-not-open"), ("closed", "season-closed")])
def test_nobody_comes_into_a_season_that_is_not_open(state: str, code: str) -> None:
    season = make_late_entry_league(4, state=state, unplayed=0)
    assert collect_problem_codes(add_late_entry, **build_late_entry_arguments(season)) == [("", code)]


def test_where_something_has_changed_since_the_plan_was_looked_at_it_is_looked_at_again() -> None:
    season = make_late_entry_league(5, unplayed=10)
    seen = preview_late_entry(season).digest
    for match in list_unplayed_matches(season)[:2]:  # the first round
        record_void(match)
    assert collect_problem_codes(add_late_entry, **build_late_entry_arguments(season, seen=seen)) == [
        ("", "changed-meanwhile")
    ]
    enter_player_late(season, seen=preview_late_entry(season).digest)


def test_only_those_who_run_seasons_enter_somebody_late(season: Season) -> None:
    club = season.competition.club
    scorer, organiser = make_member(club, Role.SCORER), make_member(club, Role.ORGANISER)
    with pytest.raises(PermissionDenied):
        enter_player_late(season, by=scorer)
    decision = enter_player_late(season, by=organiser)
    with pytest.raises(PermissionDenied):
        revoke(decision, by=scorer)
    revoke(decision, by=organiser)
