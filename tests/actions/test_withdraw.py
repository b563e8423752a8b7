"""Somebody leaves a season: both outcomes, what is previewed of them, and taking it back."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import settings

from league.actions.actor import CONSOLE, NotPermitted
from league.actions.rollover import roll_over_season
from league.actions.season import close_season, reopen_season
from league.actions.withdrawal import withdraw_entry
from league.models import Decision, Entry, Job, Match, Role, Season
from league.queries.club import verified
from league.queries.ending import running
from league.queries.withdrawing import OUTCOMES, withdrawing
from league.rules.movement import DivisionStandings
from tests.actions.clubs import OTHER_SHEET, make_club, member
from tests.actions.deciding import (
    counting,
    entry_of,
    leave,
    must_be_taken_back_whole,
    now,
    punish,
    undo,
    void,
    walkover,
)
from tests.actions.entering import enter
from tests.actions.seasons import (
    bytes_of,
    changes,
    counted,
    fresh,
    latest,
    league_file,
    lineup,
    make_league,
    must_be_sound,
    refusal,
    standings,
    to_play,
)
from tests.commands.console import imported, report
from tests.rules.clubs import put
from tests.rules.many import many
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db


@scenario
def season() -> Season:
    """Of four and three, who have two matches still to play in each division."""
    return make_league([4, 3], unplayed=2)


def statuses(player: str, season: Season) -> list[str]:
    found = Match.objects.filter(division__season=season, seats__entry__player__key=player)
    return list(found.order_by("round", "table").values_list("status", flat=True))


def division_of(player: str, season: Season) -> DivisionStandings:
    """As the standings are."""
    level = entry_of(player, season).division.level
    return next(one for one in running(fresh(season)) if one.level == level)


def keys(season: Season, size: int = 0) -> list[str]:
    """Everybody who is in it, by id."""
    return sorted(Entry.objects.filter(season=season).values_list("player__key", flat=True))


@scenario
def season_of_five() -> Season:
    return make_league([5], unplayed=10)


# --- what becomes of it


def test_results_stand_and_the_rest_is_forfeited(season: Season) -> None:
    waiting = to_play(season)[0]
    player = waiting.seats.get(number=1).entry.player.key
    before = statuses(player, season)
    assert sorted(before) == ["played", "played", "scheduled"]
    leave(player, season, "stand")
    assert entry_of(player, season).left
    assert statuses(player, season) == [("forfeit" if one == "scheduled" else one) for one in before]
    assert counting(waiting).absent == [1]
    seats = waiting.seats.order_by("number").values_list("outcome", "score", "deals", "absent")
    assert list(seats) == [("win", 0, 0, False), ("loss", -20, 4, True)]
    assert len(to_play(season)) == 3
    must_be_sound(season)


def test_none_of_the_results_counts(season: Season) -> None:
    player = to_play(season)[0].seats.get(number=1).entry.player.key
    leave(player, season, "expunge")
    assert entry_of(player, season).left
    assert set(statuses(player, season)) == {"void"}
    [own] = [row for row in division_of(player, season).ranked if row.row.player == player]
    assert (own.row.played, own.row.score, own.rank) == (0, 0, 4)
    must_be_sound(season)


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_taken_back_everything_is_as_it_was(season: Season, outcome: Any) -> None:
    table = standings(season)
    player = to_play(season)[0].seats.get(number=0).entry.player.key
    decision = must_be_taken_back_whole(season, lambda: leave(player, season, outcome))
    assert standings(season) == table
    assert not entry_of(player, season).left
    assert decision.results.count() == decision.detail["matches"] > 0


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_whoever_has_left_is_not_in_the_next_season(season: Season, outcome: Any) -> None:
    leave("p001", season, outcome)
    close_season(season=fresh(season), by=CONSOLE, missing="void")
    made = roll_over_season(season=fresh(season), by=CONSOLE)
    assert keys(made) == keys(season)[1:]
    assert lineup(season)[0][0] == "p001"
    must_be_sound(season)


def test_entry_with_nothing_to_play_can_leave_and_come_back(season: Season) -> None:
    """Pages are made anew though no result changes."""
    while matches := to_play(season):
        enter(matches[0], played_on=None)
    entry = entry_of("p001", season)
    revision, club = entry.division.revision, fresh(season).competition.club.revision
    before = bytes_of(season)
    decision = leave("p001", season, "stand")
    assert (decision.detail, decision.results.count()) == ({"outcome": "stand", "matches": 0}, 0)
    assert entry_of("p001", season).division.revision == revision + 1
    undo(decision)
    assert entry_of("p001", season).division.revision == revision + 2
    assert fresh(season).competition.club.revision != club
    assert bytes_of(season) == before


def test_void_matches_stay_and_forfeited_ones_count_as_what_they_were() -> None:
    season = make_league([4], unplayed=6)
    mine = [match for match in to_play(season) if match.seats.filter(entry__player__key="p001").exists()]
    lost, gone, waiting = mine
    seat = lost.seats.get(entry__player__key="p001").number
    first, second = walkover(lost, seat), void(gone)
    found = withdrawing(entry_of("p001", season))
    assert (found.played, found.matches, found.decided) == (0, 2, {"stand": 1, "expunge": 2})
    decision = must_be_taken_back_whole(season, lambda: leave("p001", season, "expunge"))
    decision = leave("p001", season, "expunge")
    assert counting(gone).decision == second
    assert (now(lost).revision, now(waiting).revision) == (2, 1)
    undo(decision)
    assert counting(lost).decision == first
    must_be_sound(season)


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_at_larger_tables(outcome: Any) -> None:
    imported(many({"id": "m8", "seats": ["ann", "bob", "cleo", "dev"], "round": 5, "table": 1}))
    season = latest("club")
    found = withdrawing(entry_of("bob", season))
    assert (found.played, found.matches, found.proposed) == (2, 4, "stand")
    assert found.decided == {"stand": 1, "expunge": 4}
    decision = must_be_taken_back_whole(season, lambda: leave("bob", season, outcome))
    assert decision.results.count() == found.decided[outcome]
    leave("bob", season, outcome)
    assert division_of("bob", season) == found.after[outcome]
    if outcome == "stand":
        seats = Match.objects.get(key="m8").seats.order_by("number")
        assert list(seats.values_list("outcome", "absent")) == [
            *(("draw", False), ("loss", True), ("draw", False), ("draw", False))
        ]


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_two_who_leave_come_back_from_the_last(outcome: Any) -> None:
    season = make_league([4], unplayed=6)
    before = bytes_of(season)
    first, second = leave("p001", season, outcome), leave("p002", season, "stand")
    assert refusal(undo, decision=first) == [("", "left-since")]
    undo(second)
    undo(first)
    assert bytes_of(season) == before


# --- what is previewed


def preview_must_be_true(season: Season, player: str, outcome: Any) -> None:
    found = withdrawing(entry_of(player, season))
    assert found.now == division_of(player, season)
    decision = leave(player, season, outcome, seen=found.digest(outcome))
    assert found.after[outcome] == division_of(player, season)
    level = entry_of(player, season).division.level
    kept = {row.row.player: (row.rank, row.decided_by or "", "") for row in found.after[outcome].ranked}
    assert kept == {key: row for key, row in standings(season).items() if key in kept}
    told = report("club/league")["divisions"][level - 1]["standings"]
    assert [row["player"] for row in told] == [row.row.player for row in found.after[outcome].ranked]
    assert decision.results.count() == found.decided[outcome] == decision.detail["matches"]
    assert verified(season.competition.club) == []


@pytest.mark.parametrize("seed", range(settings().max_examples // 12))
def test_preview_tells_the_truth_of_any_season(seed: int) -> None:
    """With forfeits, void matches, penalties and others who have left."""
    chance = Random(seed)
    ranking = chance.choice([["points", "head-to-head", "lot"], ["average", "zeros", "head-to-head", "lot"]])
    season = make_league([chance.randint(4, 6), 4], unplayed=5, lot=seed + 1, rules={"ranking": ranking})
    before = bytes_of(season)
    made = []
    for match in chance.sample(to_play(season), 3):
        made.append(chance.choice([lambda m=match: walkover(m, 0), lambda m=match: void(m)])())
    players = chance.sample(keys(season), 3)
    made.append(punish(players[0], season, score=chance.randint(1, 9)))
    for player in players:
        preview_must_be_true(season, player, chance.choice(OUTCOMES))
    for decision in reversed([*made, *Decision.objects.filter(kind="withdrawal").order_by("pk")]):
        undo(decision)
    assert bytes_of(season) == before


@pytest.mark.parametrize(
    ("played", "proposed"), [(0, "expunge"), (1, "expunge"), (2, "stand"), (3, "stand"), (4, "stand")]
)
def test_results_are_to_stand_once_half_of_the_matches_were_played(
    season_of_five: Season, played: int, proposed: str
) -> None:
    season = season_of_five
    mine = [match for match in to_play(season) if match.seats.filter(entry__player__key="p001").exists()]
    for match in mine[:played]:
        enter(match)
    found = withdrawing(entry_of("p001", season))
    assert (found.played, found.matches, found.proposed) == (played, 4, proposed)
    assert found.decided == {"stand": 4 - played, "expunge": 4}


def test_forfeit_is_not_played_and_a_void_match_is_none(season_of_five: Season) -> None:
    season = season_of_five
    mine = [match for match in to_play(season) if match.seats.filter(entry__player__key="p001").exists()]
    enter(mine[0])
    walkover(mine[1], 0)
    found = withdrawing(entry_of("p001", season))
    assert (found.played, found.matches, found.proposed) == (1, 4, "expunge")
    for match in mine[2:]:
        void(match)
    found = withdrawing(entry_of("p001", season))
    assert (found.played, found.matches, found.proposed) == (1, 2, "stand")


def test_digest_is_another_where_the_tables_are(season: Season) -> None:
    first = withdrawing(entry_of("p001", season))
    assert withdrawing(entry_of("p001", season)).digest("stand") == first.digest("stand")
    assert first.digest("stand") != first.digest("expunge")
    enter(to_play(season)[0], OTHER_SHEET)
    again = withdrawing(entry_of("p001", season))
    assert first.digest("stand") != again.digest("stand")


# --- what is recorded


def test_it_is_recorded(season: Season) -> None:
    by = member(season.competition.club, Role.ORGANISER)
    decision = leave("p001", season, "expunge", by=by)
    player = entry_of("p001", season).player
    assert (decision.kind, decision.player, decision.match) == ("withdrawal", player, None)
    assert decision.detail == {"outcome": "expunge", "matches": 3}
    change = changes(season)[-1]
    assert (change.action, change.by, change.why) == ("decide_withdrawal", by.user, "Has moved away")
    assert change.after and (change.after["player"], change.after["detail"]) == ("p001", decision.detail)
    job = Job.objects.filter(kind="refresh-statistics").latest("pk")
    assert len(job.arguments["players"]) == 4  # all who met in these matches


# --- what is refused


def test_nobody_leaves_twice(season: Season) -> None:
    leave("p001", season, "stand")
    assert refusal(leave, player="p001", season=season, outcome="expunge") == [("", "left-already")]
    assert withdrawing(entry_of("p001", season)).decided["stand"] == 0


def test_only_the_two_outcomes(season: Season) -> None:
    assert refusal(leave, player="p001", season=season, outcome="") == [("outcome", "choice")]


@pytest.mark.parametrize(("reason", "code"), [("", "reason-missing"), ("x" * 201, "too-long")])
def test_reason_is_needed(season: Season, reason: str, code: str) -> None:
    found = refusal(leave, player="p001", season=season, outcome="stand", reason=reason)
    assert found == [("reason", code)]


def test_other_tables_than_were_looked_at(season: Season) -> None:
    seen = withdrawing(entry_of("p001", season)).digest("stand")
    enter(to_play(season)[0])
    found = refusal(leave, player="p001", season=season, outcome="stand", seen=seen)
    assert found == [("", "changed-meanwhile")]
    leave("p001", season, "stand", seen=withdrawing(entry_of("p001", season)).digest("stand"))


@pytest.mark.parametrize(("state", "code"), [("draft", "season-not-open"), ("closed", "season-closed")])
def test_only_in_an_open_season(state: str, code: str) -> None:
    season = make_league([4], state=state, lot=0 if state == "draft" else 7)
    assert refusal(leave, player="p001", season=season, outcome="stand") == [("", code)]


def test_entry_that_is_gone(season: Season) -> None:
    entry = entry_of("p001", season)
    entry.pk = 0
    found = refusal(withdraw_entry, entry=entry, outcome="stand", reason="Ill", by=CONSOLE)
    assert found == [("", "no-entry")]


def test_committee_decides(season: Season) -> None:
    for role in (Role.PLAYER, Role.SCORER):
        with pytest.raises(NotPermitted):
            leave("p001", season, "stand", by=member(season.competition.club, role))
    assert not entry_of("p001", season).left


def test_not_taken_back_while_the_season_is_closed(season: Season) -> None:
    decision = leave("p001", season, "stand")
    before = bytes_of(season)
    close_season(season=fresh(season), by=CONSOLE, missing="forfeit")
    assert refusal(undo, decision=decision) == [("", "season-closed")]
    reopen_season(season=fresh(season), by=CONSOLE)
    assert bytes_of(season) == before
    undo(decision)
    must_be_sound(season)


def test_file_may_say_that_somebody_has_left_and_their_matches_stay_until_decided() -> None:
    file = league_file([4], unplayed=3)
    season = latest(make_club(put(file, "competitions.0.seasons.0.divisions.0.entries.0.left", True)))
    assert "scheduled" in statuses("p001", season)
    assert refusal(leave, player="p001", season=season, outcome="stand") == [("", "left-already")]


# --- what it costs


def test_preview_takes_3_queries_at_any_size(django_assert_num_queries: Any) -> None:
    for size in (4, 20):
        file = league_file([size, 4], unplayed=3)
        file["club"]["slug"] = f"club-{size}"
        entry = entry_of("p001", latest(make_club(file)))
        with django_assert_num_queries(3):
            withdrawing(entry)
        with counted() as cost:
            leave("p001", entry.season, "expunge")
        assert cost[0] <= 45
