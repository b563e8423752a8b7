"""Submitting a result: what is recorded, once, in order, and all or nothing."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta
from unittest.mock import patch
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

import games
from league.actions.errors import ActionError, EditConflict
from league.models import Club, Division, Event, Job, Match, Role, Seat, Standing, Submission
from league.principals import Person, Principal
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
from tests.actions.submissions import RESULT_MODELS, enter_result, fetch_result_rows, find_changed_models
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db


@scenario
def club() -> Club:
    return make_club()


# --- what is recorded


def test_result_is_recorded_with_all_that_follows_from_it(club: Club) -> None:
    match, by = list_matches(club)[0], make_member(club, Role.SCORER)
    before, revision = fetch_result_rows(), match.division.revision
    result = enter_result(match, by=by, played_on=date(2026, 1, 6))

    assert find_changed_models(before) == {noun.__name__ for noun in RESULT_MODELS} - {
        "Statistics"
    }  # which is the job's
    assert (result.number, result.status, result.played_on) == (1, "played", date(2026, 1, 6))
    assert result.sheet == PRINTED_SHEET
    match.refresh_from_db()
    assert (match.status, match.revision, match.current) == ("played", 1, result)
    first, second = seats = match.seats.order_by("number")
    assert [(seat.outcome, seat.place, seat.score, seat.deals, seat.bids_made) for seat in seats] == [
        ("win", 1, -3, 4, 2),
        ("loss", 2, -3, 4, 1),
    ]
    assert (first.entry.standing.rank, first.entry.standing.won) == (1, 1)
    assert (second.entry.standing.played, second.entry.standing.score) == (1, -3)
    assert Division.objects.get(pk=match.division_id).revision == revision + 1

    submission = Submission.objects.get()
    assert (submission.verdict, submission.by, submission.base) == ("accepted", by.user, 0)
    assert json.loads(submission.content) == {"sheet": PRINTED_SHEET, "played_on": "2026-01-06"}
    change = Event.objects.get(action="submit_result")
    assert (change.club, change.by, change.noun, change.key) == (club, by.user, "match", match.key)
    assert change.before == {"status": "scheduled", "revision": 0, "scores": [0, 0]}
    assert change.after == {"status": "played", "revision": 1, "scores": [-3, -3]}
    job = Job.objects.get(kind="refresh-statistics", state="waiting", arguments__has_key="players")
    assert set(job.arguments["players"]) == {first.player_id, second.player_id}
    assert verify_club(club) == []


def test_correction_is_the_next_revision_and_the_first_one_stays(club: Club) -> None:
    match = list_matches(club)[0]
    first = enter_result(match)
    second = enter_result(match, OTHER_SHEET, base=1, why="Typed wrongly")

    match.refresh_from_db()
    assert (second.number, match.revision, match.current) == (2, 2, second)
    assert [result.sheet for result in (first, second)] == [PRINTED_SHEET, OTHER_SHEET]
    assert sum(Standing.objects.values_list("played", flat=True)) == 2
    assert sorted(Seat.objects.filter(match=match).values_list("score", flat=True)) == [10, 10]
    change = Event.objects.filter(action="submit_result").latest("pk")
    assert change.before == {"status": "played", "revision": 1, "scores": [-3, -3]}
    assert change.why == json.loads(second.submission.content)["why"] == "Typed wrongly"
    assert verify_club(club) == []


def test_substitute_keeps_the_deals_through_a_correction() -> None:
    file = build_club_file()
    match = file["competitions"][0]["seasons"][0]["divisions"][0]["matches"][0]
    match |= {"status": "played", "played_on": "2026-01-06", "sheet": PRINTED_SHEET}
    match["sat"] = ["substitute", match["seats"][1]]
    club = make_club(file)
    corrected = enter_result(Match.objects.get(key=match["id"]), OTHER_SHEET, base=1)

    assert corrected.seated_players == ["substitute", match["seats"][1]]
    seat = Seat.objects.get(match=corrected.match, number=0)
    assert (seat.player.key, seat.entry.player.key, seat.score) == ("substitute", match["seats"][0], 10)
    assert verify_club(club) == []


def test_day_is_today_in_the_clubs_own_time_zone() -> None:
    late = datetime(2026, 1, 6, 11, 30, tzinfo=UTC)  # past midnight in Auckland, the day before in Honolulu
    for zone, today in (("Pacific/Auckland", 7), ("UTC", 6), ("Pacific/Honolulu", 6)):
        match = list_matches(make_club(slug=zone.split("/")[-1].lower(), timezone=zone))[0]
        with patch.object(timezone, "now", return_value=late):
            with pytest.raises(ActionError) as refused:
                enter_result(match, played_on=date(2026, 1, today + 1))
            assert [problem.code for problem in refused.value.problems] == ["date-in-future"]
            result = enter_result(match)
        assert (result.played_on, result.effective_from) == (date(2026, 1, today), date(2026, 1, today))


# --- the same key


def test_same_key_again_is_the_same_result() -> None:
    match, key = list_matches(make_club())[0], uuid4()
    first = enter_result(match, key=key)
    before = fetch_result_rows()
    assert enter_result(match, key=key) == first
    assert enter_result(match, OTHER_SHEET, key=key, base=1) == first
    assert find_changed_models(before) == set()


def test_same_key_for_another_match_is_another_submission() -> None:
    one, other = list_matches(make_club())[:2]
    key = uuid4()
    assert enter_result(one, key=key) != enter_result(other, key=key)


def test_same_key_gets_the_same_refusal() -> None:
    match, key = list_matches(make_club())[0], uuid4()
    wrong = {"deals": [{"bids": [13, 13], "tricks": [13, 13]}], "penalties": [], "\0": "\ud800"}
    answers = []
    for sheet in (wrong, wrong, PRINTED_SHEET):
        with pytest.raises(ActionError) as refused:
            enter_result(match, sheet, key=key)
        answers.append(refused.value.problems)
    assert answers[0] == answers[1] == answers[2]
    assert {problem.code for problem in answers[0]} >= {"tricks-total", "unknown-field"}
    assert Submission.objects.count() == 1


def test_same_key_is_overtaken_again_by_what_counts_now() -> None:
    match, key = list_matches(make_club())[0], uuid4()
    for sheet in (PRINTED_SHEET, OTHER_SHEET):
        enter_result(match, sheet, base=Match.objects.get(pk=match.pk).revision)
        with pytest.raises(EditConflict) as overtaken:
            enter_result(match, build_random_sheet(1), key=key)
        assert overtaken.value.newer.sheet == sheet
        assert overtaken.value.sheet == build_random_sheet(1)
    assert Submission.objects.filter(key=key).count() == 1


# --- somebody else was first


def test_older_base_is_overtaken_and_told_by_whom_and_when_with_both_sheets(club: Club) -> None:
    match, owner = list_matches(club)[0], make_member(club, Role.OWNER)
    enter_result(match, by=owner)
    before = fetch_result_rows()
    with pytest.raises(EditConflict) as overtaken:
        enter_result(match, OTHER_SHEET)

    newer = overtaken.value.newer
    assert (newer.number, newer.submission.by) == (1, owner.user)
    assert timezone.now() - newer.submission.at < timedelta(minutes=5)
    assert newer.sheet == PRINTED_SHEET
    assert overtaken.value.sheet == OTHER_SHEET
    assert find_changed_models(before) == {"Submission"}
    submission = Submission.objects.get(verdict="overtaken")
    assert json.loads(submission.content)["sheet"] == OTHER_SHEET


@pytest.mark.parametrize(
    "base",
    [1, 2, 2**31 - 1, 2**31, 10**5000, -1],
    ids=["next", "later", "last", "beyond", "absurd", "negative"],
)
def test_base_that_was_never_there_is_refused(base: int) -> None:
    match = list_matches(make_club())[0]
    before = fetch_result_rows()
    with pytest.raises(ActionError) as refused:
        enter_result(match, base=base)
    assert [(problem.path, problem.code) for problem in refused.value.problems] == [("base", "base")]
    assert find_changed_models(before) == {"Submission"}


# --- all or nothing


WRITING_STEPS = [
    "league.actions.result_revisions.Result.objects.create",
    "league.actions.result_revisions._apply_result",
    "league.actions.standings.save_standings",
    "league.actions.result_revisions.log_event",
    "league.actions.job.Job.objects.create",
]


@pytest.mark.parametrize("step", WRITING_STEPS)
def test_failure_in_the_middle_leaves_nothing(step: str) -> None:
    match, key = list_matches(make_club())[0], uuid4()
    before = fetch_result_rows()
    with patch(step, side_effect=OSError("disk full")), pytest.raises(OSError, match="disk full"):
        enter_result(match, key=key)
    assert find_changed_models(before) == set()
    assert enter_result(match, key=key).number == 1  # and the sender may simply try again


# --- what it costs

EXPECTED_QUERIES = 14  # without BEGIN and COMMIT; more are not allowed


def list_queries(match: Match, by: Principal) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        enter_result(match, by=by)
    queries = [query["sql"] for query in captured.captured_queries]
    return [query for query in queries if not query.startswith(("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT"))]


@pytest.mark.parametrize(("divisions", "entries"), [(1, 4), (1, 20), (100, 4)])
def test_number_of_queries_is_the_same_however_large_the_league(divisions: int, entries: int) -> None:
    club = make_club(divisions=divisions, entries=entries)
    by = make_member(club, Role.SCORER)
    for match in list_matches(club)[:3]:
        by = Person(by.user)  # roles are asked for anew
        queries = list_queries(match, by)
        assert len(queries) == EXPECTED_QUERIES, "\n".join(queries)


@pytest.mark.django_db(transaction=True)
def test_result_and_its_job_in_process_stay_below_the_limit_together() -> None:
    """The limit of a submission is for what is committed; the job in the same process is added to it."""
    match = list_matches(make_club())[0]
    with CaptureQueriesContext(connection) as captured:
        enter_result(match)
    statements = [query["sql"] for query in captured.captured_queries]
    first_commit = statements.index("COMMIT")
    assert first_commit + 1 <= 20


def test_figures_are_those_of_the_games_own_door() -> None:
    club = make_club(entries=6)
    for seed, match in enumerate(list_matches(club)):
        result = enter_result(match, build_random_sheet(seed))
        score = games.score("skuck", build_random_sheet(seed))
        assert [
            (seat.score, seat.place, seat.outcome, seat.bids, seat.bids_made, seat.bid_total)
            for seat in match.seats.order_by("number")
        ] == [
            (seat.score, seat.place, seat.outcome, seat.bids, seat.bids_made, seat.bid_total)
            for seat in score.seats
        ]
        assert result.number == 1
    assert verify_club(club) == []


def test_command_line_stands_in_no_record_as_a_person() -> None:
    result = enter_result(list_matches(make_club())[0])
    assert result.submission.by is None
    assert isinstance(result.submission.key, UUID)
