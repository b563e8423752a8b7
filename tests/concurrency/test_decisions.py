"""Decisions are made and taken back while results come in: real processes, a real database."""

from __future__ import annotations

from tests.concurrency.house import House


def test_somebody_comes_and_goes_while_results_come_in(house: House, rounds: int) -> None:
    """What waits for the division and what waits for the season let each other through."""
    times = rounds // 10
    matches = house.ask("found", club="riverside", divisions=2, entries=9)
    *answers, back, also_back = house.side_by_side(
        ("enter", {"matches": matches[0::2], "seed": 1000}),
        ("enter", {"matches": matches[1::2], "seed": 2000}),
        ("come_and_go", {"club": "riverside", "player": "p1", "times": times}),
        ("come_and_go", {"club": "riverside", "player": "p18", "times": times}),
    )

    said = {answer.split()[0].strip(":") for own in answers for answer in own}
    assert "result" in said <= {"result", "overtaken", "refused"}
    assert back == also_back == ["back"] * times
    told = house.ask("told", club="riverside")
    assert told["differences"] == []
    assert told["matches with a result"] == sum(
        answer.startswith("result") for own in answers for answer in own
    )
