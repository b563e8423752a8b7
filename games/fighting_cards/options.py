"""The options of Fighting Cards: how each is asked for, and a sentence for each of its values.

Their types and defaults are `Options` in `sheet`. See docs/reference/scoring.md, Fighting Cards: Options.
"""

from __future__ import annotations

from games.fighting_cards.sheet import MAX_DEALS, Options
from games.layout import Field
from games.problems import Text, _

OPTION_FIELDS = (
    Field("double_losses", _("Playing without the skat doubles losses, too"), "switch"),
    Field("deals", _("Deals a match"), "count", 1, MAX_DEALS, out=_("any number")),
    Field("passes_count", _("A deal that all pass counts as one of them"), "switch"),
    Field("bid_after_pass", _("A player who has passed may bid again"), "switch"),
)


def describe_double_losses(doubled: bool) -> Text:
    both, wins = (
        _("Playing without the skat doubles the score, be it won or lost."),
        _("Playing without the skat doubles what is won; a loss stays as it is."),
    )
    return Text(both if doubled else wins)


def describe_deals(deals: int | None) -> Text:
    if deals is None:
        return Text(_("A match has as many deals as the players like."))
    singular, plural = _("A match is one deal."), _("A match has {deals} deals.")
    return Text(singular if deals == 1 else plural, {"deals": deals})


def describe_passes_count(count: bool) -> Text:
    return Text(
        _("A deal that all pass is one of the match's deals.")
        if count
        else _("A deal that all passed doesn't count, and is not one of the match.")
    )


def describe_bid_after_pass(may_bid: bool) -> Text:
    return Text(
        _("A player who has passed may bid again, until a bid is followed by two passes.")
        if may_bid
        else _("A player who has passed is out.")
    )


OPTION_WORDS = {
    "double_losses": describe_double_losses,
    "deals": describe_deals,
    "passes_count": describe_passes_count,
    "bid_after_pass": describe_bid_after_pass,
}


def warn_of_deals(options: Options, seats: int) -> tuple[Text, ...]:
    """Return a warning if not every player deals equally often."""
    if options.deals is None or options.deals % seats == 0:
        return ()
    template = _("In {deals} deals, not each of the {seats} players deals equally often.")
    return (Text(template, {"deals": options.deals, "seats": seats}),)
