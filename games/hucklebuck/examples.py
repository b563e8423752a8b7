"""Instructive Hucklebuck matches."""

from __future__ import annotations

from games.problems import Text, _
from games.protocol import Example


def build_example(
    key: str, title: str, shows: str, *hands: tuple[int | None, ...], **options: int | None
) -> Example:
    """Return an example from the tricks of each hand, by seat; None is a player who is out."""
    sheet = {"deals": [{"tricks": list(tricks)} for tricks in hands]}
    return Example(key, Text(title), Text(shows), len(hands[0]), sheet, options)


EXAMPLES = (
    build_example(
        "race",
        _("Four at the table"),
        _("A hand without a trick costs points, but a player without points stays at 0."),
        (2, 1, 2, 0),
        (1, 3, 0, 1),
        (3, 0, 1, 1),
        (2, 2, 1, 0),
        (4, 0, 0, 1),
    ),
    build_example(
        "bowing-out",
        _("Six at the table, and some bow out"),
        _("Up to two are out of each hand: their scores stay as they are, while others lose points."),
        (2, None, 0, 2, 1, None),
        (0, 1, 2, None, 2, 0),
        (None, 1, 1, 3, None, 0),
        (1, None, 1, 3, 0, None),
        (0, 2, None, 3, 0, None),
    ),
    build_example(
        "level",
        _("Two reach the goal together"),
        _("Neither of them is alone in front after the fifth hand, so a sixth has to decide."),
        (2, 2, 1),
        (3, 2, 0),
        (2, 3, 0),
        (2, 2, 1),
        (2, 2, 1),
        (3, 1, 1),
    ),
    build_example(
        "halfway",
        _("Seven at the table, after two hands"),
        _("Four play each hand and three are out. There is a score so far, but no winner yet."),
        (1, None, 2, 0, None, 2, None),
        (None, 1, None, None, 3, 0, 1),
    ),
    build_example(
        "to-fifteen",
        _("A match to 15"),
        _("Being the first to have 11 is not enough here, and the lead is lost once more before the end."),
        (3, 1, 1, 0),
        (2, 2, 0, 1),
        (3, 2, 0, 0),
        (3, 1, 1, 0),
        (0, 4, 1, 0),
        (4, 0, 1, 0),
        (3, 1, 0, 1),
        target=15,
    ),
    build_example(
        "below-zero",
        _("Scores that may fall below zero"),
        _("Without a floor, bad hands add up and are hard to make good."),
        (0, 3, 2, 0),
        (1, 4, 0, 0),
        (2, 3, 0, 0),
        (3, 1, 1, 0),
        floor=None,
    ),
    build_example(
        "dear",
        _("Where no trick costs five points"),
        _("One bad hand undoes two good ones."),
        (2, 2, 1),
        (4, 1, 0),
        (0, 3, 2),
        (4, 1, 0),
        (0, 4, 1),
        no_trick_penalty=5,
    ),
)
