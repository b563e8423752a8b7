"""Several people enter results at the same time: real processes, a real database."""

from __future__ import annotations

from math import isqrt

import pytest

from tests.concurrency.installation import Installation


def test_two_processes_submitting_for_one_division_are_both_counted(
    installation: Installation, repetitions: int
) -> None:
    enough = isqrt(4 * repetitions) + 2  # players that each meet all others
    matches = installation.run_task("make_league_matches", club="riverside", entries=enough)[
        : 2 * repetitions
    ]
    answers = installation.run_in_parallel(
        ("submit_results", {"matches": matches[0::2], "seed": 1000}),
        ("submit_results", {"matches": matches[1::2], "seed": 2000}),
    )
    assert {answer.split()[0] for own in answers for answer in own} == {"result"}

    summary = installation.run_task("summarise_club", club="riverside")
    assert summary["differences"] == []
    assert summary["results"] == summary["submissions"] == summary["matches with a result"] == 2 * repetitions
    assert summary["played"] == summary["statistics"] == 2 * 2 * repetitions
    assert summary["score"] == summary["score of the sheets"]
    assert summary["jobs"] == [["done", 1]] * (2 * repetitions)


def test_two_processes_submitting_for_the_same_match_leave_one_result(
    installation: Installation, repetitions: int
) -> None:
    matches = installation.run_task(
        "make_league_matches", club="riverside", divisions=repetitions // 20, entries=7
    )[:repetitions]
    answers = installation.run_in_lockstep(
        repetitions,
        ("submit_in_lockstep", {"matches": matches, "seed": 1000}),
        ("submit_in_lockstep", {"matches": matches, "seed": 2000}),
    )

    for pair in zip(*answers, strict=True):
        assert sorted(answer.split()[0] for answer in pair) == ["overtaken", "result"]
    summary = installation.run_task("summarise_club", club="riverside")
    assert summary["differences"] == []
    assert summary["results"] == summary["matches with a result"] == repetitions
    assert summary["submissions"] == 2 * repetitions
    assert summary["score"] == summary["score of the sheets"]
    assert summary["played"] == 2 * repetitions


def test_same_key_from_two_processes_at_once_is_one_submission(installation: Installation) -> None:
    matches = installation.run_task("make_league_matches", club="riverside", entries=9)
    keys = [f"00000000-0000-0000-0000-{number:012}" for number in range(len(matches))]
    first, second = installation.run_in_parallel(
        *[("submit_results", {"matches": matches, "keys": keys})] * 2
    )

    assert first == second
    assert {answer.split()[0] for answer in first} == {"result"}
    summary = installation.run_task("summarise_club", club="riverside")
    assert summary["submissions"] == summary["results"] == len(matches)


def test_import_beside_submissions_waits_for_them_and_they_for_it(
    installation: Installation, repetitions: int
) -> None:
    matches = installation.run_task(
        "make_league_matches", club="riverside", divisions=repetitions // 20, entries=8
    )
    *answers, imports = installation.run_in_parallel(
        ("submit_results", {"matches": matches[0::2], "seed": 1000}),
        ("submit_results", {"matches": matches[1::2], "seed": 2000}),
        ("import_repeatedly", {"club": "riverside", "times": repetitions // 4}),
    )

    assert {answer.split()[0] for own in answers for answer in own} == {"result"}
    assert imports == ["changed"] * (repetitions // 4)
    summary = installation.run_task("summarise_club", club="riverside")
    assert summary["differences"] == []
    assert summary["results"] == summary["matches with a result"] == len(matches)


def test_result_that_waited_for_the_season_to_be_closed_is_refused(installation: Installation) -> None:
    matches = installation.run_task("make_league_matches", club="riverside")
    committee = installation.start("close_season_slowly", season=1)
    committee.send_line("go")
    committee.wait_for_line("closing")
    scorer = installation.start("submit_results", matches=matches[:1])
    scorer.send_line("go")
    installation.wait_for_lock()
    committee.send_line("go on")

    assert committee.wait_for_answer() is None
    assert "closed" in scorer.wait_for_answer()[0]
    assert installation.run_task("summarise_club", club="riverside")["results"] == 0


@pytest.mark.parametrize(
    ("point", "kept"),
    [
        ("league.actions.result_revisions._apply_result", False),  # the result is written, nothing else
        ("league.actions.result_effects.enqueue", False),  # all is written but the job
        ("league.actions.job.notify_worker", True),  # committed; nobody has been told of the job
    ],
)
def test_killed_in_the_middle_it_has_kept_all_or_nothing(
    installation: Installation, point: str, kept: bool
) -> None:
    matches = installation.run_task("make_league_matches", club="riverside")
    scorer = installation.start("submit_and_block", matches=matches, target=point)
    scorer.send_line("go")
    scorer.wait_for_line("in the middle")
    scorer.kill()

    summary = installation.run_task("summarise_club", club="riverside")
    assert summary["differences"] == []
    assert summary["submissions"] == summary["results"] == summary["matches with a result"] == int(kept)
    assert summary["jobs"] == [["waiting", 0]] * kept
    # Its locks are gone: nobody else has to wait.
    assert installation.run_task("submit_results", matches=matches[1:2])[0].startswith("result")
    assert installation.run_task("run_due_jobs") == int(kept)  # as the scheduler does with what it left
    assert installation.run_task("summarise_club", club="riverside")["statistics"] == 2 * (1 + kept)


def test_who_waits_for_a_lock_for_too_long_is_told_with_what_they_typed(installation: Installation) -> None:
    matches = installation.run_task("make_league_matches", club="riverside")
    poster = installation.start(
        "ask_impatiently",
        path=f"/riverside/matches/{matches[1]}/decide/",
        sent={"how": "void", "reason": "The hall was closed.", "base": "0"},
    )
    poster.send_line("go")
    poster.wait_for_line("next")
    scorer = installation.start(
        "submit_and_block", matches=matches, target="league.actions.standings.save_standings"
    )
    scorer.send_line("go")
    scorer.wait_for_line("in the middle")
    poster.send_line("go")
    answer = poster.wait_for_answer()
    scorer.kill()
    assert (answer["status"], answer["retry_after"]) == (503, "2")
    assert "Another user is saving this right now. Please try again." in answer["page"]
    assert "The hall was closed." in answer["page"]
    assert installation.run_task("summarise_club", club="riverside")["results"] == 0
