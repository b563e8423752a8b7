"""What every game says of its options: how each is chosen, what it means, and an example that it changes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import games
from games import Example, Field, Game, Invalid, parse_options

OPTIONS = [
    pytest.param(game, option, id=f"{game.key}-{option}")
    for game in games.installed()
    for option in game.Options.model_fields
]
EXAMPLES = [
    pytest.param(game, example, id=f"{game.key}-{example.key}")
    for game in games.installed()
    for example in game.examples
]
GAMES = [pytest.param(game, id=game.key) for game in games.installed()]


def worth(game: Game, example: Example, options: dict[str, Any]) -> object:
    """What the example's sheet is worth under these options; or the codes of what is then wrong."""
    try:
        return games.score(game.key, example.sheet, options, example.seats).as_json()
    except Invalid as invalid:
        return [problem.code for problem in invalid.problems]


def possible(game: Game, option: str, value: object) -> bool:
    try:
        parse_options(game, {option: value})
    except Invalid:
        return False
    return True


def chosen_by(game: Game, option: str) -> Field:
    (field,) = (field for field in game.option_fields if field.key == option)
    return field


@pytest.mark.parametrize(("game", "example"), EXAMPLES)
def test_example_is_accepted_with_its_options(game: Game, example: Example) -> None:
    assert games.score(game.key, example.sheet, dict(example.options), example.seats)


@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_option_changes_the_worth_of_every_example_that_needs_it(game: Game, option: str) -> None:
    needing = [example for example in game.examples if option in example.options]
    assert needing
    for example in needing:
        without = {key: value for key, value in example.options.items() if key != option}
        assert worth(game, example, dict(example.options)) != worth(game, example, without), example.key


@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_option_is_chosen_within_its_limits(game: Game, option: str) -> None:
    field = chosen_by(game, option)
    assert field.label
    assert possible(game, option, None) == bool(field.out)
    match field.kind:
        case "count":
            assert field.minimum is not None and field.maximum is not None
            assert possible(game, option, field.minimum) and not possible(game, option, field.minimum - 1)
            assert possible(game, option, field.maximum) and not possible(game, option, field.maximum + 1)
        case "choice":
            assert all(possible(game, option, choice) for choice in field.choices)
        case "switch":
            assert possible(game, option, True) and possible(game, option, False)
        case kind:
            pytest.fail(f"an option is no {kind}")


@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_option_is_told_in_words_whatever_is_chosen(game: Game, option: str) -> None:
    field = chosen_by(game, option)
    values = [
        field.minimum,
        field.maximum,
        *field.choices,
        *([True, False] if field.kind == "switch" else []),
    ]
    values = [value for value in values if value is not None] + ([None] if field.out else [])
    sayings = [str(game.option_words[option](value)) for value in values]
    assert len(set(sayings)) == len(sayings) >= 2


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_chosen_that_is_no_option(game: Game) -> None:
    assert {field.key for field in game.option_fields} == set(game.Options.model_fields)


@pytest.mark.parametrize("game", GAMES)
def test_variants_are_options_of_the_game(game: Game) -> None:
    keys = [variant.key for variant in game.variants]
    assert len(set(keys)) == len(keys) and game.key in keys
    for variant in game.variants:
        assert variant.source and parse_options(game, dict(variant.options))


@pytest.mark.parametrize("game", GAMES)
def test_made_up_match_is_complete_at_every_table(game: Game) -> None:
    assert game.plausible is not None
    options = parse_options(game, {})
    for seats in range(game.min_seats, game.max_seats + 1):
        for seed in range(5):
            sheet = game.plausible(options, seats, Random(seed))
            assert games.score(game.key, sheet, {}, seats).complete
            assert sheet == game.plausible(options, seats, Random(seed))


@pytest.mark.parametrize("game", GAMES)
def test_figures_have_names_of_their_own_and_are_read_from_every_example(game: Game) -> None:
    keys = [figure.key for figure in game.figures]
    assert len(set(keys)) == len(keys)
    for example in game.examples:
        score = games.score(game.key, example.sheet, dict(example.options), example.seats)
        for figure in game.figures:
            values = [figure.of(score, seat) for seat in range(example.seats)]
            assert all(value is None or isinstance(value, int) for value in values)
