"""How many deals a session of Skat has, by the size of the table.

Rules: docs/reference/scoring.md, Skat: Deals of a session.
"""

from __future__ import annotations

from typing import Any

from games.layout import Field
from games.problems import Text, _
from games.skat.contracts import MAX_DEALS

USUAL_SEATS = 4
MINUTES_OF_TWO_DEALS = 5

DEALS_FIELD = Field("deals", _("Deals a session"), "count", 1, MAX_DEALS, out=_("any number"))
DEALS_EACH_FIELD = Field(
    "deals_each",
    _("Each player at the table deals so many"),
    "switch",
    help=_("12 are then 36 at a table of three, and 48 at one of four."),
)


def count_deals(options: Any, seats: int) -> int | None:
    """Return the deals of a session at a table of that size; None if there may be any number."""
    if options.deals is None:
        return None
    deals: int = options.deals * seats if options.deals_each else options.deals
    return deals


def count_minutes(options: Any) -> int | None:
    """Return how long a session usually takes: two hours for 48 deals."""
    deals = count_deals(options, USUAL_SEATS)
    return None if deals is None else MINUTES_OF_TWO_DEALS * deals // 2


def warn_of_deals(options: Any, seats: int) -> tuple[Text, ...]:
    """Return a warning if not everyone at a table of that size deals equally often, or no number is agreed on."""
    if options.deals is None:
        return (warn_of_missing(DEALS_EACH_FIELD.label, DEALS_FIELD.label),) if options.deals_each else ()
    if options.deals_each or options.deals % seats == 0:
        return ()
    template = _("At a table of {seats}, not every player deals equally often in {deals} deals.")
    return (Text(template, {"seats": seats, "deals": options.deals}),)


def warn_of_missing(option: str, other: str) -> Text:
    """Warn of an option that is nothing without another, both by their labels."""
    template = _("“{option}” changes nothing without “{other}”.")
    return Text(template, {"option": Text(option), "other": Text(other)})


def warn_of_conflict(option: str, other: str, value: str) -> Text:
    """Warn of an option that the value of another leaves nothing to do, all by their labels."""
    template = _("“{option}” changes nothing with “{other}: {value}”.")
    return Text(template, {"option": Text(option), "other": Text(other), "value": Text(value)})


def describe_deals_each(each: bool) -> Text:
    """Describe the option `deals_each` in a sentence."""
    return Text(
        _(
            "That many for each player as dealer: three times as many at a table of three, four times at one of four."
        )
        if each
        else _("The number of deals is that of the table, however many sit there.")
    )


def describe_session(options: Any) -> Text:
    """Describe in a sentence how many deals a session has."""
    if options.deals is None:
        return Text(_("A session has as many deals as the players like, best the same for each to deal."))
    values = {"deals": options.deals, "three": 3 * options.deals, "four": 4 * options.deals}
    if options.deals_each:
        each, each_so_often = (
            _("Each player at the table deals once a session: {three} deals at three, {four} at four."),
            _(
                "Each player at the table deals {deals} times a session: {three} deals at three, {four} at four."
            ),
        )
        return Text(each if options.deals == 1 else each_so_often, values)
    return Text(
        _("A session is one deal.") if options.deals == 1 else _("A session has {deals} deals."), values
    )


def describe_passes_count(count: bool) -> Text:
    """Describe the option `passes_count` in a sentence."""
    return Text(
        _("A deal that all pass counts as one of the session's.")
        if count
        else _("A deal that all pass is not one of the session's, and another is dealt for it.")
    )
