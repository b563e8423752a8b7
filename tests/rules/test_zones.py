"""Who is placed to go up and who down."""

import games
from league.rules import settings
from league.rules.settings import Rules
from league.rules.zones import zones


def rules(**more: int) -> Rules:
    return settings.parse({"promoted": 2, **more}, games.get(games.installed()[0].key))


def told(played: list[list[int]], **more: int) -> list[str]:
    """A letter an entry: u, d, or a point."""
    return ["".join(zone[:1] or "." for zone in division) for division in zones(played, rules(**more))]


def test_first_go_up_last_go_down_but_nobody_out_of_the_league() -> None:
    assert told([[3, 3, 3, 3], [3, 3, 3, 3, 3], [3, 3, 3]]) == ["..dd", "uu.dd", "uu."]


def test_single_division_has_no_zones() -> None:
    assert told([[3, 3, 3, 3]]) == ["...."]
    assert told([[3, 3], [3, 3]], promoted=0) == ["..", ".."]


def test_who_has_played_too_little_is_passed_over_and_the_next_rises() -> None:
    assert told([[3, 3, 3, 3], [1, 3, 1, 3]], min_played=2) == ["..dd", ".u.u"]


def test_as_many_fewer_go_down_as_too_few_may_rise() -> None:
    assert told([[3, 3, 3, 3], [1, 3, 1, 1]], min_played=2) == ["...d", ".u.."]
    assert told([[3, 3, 3, 3], [1, 1, 1, 1]], min_played=2) == ["....", "...."]


def test_who_goes_up_is_not_counted_for_going_down() -> None:
    assert told([[3] * 4, [1, 1, 1, 3], [3, 3]], min_played=2, promoted=1) == ["...d", "..du", "u."]


def test_where_nothing_has_been_played_there_is_no_zone_yet() -> None:
    assert told([[0, 0, 0, 0], [0, 0, 0, 0]]) == ["....", "...."]
    assert told([[1, 1, 0, 0], [0, 0, 0, 0]]) == ["..dd", "...."]
