"""The score of raw input, from arguments or a line of JSON (docs/reference/sheets.md, The score command)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NoReturn, TypeVar

from pydantic import BaseModel

from games.problems import Invalid, Problem, Text, _
from games.protocol import Game
from games.reading import build_problem, parse, parse_options
from games.registry import get, installed
from games.score import Score

Answer = TypeVar("Answer")


def score(game: str, sheet: object, options: object = None, seats: int | None = None) -> Score:
    """Return the score of a sheet; raise Invalid with every problem of the input.

    `seats` may be left out where the game fixes the number.
    """
    request = {"game": game, "sheet": sheet, "options": {} if options is None else options}
    if seats is not None:
        request["seats"] = seats
    return _score_request(request)


def score_line(line: bytes) -> dict[str, Any]:
    """Return the answer to a line of the `score` command: {"result": ...} or {"errors": [...]}.

    The line may hold any bytes.
    """
    try:
        return {"result": _score_request(_decode_object(line)).as_json()}
    except Invalid as invalid:
        return {"errors": [problem.as_json() for problem in invalid.problems]}


def _score_request(request: Mapping[str, object]) -> Score:
    problems: list[Problem] = []
    sheet = options = seats = None
    game = _attempt(problems, _read_game, request)
    if game is not None:
        options = _attempt(problems, parse_options, game, request.get("options", {}))
        seats = _attempt(problems, _read_seats, game, request, options) or game.fixed_seats
        if options is not None and seats is not None and "sheet" in request:
            sheet = _attempt(problems, parse, game, request["sheet"], options, seats)
    if "sheet" not in request:
        problems.append(build_problem("missing", "sheet", name="sheet"))
    unknown = [name for name in request if name not in ("game", "options", "seats", "sheet")]
    problems += [build_problem("extra_forbidden", name, name=name) for name in unknown]
    if game is None or seats is None or sheet is None or options is None or problems:
        raise Invalid(*problems)
    return game.score(sheet, options, seats)


def _attempt(problems: list[Problem], step: Callable[..., Answer], *arguments: object) -> Answer | None:
    """Return what the step returns; if it raises Invalid, add its problems to `problems` and return None.

    The next step can then report its problems as well.
    """
    try:
        return step(*arguments)
    except Invalid as invalid:
        problems += invalid.problems
        return None


def _read_game(request: Mapping[str, object]) -> Game:
    if "game" not in request:
        raise Invalid(build_problem("missing", "game", name="game"))
    key = request["game"]
    if not isinstance(key, str):
        raise Invalid(build_problem("string_type", "game"))
    try:
        return get(key)
    except KeyError:
        games = ", ".join(game.key for game in installed())
        message = Text(
            _("No game called {game} is installed. Available: {games}."), {"game": key, "games": games}
        )
        raise Invalid(Problem("game", "unknown-game", message)) from None


def _read_seats(game: Game, request: Mapping[str, object], options: BaseModel | None) -> int:
    seats = request.get("seats", game.fixed_seats)
    if seats is None and "seats" not in request:
        raise Invalid(build_problem("missing", "seats", name="seats"))
    if not isinstance(seats, int) or isinstance(seats, bool):
        raise Invalid(build_problem("int_type", "seats"))
    refusal = game.wrong_seats(seats, options)
    if refusal:
        raise Invalid(Problem("seats", "range", refusal))
    return seats


# --- a line of JSON


def _decode_object(line: bytes) -> dict[str, object]:
    try:
        value = DECODER.decode(line.decode())
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        message = Text(
            _("The line must be a single JSON object in UTF-8, and no object may have the same name twice.")
        )
        raise Invalid(Problem("", "json", message))
    return value


def _refuse_repeated_names(pairs: list[tuple[str, object]]) -> dict[str, object]:
    names = dict(pairs)
    if len(names) < len(pairs):
        raise ValueError("a name twice in one object")
    return names


def _refuse_constant(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


DECODER = json.JSONDecoder(object_pairs_hook=_refuse_repeated_names, parse_constant=_refuse_constant)
