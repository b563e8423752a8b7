"""What there is to do about the matches of a night, the most urgent first."""

from __future__ import annotations

import pytest

from league.actions.confirmation import dispute_result
from league.models import Submission
from league.queries.night import NightState, list_same_night, sort_by_state
from tests.actions.seasons import list_unplayed_matches, make_league
from tests.actions.submissions import enter_result, get_player_actor

pytestmark = pytest.mark.django_db


def test_what_waits_and_what_is_disputed_stand_apart_from_what_is_missing() -> None:
    season = make_league([4], unplayed=3, rules={"unconfirmed_results": "wait", "confirm_days": 3})
    disputed, waiting, missing = list_unplayed_matches(season)
    first = disputed.round
    for match in (waiting, missing):
        match.round = first
        match.save(update_fields=["round"])
    for match in (disputed, waiting):
        enter_result(match, by=get_player_actor(match))
    dispute_result(
        match=disputed,
        submission=Submission.objects.get(match=disputed).pk,
        why="I bid 14",
        by=get_player_actor(disputed, 1),
    )
    states = {row.match.key: row.state for row in sort_by_state(list_same_night(missing))}
    expected = {
        disputed.key: NightState.DISPUTED,
        waiting.key: NightState.WAITING,
        missing.key: NightState.MISSING,
    }
    assert {key: states[key] for key in expected} == expected
