"""A decision is taken back: everything is what it was before it, and when that cannot be."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, connection, transaction

from league.actions.actor import CONSOLE, NotPermitted
from league.actions.errors import ActionError, EditConflict
from league.actions.match import submit_result
from league.actions.rollover import roll_over_season, undo_rollover
from league.actions.season import close_season, open_season, reopen_season
from league.actions.taking_back import revoke_decision
from league.models import Decision, Job, Match, Player, Result, Role, Season, Submission
from league.queries.club import verified
from league.queries.pages import match as pages
from league.queries.pages.versions import of_match
from tests.actions.clubs import OTHER_SHEET, PRINTED_SHEET, make_club, member
from tests.actions.deciding import (
    counting,
    leave,
    must_be_taken_back_whole,
    now,
    punish,
    undo,
    void,
    walkover,
)
from tests.actions.entering import enter, restore
from tests.actions.seasons import (
    bytes_of,
    changes,
    counted,
    fresh,
    latest,
    league_file,
    make_league,
    must_be_sound,
    refusal,
    to_play,
)
from tests.rules.clubs import put
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db


@scenario
def season() -> Season:
    return make_league([4], unplayed=3)


def numbers(match: Match) -> list[tuple[int, int, str]]:
    """Series, number and status of the versions that are shown, the newest first."""
    found = pages.find("club", match.key, viewer=AnonymousUser())
    assert found
    results, _versions = of_match(
        found.match, found.seats, found.table, found.where.zone, viewer=AnonymousUser(), helps=True
    )
    return [(result.series, result.number, result.status) for result in results]


# --- what comes back


def test_match_that_was_to_be_played_is_to_be_played(season: Season) -> None:
    match = to_play(season)[0]
    must_be_taken_back_whole(season, lambda: walkover(match, 0))
    assert (now(match).status, now(match).revision, now(match).current) == ("scheduled", 0, None)
    assert set(match.seats.values_list("outcome", "score", "absent")) == {("", 0, False)}


def test_sheet_that_counted_counts_again_and_it_is_the_same_result(season: Season) -> None:
    match = to_play(season)[0]
    result = enter(match)
    enter(match, OTHER_SHEET, base=1)
    newest = restore(match, 1, base=2)
    for decide in (lambda: walkover(match, 1), lambda: void(match)):
        must_be_taken_back_whole(season, decide)
    assert (now(match).current, now(match).series) == (newest, 3)
    assert newest.sheet == result.sheet
    must_be_sound(season)


def test_result_that_a_file_brought_in_counts_again_with_whoever_sat_there() -> None:
    file = league_file([4], unplayed=3, newcomers="zoe")
    first = "competitions.0.seasons.0.divisions.0.matches.0"
    season = latest(make_club(put(put(file, f"{first}.sat", ["zoe", "p001"]), f"{first}.revision", 4)))
    match = Match.objects.get(key="d1m1")
    sat = list(match.seats.order_by("number").values_list("player__key", flat=True))
    assert sat == ["zoe", "p001"]
    for decide in (lambda: walkover(match, 0), lambda: void(match)):
        must_be_taken_back_whole(season, decide)
    assert list(match.seats.order_by("number").values_list("player__key", flat=True)) == sat
    job = Job.objects.filter(kind="refresh-statistics").latest("pk")
    assert set(job.arguments["players"]) == set(match.seats.values_list("player", flat=True))


def test_what_is_entered_after_it_is_the_next_version(season: Season) -> None:
    match = to_play(season)[0]
    undo(walkover(match, 0))
    assert numbers(match) == []
    assert (enter(match).series, now(match).revision) == (2, 1)
    undo(void(match))
    result = enter(match, OTHER_SHEET, base=1)
    assert (result.series, result.number) == (3, 2)
    assert numbers(match) == [(3, 2, "played"), (2, 1, "played")]
    assert restore(match, 1, base=2).sheet == PRINTED_SHEET
    assert Result.objects.filter(match=match).count() == 5
    must_be_sound(season)


def test_what_was_taken_back_is_no_version_to_go_back_to(season: Season) -> None:
    match = to_play(season)[0]
    enter(match)
    undo(void(match))
    before = Submission.objects.count()
    with pytest.raises(ActionError) as refused:
        restore(match, 2, base=1)
    assert [problem.code for problem in refused.value.problems] == ["no-revision"]
    assert Submission.objects.count() == before + 1  # refused, and kept
    assert (now(match).status, now(match).revision) == ("played", 1)


def test_player_may_enter_what_was_void_by_mistake(season: Season) -> None:
    match = now(to_play(season)[0])
    player = Player.objects.get(seats__match=match, seats__number=0)
    by = member(season.competition.club, Role.PLAYER)
    Player.objects.filter(pk=player.pk).update(user=by.user)
    decision = void(match)
    with pytest.raises(NotPermitted):
        enter(match, base=1, by=by)
    undo(decision)
    key = uuid4()
    result = submit_result(match=now(match), sheet=PRINTED_SHEET, by=by, key=key, base=0)
    assert submit_result(match=now(match), sheet=PRINTED_SHEET, by=by, key=key, base=0) == result


def test_sheet_that_it_had_overtaken_is_sent_in_once_more(season: Season) -> None:
    match, key = to_play(season)[0], uuid4()
    decision = void(match)
    for _twice in range(2):
        with pytest.raises(EditConflict):
            enter(match, key=key)
    undo(decision)
    with pytest.raises(ActionError) as refused:
        enter(match, key=key)
    assert [problem.code for problem in refused.value.problems] == ["taken-back"]
    assert enter(match).number == 1


def test_database_keeps_its_results_until_it_is_taken_back(season: Season) -> None:
    match = to_play(season)[0]
    decision = void(match)
    Match.objects.filter(pk=match.pk).update(status="scheduled", revision=0, current=None)
    with pytest.raises(IntegrityError, match="never changed or deleted"), transaction.atomic():
        decision.results.all()._raw_delete(connection.alias)
    Decision.objects.filter(pk=decision.pk).update(undone_at=decision.at, undone_on=decision.on)
    decision.results.all()._raw_delete(connection.alias)
    assert not Result.objects.filter(match=match).exists()


def test_seasons_are_closed_and_opened_with_what_was_taken_back(season: Season) -> None:
    match = to_play(season)[0]
    undo(void(match))
    before = bytes_of(season)
    for missing in ("forfeit", "void"):
        close_season(season=fresh(season), by=CONSOLE, missing=missing)
        must_be_sound(season)
        reopen_season(season=fresh(season), by=CONSOLE)
        assert bytes_of(season) == before
    must_be_taken_back_whole(season, lambda: void(match))


# --- what is recorded


def test_it_is_kept_who_took_it_back_and_when(season: Season) -> None:
    match, by = to_play(season)[0], member(season.competition.club, Role.SCORER)
    division, revision = match.division.revision, fresh(season).competition.club.revision
    decision = walkover(match, 1)
    undo(decision, by=by)
    decision.refresh_from_db()
    assert (decision.undone_by, decision.undone_on) == (by.user, decision.on)
    assert decision.undone_at and decision.undone_at > decision.at
    made, change = changes(season)[-2:]
    assert (change.action, change.by, change.why) == ("take_back", by.user, "")
    assert (change.before, change.after) == (made.after, None)
    assert now(match).division.revision == division + 2
    assert fresh(season).competition.club.revision != revision
    assert list(Decision.objects.active()) == []


# --- what is refused


def test_nothing_is_taken_back_twice(season: Season) -> None:
    match = to_play(season)[0]
    decision = void(match)
    undo(decision)
    assert refusal(undo, decision=decision) == [("", "taken-back")]
    void(match)
    assert refusal(undo, decision=decision) == [("", "taken-back")]
    assert now(match).status == "void"


def test_decisions_about_a_match_are_taken_back_from_the_last(season: Season) -> None:
    match = to_play(season)[0]
    first, second = walkover(match, 0), void(match)
    assert refusal(undo, decision=first) == [("", "later-result")]
    undo(second)
    assert counting(match).decision == first
    undo(first)
    must_be_sound(season)


@pytest.mark.parametrize("outcome", ["stand", "expunge"])
def test_match_does_not_open_again_for_somebody_who_has_left_since(season: Season, outcome: str) -> None:
    match = to_play(season)[0]
    first, second = match.seats.order_by("number").values_list("entry__player__key", flat=True)
    before = bytes_of(season)
    decision = void(match)
    withdrawals = [leave(player, season, outcome) for player in (first, second)]
    assert refusal(undo, decision=decision) == [("", "left-since")] * 2
    for withdrawal in reversed(withdrawals):
        undo(withdrawal)
    undo(decision)
    assert bytes_of(season) == before


def test_sheet_may_count_again_for_somebody_whose_results_stand(season: Season) -> None:
    """But not once none of theirs count."""
    match = to_play(season)[0]
    enter(match)
    player = match.seats.get(number=0).entry.player.key
    decision = void(match)
    withdrawal = leave(player, season, "stand")
    undo(decision)
    assert now(match).status == "played"
    must_be_sound(season)
    undo(withdrawal)
    decision = void(match)
    leave(player, season, "expunge")
    assert refusal(undo, decision=decision) == [("", "left-since")]


def test_decision_that_is_gone_with_its_season(season: Season) -> None:
    close_season(season=fresh(season), by=CONSOLE, missing="void")
    made = roll_over_season(season=fresh(season), by=CONSOLE)
    open_season(season=made, by=CONSOLE)
    match = to_play(made)[0]
    before = bytes_of(made)
    decision = void(match)
    assert refusal(undo_rollover, season=fresh(made), by=CONSOLE) == [("season", "has-results")]
    undo(decision)
    assert bytes_of(made) == before
    standing = punish("p001", made, score=3)
    undo_rollover(season=fresh(made), by=CONSOLE)
    assert not Decision.objects.exists() and not Season.objects.filter(pk=made.pk).exists()
    assert verified(season.competition.club) == []
    assert refusal(revoke_decision, decision=standing, by=CONSOLE) == [("season", "gone")]
    assert [change.action for change in changes(season)][-4:] == [
        *("decide_void", "take_back", "decide_penalty", "undo_roll_over")
    ]


def test_those_who_may_decide_may_take_it_back(season: Season) -> None:
    club = season.competition.club
    scorer, organiser, player = (member(club, role) for role in (Role.SCORER, Role.ORGANISER, Role.PLAYER))
    one, other = void(to_play(season)[0], by=organiser), punish("p001", season, score=1, by=organiser)
    for decision, by in ((one, player), (other, player), (other, scorer)):
        with pytest.raises(NotPermitted):
            undo(decision, by=by)
    undo(one, by=scorer)
    undo(other, by=organiser)
    assert list(Decision.objects.active()) == []


def test_reminders_go_out_for_what_is_to_be_played_after_all(season: Season) -> None:
    match = to_play(season)[0]
    Match.objects.filter(pk=match.pk).update(due_on="2999-01-10")
    Season.objects.filter(pk=season.pk).update(remind_days=3)
    decision = void(match)
    planned = Job.objects.filter(kind="remind-players")
    assert not planned.exists()
    undo(decision)
    assert [job.arguments["day"] for job in planned] == ["2999-01-10"]


# --- what it costs


def test_queries_are_as_many_for_one_match_as_for_many() -> None:
    costs: list[Any] = []
    for size in (6, 24):
        file = league_file([size], unplayed=size)
        file["club"]["slug"] = f"club-{size}"
        season = latest(make_club(file))
        for outcome in ("stand", "expunge"):
            with counted() as deciding:
                decision = leave("p001", season, outcome)
            with counted() as undoing:
                undo(decision)
            costs.append((deciding[0], undoing[0]))
    assert costs[:2] == costs[2:]
