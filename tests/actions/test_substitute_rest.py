"""Somebody plays all that is left for somebody else; and what else goes on in the club meanwhile."""

from __future__ import annotations

import json
from typing import Any

import pytest

from league.actions.actor import CONSOLE
from league.actions.rollover import roll_over_season, undo_rollover
from league.actions.schedule import make_schedule
from league.actions.season import open_season
from league.actions.substitute import substitute_rest_of_season
from league.models import (
    Decision,
    Match,
    Player,
    Season,
)
from league.queries.club import verified
from league.queries.substitute import waiting
from tests.actions.clubs import make_club
from tests.actions.deciding import entry_of, match_called, must_be_taken_back_whole, undo, void
from tests.actions.entering import enter
from tests.actions.instead import (
    TO_PLAY,
    WHY,
    league,
    player,
    rest,
    rest_asked,
    sitting,
    sub,
)
from tests.actions.seasons import (
    bytes_of,
    counted,
    fresh,
    latest,
    league_file,
    must_be_sound,
    refusal,
)
from tests.commands.console import imported
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db


@scenario
def season() -> Season:
    return league()


# --- in all that is left


def test_a_substitute_for_the_rest_plays_wherever_they_do_not_play_themselves() -> None:
    season = league(4, newcomers="zoe")
    void(match_called("d1m5"))  # so that p002 is free in its round
    decision = must_be_taken_back_whole(season, lambda: rest("p001", "p002"))
    assert (decision.match, decision.detail) == (None, {"before": {"d1m6": "p001"}, "left_out": ["d1m4"]})
    assert sitting(*TO_PLAY) == [["p001", "p002"], ["p002", "p004"], ["p003", "p001"]]
    rest("p001")
    assert sitting(*TO_PLAY) == [["zoe", "p002"], ["p002", "p004"], ["p003", "zoe"]]
    must_be_sound(season)
    again = must_be_taken_back_whole(season, lambda: rest("p001", "p001"))
    assert again.detail["before"] == {"d1m4": "zoe", "d1m6": "zoe"}


def test_nobody_plays_the_rest_at_two_tables_of_a_round() -> None:
    """Wherever they sit there, for themselves or for others, and whether that was played."""
    season = league(4, 4)
    sub("d2m5", instead="zoe")
    assert Match.objects.get(key="d2m5").round == Match.objects.get(key="d1m6").round
    decision = must_be_taken_back_whole(season, lambda: rest("p001"))
    assert (decision.detail["before"], decision.detail["left_out"]) == ({"d1m4": "p001"}, ["d1m6"])
    enter(match_called("d2m5"))
    assert must_be_taken_back_whole(season, lambda: rest("p001")).detail == decision.detail
    shown = waiting(entry_of("p001", season), player("zoe"))
    assert [(one.match.key, one.engaged) for one in shown] == [("d1m4", ""), ("d1m6", "other-table")]
    assert [one.engaged for one in waiting(entry_of("p001", season))] == ["", ""]
    void(match_called("d2m5"))
    assert rest("p001").detail["left_out"] == []
    assert refusal(substitute_rest_of_season, **rest_asked("p002", "zoe")) == [
        ("instead", "seated-elsewhere")
    ]
    sub("d1m5", instead="zoe")  # in one match they may
    must_be_sound(season)


def test_rounds_in_which_the_entry_itself_has_several_tables_are_no_evenings() -> None:
    """As where a file says nothing of rounds."""
    season = league(4, unplayed=6)
    Match.objects.filter(division__season=season).update(round=1)
    assert rest("p001", "p002").detail["left_out"] == ["d1m4"]


def test_those_who_have_a_substitute_already_get_theirs_back(season: Season) -> None:
    sub("d1m4", instead="abe")
    before = bytes_of(season)
    decision = rest("p001")
    assert decision.detail["before"] == {"d1m4": "abe", "d1m6": "p001"}
    assert refusal(undo, decision=Decision.objects.get(instead__key="abe")) == [("", "later-substitute")]
    undo(decision)
    assert bytes_of(season) == before
    assert sitting("d1m4", "d1m6") == [["abe", "p002"], ["p003", "p001"]]


def test_a_substitute_for_the_rest_stays_once_one_of_the_matches_was_played(season: Season) -> None:
    decision = rest("p001")
    enter(match_called("d1m6"))
    void(match_called("d1m4"))
    assert refusal(undo, decision=decision) == [("", "later-result"), ("", "played-since")]
    must_be_sound(season)


def test_nothing_is_left_to_play_or_they_sit_there_already() -> None:
    league(4, unplayed=1)  # p003 - p001
    assert refusal(substitute_rest_of_season, **rest_asked("p002")) == [("instead", "nothing-left")]
    assert refusal(substitute_rest_of_season, **rest_asked("p001", "p001")) == [("instead", "nothing-left")]
    assert refusal(substitute_rest_of_season, **rest_asked("p001", "p003")) == [("instead", "seated-already")]


def test_the_queries_do_not_grow_with_the_matches_that_are_left() -> None:
    costs = []
    for size in (4, 16):
        file = league_file([size], unplayed=size * (size - 1) // 2, newcomers="zoe")
        file["club"]["slug"] = f"club-{size}"
        season = latest(make_club(file))
        entry, zoe = entry_of("p001", season), Player.objects.get(club=season.competition.club, key="zoe")
        with counted() as made:
            decision = substitute_rest_of_season(entry=entry, substitute=zoe, reason=WHY, by=CONSOLE)
        with counted() as taken_back:
            undo(decision)
        costs.append((made, taken_back))
    assert costs[0] == costs[1]
    to_make, to_take_back = (sum(cost) for cost in costs[0])
    assert to_make <= 25
    assert to_take_back <= 30


# --- beside it


def test_a_new_schedule_would_undo_it_and_is_made_once_it_is_taken_back() -> None:
    season = league(4, unplayed=6)
    decision = sub("d1m5")
    wanted: dict[str, Any] = {
        "season": season,
        "by": CONSOLE,
        "dates": None,
        "tables": None,
        "remind_days": 0,
    }
    assert refusal(make_schedule, **wanted) == [("season", "has-decisions")]
    undo(decision)
    make_schedule(**wanted)
    decision.refresh_from_db()
    assert decision.match is None
    must_be_sound(season)


def test_a_rollover_is_taken_back_with_who_was_to_play_for_whom() -> None:
    before = league(4, unplayed=0)
    content = bytes_of(before)
    made = fresh(roll_over_season(season=before, by=CONSOLE))
    open_season(season=made, by=CONSOLE)
    key = Match.objects.filter(division__season=made).order_by("pk").values_list("key", flat=True)[0]
    sub(key)
    undo_rollover(season=fresh(made), by=CONSOLE)
    assert bytes_of(before) == content
    assert not Decision.objects.exists()


def test_the_file_of_a_club_brings_who_is_to_play_for_whom_and_brings_it_once(season: Season) -> None:
    sub("d1m5")
    content = bytes_of(season)
    again = imported(content)
    assert (again["added"], again["changed"]) == ({}, {})
    assert sitting("d1m5") == [["zoe", "p004"]]
    assert bytes_of(season) == content
    without = json.loads(content)
    matches = without["competitions"][0]["seasons"][0]["divisions"][0]["matches"]
    del next(one for one in matches if one["id"] == "d1m5")["sat"]
    imported(without)
    assert sitting("d1m5") == [["p002", "p004"]]
    assert refusal(undo, decision=Decision.objects.get()) == [("", "later-substitute")]
    imported(content)
    undo(Decision.objects.get())
    assert sitting("d1m5") == [["p002", "p004"]]
    assert verified(season.competition.club) == []
