"""What somebody had decided counts again, as a new version: it is that decision's, and goes with it."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import AnonymousUser

from league.actions.actor import CONSOLE
from league.models import Decision, Match, Season
from league.queries.club import verified
from league.queries.pages import decisions as pages
from league.queries.pages import match as match_pages
from tests.actions.clubs import OTHER_SHEET
from tests.actions.deciding import counting, leave, match_called, now, undo, void, walkover
from tests.actions.entering import enter, restore
from tests.actions.instead import league, sitting, sub
from tests.actions.seasons import bytes_of, fresh, make_league, must_be_sound, refusal, to_play
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db


@scenario
def season() -> Season:
    return make_league([4], unplayed=3)


def told(decision: Decision, match: Match) -> tuple[bool, list[int]]:
    """Whether the list of decisions says that it does not count; and those by which the match's page explains it."""
    viewer = AnonymousUser()
    listed = pages.page(fresh(decision.season), viewer=viewer, by=CONSOLE).lines
    found = match_pages.find("club", match.key, viewer=viewer)
    assert found
    shown = match_pages.page(found, viewer=viewer, by=CONSOLE, may_report=True, plays=False)
    [overtaken] = [line.overtaken for line in listed if line.number == decision.pk]
    return overtaken, [line.number for line in shown.decisions]


@pytest.mark.parametrize("what", ["walkover", "void"])
def test_decided_result_that_counts_again_is_taken_back_and_the_sheet_counts(
    season: Season, what: str
) -> None:
    match = to_play(season)[0]
    decision = walkover(match, 0) if what == "walkover" else void(match)
    entered = enter(match, base=1)
    assert told(decision, match) == (True, [])
    before = bytes_of(season)
    again = restore(match, 1, base=2)
    assert (again.decision, again.number, again.absent) == (decision, 3, [0] * (what == "walkover"))
    assert told(decision, match) == (False, [decision.pk])
    must_be_sound(season)
    undo(decision)
    assert (now(match).current, now(match).status, now(match).revision) == (entered, "played", 2)
    assert bytes_of(season) == before
    assert verified(season.competition.club) == []
    assert enter(match, OTHER_SHEET, base=2, why="A wrong hand").number == 3


def test_it_stays_that_decisions_however_often_it_counts_again(season: Season) -> None:
    match = to_play(season)[0]
    decision, other = walkover(match, 0), void(match)
    for number, base in ((1, 2), (2, 3), (3, 4)):
        restore(match, number, base=base)
    assert [result.decision for result in match.results.order_by("number")] == [
        *(decision, other, decision, other, decision)
    ]
    assert refusal(undo, decision=other) == [("", "later-result")]
    undo(decision)
    assert counting(match).number == 4
    undo(other)
    assert now(match).status == "scheduled"
    must_be_sound(season)


def test_forfeit_of_somebody_who_left_goes_with_their_withdrawal(season: Season) -> None:
    match = to_play(season)[0]
    decision = leave(match.seats.get(number=0).entry.player.key, season, "stand")
    late = enter(match, base=1)
    restore(match, 1, base=2)
    assert told(decision, match) == (False, [decision.pk])
    undo(decision)
    assert counting(match) == late
    must_be_sound(season)


def test_result_that_a_file_brought_in_is_nobodys_decision(season: Season) -> None:
    match = match_called("d1m1")
    enter(match, OTHER_SHEET, base=1)
    assert restore(match, 1, base=2).decision is None


def test_version_of_a_substitute_is_not_taken_back_with_them() -> None:
    """What was corrected since has them there too: nothing is left that could count without them."""
    season = league()
    decision = sub("d1m1")
    enter(match_called("d1m1"), OTHER_SHEET, base=2, why="A wrong hand")
    again = restore(match_called("d1m1"), 2, base=3)
    assert (again.decision, again.sat) == (None, ["zoe", "p004"])
    assert refusal(undo, decision=decision) == [("", "later-result")]
    assert sitting("d1m1") == [["zoe", "p004"]]
    assert json.loads(again.submission.content)["restores"] == 2
    must_be_sound(season)
