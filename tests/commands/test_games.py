"""`manage.py games`: what is installed, for people and for programs."""

from __future__ import annotations

import io
import json
from typing import Any

from django.core.management import call_command

from games import get


def printed(*arguments: str) -> str:
    out = io.StringIO()
    call_command("games", *arguments, stdout=out)
    return out.getvalue()


def skuck() -> dict[str, Any]:
    listed: list[dict[str, Any]] = json.loads(printed("--json"))["games"]
    return next(game for game in listed if game["key"] == "skuck")


def test_people_read_options_words_variants_and_errors() -> None:
    text = printed()
    assert "SKUCK (skuck), 2 seats" in text
    assert "deals = 4 (1 to 100)" in text
    assert "deal: game" in text
    assert "tricks-total: " in text


def test_programs_get_options_with_defaults_and_ranges() -> None:
    game = skuck()
    assert game["seats"] == {"minimum": 2, "maximum": 2}
    deals = game["options"]["deals"]
    assert (deals["default"], deals["minimum"], deals["maximum"]) == (4, 1, 100)
    assert game["options"]["time_penalties"]["default"] is False
    assert game["codes"].keys() == get("skuck").codes.keys()
    assert game["words"]["deal"] == "game"
    assert game["variants"][0]["certain"] is True


def test_programs_get_the_schemas_of_sheet_and_options() -> None:
    game = skuck()
    bids = game["sheet_schema"]["$defs"]["Deal"]["properties"]["bids"]
    assert (bids["minItems"], bids["maxItems"], bids["items"]["maximum"]) == (2, 2, 27)
    assert game["options_schema"]["additionalProperties"] is False
