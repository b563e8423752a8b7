"""What comes in for a match after somebody of it has left the season, and what becomes of that when they come back."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from league.actions.actor import CONSOLE
from league.actions.errors import ActionError
from league.actions.forfeit import forfeit_match, void_match
from league.models import Entry, Match, Player, Season, Submission
from league.queries.club import verified
from tests.actions.clubs import PRINTED_SHEET, make_club
from tests.actions.deciding import (
    counting,
    entry_of,
    leave,
    match_called,
    now,
    punish,
    undo,
    void,
    walkover,
)
from tests.actions.entering import enter, restore
from tests.actions.seasons import bytes_of, latest, league_file, make_league, must_be_sound, refusal, to_play
from tests.commands.console import imported
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db


@scenario
def season() -> Season:
    return make_league([4], unplayed=3)


def matches_of(player: str, season: Season) -> list[Match]:
    found = Match.objects.filter(division__season=season, seats__entry__player__key=player)
    return [now(match) for match in found.order_by("round", "table")]


def refused(send: Callable[[], Any]) -> list[tuple[str, str]]:
    """Nothing counts by it: what was sent in is kept, and nothing else."""
    before = bytes_of(latest("club"))
    with pytest.raises(ActionError) as said:
        send()
    assert bytes_of(latest("club")) == before
    return [(problem.path, problem.code) for problem in said.value.problems]


def in_file(file: Any, key: str) -> Any:
    matches = file["competitions"][0]["seasons"][0]["divisions"][0]["matches"]
    return next(one for one in matches if one["id"] == key)


# --- none of their matches counts


def test_nothing_counts_for_somebody_for_whom_nothing_is_to_count(season: Season) -> None:
    played, _played, waiting = matches_of("p001", season)
    gone = void(waiting)  # before: it stays void
    before = bytes_of(season)
    decision = leave("p001", season, "expunge")
    assert now(played).revision == 2 and now(waiting).revision == 1
    for match in (played, waiting):
        base = now(match).revision
        sent: dict[str, Any] = {"match": now(match), "reason": "Ill", "by": CONSOLE, "base": base}
        assert refused(partial(enter, match, base=base)) == [("", "expunged")]
        assert refusal(forfeit_match, absent=[0], **sent) == [("", "expunged")]
        assert refusal(void_match, **sent) == [("", "expunged")]
    assert refused(lambda: restore(played, 1, base=2)) == [("", "expunged")]
    kept = Submission.objects.latest("pk")
    assert (kept.verdict, json.loads(kept.problems)[0]["code"]) == ("refused", "expunged")
    assert verified(season.competition.club) == []
    undo(decision)
    assert bytes_of(season) == before
    undo(gone)
    walkover(waiting, 0)
    must_be_sound(season)


def test_others_play_on(season: Season) -> None:
    leave("p001", season, "expunge")
    [match] = to_play(season)
    enter(match)
    void(match)
    restore(match, 1, base=2)
    assert now(match).status == "played"
    must_be_sound(season)


def test_whoever_had_left_by_a_file_may_still_have_results() -> None:
    file = league_file([4], unplayed=3)
    file["competitions"][0]["seasons"][0]["divisions"][0]["entries"][0]["left"] = True
    season = latest(make_club(file))
    waiting = matches_of("p001", season)[-1]
    enter(waiting)
    assert now(waiting).status == "played"


def test_what_a_file_brings_stays_when_they_come_back(season: Season) -> None:
    """A club file says what counts; nothing else gives such a match a result before they are back."""
    key = matches_of("p001", season)[0].key
    decision = leave("p001", season, "expunge")
    file = json.loads(bytes_of(season))
    in_file(file, key).update(status="played", played_on="2026-01-20", sheet=PRINTED_SHEET, revision=3)
    imported(file, "--recompute")
    assert refused(lambda: enter(match_called(key), base=3)) == [("", "expunged")]
    undo(decision)
    assert [match.status for match in matches_of("p001", season)] == ["played", "scheduled", "scheduled"]
    assert now(match_called(key)).revision == 3
    must_be_sound(season)
    enter(match_called(key), base=3)


# --- their results stand


def test_late_result_counts_and_stays_when_they_come_back(season: Season) -> None:
    others = make_league_of_five()
    first, second, *_more = waiting = [one for one in matches_of("p001", others) if one.status == "scheduled"]
    decision = leave("p001", others, "stand")
    result = enter(first, base=1)
    decided = void(second)
    assert now(first).status == "played"
    must_be_sound(others)
    undo(decision)
    assert (counting(first), counting(second).decision) == (result, decided)
    assert {now(match).status for match in waiting[2:]} == {"scheduled"}
    assert not entry_of("p001", others).left
    must_be_sound(others)
    enter(first, base=2)
    undo(decided)
    assert now(second).status == "scheduled"
    must_be_sound(others)
    with pytest.raises(ActionError):  # that they had stayed away is no version any more
        restore(first, 1, base=3)


def make_league_of_five() -> Season:
    file = league_file([5], unplayed=10)
    file["club"]["slug"] = "five"
    return latest(make_club(file))


@pytest.mark.parametrize("last", ["stand", "expunge"])
def test_two_who_left_come_back_in_any_order(last: str) -> None:
    """The match of the two against each other is the first one's forfeit, and may be void by the second."""
    for order in ((0, 1), (1, 0)):
        season = make_league_of_five() if order == (0, 1) else latest("five")
        before = bytes_of(season)
        both = [leave("p001", season, "stand"), leave("p002", season, last)]
        if last == "stand" and order == (0, 1):
            assert refusal(undo, decision=both[0]) == [("", "left-since")]
            order = (1, 0)
        for number in order:
            undo(both[number])
        assert bytes_of(season) == before


# --- whose entry is gone


@pytest.mark.parametrize("decide", [leave, lambda player, season: punish(player, season, score=1)])
def test_entry_that_is_gone_is_said_and_nothing_breaks(season: Season, decide: Callable[..., Any]) -> None:
    decision = decide("p001", season)
    other = Player.objects.create(club=season.competition.club, key="zoe", name="Zoe")
    Entry.objects.filter(player__key="p001").update(player=other)
    assert refusal(undo, decision=decision) == [("", "no-entry")]
