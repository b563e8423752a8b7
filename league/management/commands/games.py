"""`games`: list the games and variants with their options, words and error codes.

See docs/reference/commands.md, games.
"""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext

from games import Field, Game, Variant, build_sheet_model, installed, parse_options


class Command(BaseCommand):
    help = "Lists the games and variants with their options, words and error codes."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="one JSON document, with the JSON Schemas")

    def handle(self, *args: Any, **options: Any) -> None:
        games = installed()
        if options["json"]:
            self.stdout.write(json.dumps({"games": [describe_game(game) for game in games]}, indent=1))
            return
        for game in games:
            self.stdout.write("\n".join(format_game(game)))


def describe_game(game: Game) -> dict[str, Any]:
    """Return everything that a program may want to know about a game."""
    schema = game.Options.model_json_schema()
    return {
        "key": game.key,
        "name": game.name,
        "about": gettext(game.about),
        "seats": {"minimum": game.min_seats, "maximum": game.max_seats},
        "options": schema.get("properties", {}),
        "words": {word: gettext(text) for word, text in game.words.items()},
        "codes": {code: gettext(meaning) for code, meaning in game.codes.items()},
        "variants": [describe_variant(game, variant) for variant in game.variants],
        "option_fields": [describe_field(field) for field in game.option_fields],
        "figures": {
            figure.key: {"label": gettext(figure.label), "add": figure.add} for figure in game.figures
        },
        "options_schema": schema,
        "sheet_schema": build_sheet_model(game.Sheet).model_json_schema(),
    }


def describe_variant(game: Game, variant: Variant) -> dict[str, Any]:
    """Return a variant as JSON; `in_words` says how it differs from the game's default options."""
    options = parse_options(game, dict(variant.options))
    return {
        "key": variant.key,
        "name": variant.name,
        "options": dict(variant.options),
        "in_words": [str(option.here) for option in game.options_in_words(options) if option.differs],
        "source": variant.source,
        "certain": variant.certain,
    }


def describe_field(field: Field) -> dict[str, Any]:
    """Return how an option is chosen, without the keys that have no value.

    `null` is the label of the choice that leaves the option out.
    """
    description = {
        "key": field.key,
        "label": gettext(field.label),
        "kind": field.kind,
        "minimum": field.minimum,
        "maximum": field.maximum,
        "choices": {key: gettext(label) for key, label in field.choices.items()} or None,
        "null": gettext(field.out) if field.out else None,
        "help": gettext(field.help) if field.help else None,
    }
    return {name: value for name, value in description.items() if value is not None}


def format_game(game: Game) -> list[str]:
    """Return what `describe_game` says as lines for people, without the schemas."""
    facts = describe_game(game)
    seats = str(game.min_seats) if game.fixed_seats else f"{game.min_seats} to {game.max_seats}"
    return [
        f"{game.name} ({game.key}), {seats} seats",
        f"  {facts['about']}",
        "  Options",
        *(f"    {name} = {format_option(option)}" for name, option in facts["options"].items()),
        "  Figures",
        *(f"    {figure['label']} ({key})" for key, figure in facts["figures"].items()),
        "  Words",
        *(f"    {word}: {text}" for word, text in facts["words"].items()),
        "  Variants",
        *(f"    {format_variant(variant)}" for variant in facts["variants"]),
        "  Errors",
        *(f"    {code}: {meaning}" for code, meaning in facts["codes"].items()),
        "",
    ]


def format_option(option: dict[str, Any]) -> str:
    """Return an option's default, with its range or choices if it has them."""
    kinds = option.get("anyOf", [option])  # one that may be null has several
    ranges = [format_values(kind) for kind in kinds]
    text = format_value(option.get("default"))
    return f"{text} ({', or '.join(ranges)})" if all(ranges) else text


def format_values(kind: dict[str, Any]) -> str:
    """Return the range or choices of a schema, or an empty string where it has neither."""
    if kind.get("type") == "null":
        return format_value(None)
    if "enum" in kind:
        return f"one of {', '.join(map(str, kind['enum']))}"
    if "minimum" in kind and "maximum" in kind:
        return f"{kind['minimum']} to {kind['maximum']}"
    return ""


def format_value(value: object) -> str:
    return "none" if value is None else json.dumps(value)


def format_variant(variant: dict[str, Any]) -> str:
    options = " ".join(variant["in_words"]) or "standard"
    doubt = "" if variant["certain"] else "; reconstructed: check with your club"
    return f"{variant['key']}: {variant['name']}: {options} (from {variant['source']}{doubt})"
