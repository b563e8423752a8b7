"""What a game's helpers count: the answer to what somebody types, and what they answer to their own examples."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

import games
from games import Asked, Field, Helper, Invalid, Problem
from league.rules.snapshot import Settings


@dataclass(frozen=True)
class Answer:
    """Sentences, the first of which is the answer; or what was wrong with the question, by field."""

    sentences: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def refused(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(problem.message.translate(gettext) for problem in self.problems))


@dataclass(frozen=True)
class AskedPart:
    title: str
    typed: tuple[tuple[str, str], ...]  # by the fields' labels
    unlike_here: tuple[str, ...]  # its options that are other than the competition's
    answer: Answer
    usually: Answer | None  # by the usual options, where that is another one


@dataclass(frozen=True)
class HelperPart:
    key: str
    label: str
    about: str
    asked: tuple[AskedPart, ...]


def answered(helper: Helper, typed: Mapping[str, str], settings: Settings) -> Answer:
    """What the helper says to what was typed in its fields."""
    try:
        said = helper.answer(typed, settings.options)
    except Invalid as invalid:
        return Answer(problems=tuple(invalid.problems))
    return Answer(tuple(text.translate(gettext) for text in said))


def helper_parts(here: Settings) -> Iterator[HelperPart]:
    """The helpers of the game with their examples."""
    for helper in here.game.helpers:
        asked = tuple(_asked(helper, example, here) for example in helper.examples)
        yield HelperPart(helper.key, gettext(helper.label), helper.about.translate(gettext), asked)


def unlike(here: Settings, there: Settings) -> Iterator[str]:
    """What is agreed there and not here."""
    both = (here.game.options_in_words(settings.options) for settings in (here, there))
    for option, other in zip(*both, strict=True):
        if option.here != other.here:
            yield other.here.translate(gettext)


def _asked(helper: Helper, example: Asked, here: Settings) -> AskedPart:
    typed = {field.key: example.typed.get(field.key, "") for field in helper.fields}
    usual, there = (
        Settings(here.game, games.parse_options(here.game, dict(options)), here.rules)
        for options in ({}, example.options)
    )
    answer, usually = answered(helper, typed, there), answered(helper, typed, usual)
    return AskedPart(
        title=example.title.translate(gettext),
        typed=tuple(
            (gettext(field.label), _shown(field, typed[field.key]))
            for field in helper.fields
            if typed[field.key]
        ),
        unlike_here=tuple(unlike(here, there)),
        answer=answer,
        usually=usually if usually != answer else None,
    )


def _shown(field: Field, typed: str) -> str:
    """What was typed, as it is read."""
    if field.kind == "switch":
        return gettext("yes")
    labels = {str(key): gettext(label) for key, label in field.choices.items()}
    return f"{field.symbols.get(typed, '')} {labels.get(typed, typed)}".strip()
