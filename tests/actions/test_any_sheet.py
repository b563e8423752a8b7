"""Whatever is sent as a sheet is counted or refused, and stored as it came."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games import Problem
from league.actions.errors import ActionError, EditConflict
from league.actions.result import submit_result
from league.models import Match, Result, Submission
from league.principals import CONSOLE
from tests.actions.clubs import PRINTED_SHEET, make_club
from tests.games.sheets import skuck_sheets
from tests.scenarios import discard_changes, scenario

pytestmark = pytest.mark.django_db

WORDS = [
    "deals",
    "penalties",
    "bids",
    "tricks",
    "seat",
    "kind",
    "trump",
    "caller",
    "\0",
    "\ud800",
    "\udfff\ud800",
    "",
]
NUMBERS = [2**31, 2**63, -(10**40), 10**3000, 10**4000, float("nan"), float("inf"), -0.0, 1e308]
TEXTS = st.text() | st.sampled_from(WORDS)
PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(NUMBERS) | TEXTS
JSON = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


@scenario
def match() -> Match:
    """Return the only match of its club."""
    make_club(entries=2)
    return Match.objects.get()


def build_nested_sheet(depth: int, kind: str = "list") -> Any:
    sheet: Any = 1
    for _ in range(depth):
        sheet = [sheet] if kind == "list" else {"deals": sheet}
    return sheet


@st.composite
def almost_sheets(draw: st.DrawFn) -> Any:
    """Draw sheets in which one value has been replaced by anything."""
    sheet = draw(skuck_sheets())
    place: Any = sheet
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            return sheet
        key = draw(st.sampled_from(keys))
        if not isinstance(place[key], dict | list) or draw(st.booleans()):
            place[key] = draw(JSON)
            return sheet
        place = place[key]


def submit_twice(sheet: object, base: int | None) -> tuple[Problem, ...] | None:
    """Return the problems of a refused sheet, or None if it was counted or led to an edit conflict.

    The same submission is sent twice, and must be answered alike.
    """
    match = Match.objects.get()
    key = uuid4()
    answers: list[Any] = []
    for _ in range(2):
        try:
            submit_result(
                match=match, sheet=sheet, by=CONSOLE, key=key, base=match.revision if base is None else base
            )
            answers.append(None)
        except ActionError as refused:
            answers.append(refused.problems)
        except EditConflict as overtaken:
            answers.append(repr(overtaken.sheet))
    assert answers[0] == answers[1]
    if isinstance(answers[0], str):
        assert answers[0] == repr(sheet)
        return None
    assert answers[0] != ()
    assert answers[0] is None or all(str(problem.message) for problem in answers[0])
    assert Submission.objects.filter(key=key).count() == 1
    problems: tuple[Problem, ...] | None = answers[0]
    return problems


def load_last_submission() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(Submission.objects.latest("pk").content)
    return content


@pytest.mark.usefixtures("match")
@given(sheet=st.one_of(JSON, almost_sheets(), skuck_sheets()))
@example(sheet={"deals": [{"bids": [13, 13], "tricks": [13, 14], "\0": 1, "\ud800": 2}]})
@example(sheet={"deals": float("nan")})
@example(sheet={"deals": [{"bids": [10**4000, 1], "tricks": [13, 14]}]})
def test_any_json_is_counted_or_refused_and_kept(sheet: Any) -> None:
    with discard_changes():
        results = Result.objects.count()
        for base in (None, 0):
            problems = submit_twice(sheet, base)
            submission = load_last_submission()
            if (problems is None) or problems[0].code != "unreadable":
                assert repr(submission["sheet"]) == repr(sheet)  # NaN is not itself
        assert Result.objects.count() <= results + 1


@pytest.mark.parametrize("kind", ["list", "object"])
@pytest.mark.parametrize("depth", [10, 20, 21, 300, 5000, 100_000])
def test_nesting_without_end_is_refused_and_kept_as_far_as_it_goes(
    match: Match, depth: int, kind: str
) -> None:
    problems = submit_twice(build_nested_sheet(depth, kind), None)
    assert problems
    written = ("[" if kind == "list" else '{"deals": ') * depth
    if depth <= 20:
        assert problems[0].code != "unreadable"
        assert json.dumps(load_last_submission()["sheet"]).startswith(written)
    else:
        assert problems[0].code == "unreadable"
        beginning = load_last_submission()["unreadable"]
        assert beginning.count(written[0]) >= min(depth, 300)
        assert beginning.startswith(written) or written.startswith(beginning)


@pytest.mark.parametrize("base", [None, 0])
@pytest.mark.parametrize("number", [10**5000, -(10**5000)], ids=["positive", "negative"])
def test_number_without_end_is_refused_and_the_rest_is_kept(
    match: Match, number: int, base: int | None
) -> None:
    submit_twice(PRINTED_SHEET, None)
    problems = submit_twice({"note": "before", "deals": number}, base)
    assert problems
    assert problems[0].code == "unreadable"
    assert load_last_submission() == {"unreadable": '{"note": "before", "deals": '}


def test_names_that_postgresql_cannot_keep_are_told_again_as_they_were(match: Match) -> None:
    problems = submit_twice({**PRINTED_SHEET, "\0": "\ud800"}, None)
    assert problems
    assert {problem.path for problem in problems} == {"sheet.\0"}
    assert load_last_submission()["sheet"] == {**PRINTED_SHEET, "\0": "\ud800"}
