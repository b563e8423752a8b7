"""What players say of results, in a club file: it comes back as it was, and a later file leaves it as it is."""

import json
from typing import Any

import pytest

from league.models import Job, Match, Player, Reply, Submission
from tests.clubfile.documents import build_league, build_played_match, build_sheet_for_scores
from tests.commands.console import collect_import_errors, import_document, run_command, run_export
from tests.scenarios import discard_changes

pytestmark = pytest.mark.django_db
ENTERED = {"entered_on": "2026-01-07", "entered_by": "ann"}
VERSION = {"sheet": build_sheet_for_scores(-6, -4), "played_on": "2026-01-05"}
WAITING = {"sheet": build_sheet_for_scores(-4, -6), "played_on": "2026-01-06"}
DISPUTED = {"disputed_by": "bob", "reason": "I bid 14"}


def build_document(said: dict[str, Any], *, is_played: bool = True, **more: Any) -> Any:
    played = build_played_match("m1", "ann bob", build_sheet_for_scores(-4, -6), confirmation=said, **more)
    scheduled = {"id": "m1", "seats": ["ann", "bob"], "confirmation": said}
    rules = {} if is_played else {"unconfirmed_results": "wait"}
    return build_league("ann bob", [played if is_played else scheduled], rules=rules)


@pytest.mark.parametrize(
    ("said", "is_played"),
    [
        (ENTERED, True),
        ({**ENTERED, "confirmed_by": "bob"}, True),
        ({**ENTERED, **DISPUTED}, True),
        ({**ENTERED, **DISPUTED, "version": VERSION}, True),
        ({"entered_on": "2026-01-07", **DISPUTED}, True),
        ({**ENTERED, "waiting": WAITING}, False),
        ({**ENTERED, "waiting": WAITING, **DISPUTED, "version": VERSION}, False),
    ],
)
def test_what_players_say_is_carried(said: dict[str, Any], is_played: bool) -> None:
    import_document(build_document(said, is_played=is_played))
    exported = run_export("club")
    (match,) = _list_matches(exported)
    assert match["confirmation"] == said
    assert match["status"] == ("played" if is_played else "scheduled")
    assert run_command("verify", "club").code == 0
    with discard_changes():
        import_document(
            build_document(said, is_played=is_played) | {"club": {"slug": "other", "name": "Other"}}
        )
        assert _list_matches(run_export("other"))[0]["confirmation"] == said


def test_what_waits_counts_once_its_days_are_over() -> None:
    import_document(build_document({**ENTERED, "waiting": WAITING}, is_played=False))
    job = Job.objects.get(kind="accept-unanswered")
    assert job.due_at.date().isoformat() == "2026-01-15"
    assert run_command("verify", "club").code == 0


def test_a_file_that_brings_no_newer_result_leaves_what_was_said_since() -> None:
    import_document(build_document(ENTERED))
    submission = Submission.objects.get()
    opponent = Player.objects.get(key="bob")
    Reply.objects.create(submission=submission, kind="confirmed", player=opponent, at=submission.at)
    assert import_document(build_document(ENTERED))["changed"] == {}
    assert Reply.objects.get().is_confirmed
    import_document(build_document({**ENTERED, **DISPUTED}, revision=2))
    assert [reply.kind for reply in Reply.objects.order_by("pk")] == ["confirmed", "disputed"]
    assert Match.objects.get().revision == 2


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        (
            {**ENTERED, "waiting": WAITING | {"sheet": {"deals": []}}},
            "waiting.sheet: The match is not finished",
        ),
        (
            {"entered_on": "2026-01-07", "waiting": WAITING},
            "entered_by: A result that waits needs the player",
        ),
    ],
)
def test_what_waits_needs_a_player_and_a_whole_sheet(said: dict[str, Any], problem: str) -> None:
    errors = collect_import_errors(build_document(said, is_played=False))
    assert len(errors) == 1 and f"confirmation.{problem}" in errors[0]


def _list_matches(exported: bytes) -> Any:
    return json.loads(exported)["competitions"][0]["seasons"][0]["divisions"][0]["matches"]
