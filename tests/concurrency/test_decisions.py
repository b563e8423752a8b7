"""Decisions are made and undone while results come in: real processes, a real database."""

from __future__ import annotations

from tests.concurrency.installation import Installation


def test_somebody_comes_and_goes_while_results_come_in(installation: Installation, repetitions: int) -> None:
    """Waiting for the division and waiting for the season do not end in a deadlock."""
    times = repetitions // 10
    matches = installation.run_task("make_league_matches", club="riverside", divisions=2, entries=9)
    *answers, back, also_back = installation.run_in_parallel(
        ("submit_results", {"matches": matches[0::2], "seed": 1000}),
        ("submit_results", {"matches": matches[1::2], "seed": 2000}),
        ("withdraw_and_return", {"club": "riverside", "player": "p1", "times": times}),
        ("withdraw_and_return", {"club": "riverside", "player": "p18", "times": times}),
    )

    said = {answer.split()[0].strip(":") for own in answers for answer in own}
    assert "result" in said <= {"result", "overtaken", "refused"}
    assert back == also_back == ["back"] * times
    summary = installation.run_task("summarise_club", club="riverside")
    assert summary["differences"] == []
    assert summary["matches with a result"] == sum(
        answer.startswith("result") for own in answers for answer in own
    )
