"""Refused results: the problem is named with place and reason, and only the submission is stored."""

from __future__ import annotations

import json
from collections import Counter
from copy import deepcopy
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from league.actions.errors import ActionError, EditConflict
from league.actions.submissions import MAX_UNACCEPTED, MAX_UNACCEPTED_LENGTH
from league.models import Division, Match, Result, Season, Submission
from tests.actions.clubs import OTHER_SHEET, PRINTED_SHEET, list_matches, make_club
from tests.actions.submissions import enter_result, fetch_result_rows, find_changed_models

pytestmark = pytest.mark.django_db


def build_incomplete_sheet() -> dict[str, Any]:
    return {"deals": PRINTED_SHEET["deals"][:3]}


def build_miscounted_sheet() -> dict[str, Any]:
    sheet = deepcopy(PRINTED_SHEET)
    sheet["deals"][2]["tricks"] = [14, 14]
    return sheet


@pytest.mark.parametrize(
    ("sheet", "path", "code"),
    [
        (build_incomplete_sheet(), "sheet", "incomplete"),
        (build_miscounted_sheet(), "sheet.deals.2.tricks", "tricks-total"),
        ({}, "sheet.deals", "missing"),
        (None, "sheet", "object"),
        ({**PRINTED_SHEET, "winner": "me"}, "sheet.winner", "unknown-field"),
    ],
)
def test_wrong_sheet_is_refused_at_its_place_and_only_kept(sheet: object, path: str, code: str) -> None:
    match = list_matches(make_club())[0]
    before = fetch_result_rows()
    with pytest.raises(ActionError) as refused:
        enter_result(match, sheet)
    assert (path, code) in [(problem.path, problem.code) for problem in refused.value.problems]
    assert find_changed_models(before) == {"Submission"}
    submission = Submission.objects.get()
    assert submission.verdict == "refused"
    assert json.loads(submission.content)["sheet"] == sheet


def test_tricks_that_do_not_total_are_told_with_both_numbers() -> None:
    with pytest.raises(ActionError, match=r"27.*28|28.*27"):
        enter_result(list_matches(make_club())[0], build_miscounted_sheet())


def test_day_that_is_still_to_come_is_refused() -> None:
    match = list_matches(make_club())[0]
    with pytest.raises(ActionError) as refused:
        enter_result(match, played_on=timezone.localdate() + timedelta(days=2))
    assert [problem.code for problem in refused.value.problems] == ["date-in-future"]
    assert not Result.objects.exists()


def test_day_before_the_season_is_refused() -> None:
    club = make_club()
    Season.objects.update(starts_on=date(2026, 1, 5))
    with pytest.raises(ActionError) as refused:
        enter_result(list_matches(club)[0], played_on=date(26, 1, 6))
    assert [problem.code for problem in refused.value.problems] == ["date-before-season"]
    assert enter_result(list_matches(club)[0], played_on=date(2026, 1, 5)).played_on == date(2026, 1, 5)


def test_day_is_told_together_with_what_is_wrong_on_the_sheet() -> None:
    tomorrow = timezone.localdate() + timedelta(days=2)
    for sheet, found in (
        (build_miscounted_sheet(), "tricks-total"),
        (build_incomplete_sheet(), "incomplete"),
    ):
        with pytest.raises(ActionError) as refused:
            enter_result(list_matches(make_club())[0], sheet, played_on=tomorrow, why="\0")
        codes = [problem.code for problem in refused.value.problems]
        assert codes == [found, "date-in-future", "control-character"]


def test_draft_takes_no_results() -> None:
    match = list_matches(make_club(state="draft"))[0]
    with pytest.raises(ActionError) as refused:
        enter_result(match)
    assert [problem.code for problem in refused.value.problems] == ["season-not-open"]
    assert not Result.objects.exists()


def test_closed_season_takes_no_corrections() -> None:
    match = list_matches(make_club())[0]
    enter_result(match)
    Season.objects.update(state="closed")
    before = fetch_result_rows()
    with pytest.raises(ActionError) as refused:
        enter_result(match, OTHER_SHEET, base=1)
    assert [problem.code for problem in refused.value.problems] == ["season-closed"]
    assert find_changed_models(before) == {"Submission"}


def test_match_that_was_moved_meanwhile_is_refused_and_that_is_kept() -> None:
    club = make_club(divisions=2)
    match = list_matches(club)[0]
    other = Division.objects.exclude(pk=match.division_id).get()
    Match.objects.filter(pk=match.pk).update(division=other)
    before, key = fetch_result_rows(), uuid4()
    for _ in range(2):
        with pytest.raises(ActionError) as refused:
            enter_result(match, key=key)
        assert [problem.code for problem in refused.value.problems] == ["moved"]
    assert find_changed_models(before) == {"Submission"}
    assert Submission.objects.get().verdict == "refused"


# --- the reason


@pytest.mark.parametrize(
    ("why", "code"),
    [
        ("x" * 201, "too-long"),
        ("x" * 5000, "too-long"),
        ("typed\0wrongly", "control-character"),
        ("one line\nand another", "control-character"),
        ("half a \ud800", "control-character"),
    ],
)
def test_reason_that_cannot_be_read_is_refused_at_its_place(why: str, code: str) -> None:
    match = list_matches(make_club())[0]
    enter_result(match)
    before = fetch_result_rows()
    for key in [uuid4()] * 2:
        with pytest.raises(ActionError) as refused:
            enter_result(match, OTHER_SHEET, base=1, why=why, key=key)
        assert [(problem.path, problem.code) for problem in refused.value.problems] == [("why", code)]
    assert find_changed_models(before) == {"Submission"}
    assert json.loads(Submission.objects.latest("pk").content)["why"] == why


def test_reason_is_told_together_with_what_is_wrong_on_the_sheet() -> None:
    with pytest.raises(ActionError) as refused:
        enter_result(list_matches(make_club())[0], build_miscounted_sheet(), why="\0")
    assert [problem.path for problem in refused.value.problems] == ["sheet.deals.2.tricks", "why"]


def test_too_long_a_reason_is_told_with_the_limit() -> None:
    with pytest.raises(ActionError, match="longer than 200 characters"):
        enter_result(list_matches(make_club())[0], why="x" * 3000)


# --- what is kept of them


def count_verdicts(match: Match) -> dict[str, int]:
    return dict(Counter(Submission.objects.filter(match=match).values_list("verdict", flat=True)))


def test_of_a_match_only_the_latest_few_that_were_not_accepted_are_kept() -> None:
    match, other = list_matches(make_club())[:2]
    for refused in (match, other):
        with pytest.raises(ActionError):
            enter_result(refused, {})
    keys = [uuid4() for _ in range(MAX_UNACCEPTED)]
    for base, key in enumerate(keys):
        enter_result(match, [PRINTED_SHEET, OTHER_SHEET][base % 2], base=base)
        with pytest.raises(ActionError):
            enter_result(match, {}, base=base + 1)
        with pytest.raises(EditConflict):
            enter_result(match, base=base, key=key)
    assert count_verdicts(match) == {"accepted": 5, "refused": 2, "overtaken": 3}
    assert count_verdicts(other) == {"refused": 1}
    kept = Submission.objects.filter(match=match, verdict="overtaken")
    assert {submission.key for submission in kept} == set(keys[2:])


def test_refusal_that_has_gone_is_looked_at_anew() -> None:
    match, key = list_matches(make_club())[0], uuid4()
    for again in [key, *(uuid4() for _ in range(MAX_UNACCEPTED))]:
        with pytest.raises(ActionError):
            enter_result(match, build_incomplete_sheet(), key=again)
    assert not Submission.objects.filter(key=key).exists()
    assert enter_result(match, key=key).number == 1


LONG = {"deals": [{f"note {number}": "x" * 900} for number in range(300)], "x" * 900_000: 1}


@pytest.mark.parametrize("base", [0, 1])
def test_what_is_kept_of_one_is_bounded(base: int) -> None:
    match = list_matches(make_club())[0]
    if not base:
        enter_result(match)  # so that the next one is overtaken
    key = uuid4()
    told = []
    for _ in range(2):
        with pytest.raises((ActionError, EditConflict)) as raised:
            enter_result(match, LONG, base=base, key=key, why="x" * 100_000)
        told.append(getattr(raised.value, "problems", None))
    assert told[0] == told[1]
    submission = Submission.objects.get(key=key)
    assert len(submission.content) < 1.1 * MAX_UNACCEPTED_LENGTH
    assert len(submission.problems) < 1.1 * MAX_UNACCEPTED_LENGTH
    if told[0]:
        assert len(told[0]) > 100 and told[0][-1].code == "more"
