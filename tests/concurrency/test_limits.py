"""Limits hold across processes: together they are not used more often than by one."""

from __future__ import annotations

from tests.concurrency.installation import Installation


def test_processes_count_together(installation: Installation) -> None:
    processes = [installation.start("count_uses", times=20, most=50) for _ in range(4)]
    for process in processes:
        process.send_line("go")
    assert sum(process.wait_for_answer() for process in processes) == 50
