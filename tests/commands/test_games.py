"""`games`: the installed games, for people and for programs."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from django.core.management import call_command

from games import get


def print_games(*arguments: str) -> str:
    out = io.StringIO()
    call_command("games", *arguments, stdout=out)
    return out.getvalue()


def get_listed_game(key: str) -> dict[str, Any]:
    games: list[dict[str, Any]] = json.loads(print_games("--json"))["games"]
    return next(game for game in games if game["key"] == key)


def get_listed_skuck() -> dict[str, Any]:
    return get_listed_game("skuck")


def test_people_read_options_words_variants_and_errors() -> None:
    text = print_games()
    assert "SKUCK (skuck), 2 seats" in text
    assert "deals = 4 (1 to 100)" in text
    assert "floor = 0 (-1000 to 0, or none)" in text
    assert "deal: game" in text
    assert "tricks-total: " in text


def test_what_every_command_loads_brings_no_pages_and_few_actions() -> None:
    """They would take a third of the time that a command needs to start."""
    code = "import django, sys; django.setup(); print(*(name for name in sys.modules if name.startswith('league.')))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"},
        cwd=Path(__file__).resolve().parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = done.stdout.split()
    assert "league.web.account.signals" in loaded
    for package in (
        "league.actions.invitation",
        "league.rules.explain",
        "league.web.manage",
        "league.web.public",
    ):
        assert [name for name in loaded if name.startswith(package)] == []


def test_programs_get_options_with_defaults_and_ranges() -> None:
    game = get_listed_skuck()
    assert game["seats"] == {"minimum": 2, "maximum": 2}
    deals = game["options"]["deals"]
    assert (deals["default"], deals["minimum"], deals["maximum"]) == (4, 1, 100)
    assert game["options"]["time_penalties"]["default"] is False
    assert game["codes"].keys() == get("skuck").codes.keys()
    assert game["words"]["deal"] == "game"
    assert game["variants"][0]["certain"] is True


def test_programs_get_the_schemas_of_sheet_and_options() -> None:
    game = get_listed_skuck()
    bids = game["sheet_schema"]["$defs"]["Deal"]["properties"]["bids"]
    assert (bids["minItems"], bids["maxItems"], bids["items"]["maximum"]) == (2, 2, 27)
    assert game["options_schema"]["additionalProperties"] is False


def test_variants_are_told_in_words() -> None:
    assert "hucklebuck-15: Hucklebuck to 15: A match is won with 15 points or more. (from " in print_games()
    assert "skuck: SKUCK: standard (from " in print_games()
    usual, fifteen = get_listed_game("hucklebuck")["variants"]
    assert (usual["in_words"], fifteen["in_words"]) == ([], ["A match is won with 15 points or more."])
    assert (fifteen["options"], fifteen["certain"]) == ({"target": 15}, True)


def test_programs_get_how_options_are_chosen_and_what_is_added_up() -> None:
    target, _penalty, floor = get_listed_game("hucklebuck")["option_fields"]
    assert (target["key"], target["kind"], target["minimum"]) == ("target", "count", 1)
    assert "null" not in target and floor["null"] == "none"
    assert get_listed_game("hucklebuck")["figures"]["best"] == {"label": "Best match", "add": "most"}
    assert "Best match (best)" in print_games()
