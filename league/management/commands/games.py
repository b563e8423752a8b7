"""The games and variants with their options, words and error codes (contract.md, "Commands")."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext

from games import Game, PluginError, installed


class Command(BaseCommand):
    help = "Lists the games and variants with their options, words and error codes."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="one JSON document, with the JSON Schemas")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            games = installed()
        except PluginError as error:
            raise CommandError(str(error)) from error
        if options["json"]:
            self.stdout.write(json.dumps({"games": [described(game) for game in games]}, indent=1))
            return
        for game in games:
            self.stdout.write("\n".join(lines(game)))


def described(game: Game) -> dict[str, Any]:
    """Everything a program may want to know of a game."""
    schema = game.Options.model_json_schema()
    return {
        "key": game.key,
        "name": game.name,
        "about": gettext(game.about),
        "seats": {"minimum": game.min_seats, "maximum": game.max_seats},
        "options": schema.get("properties", {}),
        "words": {word: gettext(text) for word, text in game.words.items()},
        "codes": {code: gettext(meaning) for code, meaning in game.codes.items()},
        "variants": [
            {
                "key": variant.key,
                "name": variant.name,
                "options": dict(variant.options),
                "source": variant.source,
                "certain": variant.certain,
            }
            for variant in game.variants
        ],
        "options_schema": schema,
        "sheet_schema": game.Sheet.model_json_schema(),
    }


def lines(game: Game) -> list[str]:
    """The same for people, without the schemas."""
    facts = described(game)
    seats = str(game.min_seats) if game.fixed_seats else f"{game.min_seats} to {game.max_seats}"
    return [
        f"{game.name} ({game.key}), {seats} seats",
        f"  {facts['about']}",
        "  Options",
        *(f"    {name} = {option_text(option)}" for name, option in facts["options"].items()),
        "  Words",
        *(f"    {word}: {text}" for word, text in facts["words"].items()),
        "  Variants",
        *(f"    {variant_text(variant)}" for variant in facts["variants"]),
        "  Errors",
        *(f"    {code}: {meaning}" for code, meaning in facts["codes"].items()),
        "",
    ]


def option_text(option: dict[str, Any]) -> str:
    """An option's default, and its range or choices where it has them."""
    text = json.dumps(option.get("default"))
    if "enum" in option:
        return f"{text} (one of {', '.join(map(str, option['enum']))})"
    if "minimum" in option and "maximum" in option:
        return f"{text} ({option['minimum']} to {option['maximum']})"
    return text


def variant_text(variant: dict[str, Any]) -> str:
    options = json.dumps(variant["options"]) if variant["options"] else "the defaults"
    doubt = "" if variant["certain"] else "; reconstructed: check with your club"
    return f"{variant['key']}: {variant['name']}, {options} (from {variant['source']}{doubt})"
