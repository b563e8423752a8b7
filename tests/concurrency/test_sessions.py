"""A session that cannot be saved at the end of a request, because somebody else is writing."""

from __future__ import annotations

from tests.concurrency.installation import Installation

ANN = "ann@example.org"


def test_change_that_is_committed_is_told_though_the_session_cannot_be_saved(
    installation: Installation,
) -> None:
    matches = installation.run_task("make_league_matches", club="riverside")
    answer = installation.run_task(
        "ask_with_sessions_locked",
        path=f"/riverside/matches/{matches[0]}/decide/",
        sent={"how": "void", "reason": "The hall was closed.", "base": "0"},
        ask_as=ANN,
        is_known=True,
    )
    assert answer["status"] == 302 and answer["is_logged_in"]
    assert installation.run_task("inspect_changes", club="riverside")["events"] == {"decide_void": 1}


def test_log_in_that_cannot_be_kept_is_told(installation: Installation) -> None:
    answer = installation.run_task(
        "ask_with_sessions_locked",
        path="/-/log-in/",
        sent={"login": ANN, "password": "the bridge club"},
        ask_as=ANN,
        is_known=False,
    )
    assert (answer["status"], answer["retry_after"]) == (503, "2")
    assert "couldn't finish this. Part of it may have been saved: check" in answer["page"]
    assert ANN in answer["page"] and "the bridge club" not in answer["page"]
    assert not answer["is_logged_in"]
