"""What the log says of actions: roles by ids, refusals by codes, jobs with their seconds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import transaction

from league.actions import job as jobs
from league.actions.confirmation import confirm_result, dispute_result, settle_dispute
from league.actions.decisions.void import void_match
from league.actions.errors import ActionError
from league.actions.invitation import accept_invitation, invite_member, withdraw_invitation
from league.actions.membership import add_member, change_role, remove_member
from league.actions.proof import mark_proved
from league.actions.result import restore_result, submit_result, undo_result
from league.actions.user import change_user, unlock_log_in
from league.models import Club, Job, Submission, User
from league.principals import CONSOLE, Person, Principal, Visitor
from tests.actions.clubs import PRINTED_SHEET, list_matches, make_club
from tests.log_lines import LogLines
from tests.scenarios import scenario

EMAIL = "ophelia@example.org"


@scenario
def club() -> Club:
    return make_club()


@scenario
def owner(club: Club) -> User:
    user = User.objects.create_user("olga@example.org", name="Olga Owner")
    mark_proved(user)
    add_member(club=club, email=user.email, role="owner", by=CONSOLE)
    return user


def list_lines(log_lines: LogLines, logger: str, *names: str) -> list[tuple[Any, ...]]:
    """Return the event and these fields of a logger's lines. Asserts that none of them names anybody."""
    assert not any(name in text for text in log_lines.texts for name in ("phelia", "Olga", "olga", "@"))
    return [
        (line["event"], *(line.get(name) for name in names))
        for line in log_lines.lines
        if line["logger"] == logger
    ]


def test_invitations_and_roles_are_logged_once_they_are_committed(
    club: Club, owner: User, log_lines: LogLines, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    by, ophelia = Person(owner), User.objects.create_user(EMAIL, name="Ophelia Zephyr")
    mark_proved(ophelia)
    with patch.object(jobs, "notify_worker"), django_capture_on_commit_callbacks(execute=True):
        invitation = invite_member(club=club, email=EMAIL, role="scorer", by=by)
        other = invite_member(club=club, email="someone@example.org", role="player", by=by)
        withdraw_invitation(invitation=other, by=by)
        membership = accept_invitation(invitation=invitation, by=Person(ophelia))
        membership = change_role(membership=membership, role="owner", by=by)
        remove_member(membership=membership, by=by)
        add_member(club=club, email=EMAIL, role="player", by=CONSOLE)
        assert log_lines.texts == []
    names = ("club", "by", "invitation", "user", "before", "after")
    expected = [
        ("invite", club.pk, owner.pk, invitation.pk, None, None, "scorer"),
        ("invite", club.pk, owner.pk, other.pk, None, None, "player"),
        ("withdraw invitation", club.pk, owner.pk, other.pk, None, "player", None),
        ("accept invitation", club.pk, ophelia.pk, invitation.pk, None, None, "scorer"),
        ("change role", club.pk, owner.pk, None, ophelia.pk, "scorer", "owner"),
        ("remove member", club.pk, owner.pk, None, ophelia.pk, "owner", None),
        ("add member", club.pk, None, None, ophelia.pk, None, "player"),
    ]
    assert list_lines(log_lines, "league.members", *names) == expected


def test_role_that_is_not_committed_is_not_logged(club: Club, owner: User, log_lines: LogLines) -> None:
    with transaction.atomic():
        add_member(club=club, email=EMAIL, role="player", by=Person(owner))
        transaction.set_rollback(True)
    assert log_lines.texts == []


def test_what_administrators_do_with_accounts_is_logged(
    owner: User, log_lines: LogLines, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    administrator = User.objects.create_superuser("admin@example.org", "a good long pass phrase")
    by = Person(administrator)
    with django_capture_on_commit_callbacks(execute=True):
        change_user(user=owner, name="Ophelia", is_active=False, is_staff=True, permissions=[], by=by)
        unlock_log_in(username=EMAIL, ip_address="203.0.113.9", by=by)
    assert list_lines(log_lines, "league.members", "user", "by", "active", "staff") == [
        ("unlock", None, administrator.pk, None, None),
        ("change user", owner.pk, administrator.pk, False, True),
    ]
    assert "203.0" not in "".join(log_lines.texts)


def test_refusals_are_logged_by_their_codes(club: Club, owner: User, log_lines: LogLines) -> None:
    match, by = list_matches(club)[0], Person(owner)
    with pytest.raises(ActionError):
        submit_result(match=match, sheet={"deals": "Ophelia Zephyr"}, by=by, key=uuid4(), base=7)
    with pytest.raises(ActionError):
        void_match(match=match, reason="", by=by, base=0)
    with pytest.raises(ActionError):
        invite_member(club=club, email="Ophelia Zephyr", role="scorer", by=by)
    with pytest.raises(PermissionDenied):
        invite_member(club=club, email=EMAIL, role="scorer", by=Visitor())
    names = ("action", "codes", "permission")
    assert list_lines(log_lines, "league.actions.refusals", *names) == [
        ("refused", "submit_result", ["base", "list"], None),
        ("refused", "decide_void", ["reason-missing"], None),
        ("refused", "invite_member", ["email"], None),
        ("not permitted", "invite_member", None, "manage-members"),
    ]


def test_permissions_that_a_result_lacks_are_logged(club: Club, log_lines: LogLines) -> None:
    match, key = list_matches(club)[0], uuid4()
    submit_result(match=match, sheet=PRINTED_SHEET, by=CONSOLE, key=key, base=0)
    said: dict[str, Any] = {"match": match, "submission": Submission.objects.get().pk}
    attempts: list[Callable[[Principal], object]] = [
        lambda by: submit_result(match=match, sheet={}, by=by, key=uuid4(), base=1),
        lambda by: submit_result(match=match, sheet={}, by=by, key=key, base=1),
        lambda by: restore_result(match=match, number=1, by=by, key=uuid4(), base=1, why=""),
        lambda by: undo_result(match=match, by=by, base=1),
        lambda by: confirm_result(by=by, **said),
        lambda by: dispute_result(by=by, why="So", **said),
        lambda by: settle_dispute(by=by, why="So", is_entered_right=True, **said),
    ]
    lacking = (
        ("submit_result", "report-result"),
        ("submit_result", "enter-result"),
        ("restore_result", "report-result"),
        ("undo_result", "report-result"),
        ("confirm_result", "confirm-result"),
        ("dispute_result", "dispute-result"),
        ("settle_dispute", "settle-dispute"),
    )
    for by in (Person(User.objects.create_user("someone@example.org")), Visitor()):
        for attempt in attempts:
            with pytest.raises(PermissionDenied):
                attempt(by)
    assert list_lines(log_lines, "league.actions.refusals", "action", "permission") == [
        *(("not permitted", action, permission) for action, permission in lacking),
        *(("not permitted", action, "log-in") for action, _permission in lacking),
    ]


def run_one(handler: Callable[..., None]) -> None:
    with patch.object(jobs, "notify_worker"):
        jobs.enqueue("write")
    jobs.run_due_jobs({"write": handler})


def raise_error() -> None:
    raise ValueError(f"no ink for {EMAIL}")


def test_jobs_are_logged_with_their_seconds(db: None, log_lines: LogLines) -> None:
    run_one(lambda: None)
    started, done = log_lines.lines
    assert (started["event"], started["kind"], started["attempt"]) == ("job started", "write", 1)
    assert (done["event"], done["kind"], done["job"]) == ("job done", "write", Job.objects.get().pk)
    assert 0 <= done["seconds"] < 60


def test_jobs_that_fail_are_logged_with_their_traceback(db: None, log_lines: LogLines) -> None:
    run_one(raise_error)
    failed = log_lines.lines[-1]
    assert (failed["event"], failed["level"], failed["attempt"]) == ("job failed", "WARNING", 1)
    assert (
        "in raise_error" in failed["traceback"] and "ValueError: no ink for [address]" in failed["traceback"]
    )
    Job.objects.update(attempts=jobs.MAX_ATTEMPTS - 1, due_at="2026-01-01T00:00Z")
    jobs.run_due_jobs({"write": raise_error})
    given_up = log_lines.lines[-1]
    assert (given_up["event"], given_up["level"]) == ("job given up", "ERROR")
    assert "in raise_error" in given_up["traceback"]
