"""Why a draft cannot be opened, in sentences."""

from league.queries.opening import format_problem
from league.rules.validation import build_problem


def test_problem_names_its_division_unless_that_came_since_the_names_were_read() -> None:
    problem = build_problem("divisions.1.entries", "division-too-small", "Too few.")
    assert format_problem(problem, ["A", "B"]) == "Division B: Too few."
    assert format_problem(problem, ["A"]) == "Too few."
