"""Replies to results at the same time: real processes, a real database, one outcome."""

from __future__ import annotations

from tests.concurrency.installation import Installation

REPLIES = {"confirm": "confirm_result", "dispute": "dispute_result"}


def test_two_players_and_an_organiser_say_something_at_once(
    installation: Installation, repetitions: int
) -> None:
    made = installation.run_task("make_league_matches", club="riverside", divisions=2, entries=9)
    matches = made[: repetitions // 2]
    installation.run_task("enter_as_players", matches=matches)

    answers = installation.run_in_lockstep(
        len(matches), *(("say_of_results", {"matches": matches, "what": what}) for what in (*REPLIES, "edit"))
    )

    said = installation.run_task("list_replies", matches=matches)
    for confirmed, disputed, edited, (revision, replies, events) in zip(*answers, said, strict=True):
        done = [what for what, answer in (("confirm", confirmed), ("dispute", disputed)) if answer == "done"]
        assert edited == "done" and revision == 2
        assert replies == [{"confirm": "confirmed", "dispute": "disputed"}[what] for what in done]
        assert len(done) <= 1  # none where the organiser came first
        assert {confirmed, disputed} <= {"done", "confirmed", "disputed", "changed-meanwhile"}
        assert events == sorted(["submit_result"] * 2 + [REPLIES[what] for what in done])
    assert installation.run_task("summarise_club", club="riverside")["differences"] == []


def test_two_organisers_settle_a_dispute_once(installation: Installation, repetitions: int) -> None:
    made = installation.run_task("make_league_matches", club="riverside", divisions=2, entries=9)
    matches = made[: repetitions // 4]
    installation.run_task("enter_as_players", matches=matches)
    (disputed,) = installation.run_in_lockstep(
        len(matches), ("say_of_results", {"matches": matches, "what": "dispute"})
    )
    assert set(disputed) == {"done"}

    answers = installation.run_in_lockstep(
        len(matches),
        *(("say_of_results", {"matches": matches, "what": what}) for what in ("entered", "other")),
    )

    said = installation.run_task("list_replies", matches=matches)
    for kept, replaced, (revision, replies, events) in zip(*answers, said, strict=True):
        assert sorted([kept, replaced]) == ["done", "no-dispute"]
        assert revision == (1 if kept == "done" else 2)
        assert replies == ["disputed"]
        assert events == ["dispute_result", "settle_dispute", "submit_result"]
    assert installation.run_task("summarise_club", club="riverside")["differences"] == []
