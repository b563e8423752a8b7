"""The calculator of Magpie for those who write a sheet: what a promise would be worth."""

from __future__ import annotations

from collections.abc import Mapping

from games import Asked, Field, Helper, Invalid, Problem, Text
from games.problems import _

from .play import TRICKS, Options, keeps

FIELDS = (
    Field("promise", _("Promise"), "count", 1, TRICKS),
    Field("tricks", _("Tricks"), "count", 0, TRICKS),
)


def worth(typed: Mapping[str, str], options: Options) -> tuple[Text, ...]:
    """Return what a promise is worth in a hand not played by moonlight; raise Invalid for wrong numbers."""
    wrong = [Problem(field.key, "range", _between(field)) for field in FIELDS if not _is_one(typed, field)]
    if wrong:
        raise Invalid(*wrong)
    promise, tricks = int(typed["promise"]), int(typed["tricks"])
    kept = keeps(promise, tricks, options)
    return (
        Text(_("It is worth {points}."), {"points": tricks + (promise if kept else -promise)}),
        Text(
            _("The promise is kept: {tricks} for the tricks, {promise} for the promise.")
            if kept
            else _("The promise is not kept: {tricks} for the tricks, less {promise} for the promise."),
            {"tricks": tricks, "promise": promise},
        ),
    )


def _is_one(typed: Mapping[str, str], field: Field) -> bool:
    """Return whether what was typed is a number that the field may hold."""
    possible = range(field.minimum or 0, TRICKS + 1)
    return typed.get(field.key, "") in map(str, possible)


def _between(field: Field) -> Text:
    return Text(
        _("Type a whole number from {least} to {most}."), {"least": field.minimum or 0, "most": TRICKS}
    )


HELPERS = (
    Helper(
        "worth",
        _("What a promise is worth"),
        Text(_("For the magpie, who has taken so many tricks.")),
        FIELDS,
        worth,
        (
            Asked("kept", Text(_("Four promised, five taken")), {"promise": "4", "tricks": "5"}),
            Asked(
                "exactly",
                Text(_("The same where it must be exactly four")),
                {"promise": "4", "tricks": "5"},
                {"exact": True},
            ),
        ),
    ),
)
