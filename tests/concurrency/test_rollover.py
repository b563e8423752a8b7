"""Rolling over while others do the same, or while it is killed: real processes, a real database."""

from __future__ import annotations

import random
import time

from tests.concurrency.installation import Installation

CLUB = "riverside"
MAX_TRIES = 40  # some come too late, or before anything has been written


def test_two_administrators_at_once_make_one_season_and_the_second_is_told(
    installation: Installation,
) -> None:
    installation.run_task("make_league_matches", club=CLUB, divisions=5)
    first = installation.start("roll_over_club", club=CLUB, missing="void", hold=True)
    first.send_line("go")
    first.wait_for_line("step 2")
    second = installation.start("roll_over_club", club=CLUB, missing="void")
    second.send_line("go")
    installation.wait_for_lock()
    first.send_line("go on")

    assert (first.wait_for_answer(), second.wait_for_answer()) == ("season 2", "refused: rolled-over")
    whole = installation.run_task("snapshot_club", club=CLUB)
    assert whole["seasons"] == [[1, "closed"], [2, "draft"]]
    assert whole["differences"] == []


def test_four_processes_rolling_over_at_once_make_one_season(installation: Installation) -> None:
    installation.run_task("make_league_matches", club=CLUB, divisions=20)
    answers = installation.run_in_parallel(*[("roll_over_club", {"club": CLUB, "missing": "forfeit"})] * 4)

    assert sorted(answers) == ["refused: rolled-over"] * 3 + ["season 2"]
    whole = installation.run_task("snapshot_club", club=CLUB)
    assert whole["seasons"] == [[1, "closed"], [2, "draft"]]
    assert whole["differences"] == []


def test_result_that_waited_for_the_rollover_is_refused(installation: Installation) -> None:
    matches = installation.run_task("make_league_matches", club=CLUB, divisions=3)
    roller = installation.start("roll_over_club", club=CLUB, missing="void", hold=True)
    roller.send_line("go")
    roller.wait_for_line("step 2")
    scorer = installation.start("submit_results", matches=matches[:1])
    scorer.send_line("go")
    installation.wait_for_lock()
    roller.send_line("go on")

    assert roller.wait_for_answer() == "season 2"
    assert "The season is closed" in scorer.wait_for_answer()[0]
    whole = installation.run_task("snapshot_club", club=CLUB)
    assert (whole["played"], whole["differences"]) == (0, [])


def test_result_that_the_rollover_waited_for_counts(installation: Installation) -> None:
    matches = installation.run_task("make_league_matches", club=CLUB, divisions=3)
    scorer = installation.start("submit_and_commit_slowly", matches=matches[:1])
    scorer.send_line("go")
    scorer.wait_for_line("entered")
    roller = installation.start("roll_over_club", club=CLUB, missing="void")
    roller.send_line("go")
    installation.wait_for_lock()
    scorer.send_line("go on")

    assert scorer.wait_for_answer()[0].startswith("result")
    assert roller.wait_for_answer() == "season 2"
    whole = installation.run_task("snapshot_club", club=CLUB)
    assert (whole["played"], whole["differences"]) == (1, [])
    assert whole["seasons"] == [[1, "closed"], [2, "draft"]]


def test_every_result_sent_in_beside_a_rollover_counts_or_is_refused(
    installation: Installation, repetitions: int
) -> None:
    matches = installation.run_task("make_league_matches", club=CLUB, divisions=repetitions // 2)
    scorer = installation.start("submit_results", matches=matches)
    roller = installation.start("roll_over_club", club=CLUB, missing="forfeit")
    scorer.send_line("go")
    roller.send_line("go")

    assert roller.wait_for_answer() == "season 2"
    answers = [answer.split(":")[0].split()[0] for answer in scorer.wait_for_answer()]
    assert set(answers) <= {"result", "refused"}
    assert answers == sorted(answers, reverse=True)  # none counts after one that came too late
    whole = installation.run_task("snapshot_club", club=CLUB)
    assert (whole["played"], whole["differences"]) == (answers.count("result"), [])


def test_end_of_a_large_season_is_previewed_while_a_result_is_being_saved(
    installation: Installation, repetitions: int
) -> None:
    matches = installation.run_task("make_league_matches", club=CLUB, divisions=2 * repetitions)
    season = f"/{CLUB}/league-1/1"
    rollover = installation.start(
        "ask_impatiently", path=f"{season}/roll-over/", sent={"show": "1", "missing": "void"}
    )
    closing = installation.start("ask_impatiently", path=f"{season}/close/?missing=void")
    for reader in (rollover, closing):
        reader.send_line("go")
        reader.wait_for_line("next")
    scorer = installation.start(
        "submit_and_block", matches=matches, target="league.actions.standings.save_standings"
    )
    scorer.send_line("go")
    scorer.wait_for_line("in the middle")
    for reader in (rollover, closing):
        reader.send_line("go")
    answers = [reader.wait_for_answer() for reader in (rollover, closing)]
    scorer.kill()

    assert [answer["status"] for answer in answers] == [200, 200]
    assert "Close season 1 and create season 2" in answers[0]["page"]
    assert "What happens" in answers[1]["page"]


def test_result_of_a_season_that_was_undone_meanwhile_is_refused(installation: Installation) -> None:
    installation.run_task("make_league_matches", club=CLUB, divisions=3)
    before = installation.run_task("snapshot_club", club=CLUB)
    installation.run_task("roll_over_club", club=CLUB, missing="void")
    matches = installation.run_task("open_second_season", club=CLUB)
    undoing = installation.start("undo_club_roll_over", club=CLUB, hold=True)
    undoing.send_line("go")
    undoing.wait_for_line("undone")
    scorer = installation.start("submit_for_loaded_match", match=matches[0])
    scorer.send_line("go")
    scorer.wait_for_line("loaded")
    installation.wait_for_lock()
    undoing.send_line("go on")

    assert undoing.wait_for_answer() == "season 1"
    assert "This match no longer exists" in scorer.wait_for_answer()
    assert installation.run_task("snapshot_club", club=CLUB) == before


def test_rollover_is_not_taken_back_from_under_a_result(installation: Installation) -> None:
    installation.run_task("make_league_matches", club=CLUB, divisions=3)
    installation.run_task("roll_over_club", club=CLUB, missing="void")
    matches = installation.run_task("open_second_season", club=CLUB)
    scorer = installation.start("submit_and_commit_slowly", matches=matches[:1])
    scorer.send_line("go")
    scorer.wait_for_line("entered")
    undoing = installation.start("undo_club_roll_over", club=CLUB)
    undoing.send_line("go")
    installation.wait_for_lock()
    scorer.send_line("go on")

    assert scorer.wait_for_answer()[0].startswith("result")
    assert undoing.wait_for_answer() == "refused: has-results"
    whole = installation.run_task("snapshot_club", club=CLUB)
    assert (whole["played"], whole["differences"]) == (1, [])
    assert whole["seasons"] == [[1, "closed"], [2, "open"]]


def test_killed_at_any_point_it_has_done_all_or_nothing(installation: Installation, repetitions: int) -> None:
    enough_kills = repetitions // 20 + 2
    installation.run_task("make_league_matches", club=CLUB, divisions=repetitions)
    before = installation.run_task("snapshot_club", club=CLUB)
    roller = installation.start("roll_over_club", club=CLUB, missing="forfeit")
    start = time.monotonic()
    roller.send_line("go")
    assert roller.wait_for_answer() == "season 2"
    longest = time.monotonic() - start
    after = installation.run_task("snapshot_club", club=CLUB)
    assert installation.run_task("undo_club_roll_over", club=CLUB) == "season 1"
    assert installation.run_task("snapshot_club", club=CLUB) == before
    assert before["differences"] == after["differences"] == []

    chance = random.Random()
    kills = in_the_middle = 0
    for _ in range(MAX_TRIES):
        roller = installation.start("roll_over_club", club=CLUB, missing="forfeit")
        roller.send_line("go")
        time.sleep(chance.uniform(0, longest))
        said = roller.kill()
        now = installation.run_task("snapshot_club", club=CLUB)
        if roller.was_killed:
            kills += 1
            in_the_middle += "step 1" in said and now == before
            assert now in (before, after), f"half done after {said}"
        else:
            longest *= 0.8  # it was quicker than the first time
        if now == after:
            assert installation.run_task("undo_club_roll_over", club=CLUB) == "season 1"
        if kills >= enough_kills and in_the_middle >= 3:
            break
    assert kills >= enough_kills
    assert in_the_middle >= 3
