"""Several players register at the same time: real processes, a real database."""

from __future__ import annotations

from tests.concurrency.installation import Installation

PLAYERS = 10


def test_of_ten_at_once_one_gets_the_last_place(installation: Installation, repetitions: int) -> None:
    times = repetitions // 10
    installation.run_task("make_registrations", count=times, players=PLAYERS)
    answers = installation.run_in_lockstep(
        times,
        *(("register_in_lockstep", {"player": player, "count": times}) for player in range(PLAYERS)),
    )
    for states in zip(*answers, strict=True):
        assert sorted(states) == ["entered", *["waiting"] * (PLAYERS - 1)]
    stored = installation.run_task("list_registrations", count=times)
    assert stored == [["entered"] * 4 + ["waiting"] * (PLAYERS - 1)] * times


def test_of_ten_guests_at_once_one_gets_the_last_place(installation: Installation, repetitions: int) -> None:
    times = repetitions // 10
    installation.run_task("make_registrations", count=times, players=0)
    guests = [{"name": f"Guest {guest}", "email": f"{guest}@guests.example"} for guest in range(PLAYERS)]
    answers = installation.run_in_lockstep(
        times, *(("register_by_mail_in_lockstep", guest | {"count": times}) for guest in guests)
    )
    for states in zip(*answers, strict=True):
        assert sorted(states) == ["entered", *["waiting"] * (PLAYERS - 1)]
    stored = installation.run_task("list_registrations", count=times)
    assert stored == [["entered"] * 4 + ["waiting"] * (PLAYERS - 1)] * times


def test_two_links_of_one_address_at_once_register_once(installation: Installation, repetitions: int) -> None:
    times = repetitions // 4
    installation.run_task("make_registrations", count=times, players=0)
    guests = [{"name": name, "email": "zoe@guests.example"} for name in ("Zoe", "Yan")]
    answers = installation.run_in_lockstep(
        times, *(("register_by_mail_in_lockstep", guest | {"count": times}) for guest in guests)
    )
    for states in zip(*answers, strict=True):
        assert sorted(states) == ["entered", "registered-already"]
    assert installation.run_task("list_registrations", count=times) == [["entered"] * 4] * times


def test_who_registers_while_the_tournament_starts_plays_or_is_told(
    installation: Installation, repetitions: int
) -> None:
    times = repetitions // 4
    installation.run_task("make_registrations", count=times, players=1)
    states, players = installation.run_in_lockstep(
        times,
        ("register_in_lockstep", {"player": 0, "count": times}),
        ("start_in_lockstep", {"count": times}),
    )
    assert list(zip(states, players, strict=True)) == [
        (state, 4 if state == "entered" else 3) for state in states
    ]
    assert set(states) <= {"entered", "started"}
