"""A game by the rules of a competition and by others: its own options, and the scores of its examples."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

import games
from games import (
    Asked,
    Example,
    Field,
    Game,
    Helper,
    Invalid,
    Option,
    Problem,
    Ruling,
    SeatScore,
    Step,
    Text,
    Variant,
)
from league.queries.game_words import get_word
from league.rules.rulings import AWARD_RULINGS, RANKING_RULINGS
from league.rules.snapshot import Settings


def list_differences(here: Settings, there: Settings) -> list[Text]:
    """Return the options there that differ from those here, in words."""
    both = (here.game.options_in_words(settings.options) for settings in (here, there))
    return [other.here for option, other in zip(*both, strict=True) if option.here != other.here]


@dataclass(frozen=True)
class PlayedVariant:
    """A game's ready-made variant that is played; `deals` is the number of deals where it is not the variant's own."""

    game: Game
    variant: Variant
    deals: int | None = None

    @property
    def is_usual(self) -> bool:
        """Whether it is the game as it is usually played, perhaps with another number of deals."""
        return self.variant.name == self.game.name

    @property
    def name(self) -> str:
        """The name of the variant, with the number of deals where it is another."""
        return self.add_deals(gettext(self.variant.name))

    def add_deals(self, name: str) -> str:
        if self.deals is None:
            return name
        word = get_word(self.game, "deal" if self.deals == 1 else "deals")
        return gettext("{name}, {number} {deals}").format(name=name, number=self.deals, deals=word)


def find_variant(settings: Settings) -> PlayedVariant | None:
    """Return the game's ready-made variant that has these options; None where the club plays another.

    The number of deals, and whatever else the game leaves free, may differ.
    """
    game = settings.game
    free = {key: getattr(settings.options, key) for key in game.free_options}
    for variant in game.variants:
        own = games.parse_options(game, dict(variant.options))
        if own.model_copy(update=free) == settings.options:
            return PlayedVariant(game, variant, settings.deals if game.deals(own) != settings.deals else None)
    return None


def list_agreed_options(settings: Settings) -> list[Option]:
    """Return the options in words, without those that another option makes meaningless here."""
    fields = {field.key: field for field in settings.game.option_fields}
    return [
        option
        for option in settings.game.options_in_words(settings.options)
        if option.key not in fields or _is_asked(fields[option.key], settings)
    ]


def _is_asked(field: Field, settings: Settings) -> bool:
    return all(given.holds(getattr(settings.options, given.key)) for given in field.given)


def list_house_rules(settings: Settings) -> dict[str, list[Option]]:
    """Return the options that are not as is usual, by the section of the rules which reads otherwise for each."""
    game, usual = settings.game, change_options(settings, {})
    before = {section.key: section for section in game.rules(usual.options)}
    house_rules: dict[str, list[Option]] = defaultdict(list)
    for option in game.options_in_words(settings.options):
        if option.differs:
            changed = usual.options.model_copy(update={option.key: getattr(settings.options, option.key)})
            for section in game.rules(changed):
                if section != before.get(section.key):
                    house_rules[section.key].append(option)
    return dict(house_rules)


@dataclass(frozen=True)
class RulingHere:
    """A ruling, with what is played by a competition's options and the label of the option that changes it, if any."""

    ruling: Ruling
    played: Text
    option: str = ""


def list_rulings(settings: Settings) -> list[RulingHere]:
    """Return the rulings of the game, those on standings, then those on awards where it has any."""
    game, options = settings.game, settings.options
    labels = {field.key: field.label for field in game.option_fields}
    agreed = {option.key: option for option in game.options_in_words(options)}
    rulings = []
    for ruling in (*game.rulings, *RANKING_RULINGS, *(AWARD_RULINGS if game.awards else ())):
        option = agreed.get(ruling.option)
        played = option.here if option and option.differs else Text(ruling.played)
        rulings.append(RulingHere(ruling, played, labels.get(ruling.option, "")))
    return rulings


def group_rulings(settings: Settings, sections: Collection[str]) -> dict[str, list[RulingHere]]:
    """Return the rulings by the section they stand under; under "" those that apply to none of these sections."""
    grouped: dict[str, list[RulingHere]] = defaultdict(list)
    for here in list_rulings(settings):
        has_place = here.ruling.section in sections and here.ruling.applies(settings.options)
        grouped[here.ruling.section if has_place else ""].append(here)
    return dict(grouped)


@dataclass(frozen=True)
class Worth:
    """The score of each seat of a sheet, with its explanation; or the sentences that refuse it."""

    scores: Sequence[SeatScore] = ()
    steps: Sequence[Step] = ()
    refused: Sequence[Text] = ()


@dataclass(frozen=True)
class Answer:
    """A calculator's sentences, the answer first; or the problems of the question, by field."""

    sentences: Sequence[Text] = ()
    problems: Sequence[Problem] = ()

    @property
    def refused(self) -> Sequence[Text]:
        return _list_messages(self.problems)


def calculate_worth(example: Example, settings: Settings) -> Worth:
    """Return the score of an example's sheet by these settings, which need not be its own."""
    game, options, seats = settings.game, settings.options, example.seats
    try:
        sheet = games.parse(game, dict(example.sheet), options, seats)
    except Invalid as invalid:
        return Worth(refused=_list_messages(invalid.problems))
    return Worth(game.calculate(sheet, options, seats).seats, game.explain(sheet, options, seats))


def ask_helper(helper: Helper, typed: Mapping[str, str], settings: Settings) -> Answer:
    """Return a calculator's answer to the texts in its fields."""
    try:
        return Answer(helper.answer(typed, settings.options))
    except Invalid as invalid:
        return Answer(problems=tuple(invalid.problems))


@dataclass(frozen=True)
class AskedExample:
    """An example of a calculator, answered by its own options and, if the answer differs, by the usual options."""

    asked: Asked
    typed: Sequence[tuple[Field, str]]
    differences: Sequence[Text]
    answers: Sequence[Answer]


def answer_examples(helper: Helper, here: Settings) -> Iterator[AskedExample]:
    """Yield a calculator's examples with its answers."""
    for asked in helper.examples:
        typed = {field.key: asked.typed.get(field.key, "") for field in helper.fields}
        there = change_options(here, asked.options)
        answer, usually = (ask_helper(helper, typed, by) for by in (there, change_options(here, {})))
        yield AskedExample(
            asked=asked,
            typed=[(field, typed[field.key]) for field in helper.fields if typed[field.key]],
            differences=list_differences(here, there),
            answers=[answer] if usually == answer else [answer, usually],
        )


def change_options(settings: Settings, options: Mapping[str, Any]) -> Settings:
    """Return the settings of the same game with these options and otherwise the usual options."""
    return Settings(settings.game, games.parse_options(settings.game, dict(options)), settings.rules)


def _list_messages(problems: Iterable[Problem]) -> Sequence[Text]:
    """Return each sentence once."""
    return tuple({str(problem.message): problem.message for problem in problems}.values())
