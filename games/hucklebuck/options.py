"""The options of Hucklebuck: how each is asked for, and a sentence for each of its values.

Their types and defaults are `Options` in `sheet`. See docs/reference/scoring.md, Hucklebuck: Options.
"""

from __future__ import annotations

from games.hucklebuck.sheet import MAX_PENALTY, MAX_POINTS
from games.layout import Field
from games.problems import Text, _

OPTION_FIELDS = (
    Field("target", _("Points that win"), "count", 1, MAX_POINTS),
    Field("no_trick_penalty", _("Points lost without a trick"), "count", 0, MAX_PENALTY),
    Field("floor", _("No score falls below"), "count", -MAX_POINTS, 0, out=_("none")),
)


def describe_target(target: int) -> Text:
    singular, plural = (
        _("A match is won with 1 point or more."),
        _("A match is won with {target} points or more."),
    )
    return Text(singular if target == 1 else plural, {"target": target})


def describe_no_trick_penalty(penalty: int) -> Text:
    texts = {0: _("A hand without a trick costs nothing."), 1: _("A hand without a trick costs 1 point.")}
    return Text(texts.get(penalty, _("A hand without a trick costs {penalty} points.")), {"penalty": penalty})


def describe_floor(floor: int | None) -> Text:
    if floor is None:
        return Text(_("A score may fall below 0, and as far as it will."))
    return Text(_("No score falls below {floor}."), {"floor": floor})


OPTION_WORDS = {
    "target": describe_target,
    "no_trick_penalty": describe_no_trick_penalty,
    "floor": describe_floor,
}
