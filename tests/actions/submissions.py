"""Helpers to submit a result, and to compare all rows that may change by it."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from league.actions.result import restore_result, submit_result
from league.models import (
    Division,
    Event,
    Job,
    Match,
    Player,
    Result,
    Seat,
    Standing,
    Statistics,
    Submission,
    User,
)
from league.principals import CONSOLE, Person, Principal
from tests.actions.clubs import PRINTED_SHEET
from tests.commands.console import fetch_rows

RESULT_MODELS: tuple[Any, ...] = (
    Submission,
    Result,
    Seat,
    Standing,
    Event,
    Job,
    Match,
    Division,
    Statistics,
)


def enter_result(
    match: Match, sheet: object = PRINTED_SHEET, *, base: int = 0, by: Principal = CONSOLE, **more: Any
) -> Any:
    """Return the result, or None where it waits for confirmation."""
    return submit_result(match=match, sheet=sheet, by=by, base=base, **{"key": uuid4(), **more})


def restore_version(match: Match, number: int, *, base: int, by: Principal = CONSOLE, **more: Any) -> Any:
    sent = {"key": uuid4(), "why": "It was right before", **more}
    return restore_result(match=match, number=number, by=by, base=base, **sent)


def fetch_result_rows() -> dict[str, list[tuple[Any, ...]]]:
    """Return every row that a result may touch."""
    return fetch_rows(RESULT_MODELS)


def find_changed_models(before: dict[str, list[tuple[Any, ...]]]) -> set[str]:
    after = fetch_result_rows()
    return {name for name in after if after[name] != before[name]}


def get_player_actor(match: Match, seat: int = 0) -> Person:
    """Return the player at this seat as an actor, with an account that has no role in the club."""
    player = Player.objects.get(seats__match=match, seats__number=seat)
    if player.user is None:
        player.user = User.objects.create(
            email=f"{player.key}@players.example", name=f"Account of {player.key}"
        )
        player.save()
    return Person(player.user)
