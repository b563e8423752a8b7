"""Substitutes for the rest of a season, and what else happens in the club meanwhile."""

from __future__ import annotations

import json
from typing import Any

import pytest

from league.actions.decisions.substitution import plan, substitute_rest_of_season
from league.actions.rollover import roll_over_season, undo_rollover
from league.actions.schedule import make_schedule
from league.actions.season import open_season
from league.models import (
    Decision,
    Match,
    Player,
    Season,
)
from league.principals import CONSOLE
from league.queries.club import verify_club
from tests.actions.clubs import make_club
from tests.actions.decisions import (
    assert_revoking_restores,
    get_entry,
    get_match,
    record_void,
    revoke,
)
from tests.actions.seasons import (
    assert_club_is_sound,
    build_league_file,
    collect_problem_codes,
    count_statements,
    export_season_club,
    get_latest_season,
    reload_season,
)
from tests.actions.submissions import enter_result
from tests.actions.substitutions import (
    REASON,
    UNPLAYED_MATCHES,
    build_substitute_rest_arguments,
    get_player,
    list_seated_players,
    make_substitute_league,
    name_substitute,
    name_substitute_for_rest,
)
from tests.commands.console import import_document
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db


@scenario
def season() -> Season:
    return make_substitute_league()


# --- in all that is left


def test_a_substitute_for_the_rest_plays_wherever_they_do_not_play_themselves() -> None:
    season = make_substitute_league(4, newcomers="zoe")
    record_void(get_match("d1m5"))  # so that p002 is free in its round
    decision = assert_revoking_restores(season, lambda: name_substitute_for_rest("p001", "p002"))
    assert (decision.match, decision.detail) == (None, {"before": {"d1m6": "p001"}, "left_out": ["d1m4"]})
    assert list_seated_players(*UNPLAYED_MATCHES) == [["p001", "p002"], ["p002", "p004"], ["p003", "p001"]]
    name_substitute_for_rest("p001")
    assert list_seated_players(*UNPLAYED_MATCHES) == [["zoe", "p002"], ["p002", "p004"], ["p003", "zoe"]]
    assert_club_is_sound(season)
    again = assert_revoking_restores(season, lambda: name_substitute_for_rest("p001", "p001"))
    assert again.detail["before"] == {"d1m4": "zoe", "d1m6": "zoe"}


def test_nobody_plays_the_rest_at_two_tables_of_a_round() -> None:
    """It does not matter whether they sit there for themselves or for others, or whether it was played."""
    season = make_substitute_league(4, 4)
    name_substitute("d2m5", instead="zoe")
    assert Match.objects.get(key="d2m5").round == Match.objects.get(key="d1m6").round
    decision = assert_revoking_restores(season, lambda: name_substitute_for_rest("p001"))
    assert (decision.detail["before"], decision.detail["left_out"]) == ({"d1m4": "p001"}, ["d1m6"])
    enter_result(get_match("d2m5"))
    assert (
        assert_revoking_restores(season, lambda: name_substitute_for_rest("p001")).detail == decision.detail
    )
    shown = plan(get_entry("p001", season), get_player("zoe")).waiting
    assert [(waiting_match.match.key, waiting_match.engaged) for waiting_match in shown] == [
        ("d1m4", ""),
        ("d1m6", "other-table"),
    ]
    assert [waiting_match.engaged for waiting_match in plan(get_entry("p001", season)).waiting] == ["", ""]
    record_void(get_match("d2m5"))
    assert name_substitute_for_rest("p001").detail["left_out"] == []
    assert collect_problem_codes(
        substitute_rest_of_season, **build_substitute_rest_arguments("p002", "zoe")
    ) == [("instead", "seated-elsewhere")]
    name_substitute("d1m5", instead="zoe")  # in one match they may
    assert_club_is_sound(season)


def test_rounds_in_which_the_entry_itself_has_several_tables_are_no_evenings() -> None:
    """This is so where a file says nothing of rounds."""
    season = make_substitute_league(4, unplayed=6)
    Match.objects.filter(division__season=season).update(round=Match.objects.all()[0].round)
    assert name_substitute_for_rest("p001", "p002").detail["left_out"] == ["d1m4"]


def test_those_who_have_a_substitute_already_get_theirs_back(season: Season) -> None:
    name_substitute("d1m4", instead="abe")
    before = export_season_club(season)
    decision = name_substitute_for_rest("p001")
    assert decision.detail["before"] == {"d1m4": "abe", "d1m6": "p001"}
    assert collect_problem_codes(revoke, decision=Decision.objects.get(substitute__key="abe")) == [
        ("", "later-substitute")
    ]
    revoke(decision)
    assert export_season_club(season) == before
    assert list_seated_players("d1m4", "d1m6") == [["abe", "p002"], ["p003", "p001"]]


def test_a_substitute_for_the_rest_stays_once_one_of_the_matches_was_played(season: Season) -> None:
    decision = name_substitute_for_rest("p001")
    enter_result(get_match("d1m6"))
    record_void(get_match("d1m4"))
    assert collect_problem_codes(revoke, decision=decision) == [
        ("", "later-result"),
        ("", "played-since"),
    ]
    assert_club_is_sound(season)


def test_nothing_is_left_to_play_or_they_sit_there_already() -> None:
    make_substitute_league(4, unplayed=1)  # p003 - p001
    assert collect_problem_codes(substitute_rest_of_season, **build_substitute_rest_arguments("p002")) == [
        ("instead", "nothing-left")
    ]
    assert collect_problem_codes(
        substitute_rest_of_season, **build_substitute_rest_arguments("p001", "p001")
    ) == [("instead", "nothing-left")]
    assert collect_problem_codes(
        substitute_rest_of_season, **build_substitute_rest_arguments("p001", "p003")
    ) == [("instead", "seated-already")]


def test_the_queries_do_not_grow_with_the_matches_that_are_left() -> None:
    costs = []
    for size in (4, 16):
        file = build_league_file([size], unplayed=size * (size - 1) // 2, newcomers="zoe")
        file["club"]["slug"] = f"club-{size}"
        season = get_latest_season(make_club(file))
        entry, zoe = get_entry("p001", season), Player.objects.get(club=season.competition.club, key="zoe")
        with count_statements() as made:
            decision = substitute_rest_of_season(entry=entry, substitute=zoe, reason=REASON, by=CONSOLE)
        with count_statements() as taken_back:
            revoke(decision)
        costs.append((made, taken_back))
    assert costs[0] == costs[1]
    to_make, to_take_back = (sum(cost) for cost in costs[0])
    assert to_make <= 25
    assert to_take_back <= 30


# --- beside it


def test_a_new_schedule_would_undo_it_and_is_made_once_it_is_undone() -> None:
    season = make_substitute_league(4, unplayed=6)
    decision = name_substitute("d1m5")
    wanted: dict[str, Any] = {
        "season": season,
        "by": CONSOLE,
        "dates": None,
        "tables": None,
        "remind_days": 0,
    }
    assert collect_problem_codes(make_schedule, **wanted) == [("season", "has-decisions")]
    revoke(decision)
    make_schedule(**wanted)
    decision.refresh_from_db()
    assert decision.match is None
    assert_club_is_sound(season)


def test_a_rollover_is_undone_with_who_was_to_play_for_whom() -> None:
    before = make_substitute_league(4, unplayed=0)
    content = export_season_club(before)
    made = reload_season(roll_over_season(season=before, by=CONSOLE))
    open_season(season=made, by=CONSOLE)
    key = Match.objects.filter(division__season=made).order_by("pk").values_list("key", flat=True)[0]
    name_substitute(key)
    undo_rollover(season=reload_season(made), by=CONSOLE)
    assert export_season_club(before) == content
    assert not Decision.objects.exists()


def test_the_file_of_a_club_brings_who_is_to_play_for_whom_and_brings_it_once(season: Season) -> None:
    name_substitute("d1m5")
    content = export_season_club(season)
    again = import_document(content)
    assert (again["added"], again["changed"]) == ({}, {})
    assert list_seated_players("d1m5") == [["zoe", "p004"]]
    assert export_season_club(season) == content
    without = json.loads(content)
    matches = without["competitions"][0]["seasons"][0]["divisions"][0]["matches"]
    del next(match for match in matches if match["id"] == "d1m5")["sat"]
    import_document(without)
    assert list_seated_players("d1m5") == [["p002", "p004"]]
    import_document(content)
    assert list_seated_players("d1m5") == [["zoe", "p004"]]
    revoke(Decision.objects.get())
    assert list_seated_players("d1m5") == [["p002", "p004"]]
    assert verify_club(season.competition.club) == []
