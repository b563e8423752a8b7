"""Points by place in a club file: an open season needs some for every size of table it plays at."""

from typing import Any

import pytest

from tests.clubfile.documents import (
    build_league,
    build_played_match,
    build_sheet_for_scores,
    find_mistakes,
    replace_at,
)

COMPETITION = "competitions.0"
SEASON = f"{COMPETITION}.seasons.0"


def test_tables_that_are_played_at_need_points_where_places_give_them() -> None:
    rules = {"ranking": ["points", "lot"], "points": {"places": {"3": [3, 2, 1]}}}
    message = "No points are set for the places at tables of 2."
    matches = [build_played_match("m1", "ann bob", build_sheet_for_scores(-4, -6))]
    document = build_league("ann bob", matches, rules=rules)
    assert find_mistakes(document) == [(f"{COMPETITION}.rules.points.places", message)]
    replace_at(document, f"{COMPETITION}.kind", "tournament")
    assert find_mistakes(document) == [(f"{COMPETITION}.rules.points.places", message)]
    own = replace_at(build_league("ann bob", matches), f"{SEASON}.rules", rules)
    assert find_mistakes(own) == [(f"{SEASON}.rules.points.places", message)]


def test_every_wrong_size_is_named() -> None:
    places = {"4": [4, 3, 2, 1], "3": [1], "two": [2, 1], "5": [1, 2, 3, 4, 5], "2": [2, "1"]}
    document = build_league("ann bob", [], rules={"points": {"places": places}})
    mistakes = dict(find_mistakes(document))
    assert mistakes.pop(f"{COMPETITION}.rules.points.places.2.1") == "Must be a whole number."
    assert {
        path.removeprefix(f"{COMPETITION}.rules.points.places."): message
        for path, message in mistakes.items()
    } == {
        "3": "A table of 3 has 3 places; points are given for 1.",
        "two": "two is not a table size: tables have 2 to 20 seats.",
        "5": "At a table of 5 a lower place gets more points than a higher one.",
    }


@pytest.mark.parametrize(
    "harmless",
    [
        {"state": "draft", "matches": [{"id": "m1", "seats": ["ann", "bob"]}]},
        {"ranking": ["wins", "lot"]},
        {"places": {"2": [2, 1], "3": [3, 2, 1]}},
    ],
)
def test_points_of_other_tables_do_no_harm_where(harmless: Any) -> None:
    """A season is only a draft, points do not count in the ranking, or there are some for this size, too."""
    ranking = harmless.get("ranking", ["points", "lot"])
    rules = {"ranking": ranking, "points": {"places": harmless.get("places", {"3": [3, 2, 1]})}}
    matches = harmless.get("matches", [build_played_match("m1", "ann bob", build_sheet_for_scores(-4, -6))])
    assert (
        find_mistakes(build_league("ann bob", matches, rules=rules, state=harmless.get("state", "open")))
        == []
    )


def test_a_table_that_cannot_be_is_said_to_be_that_alone() -> None:
    rules = {"ranking": ["points"], "points": {"places": {"2": [2, 1]}}}
    alone = build_league("ann bob", [{"id": "m1", "seats": ["ann"]}], rules=rules)
    [(path, _message)] = find_mistakes(alone)
    assert path == f"{SEASON}.divisions.0.matches.0.seats"
