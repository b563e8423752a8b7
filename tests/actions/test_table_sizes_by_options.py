"""How many may sit at a table can depend on a game's options: then rules and options must fit each other."""

from __future__ import annotations

from typing import Any

import pytest

from league.actions.actor import CONSOLE
from league.actions.competition import change_options, change_rules, create_competition
from league.models import Competition
from tests.actions.seasons import refusal
from tests.actions.test_founding import club_of
from tests.rules.clubs import club, competition, division, mistakes, season

LARGER = {"edition": "official-2021"}  # for up to eight, and without it for up to six
EIGHT = {"table_size": 8}
WRONG = ("rules.table_size", "seats")


@pytest.fixture
def founded(db: None) -> Any:
    found = club_of(8)

    def found_it(**more: Any) -> Competition:
        told = {"name": "Cup", "game": "skull-king", "rules": {}, "by": CONSOLE, **more}
        return create_competition(club=found, **told)

    return found_it


def test_tables_larger_than_the_options_allow_are_refused(founded: Any) -> None:
    assert refusal(founded, rules=EIGHT) == [WRONG]
    small = founded(rules={"table_size": 6})
    assert refusal(change_rules, competition=small, rules=EIGHT, by=CONSOLE) == [WRONG]


def test_options_that_do_not_allow_the_tables_are_refused(founded: Any) -> None:
    large = founded(rules=EIGHT, options=LARGER)
    assert refusal(change_options, competition=large, options={}, by=CONSOLE) == [WRONG]
    change_options(competition=large, options=LARGER | {"scoring": "rascal"}, by=CONSOLE)


def test_club_file_with_tables_larger_than_the_options_allow_is_refused() -> None:
    players = "ann bob cleo dev eva finn gus hal"

    def file(**more: Any) -> Any:
        held = competition(season(division(players)), game="skull-king", rules=EIGHT, **more)
        return club(held)

    assert mistakes(file(options=LARGER)) == []
    assert [path for path, _said in mistakes(file())] == ["competitions.0.rules.table_size"]
