"""What every game says of its options: how each is chosen, what it means, and an example that it changes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

import games
from games import Asked, Example, Field, Game, Helper, Invalid, canonical, dump_in_full, parse_options

GAMES = [pytest.param(game, id=game.key) for game in games.installed()]


def score_or_codes(game: Game, example: Example, options: dict[str, Any]) -> object:
    """Return what the example's sheet is worth under these options, or the codes of what is then wrong."""
    try:
        return games.score(game.key, example.sheet, options, example.seats).as_json()
    except Invalid as invalid:
        return [problem.code for problem in invalid.problems]


def is_possible(game: Game, option: str, value: object) -> bool:
    try:
        parse_options(game, {option: value})
    except Invalid:
        return False
    return True


def get_option_field(game: Game, option: str) -> Field:
    (field,) = (field for field in game.option_fields if field.key == option)
    return field


@pytest.mark.parametrize("game", GAMES)
def test_examples_are_accepted_with_their_options(game: Game) -> None:
    refused = {
        example.key: codes
        for example in game.examples
        if isinstance(codes := score_or_codes(game, example, dict(example.options)), list)
    }
    assert refused == {}


def remove_option(options: Mapping[str, Any], option: str) -> dict[str, Any]:
    return {key: value for key, value in options.items() if key != option}


def answer_helper(game: Game, helper: Helper, asked: Asked, options: Mapping[str, Any]) -> list[str]:
    return [str(text) for text in helper.answer(asked.typed, parse_options(game, dict(options)))]


@pytest.mark.parametrize("game", GAMES)
def test_option_changes_whatever_example_needs_it_and_there_is_one(game: Game) -> None:
    """It changes what a sheet is worth, or what a calculator answers."""
    for option in game.Options.model_fields:
        sheets = [example for example in game.examples if option in example.options]
        for example in sheets:
            usual = score_or_codes(game, example, remove_option(example.options, option))
            assert score_or_codes(game, example, dict(example.options)) != usual, (option, example.key)
        helped = [
            (helper, asked) for helper in game.helpers for asked in helper.examples if option in asked.options
        ]
        for helper, asked in helped:
            usual = answer_helper(game, helper, asked, remove_option(asked.options, option))
            assert answer_helper(game, helper, asked, asked.options) != usual, (option, helper.key, asked.key)
        assert sheets or helped, option


def list_allowed_values(field: Field) -> list[Any]:
    """Return values that may be chosen, up to the limits."""
    match field.kind:
        case "count":
            assert field.minimum is not None and field.maximum is not None
            ends = [field.minimum, field.maximum]
            return ends if not field.several else [*([end] for end in ends), [field.minimum] * field.several]
        case "choice":
            return list(field.choices)
        case "switch":
            return [True, False]
        case "named":
            return [{}, {"Spitze": field.minimum}, {"Spitze": field.maximum, "x" * 40: field.minimum}]
        case kind:
            pytest.fail(f"an option is no {kind}")


def list_refused_values(field: Field) -> list[Any]:
    """Return values just outside the limits, and of another shape."""
    match field.kind:
        case "count":
            assert field.minimum is not None and field.maximum is not None
            ends = [field.minimum - 1, field.maximum + 1]
            return (
                [*([end] for end in ends), [field.minimum] * (field.several + 1), field.minimum, []]
                if field.several
                else [*ends, [field.minimum], True]
            )
        case "choice":
            return ["no such choice", 10**6, list(field.choices)[:1]]
        case "named":
            assert field.minimum is not None and field.maximum is not None
            too_many = {f"name {number}": field.minimum for number in range(field.several + 1)}
            return [
                {"Spitze": field.minimum - 1},
                {"Spitze": field.maximum + 1},
                {"": field.minimum},
                too_many,
                [],
            ]
        case _:
            return [1, "yes"]


@pytest.mark.parametrize("game", GAMES)
def test_option_is_chosen_within_its_limits(game: Game) -> None:
    for option in game.Options.model_fields:
        field = get_option_field(game, option)
        assert field.label, option
        assert is_possible(game, option, None) == bool(field.out), option
        assert [
            value for value in list_allowed_values(field) if not is_possible(game, option, value)
        ] == [], option
        assert [value for value in list_refused_values(field) if is_possible(game, option, value)] == [], (
            option
        )


@pytest.mark.parametrize("game", GAMES)
def test_option_is_told_in_words_whatever_is_chosen(game: Game) -> None:
    for option in game.Options.model_fields:
        field = get_option_field(game, option)
        values = list_allowed_values(field) + ([None] if field.out else [])
        read = [getattr(parse_options(game, {option: value}), option) for value in values]
        sayings = [str(game.option_words[option](value)) for value in read]
        assert len(set(sayings)) == len(sayings) >= 2, option
        assert not any(set("{}") & set(saying) for saying in sayings), option


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
def test_options_mean_the_same_when_they_are_written_in_full(game: Game) -> None:
    for options in ({}, *(variant.options for variant in game.variants)):
        parsed = parse_options(game, dict(options))
        in_full = json.loads(json.dumps(dump_in_full(parsed)))
        again = parse_options(game, in_full)
        assert again == parsed and canonical(again) == canonical(parsed)
        assert {name for name in game.Options.model_fields if getattr(parsed, name) is not None} <= set(
            in_full
        )


@pytest.mark.parametrize("game", GAMES)
def test_made_up_match_is_complete_at_every_table(game: Game) -> None:
    assert game.plausible is not None
    options = parse_options(game, {})
    for seats in range(game.min_seats, game.most_seats(options) + 1):
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
