"""While a season is open, its pages and commands move the same people as closing it and rolling it over would."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from league.actions.season import close_season
from league.models import Membership, Role, User
from league.principals import CONSOLE
from tests.actions.clubs import make_club
from tests.actions.seasons import PLAIN_RULES, fetch_standings, get_latest_season, reload_season
from tests.clubfile.documents import (
    build_club,
    build_competition,
    build_division,
    build_forfeited_match,
    build_season,
)
from tests.commands.console import run_command
from tests.web.tables import classes

pytestmark = pytest.mark.django_db
UPPER, LOWER = ["ann", "bob", "carl"], ["dev", "eva", "finn"]
WORDS = {"promoted": "up", "relegated": "down", "stays": ""}


def all_tied(lot: int) -> Any:
    """Nobody came to any match: everybody shares rank 1, and a lot will say who moves."""
    groups = [
        build_division(
            " ".join(group),
            [
                build_forfeited_match(f"{one}-{two}", f"{one} {two}", f"{one} {two}")
                for one, two in pairs(group)
            ],
            level=level,
        )
        for level, group in enumerate((UPPER, LOWER), 1)
    ]
    return build_club(
        build_competition(build_season(*groups, lot=lot), rules=PLAIN_RULES | {"ranking": ["wins"]})
    )


def pairs(group: list[str]) -> list[tuple[str, str]]:
    one, two, three = group
    return [(one, two), (one, three), (two, three)]


def explained(player: str) -> str:
    """Where `explain` says they would go."""
    said = [part["value"] for part in run_command("explain", "club/league", player, "--json").json["because"]]
    return WORDS[said[-1]]


@pytest.mark.parametrize(
    "lot", [*range(1, 5), *(pytest.param(lot, marks=pytest.mark.full) for lot in range(5, 9))]
)
def test_everybody_says_the_same_of_a_tie_that_a_lot_will_break(client: Client, lot: int) -> None:
    found = get_latest_season(make_club(all_tied(lot)))
    organiser = User.objects.create(email="organiser@club.example")
    Membership.objects.create(user=organiser, club=found.competition.club, role=Role.ORGANISER)
    client.force_login(organiser)
    moves = [
        move
        for part in run_command("roll_over", "club/league", "--preview", "--json").json["divisions"]
        for move in part["moves"]
    ]
    wanted = dict.fromkeys([*UPPER, *LOWER], "") | {
        move["player"]: "up" if move["to"] == 1 else "down" for move in moves
    }
    assert sorted(wanted.values()) == ["", "", "", "", "down", "up"]
    assert classes(client.get("/club/league/1/")) == wanted
    assert classes(client.get("/club/league/1/?as_of=2030-01-01")) == wanted
    assert classes(client.get("/club/league/1/close/")) == wanted
    assert {player: explained(player) for player in wanted} == wanted
    assert {rank for rank, *_ in fetch_standings(found).values()} == {1}
    close_season(season=found, by=CONSOLE)
    fixed = fetch_standings(reload_season(found))
    assert {player: WORDS[movement] for player, (_rank, _by, movement) in fixed.items()} == wanted
