"""The score of a sheet that is still being written."""

from typing import Any

from games import registry
from league.rules.running_score import calculate_running_score
from league.rules.settings import parse_rules
from league.rules.snapshot import Settings

SKUCK = registry.get("skuck")
SETTINGS = Settings(SKUCK, SKUCK.Options(), parse_rules({}, SKUCK))


def deal(tricks: int = 11, **more: Any) -> dict[str, Any]:
    return {"bids": [16, 16], "tricks": [tricks, 27 - tricks], **more}


def run(*deals: dict[str, Any], **lists: Any) -> tuple[list[int] | None, list[str]]:
    """Return the scores, and where something is wrong."""
    running = calculate_running_score(SETTINGS, {"deals": list(deals), **lists}, 2)
    scores = [seat.score for seat in running.score.seats] if running.score else None
    return scores, [problem.path for problem in running.problems]


def test_sheet_counts_up_to_the_first_deal_that_is_wrong_or_unfinished() -> None:
    first = run(deal())[0]
    assert run(deal(), {"bids": [16, None]}, deal())[0] == first
    assert run(deal(), deal(tricks=28), deal()) == (
        first,
        ["sheet.deals.1.tricks.0", "sheet.deals.1.tricks.1"],
    )


def test_what_may_be_left_out_is_left_out_where_it_is_wrong() -> None:
    both = run(deal(), deal())[0]
    assert run(deal(trump="nuts"), deal()) == (both, ["sheet.deals.0.trump"])
    assert run(deal(), deal(), penalties=[{"seat": 9, "kind": "renege", "deal": 0}])[0] == both


def test_sheet_that_cannot_be_read_has_problems_and_no_score() -> None:
    running = calculate_running_score(SETTINGS, {"deals": "x"}, 2)
    assert running.score is None and not running.is_complete and running.played == 0
    assert [problem.path for problem in running.problems] == ["sheet.deals"]
