"""The calculators of every game: an answer or a refusal, whatever is typed."""

from __future__ import annotations

from random import Random

import pytest

import games
from games import Field, Game, Helper, Invalid, parse_options
from games.problems import Text

HELPERS = [
    pytest.param(game, helper, id=f"{game.key}-{helper.key}")
    for game in games.installed()
    for helper in game.helpers
]
TYPED_TEXTS = (
    *("", "0", "1", "9", "19", "40", "999999999999999999999999", "-1", "2.5", "²", "٣", "x"),
    *("pass", "PASS 21", "10 stay 18 pass pass", "pass pass pass", "18 yes 20 no pass", "21 pass pass"),
    *(
        "AS",
        "JC JS JH JD",
        "10♠ T♥ a♦",
        "AS AS",
        "A K Q J 10",
        "AS,KS;QS/JS",
        "♣J",
        "\ud800",
        "{0}",
        "A" * 3000,
    ),
)


def list_options(game: Game) -> list[dict[str, object]]:
    return [{}, *(dict(variant.options) for variant in game.variants)]


def check_sentences(sentences: tuple[Text, ...]) -> None:
    assert sentences
    for text in sentences:
        assert str(text).strip() and str(text) == text.translate(lambda template: template)


@pytest.mark.parametrize(("game", "helper"), HELPERS)
def test_helper_has_words_and_examples_that_it_answers(game: Game, helper: Helper) -> None:
    keys = [helper.key for helper in game.helpers]
    assert len(set(keys)) == len(keys)
    assert helper.label and str(helper.about) and helper.fields and helper.examples
    named = {field.key for field in helper.fields}
    assert all(field.label for field in helper.fields) and len(named) == len(helper.fields)
    for asked in helper.examples:
        assert asked.typed.keys() <= named and str(asked.title)
        typed = {field.key: asked.typed.get(field.key, "") for field in helper.fields}
        check_sentences(helper.answer(typed, parse_options(game, dict(asked.options))))


def choose_text(field: Field, helper: Helper, chance: Random) -> str:
    match field.kind:
        case "choice":
            return chance.choice(("", *(str(key) for key in field.choices)))
        case "switch":
            return chance.choice(("", "1"))
        case _:
            shown = [asked.typed[field.key] for asked in helper.examples if field.key in asked.typed]
            return chance.choice((*TYPED_TEXTS, *shown, *shown))


@pytest.mark.parametrize(("game", "helper"), HELPERS)
def test_whatever_is_typed_is_answered_or_refused_at_its_field(game: Game, helper: Helper) -> None:
    chance = Random(helper.key)
    named = {field.key for field in helper.fields}
    for chosen in list_options(game):
        options = parse_options(game, chosen)
        for _ in range(200):
            typed = {field.key: choose_text(field, helper, chance) for field in helper.fields}
            assert find_wrong_fields(helper, typed, options) <= named, typed


def find_wrong_fields(helper: Helper, typed: dict[str, str], options: object) -> set[str]:
    """Return the fields in which something is wrong; none where there is an answer."""
    try:
        check_sentences(helper.answer(typed, options))
    except Invalid as invalid:
        assert invalid.problems  # noqa: PT017
        check_sentences(tuple(problem.message for problem in invalid.problems))
        return {problem.path.split(".")[0] for problem in invalid.problems}
    return set()
