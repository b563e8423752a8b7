"""Without workers the serving processes have a clock of their own: what comes due later is done."""

from __future__ import annotations

from tests.concurrency.house import House


def test_servers_that_nobody_asks_anything_do_what_is_due_each_job_once(house: House) -> None:
    house.ask("leave_jobs", count=40)
    first, second = house.side_by_side(("serve_until_all_is_done", {}), ("serve_until_all_is_done", {}))
    assert sorted(first + second) == list(range(40))
    assert house.ask("kept_jobs") == [["done", 1]] * 40


def test_server_beside_workers_leaves_the_time_to_theirs(house: House) -> None:
    assert house.ask("clocks_of_a_server") == ["clock"]
    assert house.ask("clocks_of_a_server", more={"REDIS_URL": "redis://127.0.0.1:1/0"}) == []
