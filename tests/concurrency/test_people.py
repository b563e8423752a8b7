"""Two organisers answer one request to join, or merge the same two records: real processes, a real database.

And a player is anonymised while somebody reads.
"""

from __future__ import annotations

from tests.concurrency.installation import Installation


def answer_both(installation: Installation, times: int, first: str, second: str) -> set[tuple[str, str]]:
    """Make requests, let two processes answer each of them at once, and return what came of it for both."""
    requests = installation.run_task("make_requests", count=times)
    answers = installation.run_in_lockstep(
        times, *(("answer_in_lockstep", {"requests": requests, "how": how}) for how in (first, second))
    )
    return set(zip(*answers, strict=True))


def test_of_two_who_approve_a_request_at_once_one_links_the_account(
    installation: Installation, repetitions: int
) -> None:
    times = repetitions // 4
    outcomes = answer_both(installation, times, "approve", "approve")
    assert {tuple(sorted(pair)) for pair in outcomes} == {("answered", "approve")}
    assert installation.run_task("inspect_requests") == {
        "states": {"approved": times},
        "linked": times,
        "added": times // 2,
        "events": {"approve_join_request": times},
    }


def test_request_that_one_approves_and_another_refuses_at_once_ends_in_one_way(
    installation: Installation, repetitions: int
) -> None:
    times = repetitions // 4
    outcomes = answer_both(installation, times, "approve", "refuse")
    assert outcomes <= {("approve", "answered"), ("answered", "refuse")}
    found = installation.run_task("inspect_requests")
    assert sum(found["states"].values()) == times
    assert found["linked"] == found["states"].get("approved", 0)


def test_account_that_is_suspended_while_it_is_approved_is_linked_before_or_not_at_all(
    installation: Installation, repetitions: int
) -> None:
    times = repetitions // 4
    outcomes = answer_both(installation, times, "approve", "suspend")
    assert outcomes <= {("approve", "suspend"), ("account-suspended", "suspend")}
    found = installation.run_task("inspect_requests")
    assert found["linked"] == found["states"].get("approved", 0)


def test_account_that_is_deleted_while_it_is_approved_is_linked_before_or_not_at_all(
    installation: Installation, repetitions: int
) -> None:
    times = repetitions // 4
    outcomes = answer_both(installation, times, "approve", "delete")
    assert outcomes <= {("approve", "delete"), ("withdrawn", "delete"), ("approve", "changed")}


def test_of_two_who_merge_the_same_records_at_once_one_does(
    installation: Installation, repetitions: int
) -> None:
    """One keeps the record that the other one merges, so that neither order of the rows may block them."""
    times = repetitions // 4
    installation.run_task("make_pairs", count=times)
    answers = installation.run_in_lockstep(
        times,
        *(("merge_in_lockstep", {"count": times, "keeps_first": keeps}) for keeps in (True, False)),
    )
    assert {tuple(sorted(pair)) for pair in zip(*answers, strict=True)} == {("merged", "player-gone")}
    found = installation.run_task("inspect_merges")
    assert found == {"players": times, "merges": times, "events": times, "differences": []}


def test_what_erasing_has_freed_is_cleared_once_nobody_reads_any_more(installation: Installation) -> None:
    first, second = installation.run_task("erase_while_read")
    if installation.url.startswith("sqlite"):
        assert first == "in use, former-player-1, waits"
        assert second == "1, former-player-1, done"
    else:
        assert first == "1, former-player-1, done"
        assert second == "0, former-player-1, done"
