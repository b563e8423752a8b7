"""Table sizes that depend on a game's options: rules and options must then fit each other."""

from __future__ import annotations

from typing import Any

import pytest

from league.actions.competition import change_options, change_rules, create_competition
from league.models import Competition
from league.principals import CONSOLE
from tests.actions.seasons import collect_problem_codes
from tests.actions.test_create_club import make_club_of_size
from tests.clubfile.documents import (
    build_club,
    build_competition,
    build_division,
    build_season,
    find_mistakes,
)

LARGER_EDITION = {"edition": "official-2021"}  # for up to eight, and without it for up to six
TABLES_OF_EIGHT = {"table_size": 8}
WRONG_TABLE_SIZE = ("rules.table_size", "seats")


@pytest.fixture
def make_cup(db: None) -> Any:
    club = make_club_of_size(8)

    def found_it(**more: Any) -> Competition:
        arguments = {"name": "Cup", "game": "skull-king", "rules": {}, "by": CONSOLE, **more}
        return create_competition(club=club, **arguments)

    return found_it


def test_tables_larger_than_the_options_allow_are_refused(make_cup: Any) -> None:
    assert collect_problem_codes(make_cup, rules=TABLES_OF_EIGHT) == [WRONG_TABLE_SIZE]
    small = make_cup(rules={"table_size": 6})
    assert collect_problem_codes(change_rules, competition=small, rules=TABLES_OF_EIGHT, by=CONSOLE) == [
        WRONG_TABLE_SIZE
    ]


def test_options_that_do_not_allow_the_tables_are_refused(make_cup: Any) -> None:
    large = make_cup(rules=TABLES_OF_EIGHT, options=LARGER_EDITION)
    assert collect_problem_codes(change_options, competition=large, options={}, by=CONSOLE) == [
        WRONG_TABLE_SIZE
    ]
    change_options(competition=large, options=LARGER_EDITION | {"scoring": "rascal"}, by=CONSOLE)


def test_club_file_with_tables_larger_than_the_options_allow_is_refused() -> None:
    players = "ann bob cleo dev eva finn gus hal"

    def file(**more: Any) -> Any:
        held = build_competition(
            build_season(build_division(players)), game="skull-king", rules=TABLES_OF_EIGHT, **more
        )
        return build_club(held)

    assert find_mistakes(file(options=LARGER_EDITION)) == []
    assert [path for path, _said in find_mistakes(file())] == ["competitions.0.rules.table_size"]
