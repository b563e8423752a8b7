"""Somebody comes in when the season runs already: entry, matches and table; and it is taken back."""

from __future__ import annotations

from datetime import UTC, date, datetime
from unittest.mock import patch

import pytest
from django.core import mail
from django.utils import timezone

from games import Invalid
from league.actions import job as jobs
from league.actions.actor import CONSOLE, NotPermitted
from league.actions.late_entry import add_late_entry
from league.actions.reminder import plan_reminders
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
    Season,
    Standing,
    Statistics,
    Submission,
    User,
)
from league.tasks import JOB_HANDLERS, run_jobs
from tests.actions.clubs import member
from tests.actions.deciding import (
    entry_of,
    leave,
    must_be_taken_back_whole,
    undo,
    void,
)
from tests.actions.entering import enter
from tests.actions.late import WHY, asked, late, league, matches_of, plan_of
from tests.actions.seasons import (
    bytes_of,
    changes,
    fresh,
    lineup,
    must_be_sound,
    refusal,
    standings,
    to_play,
)
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db
# --- two by two


@scenario
def season() -> Season:
    return league()


def test_they_are_entered_last_and_get_the_matches_that_were_planned(season: Season) -> None:
    shown, before = plan_of(season), standings(season)
    decision = late(season, seen=shown.digest)
    assert lineup(season) == [["p001", "p002", "p003", "p004", "zoe"]]
    assert shown.seed == Entry.objects.get(player__key="zoe").seed == 5
    assert matches_of(season) == list(shown.matches)
    assert [one.round for one in shown.matches] == [4, 5, 6, 7]
    after = standings(season)
    assert after.pop("zoe") == (5, "", "")
    assert {key: rank for key, (rank, *_more) in after.items()} == {
        key: rank for key, (rank, *_more) in before.items()
    }
    assert decision.detail == {"level": 1, "matches": ["m1", "m2", "m3", "m4"], "joined": []}
    run_jobs()
    must_be_sound(season)
    for match in to_play(season):
        enter(match)
    run_jobs()
    assert Statistics.objects.get(player__key="zoe").played == 4
    must_be_sound(season)


def test_it_is_taken_back_with_all_that_came_of_it() -> None:
    season = league(4, 4, rules={"meetings": 2})
    rows = {noun: noun._default_manager.count() for noun in (Entry, Match, Standing, Result, Submission)}
    decision = must_be_taken_back_whole(season, lambda: late(season, level=2))
    assert {noun: noun._default_manager.count() for noun in rows} == rows
    run_jobs()
    assert not Statistics.objects.filter(player__key="zoe").exists()
    made, taken_back = changes(season)
    assert (made.action, made.why, taken_back.action) == ("decide_late_entry", WHY, "take_back")
    assert len(decision.detail["matches"]) == 8
    must_be_sound(season)


def test_an_id_that_stood_for_a_match_once_stands_for_no_other(season: Season) -> None:
    undo(late(season))
    assert late(season, "abe").detail["matches"] == ["m5", "m6", "m7", "m8"]


def test_two_who_come_in_late_meet_each_other(season: Season) -> None:
    late(season)
    before = bytes_of(season)
    second = must_be_taken_back_whole(season, lambda: late(season, "abe"))
    assert bytes_of(season) == before
    late(season, "abe")
    assert sum("zoe" in one.players for one in matches_of(season, "abe")) == 1
    assert len(second.detail["matches"]) == 5
    must_be_sound(season)


def test_who_has_left_is_not_met(season: Season) -> None:
    leave("p002", season)
    late(season)
    assert sorted(other for one in matches_of(season) for other in one.players if other != "zoe") == [
        "p001",
        "p003",
        "p004",
    ]
    must_be_sound(season)


def test_they_are_told_of_a_night_although_the_others_have_been() -> None:
    season = league(5, unplayed=10)
    Match.objects.update(due_on=date(2026, 3, 20))
    Season.objects.update(remind_days=7)
    for key in ("zoe", "p003"):
        user = User.objects.create(email=f"{key}@example.org", name=key)
        Player.objects.filter(key=key).update(user=user)

    def at(day: int) -> list[str]:
        with patch.object(timezone, "now", return_value=datetime(2026, 3, day, 12, tzinfo=UTC)):
            while jobs.run_due_jobs(JOB_HANDLERS):
                pass
        told = [to for message in mail.outbox for to in message.to]
        mail.outbox.clear()
        return told

    with patch.object(timezone, "now", return_value=datetime(2026, 3, 2, 12, tzinfo=UTC)):
        plan_reminders(fresh(season))
    assert at(14) == ["p003@example.org"]
    with patch.object(timezone, "now", return_value=datetime(2026, 3, 14, 13, tzinfo=UTC)):
        late(season)
    assert at(15) == ["zoe@example.org"]


def test_closing_says_who_moves_and_the_next_season_has_them() -> None:
    season = league(4, 4, unplayed=0)
    late(season, level=2)
    close_season(season=season, by=CONSOLE, missing="forfeit")
    must_be_sound(season)
    reopen_season(season=fresh(season), by=CONSOLE)
    assert len(to_play(season)) == 4
    undo(Decision.objects.get())  # what closing had decided stands no more
    must_be_sound(season)
    late(season, level=2)
    made = fresh(roll_over_season(season=fresh(season), by=CONSOLE, missing="void"))
    assert "zoe" in lineup(made)[1]
    must_be_sound(made)


# --- what cannot be


def test_somebody_of_the_club_who_plays_nowhere_in_the_season_is_entered_for_a_reason() -> None:
    season = league(4, 4)
    stranger = Player.objects.create(
        club=Club.objects.create(slug="other", name="Other"), key="eve", name="Eve"
    )
    assert refusal(add_late_entry, **asked(season, "p005")) == [("player", "entered-already")]
    assert refusal(add_late_entry, **asked(season) | {"player": stranger}) == [("player", "unknown-player")]
    assert refusal(add_late_entry, **asked(season, reason="")) == [("reason", "reason-missing")]
    gone = Division(pk=0, season=season)
    assert refusal(add_late_entry, **asked(season) | {"division": gone}) == [("", "gone")]


def test_where_everybody_has_left_there_is_nobody_to_meet() -> None:
    season = league(2, unplayed=0, rules={"promoted": 0, "relegated": 0})
    for key in ("p001", "p002"):
        leave(key, season)
    assert refusal(add_late_entry, **asked(season)) == [("", "nobody-to-meet")]


def test_nobody_comes_in_after_the_last_seed_or_round_that_a_club_file_may_have(season: Season) -> None:
    last = Match.objects.filter(division__season=season).order_by("-round")[0]
    for noun, pk, name, code in (
        (Entry, entry_of("p001", season).pk, "seed", "no-seed"),
        (Match, last.pk, "round", "too-many-rounds"),
    ):
        row = noun._default_manager.filter(pk=pk)
        [was] = row.values_list(name, flat=True)
        row.update(**{name: 1_000_000})
        assert refusal(add_late_entry, **asked(season)) == [("", code)]
        with pytest.raises(Invalid):
            plan_of(season)
        row.update(**{name: was})


@pytest.mark.parametrize(("state", "code"), [("draft", "season-not-open"), ("closed", "season-closed")])
def test_nobody_comes_into_a_season_that_is_not_open(state: str, code: str) -> None:
    season = league(4, state=state, unplayed=0)
    assert refusal(add_late_entry, **asked(season)) == [("", code)]
    with pytest.raises(Invalid) as invalid:
        plan_of(season)
    assert [problem.code for problem in invalid.value.problems] == ["season-not-open"]


def test_where_something_has_changed_since_the_plan_was_looked_at_it_is_looked_at_again() -> None:
    season = league(5, unplayed=10)
    seen = plan_of(season).digest
    for match in to_play(season)[:2]:  # the first round
        void(match)
    assert refusal(add_late_entry, **asked(season, seen=seen)) == [("", "changed-meanwhile")]
    late(season, seen=plan_of(season).digest)


def test_only_those_who_run_seasons_enter_somebody_late(season: Season) -> None:
    club = season.competition.club
    scorer, organiser = member(club, Role.SCORER), member(club, Role.ORGANISER)
    with pytest.raises(NotPermitted):
        late(season, by=scorer)
    decision = late(season, by=organiser)
    with pytest.raises(NotPermitted):
        undo(decision, by=scorer)
    undo(decision, by=organiser)
