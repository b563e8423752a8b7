"""Sheets that no honest secretary would send: valid ones with something spoiled, and any other JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from games import (
    Field,
    Game,
    Invalid,
    Score,
    canonical,
    get,
    parse,
    parse_options,
    score,
    score_line,
    warnings,
)

SMALL_NUMBERS, LARGE_NUMBERS = (
    (-2, -1, 0, 1, 2, 3, 5, 7, 10, 11, 20, 27, 28, 40, 61, 120, 121),
    (10**6, -(10**9), 10**30),
)
OTHER_VALUES = (
    None,
    True,
    False,
    2.0,
    0.5,
    float("nan"),
    float("inf"),
    "",
    "x",
    "3",
    "null",
    "\ud800",
    "♣ {seat} {0}",
)
SHEETS_PER_GAME = 40  # right sheets of each game, from which others are made


# --- valid sheets


@cache
def build_valid_lines(key: str) -> tuple[str, ...]:
    """Return options, seats and sheet of examples and made-up matches.

    They are JSON text, which is quicker to copy than objects.
    """
    game = get(key)
    lines = [(dict(example.options), example.seats, example.sheet, example.key) for example in game.examples]
    assert game.plausible is not None
    for number in range(SHEETS_PER_GAME - len(lines)):
        options = dict(game.variants[number % len(game.variants)].options)
        parsed = parse_options(game, options)
        seats = game.min_seats + number % (game.most_seats(parsed) - game.min_seats + 1)
        sheet = game.plausible(parsed, seats, Random(number))
        lines.append((options, seats, sheet, f"made up {number}"))
    return tuple(json.dumps(line[:3]) for line in lines)


@cache
def list_known_names(key: str) -> tuple[str, ...]:
    """Return every name that occurs in a valid line, and of every field of the layout."""
    game = get(key)
    layout = game.layout(parse_options(game, {}), game.table_size)
    names = {part for field in (*layout.per_seat, *layout.per_deal) for part in field.key.split(".")}
    for line in build_valid_lines(key):
        names |= {name for container, name in list_places(json.loads(line)) if isinstance(container, dict)}
    return tuple(sorted(names))


def list_places(part: Any) -> list[tuple[Any, Any]]:
    """Return every (container, key) of some JSON data."""
    places: list[tuple[Any, Any]] = []
    waiting = [part]
    while waiting:
        container = waiting.pop()
        keys = container if isinstance(container, dict) else range(len(container))
        for key in keys:
            places.append((container, key))
            if isinstance(container[key], dict | list):
                waiting.append(container[key])
    return places


# --- spoiled sheets


def make_json_value(game: Game, chance: Random, depth: int = 3) -> Any:
    """Make up a JSON value, often one that could stand on a sheet."""
    kind = chance.random()
    if kind < 0.45:
        return chance.choice(SMALL_NUMBERS)
    if kind < 0.5:
        return chance.choice(LARGE_NUMBERS)
    if kind < 0.6:
        return chance.choice(list_known_names(game.key))
    if kind < 0.8 or not depth:
        return chance.choice(OTHER_VALUES)
    inner = [make_json_value(game, chance, depth - 1) for _ in range(chance.randrange(4))]
    return inner if kind < 0.9 else {chance.choice(list_known_names(game.key)): value for value in inner}


def spoil_one_place(game: Game, data: Any, chance: Random) -> None:
    """Change some JSON data in one place."""
    places = list_places(data)
    if not places:
        return
    container, key = chance.choice(places)
    value = container[key]
    match chance.randrange(7):
        case 0:
            container[key] = make_json_value(game, chance)
        case 1 if isinstance(value, int) and not isinstance(value, bool):
            container[key] = value + chance.choice((-1, 1))
        case 2:
            del container[key]
        case 3:
            other, its_key = chance.choice(places)
            if its_key in other if isinstance(other, dict) else its_key < len(other):
                container[key] = json.loads(json.dumps(other[its_key]))
        case 4 if isinstance(container, list):
            container.insert(key, json.loads(json.dumps(value)))
        case 5 if isinstance(value, dict):
            value[chance.choice(list_known_names(game.key))] = make_json_value(game, chance)
        case _:
            container[key] = chance.choice(SMALL_NUMBERS)


def make_options(game: Game, chance: Random) -> dict[str, Any]:
    """Make up options as they may be chosen, right or nearly so."""
    return {field.key: _choose_value(field, chance) for field in game.option_fields if chance.random() < 0.4}


def _choose_value(field: Field, chance: Random) -> Any:
    if field.out and chance.random() < 0.2:
        return None
    match field.kind:
        case "choice":
            choice: Any = chance.choice(list(field.choices))
        case "switch":
            choice = chance.random() < 0.5
        case "named":
            return {chance.choice(("Spitze", "Hirsch", "X")): chance.randint(1, 3)}
        case _:
            least = field.minimum or 0
            choice = chance.randint(
                least, min(least + 12, least + 12 if field.maximum is None else field.maximum)
            )
    return [choice] * chance.randint(1, field.several) if field.several else choice


def make_line(game: Game, chance: Random) -> dict[str, Any]:
    """Make up arguments of `score`: a sheet with some things spoiled, or nothing like a sheet at all."""
    options, seats, sheet = json.loads(chance.choice(build_valid_lines(game.key)))
    if chance.random() < 0.3:
        options = make_options(game, chance)
    whole = {"sheet": sheet}
    for _ in range(chance.choice((0, 1, 1, 1, 2, 3, 8))):
        spoil_one_place(game, whole, chance)
    if chance.random() < 0.03:
        whole["sheet"] = make_json_value(game, chance)
    if chance.random() < 0.05:
        spoil_one_place(game, {"options": options}, chance)
        options = options if chance.random() < 0.8 else make_json_value(game, chance)
    if chance.random() < 0.05:
        seats = chance.choice((None, *SMALL_NUMBERS, *OTHER_VALUES))
    return {"game": game.key, "sheet": whole.get("sheet"), "options": options, "seats": seats}


# --- checks of an answer


def check_line(game: Game, line: dict[str, Any]) -> bool:
    """Check that the line is scored or refused as it should be; return whether it was scored."""
    result = score_or_refuse(line)
    if isinstance(result, Invalid):
        check_problems(game, result, ("sheet", "options", "seats"), line)
        return False
    seats: int = line["seats"] or game.min_seats
    check_score(result, len(line["sheet"]["deals"]), seats)
    options = parse_options(game, {} if line["options"] is None else line["options"])
    parsed = parse(game, line["sheet"], options, seats)
    canonical_sheet = canonical(parsed)
    assert json.loads(json.dumps(canonical_sheet)) == canonical_sheet, line
    assert score(game.key, canonical_sheet, canonical(options), seats) == result, line
    for tree, seat in zip(game.explain(parsed, options, seats), result.seats, strict=True):
        assert tree.value == seat.score, line
    for problem in warnings(game, parsed, options, seats):
        assert problem.path.split(".")[0] == "sheet" and str(problem.message), line
    return True


def score_or_refuse(line: dict[str, Any]) -> Score | Invalid:
    try:
        return score(**line)
    except Invalid as invalid:
        return invalid


def check_problems(game: Game, invalid: Invalid, roots: tuple[str, ...], line: object) -> None:
    assert invalid.problems, line
    for problem in invalid.problems:
        assert problem.code in game.codes, (problem, line)
        assert problem.path.split(".")[0] in roots, (problem, line)
        assert str(problem.message).strip(), (problem, line)
        assert json.dumps(problem.as_json()), (problem, line)


def check_score(result: Score, deals: int, seats: int) -> None:
    as_json = result.as_json()
    assert json.loads(json.dumps(as_json)) == as_json
    assert len(result.seats) == seats
    for seat in result.seats:
        assert len(seat.deal_scores) == deals
        assert seat.deals == deals - seat.deal_scores.count(None)
        assert 0 <= seat.bids_made <= seat.bids <= seat.deals
        assert 1 <= seat.place <= seats
        assert (seat.outcome is None) == (not result.complete)


def check_lines(game: Game, count: int, seed: int) -> Iterator[bool]:
    """Check so many lines, some as lines of text, too; yield whether each was scored."""
    chance = Random(f"{game.key} {seed}")
    for number in range(count):
        line = make_line(game, chance)
        yield check_line(game, line)
        if number % 10 == 0:
            check_text(json.dumps(line, ensure_ascii=chance.random() < 0.5), chance)


def check_text(text: str, chance: Random) -> None:
    """Check that a line of the `score` command has one answer, also when it is cut short."""
    data = text.encode(errors="surrogatepass")
    answer = score_line(data if chance.random() < 0.7 else data[: chance.randrange(len(data))])
    assert list(answer) in (["result"], ["errors"]), text
    assert json.loads(json.dumps(answer)) == answer, text
