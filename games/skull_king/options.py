"""The options of Skull King: how each is asked for, and a sentence for each of its values.

Their types and defaults are `Options` in `sheet`. See docs/reference/scoring.md, Skull King: Options.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.layout import Field
from games.problems import Text, _
from games.skull_king.editions import EDITIONS
from games.skull_king.labels import SCORING_LABELS
from games.skull_king.sheet import DEFAULT_SCHEDULE, MAX_CARDS, MAX_DEALS

EDITION_NAMES = {key: edition.name for key, edition in EDITIONS.items()}
OPTION_FIELDS = (
    Field("edition", _("Edition"), "choice", choices=EDITION_NAMES),
    Field("scoring", _("Scoring"), "choice", choices=SCORING_LABELS),
    Field("another_round", _("Another round ends a tie"), "switch"),
    Field("schedule", _("Cards, round by round"), "count", 1, MAX_CARDS, several=MAX_DEALS),
)


def describe_edition(key: str) -> Text:
    edition = EDITIONS[key]
    sure = _("The edition is {edition}.")
    unsure = _("The edition is {edition}; what is known of it comes from others, so look into your booklet.")
    return Text(unsure if edition.is_unproven else sure, {"edition": Text(edition.name)})


def describe_scoring(scoring: str) -> Text:
    templates = {
        "classic": _("The scoring is the usual one: a missed bid costs points."),
        "rascal": _(
            "The scoring is the Rascal's: all can win the same in a round, and a player who is one off gets half of it."
        ),
    }
    return Text(templates[scoring])


def describe_schedule(schedule: Sequence[int]) -> Text:
    rounds, cards = len(schedule), ", ".join(map(str, schedule))
    if tuple(schedule) == DEFAULT_SCHEDULE:
        return Text(
            _("A game has {rounds} rounds: one card each in the first, and one more in each that follows."),
            {"rounds": rounds},
        )
    if rounds == 1:
        return Text(_("A game is one round. Cards for each player: {each}."), {"each": cards})
    return Text(
        _("A game has {rounds} rounds. Cards for each player, round by round: {each}."),
        {"rounds": rounds, "each": cards},
    )


def describe_another_round(is_played: bool) -> Text:
    shared = _("If it is the total of several, they share the first place.")
    played = _(
        "If it is the total of several, all play another round with as many cards as the last, until one is ahead."
    )
    return Text(played if is_played else shared)


OPTION_WORDS: dict[str, Callable[[Any], Text]] = {
    "edition": describe_edition,
    "scoring": describe_scoring,
    "schedule": describe_schedule,
    "another_round": describe_another_round,
}
