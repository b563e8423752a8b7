"""The committee takes points or score away: what follows from it, and giving it back."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest

from league.actions.actor import CONSOLE, NotPermitted
from league.actions.penalty import penalise_entry
from league.actions.season import close_season, reopen_season
from league.actions.taking_back import find_blockers
from league.models import Decision, Entry, Role, Season
from league.queries.club import exported, verified
from tests.actions.clubs import make_club, member
from tests.actions.deciding import entry_of, leave, must_be_taken_back_whole, on, punish, undo
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
    standings,
)
from tests.commands.console import imported, report, run
from tests.rules.clubs import put
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db
BY_POINTS = {"ranking": ["points", "average", "lot"]}
ENTRY = "competitions.0.seasons.0.divisions.0.entries.0"
OF_A_FILE = {"points": 0, "score": 1, "reason": "Late"}


@scenario
def season() -> Season:
    return make_league([4], rules=BY_POINTS)


def row(player: str, season: Season) -> tuple[int, int, int]:
    """Points, score and deals."""
    standing = entry_of(player, season).standing
    return standing.points, standing.score, standing.deals


def in_the_file(player: str, season: Season) -> Any:
    entries = json.loads(bytes_of(season))["competitions"][0]["seasons"][0]["divisions"][0]["entries"]
    return next(entry.get("penalties") for entry in entries if entry["player"] == player)


def test_it_is_taken_from_the_points_and_from_the_score(season: Season) -> None:
    points, score, deals = row("p001", season)
    revision = entry_of("p001", season).division.revision
    punish("p001", season, points=2, score=3)
    assert row("p001", season) == (points - 2, score - 3, deals)
    assert entry_of("p001", season).division.revision == revision + 1
    [told] = [one for one in report("club/league")["divisions"][0]["standings"] if one["player"] == "p001"]
    assert told["average"] == f"{(score - 3) / deals:.4f}"
    assert in_the_file("p001", season) == [{"points": 2, "score": 3, "reason": "Looked at the cards"}]
    assert "Looked at the cards" in run("explain", "club/league", "p001").out
    must_be_sound(season)


def test_whoever_leads_by_less_is_first_no_more(season: Season) -> None:
    first = min(standings(season), key=lambda player: standings(season)[player])
    must_be_taken_back_whole(season, lambda: punish(first, season, points=100_000))
    punish(first, season, points=100_000)
    assert standings(season)[first][0] == 4


def test_each_is_given_back_by_itself(season: Season) -> None:
    before = bytes_of(season)
    first, second, third = (punish("p001", season, score=2, reason=why) for why in ("One", "Two", "One"))
    undo(second)
    assert [one["reason"] for one in in_the_file("p001", season)] == ["One", "One"]
    undo(first)
    assert [one["decision"] for one in entry_of("p001", season).penalties] == [third.pk]
    undo(third)
    assert bytes_of(season) == before
    assert verified(season.competition.club) == []


def test_those_of_a_file_stay_before_it() -> None:
    file = put(league_file([4]), f"{ENTRY}.penalties", [OF_A_FILE])
    season = latest(make_club(file))
    must_be_taken_back_whole(season, lambda: punish("p001", season, score=1, reason="Late"))
    assert entry_of("p001", season).penalties == [OF_A_FILE]


def test_whoever_has_left_can_be_punished_and_closing_keeps_it(season: Season) -> None:
    leave("p001", season, "stand")
    decision = punish("p001", season, score=5)
    before = bytes_of(season)
    close_season(season=fresh(season), by=CONSOLE)
    must_be_sound(season)
    assert refusal(undo, decision=decision) == [("", "season-closed")]
    reopen_season(season=fresh(season), by=CONSOLE)
    assert bytes_of(season) == before
    undo(decision)


def test_it_is_recorded(season: Season) -> None:
    by = member(season.competition.club, Role.ORGANISER)
    decision = punish("p001", season, points=1, score=4, by=by)
    entry = entry_of("p001", season)
    assert (decision.kind, decision.player, decision.reason) == (
        *("penalty", entry.player),
        "Looked at the cards",
    )
    assert (decision.detail, decision.by) == ({"points": 1, "score": 4}, by.user)
    assert entry.penalties == [{**decision.detail, "reason": decision.reason, "decision": decision.pk}]
    change = changes(season)[-1]
    assert (change.action, change.by, change.why) == ("decide_penalty", by.user, decision.reason)
    assert change.after and change.after["detail"] == {"points": 1, "score": 4}


# --- beside files


def test_file_that_names_it_keeps_it_and_it_can_be_given_back(season: Season) -> None:
    before = bytes_of(season)
    decision = punish("p001", season, score=4)
    file = json.loads(bytes_of(season))
    assert imported(file)["changed"] == {}
    imported(put(file, f"{ENTRY}.seed", 9), "--recompute")
    assert [set(one) for one in entry_of("p001", season).penalties] == [{"points", "score", "reason"}]
    imported(put(file, f"{ENTRY}.seed", 1), "--recompute")
    undo(decision)
    assert bytes_of(season) == before
    assert verified(season.competition.club) == []


def test_file_that_has_another_one_in_its_place_leaves_nothing_to_give_back(season: Season) -> None:
    with on(2):
        decision = punish("p001", season, score=4)
        file = json.loads(bytes_of(season))
        imported(put(file, f"{ENTRY}.penalties", [OF_A_FILE]), "--recompute")
    before, club = bytes_of(season), season.competition.club
    days = [exported(club, as_of=date(2026, 3, day)) for day in (1, 2, 3)]
    assert find_blockers(decision) == []
    with on(4):
        undo(decision)
    assert not Decision.objects.active().exists()
    assert bytes_of(season) == before
    assert [exported(club, as_of=date(2026, 3, day)) for day in (1, 2, 3)] == days
    assert entry_of("p001", season).penalties == [OF_A_FILE]
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
    found = refusal(punish, player="p001", season=season, **taken)
    assert found == wrong


def test_no_points_where_nobody_is_ranked_by_them() -> None:
    season = make_league([4])
    assert refusal(punish, player="p001", season=season, points=1, score=1) == [("points", "no-points")]
    punish("p001", season, score=1)


def test_no_more_than_a_file_may_hold(season: Season) -> None:
    Entry.objects.filter(player__key="p001").update(penalties=[OF_A_FILE] * 99)
    punish("p001", season, score=1)
    assert refusal(punish, player="p001", season=season, score=1) == [("", "too-many-penalties")]
    assert imported(bytes_of(season), "--recompute")["changed"] == {}


@pytest.mark.parametrize(("state", "code"), [("draft", "season-not-open"), ("closed", "season-closed")])
def test_only_in_an_open_season(state: str, code: str) -> None:
    season = make_league([4], state=state, lot=0 if state == "draft" else 7)
    assert refusal(punish, player="p001", season=season, score=1) == [("", code)]


def test_entry_that_is_gone(season: Season) -> None:
    entry = entry_of("p001", season)
    entry.pk = 0
    found = refusal(penalise_entry, entry=entry, points=0, score=1, reason="Late", by=CONSOLE)
    assert found == [("", "no-entry")]


def test_committee_decides(season: Season) -> None:
    for role in (Role.PLAYER, Role.SCORER):
        with pytest.raises(NotPermitted):
            punish("p001", season, score=1, by=member(season.competition.club, role))
    assert entry_of("p001", season).penalties == []


# --- what it costs


def test_queries_are_as_many_at_any_size() -> None:
    costs = []
    for size in (4, 16):
        file = league_file([size, 4])
        file["club"]["slug"] = f"club-{size}"
        season = latest(make_club(file))
        with counted() as giving:
            decision = punish("p001", season, score=100)
        with counted() as taking:
            undo(decision)
        costs.append((giving[0], taking[0]))
    assert costs[0] == costs[1]
    assert max(costs[0]) <= 30
