"""Restoring an earlier version as a new one: what is recorded, and what is refused."""

from __future__ import annotations

import json
from datetime import date
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest

from league.actions.errors import ActionError, EditConflict
from league.models import Club, Event, Job, Match, Player, Result, Role, Season, Seat, Submission
from league.queries.club import verify_club
from tests.actions.clubs import (
    OTHER_SHEET,
    PRINTED_SHEET,
    build_club_file,
    build_random_sheet,
    list_matches,
    make_club,
    make_member,
)
from tests.actions.submissions import enter_result, fetch_result_rows, find_changed_models, restore_version
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db


def make_corrected_match(club: Club) -> Match:
    """Make a match with two versions."""
    match = list_matches(club)[0]
    enter_result(match, played_on=date(2026, 1, 6))
    enter_result(match, OTHER_SHEET, base=1, played_on=date(2026, 1, 7))
    return match


def collect_problem_codes(match: Match, number: int, **more: Any) -> list[tuple[str, str]]:
    before = fetch_result_rows()
    with pytest.raises(ActionError) as refused:
        restore_version(match, number, **{"base": Match.objects.get(pk=match.pk).revision, **more})
    assert find_changed_models(before) == {"Submission"}
    return [(problem.path, problem.code) for problem in refused.value.problems]


@scenario
def match() -> Match:
    return make_corrected_match(make_club())


def test_earlier_version_counts_again_with_all_that_follows_from_it() -> None:
    club = make_club()
    match, by = make_corrected_match(club), make_member(club, Role.SCORER)
    revision = Match.objects.get(pk=match.pk).division.revision
    result = restore_version(match, 1, base=2, by=by, why="It was right")

    assert (result.number, result.status, result.played_on) == (3, "played", date(2026, 1, 6))
    assert result.sheet == PRINTED_SHEET
    match.refresh_from_db()
    assert (match.status, match.revision, match.current) == ("played", 3, result)
    assert list(match.seats.order_by("number").values_list("outcome", "score")) == [("win", -3), ("loss", -3)]
    assert match.division.revision == revision + 1
    submission = Submission.objects.latest("pk")
    assert json.loads(submission.content) == {"restores": 1, "why": "It was right"}
    change = Event.objects.latest("pk")
    assert (change.action, change.by, change.why) == ("restore_result", by.user, "It was right")
    assert change.before == {"status": "played", "revision": 2, "scores": [10, 10]}
    assert change.after == {"status": "played", "revision": 3, "scores": [-3, -3]}
    job = Job.objects.filter(kind="refresh-statistics").latest("pk")
    assert set(job.arguments["players"]) == set(match.seats.values_list("player", flat=True))
    assert Result.objects.filter(match=match).count() == 3
    assert verify_club(club) == []


@pytest.mark.parametrize(
    ("was", "scores", "absent"),
    [
        ({"status": "forfeit"}, [-20, 0], [0]),
        ({"status": "void"}, [0, 0], []),
        ({"status": "played", "played_on": "2026-01-06", "sheet": PRINTED_SHEET}, [-3, -3], []),
    ],
    ids=["forfeit", "void", "played"],
)
def test_whatever_the_earlier_one_was(was: dict[str, Any], scores: list[int], absent: list[int]) -> None:
    file = build_club_file()
    match = file["competitions"][0]["seasons"][0]["divisions"][0]["matches"][0]
    match |= was
    if absent:
        match["absent"] = [match["seats"][0]]
    club = make_club(file)
    imported = Match.objects.get(key=match["id"])
    enter_result(imported, OTHER_SHEET, base=1)
    result = restore_version(imported, 1, base=2)
    imported.refresh_from_db()
    assert (imported.status, result.status, result.absent) == (was["status"], was["status"], absent)
    seats = Seat.objects.filter(match=imported).order_by("number")
    assert [seat.score for seat in seats] == scores
    assert [seat.number for seat in seats if seat.absent] == absent
    assert verify_club(club) == []


def test_undoing_can_be_undone(match: Match) -> None:
    restore_version(match, 1, base=2)
    assert restore_version(match, 2, base=3).sheet == OTHER_SHEET
    assert Match.objects.get(pk=match.pk).revision == 4


def test_same_key_again_is_the_same_result(match: Match) -> None:
    key = uuid4()
    first = restore_version(match, 1, base=2, key=key)
    before = fetch_result_rows()
    assert restore_version(match, 1, base=2, key=key) == first
    assert find_changed_models(before) == set()


def test_older_base_is_overtaken_and_nothing_counts_again(match: Match) -> None:
    enter_result(match, build_random_sheet(1), base=2)
    before = fetch_result_rows()
    with pytest.raises(EditConflict) as overtaken:
        restore_version(match, 1, base=2)
    assert overtaken.value.newer.number == 3
    assert find_changed_models(before) == {"Submission"}


def test_failure_in_the_middle_leaves_nothing(match: Match) -> None:
    key = uuid4()
    before = fetch_result_rows()
    for step in (
        "league.actions.standings.save_standings",
        "league.actions.result_revisions.log_event",
    ):
        with patch(step, side_effect=OSError("disk full")), pytest.raises(OSError, match="disk full"):
            restore_version(match, 1, base=2, key=key)
    assert find_changed_models(before) == set()
    assert restore_version(match, 1, base=2, key=key).number == 3


# --- what is refused


@pytest.mark.parametrize("number", [0, 3, 7, -1, 10**30])
def test_version_that_was_never_there_is_refused(match: Match, number: int) -> None:
    assert collect_problem_codes(match, number) == [("number", "no-revision")]


def test_version_that_counts_already_is_refused(match: Match) -> None:
    assert collect_problem_codes(match, 2) == [("number", "counts-already")]


@pytest.mark.parametrize("who", ["player", "entry"])
def test_version_in_which_other_people_sat_there_is_refused(who: str) -> None:
    club = make_club()
    match = make_corrected_match(club)
    seat = Seat.objects.get(match=match, number=0)
    if who == "player":
        Seat.objects.filter(pk=seat.pk).update(player=Player.objects.get(club=club, key="substitute"))
    else:
        other = match.division.entries.exclude(seats__match=match).earliest("pk")
        Seat.objects.filter(pk=seat.pk).update(entry=other)
    assert collect_problem_codes(match, 1) == [("number", "seated-others")]


def test_closed_season_takes_nothing_back(match: Match) -> None:
    Season.objects.update(state="closed")
    assert collect_problem_codes(match, 1) == [("", "season-closed")]


def test_base_that_was_never_there_is_refused(match: Match) -> None:
    assert collect_problem_codes(match, 1, base=3) == [("base", "base")]


def test_reason_that_cannot_be_read_is_refused(match: Match) -> None:
    assert collect_problem_codes(match, 1, why="\0") == [("why", "control-character")]
    assert collect_problem_codes(match, 1, why="x" * 201) == [("why", "too-long")]


def test_day_before_a_season_that_was_moved_since_is_that_of_the_version(match: Match) -> None:
    Season.objects.update(starts_on=date(2026, 1, 7))
    assert restore_version(match, 1, base=2).played_on == date(2026, 1, 6)
